/// How much moderation may keep and how often players may use it, in one place. Lengths of texts stand where the texts
/// are: ``Ban/reasonLimit``, ``ReviewDecision/noteLimit``, ``Report/textLimit``.
public enum ModerationLimits {
    /// Players that one scope keeps out. They are in memory, about 200 bytes each.
    public static let bans = 100_000
    /// Scores of a player on one leaderboard that are held at a time; one more is refused until some are decided.
    public static let heldScores = 100
    /// Flagged scores of a player on one leaderboard in the queue at a time. Further ones rank, and are not queued:
    /// a reviewer who looks at these twenty sees enough.
    public static let flaggedScores = 20
    /// Scores of an app that wait for a moderator; then nothing more is held or flagged, and held ones are refused.
    public static let pendingScores = 100_000
    /// Reports of one player within 24 hours.
    public static let reportsPerDay = 20
    /// Items, scores, players or reports of one page.
    public static let page = 100
    /// Words that the operator adds or takes out.
    public static let words = 10_000
    /// Characters of such a word.
    public static let wordLength = 2...40
    /// Rows of a player's chain looked at for one page of their scores.
    public static let historyRows = 10_000
}
