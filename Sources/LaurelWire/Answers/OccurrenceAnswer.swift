public import LaurelDomain

/// One run of a recurring leaderboard.
public struct OccurrenceAnswer: Answer, Hashable {
    public var number: Int64
    public var start: Timestamp
    public var end: Timestamp

    public init(_ occurrence: Occurrence) {
        self.init(number: occurrence.number, start: occurrence.start, end: occurrence.end)
    }

    init(number: Int64, start: Timestamp, end: Timestamp) {
        self.number = number
        self.start = start
        self.end = end
    }

    public static let name = "Occurrence"
    public static let fields = Fields(
        AnswerField("number", .int64(in: 1...Int64.max), \.number), AnswerField("start", .timestamp, \.start),
        AnswerField("end", .timestamp, \.end), make: Self.init(number:start:end:))
}
