/// A score as a player made it, before the server has judged it.
public struct Score: Hashable, Sendable {
    /// In the leaderboard's raw unit (rule 4.4): seconds, hundredths, cents. Every Int64 is a score.
    public var value: Int64
    /// 64 bits that mean something to the game alone.
    public var context: Int64
    /// When it was made; nil: now.
    public var date: Timestamp?
    /// Nil: the server makes one, and a repeat cannot be told from a second score.
    public var id: ScoreID?

    public init(value: Int64, context: Int64 = 0, date: Timestamp? = nil, id: ScoreID? = nil) {
        self.value = value
        self.context = context
        self.date = date
        self.id = id
    }
}

/// Which of two values is better.
public enum SortOrder: UInt8, CaseIterable, Hashable, Sendable {
    case highToLow = 0
    case lowToHigh = 1

    /// Whether `value` is strictly better than `other`.
    public func prefers(_ value: Int64, to other: Int64) -> Bool {
        switch self {
        case .highToLow: value > other
        case .lowToHigh: value < other
        }
    }

    /// A number that grows from better to worse. Complement and not negation, which traps at `Int64.min`.
    public func ordinal(of value: Int64) -> Int64 {
        switch self {
        case .highToLow: ~value
        case .lowToHigh: value
        }
    }

    /// The inverse of ``ordinal(of:)``.
    public func value(ofOrdinal ordinal: Int64) -> Int64 { self.ordinal(of: ordinal) }
}

/// Which of a player's scores a leaderboard keeps.
public enum SubmissionType: UInt8, CaseIterable, Hashable, Sendable {
    case best = 0
    /// The one with the latest date, not the latest to arrive (rule 4.6).
    case mostRecent = 1
}

/// The values a leaderboard accepts, both ends included.
public struct ScoreRange: Hashable, Sendable {
    public let lowest: Int64
    public let highest: Int64

    /// - Returns: nil unless `lowest` < `highest` (rule 4.2: both ends, different).
    public init?(lowest: Int64, highest: Int64) {
        guard lowest < highest else { return nil }
        self.lowest = lowest
        self.highest = highest
    }

    public func contains(_ value: Int64) -> Bool { lowest <= value && value <= highest }
}
