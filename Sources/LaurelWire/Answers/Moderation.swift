public import LaurelDomain

// What moderators see.

extension Shape where Value == JournalSequence {
    /// Which row of a journal.
    fileprivate static let sequence = row(1)
    /// Of the last row that is known: none yet is 0.
    fileprivate static let version = row(0)

    private static func row(_ first: Int) -> Shape {
        Shape<Int>.integer(first...1 << 48 - 1).map(expected: "a number of at most 48 bits") {
            JournalSequence(Int64($0))
        } back: {
            Int(clamping: $0.rawValue)
        }
    }
}

extension Shape where Value == ReviewID {
    fileprivate static let reviewID = Shape<Int>.integer(1...Int.max).map(expected: "a number") {
        ReviewID(Int64($0))
    } back: {
        Int(clamping: $0.rawValue)
    }
}

private let pageLimit = 100

/// A player whom a moderator looks for.
public struct InspectedPlayerAnswer: Answer {
    public var player: PlayerAnswer
    /// In the apps of the team.
    public var isBanned: Bool
    public var isBannedEverywhere: Bool

    public init(player: PlayerAnswer, isBanned: Bool, isBannedEverywhere: Bool) {
        self.player = player
        self.isBanned = isBanned
        self.isBannedEverywhere = isBannedEverywhere
    }

    public static let name = "InspectedPlayer"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player),
        AnswerField("isBanned", .boolean, \.isBanned),
        AnswerField("isBannedEverywhere", .boolean, \.isBannedEverywhere),
        make: Self.init(player:isBanned:isBannedEverywhere:))
    public static let list = shape.list(countLimit: pageLimit).held(by: "players", of: "InspectedPlayers")
}

/// An entry with the number of its score, by which it can be removed.
public struct InspectedEntryAnswer: Answer {
    public var rank: Int
    public var sequence: JournalSequence
    public var value: Int64
    public var formatted: String
    public var context: Int64
    public var date: Timestamp
    public var player: PlayerAnswer

    public init(
        rank: Int, sequence: JournalSequence, value: Int64, formatted: String, context: Int64, date: Timestamp,
        player: PlayerAnswer
    ) {
        self.rank = rank
        self.sequence = sequence
        self.value = value
        self.formatted = formatted
        self.context = context
        self.date = date
        self.player = player
    }

    public static let name = "InspectedEntry"
    public static let fields = Fields(
        AnswerField("rank", .integer(1...Int.max), \.rank),
        AnswerField("sequence", .sequence, \.sequence),
        AnswerField("value", .int64, \.value),
        AnswerField("formatted", EntryAnswer.formattedShape, \.formatted),
        AnswerField("context", .int64, \.context),
        AnswerField("date", .timestamp, \.date),
        AnswerField("player", PlayerAnswer.shape, \.player),
        make: Self.init(rank:sequence:value:formatted:context:date:player:))
}

public struct InspectedEntriesAnswer: Answer {
    public var entries: [InspectedEntryAnswer]
    public var total: Int
    public var version: JournalSequence

    public init(entries: [InspectedEntryAnswer], total: Int, version: JournalSequence) {
        self.entries = entries
        self.total = total
        self.version = version
    }

    public static let name = "InspectedEntries"
    public static let fields = Fields(
        AnswerField("entries", listOf: InspectedEntryAnswer.shape, countLimit: RankWindow.countLimit, \.entries),
        AnswerField("total", EntryAnswer.totalShape, \.total),
        AnswerField("version", .version, \.version),
        make: Self.init(entries:total:version:))
}

/// One of a player's scores.
public struct InspectedScoreAnswer: Answer {
    public var sequence: JournalSequence
    public var value: Int64
    public var formatted: String
    public var context: Int64
    public var date: Timestamp
    /// When it arrived.
    public var time: Timestamp
    public var state: State

    public init(
        sequence: JournalSequence, value: Int64, formatted: String, context: Int64, date: Timestamp, time: Timestamp,
        state: State
    ) {
        self.sequence = sequence
        self.value = value
        self.formatted = formatted
        self.context = context
        self.date = date
        self.time = time
        self.state = state
    }

    public static let name = "InspectedScore"
    public static let fields = Fields(
        AnswerField("sequence", .sequence, \.sequence),
        AnswerField("value", .int64, \.value),
        AnswerField("formatted", EntryAnswer.formattedShape, \.formatted),
        AnswerField("context", .int64, \.context),
        AnswerField("date", .timestamp, \.date),
        AnswerField("time", .timestamp, \.time),
        AnswerField("state", .word(State.allCases.map { ($0.rawValue, $0) }), \.state),
        make: Self.init(sequence:value:formatted:context:date:time:state:))

    public enum State: String, CaseIterable, Sendable {
        case counted, removed, held
    }
}

public struct InspectedScoresAnswer: Answer {
    public var player: PlayerAnswer
    public var scores: [InspectedScoreAnswer]
    /// Where the next page begins; nil: there is none.
    public var next: JournalSequence?

    public init(player: PlayerAnswer, scores: [InspectedScoreAnswer], next: JournalSequence?) {
        self.player = player
        self.scores = scores
        self.next = next
    }

    public static let name = "InspectedScores"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player),
        AnswerField("scores", listOf: InspectedScoreAnswer.shape, countLimit: pageLimit, \.scores),
        AnswerField(orNull: "next", .sequence, \.next),
        make: Self.init(player:scores:next:))
}

/// Which row shows what was done.
public struct VersionAnswer: Answer {
    public var version: JournalSequence

    public init(version: JournalSequence) {
        self.version = version
    }

    public static let name = "Version"
    public static let fields = Fields(
        AnswerField("version", .version, \.version),
        make: Self.init(version:))
}

public struct BanAnswer: Answer {
    public var player: PlayerAnswer
    public var reason: String
    public var created: Timestamp

    public init(player: PlayerAnswer, reason: String, created: Timestamp) {
        self.player = player
        self.reason = reason
        self.created = created
    }

    public static let name = "Ban"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player),
        AnswerField("reason", .note, \.reason),
        AnswerField("created", .timestamp, \.created),
        make: Self.init(player:reason:created:))
    public static let list = shape.list(countLimit: 100_000).held(by: "bans", of: "Bans")
}

/// An item of the queue.
public struct ReviewAnswer: Answer {
    public var id: ReviewID
    /// `score`, or what was reported.
    public var kind: String
    public var state: ReviewState
    public var bundleID: BundleID?
    public var environment: Environment?
    public var player: PlayerAnswer
    public var created: Timestamp
    public var reasons: [Reason]
    public var reportCount: Int
    public var score: Score?
    /// What was reported; nil: a score.
    public var subject: String?
    /// Nil: it waits.
    public var decision: Decision?

    public init(
        id: ReviewID, kind: String, state: ReviewState, bundleID: BundleID?, environment: Environment?,
        player: PlayerAnswer, created: Timestamp, reasons: [Reason], reportCount: Int, score: Score?, subject: String?,
        decision: Decision?
    ) {
        self.id = id
        self.kind = kind
        self.state = state
        self.bundleID = bundleID
        self.environment = environment
        self.player = player
        self.created = created
        self.reasons = reasons
        self.reportCount = reportCount
        self.score = score
        self.subject = subject
        self.decision = decision
    }

    public static let name = "Review"
    public static let fields = Fields(
        AnswerField("id", .reviewID, \.id),
        AnswerField("kind", kindShape, \.kind),
        AnswerField("state", .word(ReviewState.allCases.map { ($0.name, $0) }), \.state),
        AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
        AnswerField(orNull: "environment", .environment, \.environment),
        AnswerField("player", PlayerAnswer.shape, \.player),
        AnswerField("created", .timestamp, \.created),
        AnswerField("reasons", listOf: Reason.shape, countLimit: 16, \.reasons),
        AnswerField("reportCount", .integer(0...Int.max), \.reportCount),
        AnswerField(orNull: "score", Score.shape, \.score),
        AnswerField(orNull: "subject", .text(0...128, example: "c-4711"), \.subject),
        AnswerField(orNull: "decision", Decision.shape, \.decision),
        make: Self.init(id:kind:state:bundleID:environment:player:created:reasons:reportCount:score:subject:decision:))
    private static let kindShape = Shape<String>.word((["score"] + ReportedThing.allCases.map(\.name)).map { ($0, $0) })

    public struct Score: Answer {
        public var leaderboard: LeaderboardID?
        public var sequence: JournalSequence
        public var value: Int64
        public var date: Timestamp
        public var isHeld: Bool

        public init(leaderboard: LeaderboardID?, sequence: JournalSequence, value: Int64, date: Timestamp, isHeld: Bool)
        {
            self.leaderboard = leaderboard
            self.sequence = sequence
            self.value = value
            self.date = date
            self.isHeld = isHeld
        }

        public static let name = "ReviewedScore"
        public static let fields = Fields(
            AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
            AnswerField("sequence", .sequence, \.sequence),
            AnswerField("value", .int64, \.value),
            AnswerField("date", .timestamp, \.date),
            AnswerField("isHeld", .boolean, \.isHeld),
            make: Self.init(leaderboard:sequence:value:date:isHeld:))
    }

    public struct Decision: Answer {
        public var time: Timestamp
        public var note: String

        public init(time: Timestamp, note: String) {
            self.time = time
            self.note = note
        }

        public static let name = "Decision"
        public static let fields = Fields(
            AnswerField("time", .timestamp, \.time),
            AnswerField("note", .note, \.note),
            make: Self.init(time:note:))
    }
}

public struct ReviewsAnswer: Answer {
    public var reviews: [ReviewAnswer]
    /// Where the next page begins; nil: there is none.
    public var next: ReviewID?

    public init(reviews: [ReviewAnswer], next: ReviewID?) {
        self.reviews = reviews
        self.next = next
    }

    public static let name = "Reviews"
    public static let fields = Fields(
        AnswerField("reviews", listOf: ReviewAnswer.shape, countLimit: pageLimit, \.reviews),
        AnswerField(orNull: "next", .reviewID, \.next),
        make: Self.init(reviews:next:))
}

/// An item with what was reported.
public struct ReportedReviewAnswer: Answer {
    public var review: ReviewAnswer
    public var reports: [FiledReportAnswer]

    public init(review: ReviewAnswer, reports: [FiledReportAnswer]) {
        self.review = review
        self.reports = reports
    }

    public static let name = "ReviewWithReports"
    public static let fields = Fields(
        AnswerField(ReviewAnswer.fields, \.review),
        AnswerField("reports", listOf: FiledReportAnswer.shape, countLimit: pageLimit, \.reports),
        make: Self.init(review:reports:))
}

/// What a player reported.
public struct FiledReportAnswer: Answer {
    public var reason: ReportReason
    public var text: String
    /// What was reported, as it was then.
    public var evidence: String
    public var created: Timestamp

    public init(reason: ReportReason, text: String, evidence: String, created: Timestamp) {
        self.reason = reason
        self.text = text
        self.evidence = evidence
        self.created = created
    }

    public static let name = "FiledReport"
    public static let fields = Fields(
        AnswerField("reason", .word(ReportReason.allCases.map { ($0.name, $0) }), \.reason),
        AnswerField("text", .reportText, \.text),
        AnswerField("evidence", .text(0...4_000, example: "jungle-jim"), \.evidence),
        AnswerField("created", .timestamp, \.created),
        make: Self.init(reason:text:evidence:created:))
}

/// What is held and flagged.
public struct PolicyAnswer: Answer {
    public var holdsScores: Bool
    public var plausibleRange: ScoreRange?
    public var shortestInterval: Timestamp.Span?
    public var leapOverBestPercent: Int?
    public var leapOverBoardSpreads: Int?
    /// Whether it is the leaderboard's or the app's own; else it is the app's or the server's.
    public var isOwn: Bool

    public init(
        holdsScores: Bool, plausibleRange: ScoreRange?, shortestInterval: Timestamp.Span?, leapOverBestPercent: Int?,
        leapOverBoardSpreads: Int?, isOwn: Bool
    ) {
        self.holdsScores = holdsScores
        self.plausibleRange = plausibleRange
        self.shortestInterval = shortestInterval
        self.leapOverBestPercent = leapOverBestPercent
        self.leapOverBoardSpreads = leapOverBoardSpreads
        self.isOwn = isOwn
    }

    public static let name = "ModerationPolicyState"
    public static let fields = Fields(
        AnswerField("holdsScores", .boolean, \.holdsScores),
        AnswerField(orNull: "plausibleRange", .scoreRange, \.plausibleRange),
        AnswerField(orNull: "shortestIntervalSeconds", .seconds(ModerationPolicy.intervalSeconds), \.shortestInterval),
        AnswerField(orNull: "leapOverBestPercent", .integer(ModerationPolicy.bestPercent), \.leapOverBestPercent),
        AnswerField(orNull: "leapOverBoardSpreads", .integer(ModerationPolicy.boardSpreads), \.leapOverBoardSpreads),
        AnswerField("isOwn", .boolean, \.isOwn),
        make: Self.init(holdsScores:plausibleRange:shortestInterval:leapOverBestPercent:leapOverBoardSpreads:isOwn:))
}

/// A word that the operator's list treats in its own way.
public struct WordAnswer: Answer {
    public var word: String
    public var isBlocked: Bool

    public init(word: String, isBlocked: Bool) {
        self.word = word
        self.isBlocked = isBlocked
    }

    public static let name = "Word"
    public static let fields = Fields(
        AnswerField("word", .word, \.word),
        AnswerField("verdict", .word([("blocked", true), ("allowed", false)]), \.isBlocked),
        make: Self.init(word:isBlocked:))
    public static let list = shape.list(countLimit: 10_000).held(by: "words", of: "Words")
}

/// One of the reader's own scores that a moderator looks at.
public struct HeldScoreAnswer: Answer {
    public var value: Int64
    public var formatted: String
    public var date: Timestamp
    public var state: ReviewState

    public init(value: Int64, formatted: String, date: Timestamp, state: ReviewState) {
        self.value = value
        self.formatted = formatted
        self.date = date
        self.state = state
    }

    public static let name = "HeldScore"
    public static let fields = Fields(
        AnswerField("value", .int64, \.value),
        AnswerField("formatted", EntryAnswer.formattedShape, \.formatted),
        AnswerField("date", .timestamp, \.date),
        AnswerField("state", .word([ReviewState.pending, .rejected].map { ($0.name, $0) }), \.state),
        make: Self.init(value:formatted:date:state:))
    public static let list = shape.list(countLimit: pageLimit).held(by: "scores", of: "HeldScores")
}
