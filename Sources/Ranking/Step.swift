import LaurelDomain

/// One submission on a player's staircase: 32 bytes.
///
/// A step may also be a *gap*: it stands for steps that were left out, dated after the step before it and up to the
/// gap's own date, with ordinals no lower than its own.
struct Step: BitwiseCopyable, Hashable {
    var ordinal: Int64
    var context: Int64
    private var dateLow: UInt32
    private var sequenceLow: UInt32
    private var dateHigh: UInt16
    private var sequenceHigh: UInt16
    var flags: UInt8
    private var gap: UInt8
    private var unused: UInt16

    @inline(__always)
    init(ordinal: Int64, date: Int64, context: Int64, sequence: Int64, flags: UInt8) {
        self.ordinal = ordinal
        self.context = context
        dateLow = UInt32(truncatingIfNeeded: date)
        sequenceLow = UInt32(truncatingIfNeeded: sequence)
        dateHigh = UInt16(truncatingIfNeeded: date >> 32)
        sequenceHigh = UInt16(truncatingIfNeeded: sequence >> 32)
        self.flags = flags
        gap = 0
        unused = 0
    }

    static func gap(lowestOrdinal: Int64, through date: Int64) -> Step {
        var step = Step(ordinal: lowestOrdinal, date: date, context: 0, sequence: 0, flags: 0)
        step.gap = 1
        return step
    }

    @inline(__always) var date: Int64 { Int64(dateLow) | Int64(dateHigh) << 32 }
    @inline(__always) var sequence: Int64 { Int64(sequenceLow) | Int64(sequenceHigh) << 32 }
    @inline(__always) var isGap: Bool { gap != 0 }
    /// Written by us: no bit is set that has no meaning.
    var isWellFormed: Bool { gap <= 1 && unused == 0 }

    @inline(__always) func key(_ player: UInt32) -> RankKey { RankKey(ordinal: ordinal, date: date, player: player) }

    /// Rule 4.6, for two rows of one player; of two equal ones the earlier row.
    @inline(__always) func isBetter(than other: Step) -> Bool {
        if ordinal != other.ordinal { return ordinal < other.ordinal }
        if date != other.date { return date < other.date }
        return sequence < other.sequence
    }

    /// Rule 4.6: the latest date, not the latest arrival; of two on one date the later row.
    @inline(__always) func isMoreRecent(than other: Step) -> Bool {
        date != other.date ? date > other.date : sequence > other.sequence
    }

    /// Which of two rows a leaderboard of `type` shows.
    @inline(__always) func outranks(_ other: Step, _ type: SubmissionType) -> Bool {
        switch type {
        case .best: isBetter(than: other)
        case .mostRecent: isMoreRecent(than: other)
        }
    }
}
