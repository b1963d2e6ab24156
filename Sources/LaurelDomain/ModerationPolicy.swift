/// What a developer has looked at before, or after, others see it (rule 4.12). Nothing is, unless they say so.
public struct ModerationPolicy: Hashable, Sendable {
    /// A score has no rank until a moderator has accepted it.
    public var holdsScores = false
    /// A score outside is flagged. Unlike a leaderboard's range, which refuses.
    public var plausible: ScoreRange?
    /// Two scores of a player on a leaderboard whose dates are closer than this: the later one is flagged.
    /// - Range: 1 second to 30 days, in whole seconds.
    public var shortestInterval: Timestamp.Span?
    /// A score that is better than the player's best by more than so many percent of it is flagged.
    /// - Range: 1 to 1,000,000.
    public var leapOverBest: Int?
    /// A score is flagged that lies further beyond the best quarter of the leaderboard's entries than so many times
    /// the spread of their middle half.
    /// - Range: 1 to 1,000.
    /// - Source: the fences of J. W. Tukey, Exploratory Data Analysis, 1977; his "far out" is 3.
    public var leapOverBoard: Int?

    public static let intervalSeconds: ClosedRange<Int> = 1...2_592_000
    public static let bestPercent: ClosedRange<Int> = 1...1_000_000
    public static let boardSpreads: ClosedRange<Int> = 1...1_000
    /// A leaderboard with fewer entries has no distribution to speak of.
    public static let boardEntriesMinimum = 20

    /// Whether any score is ever held or flagged.
    public var isIdle: Bool { self == ModerationPolicy() }

    public init() {}
}

/// Why something is in the queue of reviews. Numbers are stored; a case is never renumbered.
public enum ReviewRule: UInt8, CaseIterable, Hashable, Sendable {
    /// The leaderboard holds every score.
    case held = 1
    case outOfPlausibleRange = 2
    case tooSoonAfterTheLast = 3
    case leapOverOwnBest = 4
    case leapOverBoard = 5
    /// Players reported it.
    case reported = 6

    /// As in a body.
    public var name: String {
        switch self {
        case .held: "held"
        case .outOfPlausibleRange: "outOfPlausibleRange"
        case .tooSoonAfterTheLast: "tooSoonAfterTheLast"
        case .leapOverOwnBest: "leapOverOwnBest"
        case .leapOverBoard: "leapOverBoard"
        case .reported: "reported"
        }
    }
}
