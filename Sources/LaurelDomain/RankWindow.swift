/// A run of consecutive ranks on a leaderboard, best first.
///
/// ```swift
/// let podium = try RankWindow(first: 1, count: 3)  // ranks 1, 2 and 3
/// ```
///
/// - Unit: ranks. The best rank is 1; there is no rank 0.
/// - Range: `first` ≥ 1, `count` in 1...100, and the last rank fits in `Int`.
/// - Source: `GKLeaderboard.h` ("minimum start index 1, maximum length 100"). Apple's web page allows a
///   *difference* of 100, that is 101 ranks; we keep the header's stricter reading.
public struct RankWindow: Hashable, Sendable {
    public static let countLimit = 100
    public let first: Int
    public let count: Int

    /// - Throws: the first rule broken, in the order of ``Invalid``'s cases.
    public init(first: Int, count: Int) throws(Invalid) {
        guard first >= 1 else { throw .firstBelowOne(first) }
        guard (1...Self.countLimit).contains(count) else { throw .countOutOfRange(count) }
        guard first <= Int.max - count else { throw .pastLastRank(first) }
        self.first = first
        self.count = count
    }

    public enum Invalid: Error, Hashable, Sendable {
        case firstBelowOne(Int)
        case countOutOfRange(Int)
        case pastLastRank(Int)
    }
}

/// How far back a reading looks (rule 4.8). Rolling, to the millisecond: a score made exactly one span ago is out.
public enum TimeScope: UInt8, CaseIterable, Hashable, Sendable {
    case today = 0
    case week = 1
    case allTime = 2

    /// Nil: for ever.
    public var span: Timestamp.Span? {
        switch self {
        case .today: .hours(24)
        case .week: .days(7)
        case .allTime: nil
        }
    }

    public var name: String {
        switch self {
        case .today: "today"
        case .week: "week"
        case .allTime: "allTime"
        }
    }

    public init?(name: some StringProtocol) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}
