public import LaurelDomain
import LaurelWire

/// A leaderboard as its players see it, in one language.
public struct LeaderboardRecord: AnswerValue, Hashable, Sendable {
    public var id: String
    public var name: String
    /// Empty where the developer wrote none.
    public var description: String
    public var isRecurring: Bool
    public var isDefault: Bool
    public var isHidden: Bool
    public var isReleased: Bool
    /// Of a recurring one: how long an occurrence takes scores, and how long after the beginning the next one begins.
    public var duration: Timestamp.Span?
    public var interval: Timestamp.Span?
    /// The one that runs now; nil in a gap, and where nothing recurs.
    public var occurrence: OccurrenceRecord?
    /// When the next occurrence begins.
    public var nextStart: Timestamp?
    /// A path on the server; nil: it shows none.
    public var image: String?

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        id = try answer.string("id")
        name = try answer.string("name")
        description = answer.optionalString("description") ?? ""
        isRecurring = answer.optionalString("kind") == "recurring"
        isDefault = answer.flag("isDefault")
        isHidden = answer.flag("isHidden")
        isReleased = answer.flag("isReleased")
        let recurrence: RecurrenceRecord? = try answer.optionalObject("recurrence")
        duration = recurrence?.duration
        interval = recurrence?.interval
        occurrence = try answer.optionalObject("occurrence")
        nextStart = answer.optionalDate("nextStart")
        image = try (answer.optionalObject("image") as PictureRecord?)?.path
    }
}

/// One run of a recurring leaderboard.
public struct OccurrenceRecord: AnswerValue, Hashable, Sendable {
    public var number: Int64
    public var start: Timestamp
    public var end: Timestamp

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        number = try answer.integer("number")
        start = try answer.date("start")
        end = try answer.date("end")
    }
}

private struct RecurrenceRecord: AnswerValue {
    var duration: Timestamp.Span
    var interval: Timestamp.Span

    init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        duration = .minutes(try answer.integer("durationMinutes"))
        interval = .minutes(try answer.integer("restartMinutes"))
    }
}

/// Where a picture is. Its address names its bytes.
struct PictureRecord: AnswerValue {
    var path: String
    init(_ answer: AnswerReader) throws(UnreadableAnswer) { path = try answer.string("url") }
}

/// A set of leaderboards, in one language.
public struct LeaderboardSetRecord: Hashable, Sendable {
    public var id: String
    public var name: String
    /// In the order of display.
    public var leaderboards: [String]
    public var image: String?

    init(_ answer: LeaderboardSetAnswer) {
        id = answer.id.text
        name = answer.text
        leaderboards = answer.leaderboards.map(\.text)
        image = answer.image.url
    }
}

struct LeaderboardList: AnswerValue {
    var leaderboards: [LeaderboardRecord]
    init(_ answer: AnswerReader) throws(UnreadableAnswer) { leaderboards = try answer.list("leaderboards") }
}
