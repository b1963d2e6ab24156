import LaurelDomain

/// What a score counts on. Many scores of a call have the same one: it is looked up once for them, and none of them
/// has a leaderboard of its own, with all its texts, to copy.
final class ScoreTarget: Sendable {
    let leaderboard: Leaderboard
    let key: BoardKey

    init(_ leaderboard: Leaderboard, _ key: BoardKey) {
        self.leaderboard = leaderboard
        self.key = key
    }

    /// The boards that it needs.
    var keys: [BoardKey] { key == leaderboard.chain ? [key] : [key, leaderboard.chain] }
}
