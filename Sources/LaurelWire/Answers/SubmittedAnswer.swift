public import LaurelDomain

/// What became of one score. A server writes it by hand, as the other answers to scores.
public struct SubmittedAnswer: Answer, Hashable {
    public var outcome: ScoreOutcome
    public var version: Int64
    public var challenges: SetOffChallenges

    public init(outcome: ScoreOutcome, version: Int64, challenges: SetOffChallenges) {
        self.outcome = outcome
        self.version = version
        self.challenges = challenges
    }

    public static let name = "Submitted"
    public static let fields = Fields(
        AnswerField(ScoreOutcome.fields, \.outcome), AnswerField("version", EntryAnswer.versionShape, \.version),
        AnswerField(SetOffChallenges.fields, \.challenges), make: Self.init(outcome:version:challenges:))
}

/// What became of the scores of one request, in its order.
public struct SubmittedListAnswer: Answer, Hashable {
    public var results: [Result]
    /// What became of achievements that were sent with the scores. Nil: there were none.
    public var achievements: [ReportedAchievementAnswer]?
    public var version: Int64

    public init(results: [Result], achievements: [ReportedAchievementAnswer]? = nil, version: Int64) {
        self.results = results
        self.achievements = achievements
        self.version = version
    }

    public static let name = "SubmittedList"
    public static let fields = Fields(
        AnswerField("results", listOf: Result.shape, countLimit: scoresLimit, \.results),
        AnswerField(
            optional: "achievements", ReportedAchievementAnswer.shape.list(countLimit: reportsLimit), \.achievements),
        AnswerField("version", EntryAnswer.versionShape, \.version),
        make: Self.init(results:achievements:version:))

    public struct Result: Answer, Hashable {
        public var leaderboard: LeaderboardID
        public var outcome: ScoreOutcome
        public var challenges: SetOffChallenges

        public init(leaderboard: LeaderboardID, outcome: ScoreOutcome, challenges: SetOffChallenges) {
            self.leaderboard = leaderboard
            self.outcome = outcome
            self.challenges = challenges
        }

        public static let name = "SubmittedResult"
        public static let fields = Fields(
            AnswerField("leaderboard", .leaderboardID, \.leaderboard), AnswerField(ScoreOutcome.fields, \.outcome),
            AnswerField(SetOffChallenges.fields, \.challenges), make: Self.init(leaderboard:outcome:challenges:))
    }
}

/// How a score counts.
public struct ScoreOutcome: Hashable, Sendable {
    public var score: SubmittedScoreAnswer
    /// The player's current entry; nil if there is none, or while the score is held.
    public var entry: EntryAnswer?
    /// Entries of the leaderboard.
    public var total: Int
    public var isNewBest: Bool
    public var isRepeat: Bool
    public var isHeld: Bool
    /// Found in the log of the run.
    public var achievementsEarned: [AchievementID]

    public init(
        score: SubmittedScoreAnswer, entry: EntryAnswer?, total: Int, isNewBest: Bool, isRepeat: Bool, isHeld: Bool,
        achievementsEarned: [AchievementID]
    ) {
        self.score = score
        self.entry = entry
        self.total = total
        self.isNewBest = isNewBest
        self.isRepeat = isRepeat
        self.isHeld = isHeld
        self.achievementsEarned = achievementsEarned
    }

    static let fields = Fields(
        AnswerField("score", SubmittedScoreAnswer.shape, \.score),
        AnswerField(orNull: "entry", EntryAnswer.shape, \.entry), AnswerField("total", EntryAnswer.totalShape, \.total),
        AnswerField("isNewBest", .boolean, \.isNewBest), AnswerField("isRepeat", .boolean, \.isRepeat),
        AnswerField("isHeld", .boolean, \.isHeld),
        AnswerField("achievementsEarned", listOf: .achievementID, countLimit: 32, \.achievementsEarned),
        make: Self.init(score:entry:total:isNewBest:isRepeat:isHeld:achievementsEarned:))
}

/// A score as the server took it.
public struct SubmittedScoreAnswer: Answer, Hashable {
    public var value: Int64
    public var formatted: String
    public var context: Int64
    public var date: Timestamp
    public var isDateClamped: Bool
    public var verification: Verification?

    public init(
        value: Int64, formatted: String, context: Int64, date: Timestamp, isDateClamped: Bool,
        verification: Verification?
    ) {
        self.value = value
        self.formatted = formatted
        self.context = context
        self.date = date
        self.isDateClamped = isDateClamped
        self.verification = verification
    }

    public static let name = "SubmittedScore"
    public static let fields = Fields(
        AnswerField("value", .int64, \.value), AnswerField("formatted", EntryAnswer.formattedShape, \.formatted),
        AnswerField("context", .int64, \.context), AnswerField("date", .timestamp, \.date),
        AnswerField("isDateClamped", .boolean, \.isDateClamped),
        AnswerField("verification", .verification, \.verification),
        make: Self.init(value:formatted:context:date:isDateClamped:verification:))
}

/// IDs of challenges that a score completed, and of those that went back to their senders.
public struct SetOffChallenges: Hashable, Sendable {
    public var completed: [String]
    public var sentBack: [String]

    public init(completed: [String], sentBack: [String]) {
        self.completed = completed
        self.sentBack = sentBack
    }

    static let fields = Fields(
        AnswerField("challengesCompleted", ChallengeAnswer.idsShape, \.completed),
        AnswerField("challengesSentBack", ChallengeAnswer.idsShape, \.sentBack), make: Self.init(completed:sentBack:))
}
