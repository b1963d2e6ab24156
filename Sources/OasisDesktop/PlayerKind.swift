import LaurelOasis

/// Who plays in a chair of a game on this machine.
enum PlayerKind: String, Codable {
    case person, easy, strong, nobody

    /// The next one for a chair; two play at least: the first two chairs are never empty.
    func next(chair: Int) -> PlayerKind {
        switch self {
        case .person: .easy
        case .easy: .strong
        case .strong: chair < 2 ? .person : .nobody
        case .nobody: .person
        }
    }

    var bot: Bot? {
        switch self {
        case .easy: Bot(.easy)
        case .strong: Bot(.strong)
        case .person, .nobody: nil
        }
    }
}
