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
    /// An ``EntryAnswer`` whose player's ID and name the caller has at hand.
    ///
    /// - Parameters:
    ///   - id: hexadecimal or decimal digits, and the like: nothing in it is escaped.
    ///   - name: UTF-8.
    /// - Returns: where it stands among the bytes.
    @discardableResult public mutating func entry(
        rank: Int, of total: Int, value: Int64, formatter: ScoreFormatter, context: Int64, date: Timestamp,
        verification: Verification?, id: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>
    ) -> Range<Int> {
        let suffix = formatter.suffix(of: value)
        let verification = verification?.name
        let texts = id.count + JSONPart.escapedLimit(name.count + suffix.count) + (verification?.utf8.count ?? 0)
        return part(limit: Self.entryLimit + texts, opens: true, closes: true) { part in
            part.literal("{\"rank\":")
            part.number(Int64(rank))
            part.literal(",\"percentile\":")
            part.number(Int64(Percentile(rank: rank, of: total).value))
            part.literal(",\"value\":")
            part.score(value, formatter, suffix, context, date)
            part.literal(",\"verification\":")
            if let verification { part.name(verification) } else { part.literal("null") }
            part.literal(",\"player\":{\"id\":\"")
            part.copy(id)
            part.literal("\",\"displayName\":\"")
            part.escaped(name)
            part.literal("\"}}")
        }
    }

    /// Value, text, context and date of a score.
    public mutating func scoreFields(value: Int64, formatter: ScoreFormatter, context: Int64, date: Timestamp) {
        key("value")
        let suffix = formatter.suffix(of: value)
        _ = part(limit: Self.entryLimit + JSONPart.escapedLimit(suffix.count), opens: false, closes: true) { part in
            part.score(value, formatter, suffix, context, date)
        }
    }

    /// Bytes of an entry beside its texts, at most: keys and punctuation, four numbers, a number as text, and a date.
    private static let entryLimit =
        160 + 4 * JSONPart.numberLimit + ScoreFormatter.lengthLimit + Timestamp.rfc3339Length
}

extension JSONPart {
    /// From the value on, whose key is written, to the date.
    fileprivate mutating func score(
        _ value: Int64, _ formatter: ScoreFormatter, _ suffix: [UInt8], _ context: Int64, _ date: Timestamp
    ) {
        let first = end
        number(value)
        let digits = written(from: first)
        literal(",\"formatted\":\"")
        if formatter.isOfDigits {
            fill { formatter.write(digits: digits, into: $0) }
        } else {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ScoreFormatter.lengthLimit) { buffer in
                let start = formatter.writeNumber(of: value, into: buffer)
                copy(UnsafeBufferPointer(rebasing: buffer[start...]))
            }
        }
        if !suffix.isEmpty { suffix.withUnsafeBufferPointer { escaped($0) } }
        literal("\",\"context\":")
        number(context)
        literal(",\"date\":\"")
        moment(date)
        put(UInt8(ascii: "\""))
    }

    /// A word that needs no escaping, in quotation marks.
    fileprivate mutating func name(_ text: String) {
        var text = text
        put(UInt8(ascii: "\""))
        text.withUTF8 { copy($0) }
        put(UInt8(ascii: "\""))
    }
}
