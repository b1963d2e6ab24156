public import LaurelDomain

/// A player's entry on a leaderboard. A server writes it by hand (see below), since a page has a hundred; a test
/// compares.
public struct EntryAnswer: Answer, Hashable {
    /// From 1.
    public var rank: Int
    public var percentile: Int
    public var value: Int64
    /// In the leaderboard's format and the reader's language.
    public var formatted: String
    public var context: Int64
    public var date: Timestamp
    public var verification: Verification?
    public var player: PlayerAnswer

    public init(
        rank: Int, percentile: Int, value: Int64, formatted: String, context: Int64, date: Timestamp,
        verification: Verification?, player: PlayerAnswer
    ) {
        self.rank = rank
        self.percentile = percentile
        self.value = value
        self.formatted = formatted
        self.context = context
        self.date = date
        self.verification = verification
        self.player = player
    }

    public static let name = "Entry"
    public static let fields = Fields(
        AnswerField("rank", .integer(1...Int.max), \.rank), AnswerField("percentile", .integer(0...100), \.percentile),
        AnswerField("value", .int64, \.value), AnswerField("formatted", formattedShape, \.formatted),
        AnswerField("context", .int64, \.context), AnswerField("date", .timestamp, \.date),
        AnswerField("verification", .verification, \.verification), AnswerField("player", PlayerAnswer.shape, \.player),
        make: Self.init(rank:percentile:value:formatted:context:date:verification:player:))
    static let formattedShape = Shape<String>.text(1...200, example: "1,234 m")
    static let versionShape = Shape<Int64>.int64(in: 0...1 << 48 - 1)
    static let totalShape = Shape<Int>.integer(0...Int.max)
}

extension JSONWriter {
    /// The first part of an ``EntryAnswer``, up to its player, who comes next as ``endEntry(id:name:)``.
    ///
    /// - Parameter scratch: reused for each entry, so that none allocates.
    public mutating func beginEntry(
        rank: Int, of total: Int, value: Int64, formatter: ScoreFormatter, context: Int64, date: Timestamp,
        verification: Verification?, scratch: inout [UInt8]
    ) {
        literal("{\"rank\":")
        self.value(rank)
        literal(",\"percentile\":")
        self.value(Percentile(rank: rank, of: total).value)
        literal(",\"value\":")
        rest(value: value, formatter: formatter, context: context, date: date, scratch: &scratch)
        literal(",\"verification\":")
        if let verification { self.value(verification.name) } else { null() }
    }

    /// - Parameter id: hexadecimal or decimal digits, and the like: nothing in it is escaped.
    public mutating func endEntry(id: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>) {
        literal(",\"player\":{\"id\":\"")
        copy(id)
        literal("\",\"displayName\":")
        value(utf8: name)
        endObject()
        endObject()
    }

    /// Value, text, context and date of a score.
    public mutating func scoreFields(
        value: Int64, formatter: ScoreFormatter, context: Int64, date: Timestamp, scratch: inout [UInt8]
    ) {
        key("value")
        rest(value: value, formatter: formatter, context: context, date: date, scratch: &scratch)
    }

    /// From the value on, whose key is written.
    private mutating func rest(
        value: Int64, formatter: ScoreFormatter, context: Int64, date: Timestamp, scratch: inout [UInt8]
    ) {
        self.value(value)
        scratch.removeAll(keepingCapacity: true)
        formatter.append(value, to: &scratch)
        literal(",\"formatted\":")
        scratch.withUnsafeBufferPointer { self.value(utf8: $0) }
        literal(",\"context\":")
        self.value(context)
        literal(",\"date\":")
        self.value(date)
    }
}
