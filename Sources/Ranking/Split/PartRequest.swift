public import LaurelDomain

/// What a reader asks one part of a split board. A value, so that a network can stand between them.
public enum PartRequest: Hashable, Sendable {
    /// Which epochs can be read?
    case epochs
    /// A question about one scope as of one epoch.
    case read(BoardEpoch, TimeScope, Question)

    /// Positions count from 0 within the part. Numbers of a request are cut to what is there, and to the limits.
    public enum Question: Hashable, Sendable {
        /// How many entries?
        case total
        /// The entries of these players; of those without one, nothing.
        case entries(of: [PlayerNumber])
        /// How many entries are better than each of these?
        case counts(before: [RankKey])
        /// How many are better than this one, and the `count` entries before it and from it on.
        case around(RankKey, count: Int)
        /// Keys at positions spread evenly over a range; see ``PartSamples``.
        case samples(Range<Int>, limit: Int)
        /// The entries at these positions.
        case run(Range<Int>)
    }

    /// How many entries a ``Question/run(_:)`` gives at most.
    public static let runLimit = 4_096 + RankWindow.countLimit
    /// How many keys ``Question/samples(_:limit:)`` gives at most.
    public static let samplesLimit = 1_024
}

/// What a part answers.
public enum PartAnswer: Hashable, Sendable {
    /// Nil: none just now.
    case epochs(ClosedRange<BoardEpoch>?)
    /// The part has not closed the epoch yet, or can't go back to it any more.
    case unreadable
    case total(Int)
    /// Best first.
    case entries([Submission])
    case counts([Int])
    case around(PartNeighbors)
    case samples(PartSamples)
}

/// What stands next to a key in one part.
public struct PartNeighbors: Hashable, Sendable {
    /// How many entries of the part are better.
    public var before: Int
    public var total: Int
    /// Best first.
    public var entries: [Submission]

    public init(before: Int, total: Int, entries: [Submission]) {
        self.before = before
        self.total = total
        self.entries = entries
    }
}

/// Keys at positions spread evenly over a range of one part: at its first position, and so that fewer entries lie
/// between two of them, and behind the last, than an even share.
public struct PartSamples: Hashable, Sendable {
    /// How many entries the part has.
    public var total: Int
    /// The range asked for, cut to what is there.
    public var range: Range<Int>
    public var keys: [RankKey]

    public init(total: Int, range: Range<Int>, keys: [RankKey]) {
        self.total = total
        self.range = range
        self.keys = keys
    }

    func position(_ index: Int) -> Int { Self.position(index, of: keys.count, in: range) }

    static func position(_ index: Int, of count: Int, in range: Range<Int>) -> Int {
        range.lowerBound + Int((UInt64(index) * UInt64(range.count) / UInt64(max(count, 1))))
    }
}
