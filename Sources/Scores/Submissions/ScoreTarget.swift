import LaurelDomain

/// What a score counts on. Many scores of a call have the same one: it is looked up once for them, and none of them
/// has a leaderboard of its own, with all its texts, to copy.
final class ScoreTarget: Sendable {
    let leaderboard: Leaderboard
    let key: BoardKey
    /// What its developer has looked at. Nil: nothing, as nearly everywhere; or its scores are repeats.
    let policy: ModerationPolicy?

    init(_ leaderboard: Leaderboard, _ key: BoardKey, _ policy: ModerationPolicy? = nil) {
        self.leaderboard = leaderboard
        self.key = key
        self.policy = policy
    }

    /// The boards that it needs.
    var keys: [BoardKey] { key == leaderboard.chain ? [key] : [key, leaderboard.chain] }
}
