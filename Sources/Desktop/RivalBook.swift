import LaurelArcade

/// An entry of a leaderboard, for ``RivalBook``.
struct RivalEntry {
    let player: String
    let name: String
    let score: Int64
    let isVerified: Bool
}

/// Whose runs are seen in the player's, as Web/site/play/host/rivals.js has it: friends and who is next ahead, those
/// alone whose runs the server has checked.
@MainActor final class RivalBook {
    /// Those who are not friends: so many of the next ahead.
    private static let strangersLimit = 5
    /// By leaderboards: friends who have been behind the player since the game began.
    private var behind: [Int32: Set<String>] = [:]
    private var next: Int32 = 0

    /// - Parameters:
    ///   - own: the player's best; 0: none.
    ///   - named: takes the name of each number.
    func rivals(
        _ all: [RivalEntry], friends: [RivalEntry], own: Int64, player: String, board: Int32,
        named: (Int32, String) -> Void
    ) -> Rivals {
        let known = friends.filter { $0.isVerified && $0.player != player }
        let ids = Set(known.map(\.player))
        let strangers = all.filter {
            $0.isVerified && $0.player != player && !ids.contains($0.player) && $0.score > own
        }.sorted { $0.score < $1.score }.prefix(Self.strangersLimit)
        var behind = behind[board] ?? []
        let found = (known + strangers).map { entry in
            let isFriend = ids.contains(entry.player)
            let hasPassed = isFriend && entry.score > own && behind.contains(entry.player)
            if isFriend, entry.score <= own { behind.insert(entry.player) }
            next = (next + 1) & RivalSign.numberLimit
            named(next, entry.name)
            return Rival(
                number: next, score: Int32(clamping: entry.score), isFriend: isFriend, hasPassed: hasPassed)
        }
        self.behind[board] = behind
        return Rivals(found, board: board)
    }
}
