public import LaurelDomain
import LaurelWire

/// A player's row on a leaderboard.
public struct EntryRecord: AnswerValue, Hashable, Sendable, Codable {
    /// From 1.
    public var rank: Int
    public var value: Int64
    /// As the server writes it in the reader's language.
    public var formatted: String
    public var context: Int64
    /// Milliseconds since 1970.
    public var date: Int64
    public var player: PlayerRecord

    public init(
        rank: Int, value: Int64, formatted: String, context: Int64, date: Timestamp, player: PlayerRecord
    ) {
        self.rank = rank
        self.value = value
        self.formatted = formatted
        self.context = context
        self.date = date.milliseconds
        self.player = player
    }

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        self.init(
            rank: Int(clamping: try answer.integer("rank")), value: try answer.integer("value"),
            formatted: try answer.string("formatted"), context: try answer.integer("context"),
            date: try answer.date("date"), player: try answer.object("player"))
    }
}

/// A part of a leaderboard.
public struct EntryPageRecord: AnswerValue, Hashable, Sendable {
    /// The requesting player's entry, whatever its rank; nil without one in this scope.
    public var local: EntryRecord?
    /// By rank.
    public var entries: [EntryRecord]
    /// Players in scope.
    public var total: Int
    public var occurrence: OccurrenceRecord?

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        local = try answer.optionalObject("local")
        entries = try answer.list("entries")
        total = Int(clamping: try answer.integer("total"))
        occurrence = try answer.optionalObject("occurrence")
    }
}

/// What became of the scores of one request, in its order.
public struct SubmittedRecord: AnswerValue, Hashable, Sendable {
    public var results: [Result]

    public struct Result: AnswerValue, Hashable, Sendable {
        public var leaderboard: String
        public var formatted: String
        /// The player's current entry; nil without one, or while the score is held.
        public var entry: EntryRecord?
        public var total: Int
        public var isNewBest: Bool
        /// Ids of challenges.
        public var challengesCompleted: [String]
        /// Ids of achievements that the server found in the log of the run. Older servers say nothing of them.
        public var achievementsEarned: [String]

        public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
            leaderboard = try answer.string("leaderboard")
            formatted = try (answer.object("score") as Formatted).text
            entry = try answer.optionalObject("entry")
            total = Int(clamping: try answer.integer("total"))
            isNewBest = try answer.boolean("isNewBest")
            challengesCompleted = try answer.strings("challengesCompleted")
            achievementsEarned = answer.optionalStrings("achievementsEarned") ?? []
        }
    }

    private struct Formatted: AnswerValue {
        var text: String
        init(_ answer: AnswerReader) throws(UnreadableAnswer) { text = try answer.string("formatted") }
    }

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) { results = try answer.list("results") }
}
