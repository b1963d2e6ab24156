import LaurelDomain
import LaurelWire

/// An achievement as its player sees it, in one language.
public struct AchievementRecord: AnswerValue, Hashable, Sendable, Codable {
    public var id: String
    /// Texts are nil while a hidden one was not reported.
    public var title: String?
    public var descriptionBefore: String?
    public var descriptionAfter: String?
    public var points: Int
    public var isHidden: Bool
    public var isRepeatable: Bool
    public var isReleased: Bool
    /// Of the game's players; nil: nobody plays it yet.
    public var rarityPercent: Double?
    /// Nil: never reported.
    public var progress: Progress?
    public var image: String?

    public struct Progress: AnswerValue, Hashable, Sendable, Codable {
        /// 0 to 100.
        public var percent: Double
        public var isCompleted: Bool
        /// Milliseconds since 1970.
        public var lastReported: Int64

        public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
            percent = try answer.number("percentComplete")
            isCompleted = try answer.boolean("isCompleted")
            lastReported = try answer.date("lastReported").milliseconds
        }
    }

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        id = try answer.string("id")
        title = answer.optionalString("title")
        descriptionBefore = answer.optionalString("descriptionBefore")
        descriptionAfter = answer.optionalString("descriptionAfter")
        points = Int(clamping: try answer.integer("points"))
        isHidden = try answer.boolean("isHidden")
        isRepeatable = try answer.boolean("isRepeatable")
        isReleased = try answer.boolean("isReleased")
        rarityPercent = answer.optionalNumber("rarityPercent")
        progress = try answer.optionalObject("progress")
        image = try (answer.optionalObject("image") as PictureRecord?)?.path
    }
}

struct AchievementList: AnswerValue {
    var achievements: [AchievementRecord]
    init(_ answer: AnswerReader) throws(UnreadableAnswer) { achievements = try answer.list("achievements") }
}

/// What became of the reports of one request, in its order.
public struct ReportedRecord: AnswerValue, Hashable, Sendable {
    public var results: [Result]

    public struct Result: AnswerValue, Hashable, Sendable {
        public var id: String
        public var progress: AchievementRecord.Progress?
        /// What to show: it was earned by this report.
        public var banner: Banner?

        public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
            id = try answer.string("id")
            progress = try answer.optionalObject("progress")
            banner = try answer.optionalObject("banner")
        }
    }

    public struct Banner: AnswerValue, Hashable, Sendable {
        public var title: String
        public var points: Int

        public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
            title = try answer.string("title")
            points = Int(clamping: try answer.integer("points"))
        }
    }

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) { results = try answer.list("results") }
}
