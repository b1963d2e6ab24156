/// Where a turn-based match stands, as one of its players sees it.
public enum MatchState: String, CaseIterable, Hashable, Sendable {
    /// The player is invited and has not answered.
    case invited
    /// It is the player's turn.
    case turn
    /// It is somebody else's turn.
    case waiting
    /// It has ended, or the player has left it.
    case over
}

extension Parameter where Value == MatchState {
    static let matchState = word("state", MatchState.allCases.map { ($0.rawValue, $0) }) { $0.rawValue }
}
