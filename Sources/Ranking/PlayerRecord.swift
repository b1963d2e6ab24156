import LaurelDomain

/// A number of 48 bits in six bytes.
struct SixBytes: BitwiseCopyable, Hashable {
    private var low: UInt32
    private var high: UInt16

    static let limit: Int64 = 1 << 48
    @inline(__always) init(_ value: Int64) {
        low = UInt32(truncatingIfNeeded: value)
        high = UInt16(truncatingIfNeeded: value >> 32)
    }
    @inline(__always) var value: Int64 { Int64(low) | Int64(high) << 32 }
}

/// What a board knows of one player: 40 bytes (16 for their key, 24 for the rest).
struct PlayerRecord: MappedRecord {
    var ordinal: Int64 = 0
    var context: Int64 = 0
    private var dateLow: UInt32 = 0
    private var sequenceLow: UInt32 = 0
    private var latestLow: UInt32 = 0
    /// The player's staircase in the ``StepPool``; 0: they have none.
    var staircase: UInt32 = 0
    private var dateHigh: UInt16 = 0
    private var sequenceHigh: UInt16 = 0
    private var latestHigh: UInt16 = 0
    var flags: UInt8 = 0
    var marks: Marks = []

    struct Marks: OptionSet, BitwiseCopyable {
        var rawValue: UInt8
        static let present = Marks(rawValue: 1)
        /// Has an all-time entry, which the other fields describe.
        static let ranked = Marks(rawValue: 2)
        /// Banned.
        static let hidden = Marks(rawValue: 4)
        /// All their rows must be read again.
        static let awaitsHistory = Marks(rawValue: 8)
        /// The rows of the last seven days must be read again.
        static let awaitsWeek = Marks(rawValue: 16)
        /// Has rows that the range keeps out; widening it may bring them back.
        static let outOfRange = Marks(rawValue: 32)
        static let known: Marks = [.present, .ranked, .hidden, .awaitsHistory, .awaitsWeek, .outOfRange]
    }

    static let absent = PlayerRecord()
    static let blank = PlayerRecord(marks: .present)
    init() {}
    private init(marks: Marks) { self.marks = marks }

    @inline(__always) var isPresent: Bool { marks.contains(.present) }

    @inline(__always) var date: Int64 {
        get { Int64(dateLow) | Int64(dateHigh) << 32 }
        set {
            dateLow = UInt32(truncatingIfNeeded: newValue)
            dateHigh = UInt16(truncatingIfNeeded: newValue >> 32)
        }
    }

    /// The journal row of the all-time entry.
    @inline(__always) var sequence: Int64 {
        get { Int64(sequenceLow) | Int64(sequenceHigh) << 32 }
        set {
            sequenceLow = UInt32(truncatingIfNeeded: newValue)
            sequenceHigh = UInt16(truncatingIfNeeded: newValue >> 32)
        }
    }

    /// The player's latest row on this board, ranked or not; 0: none.
    @inline(__always) var latest: Int64 {
        get { Int64(latestLow) | Int64(latestHigh) << 32 }
        set {
            latestLow = UInt32(truncatingIfNeeded: newValue)
            latestHigh = UInt16(truncatingIfNeeded: newValue >> 32)
        }
    }

    /// The all-time entry as a step; meaningless unless ranked.
    @inline(__always) var best: Step {
        Step(ordinal: ordinal, date: date, context: context, sequence: sequence, flags: flags)
    }

    mutating func setBest(_ step: Step) {
        ordinal = step.ordinal
        context = step.context
        date = step.date
        sequence = step.sequence
        flags = step.flags
        marks.insert(.ranked)
    }

    mutating func clearBest() {
        ordinal = 0
        context = 0
        date = 0
        sequence = 0
        flags = 0
        marks.remove(.ranked)
    }
}
