public import LaurelDomain

/// A game's figures, for developers.
public struct ActivityAnswer: Answer {
    /// The oldest first; the last is today.
    public var days: [Day]
    public var playerCount: Int
    public var achievements: [Share]

    public init(days: [Day], playerCount: Int, achievements: [Share]) {
        self.days = days
        self.playerCount = playerCount
        self.achievements = achievements
    }

    public static let name = "Activity"
    public static let fields = Fields(
        AnswerField("days", listOf: Day.shape, countLimit: activityDaysLimit, \.days),
        AnswerField("playerCount", .integer(0...Int.max), \.playerCount),
        AnswerField("achievements", listOf: Share.shape, countLimit: 1_000, \.achievements),
        make: Self.init(days:playerCount:achievements:))

    /// One day in UTC.
    public struct Day: Answer {
        /// When it began.
        public var day: Timestamp
        public var scores: Int
        public var players: Int
        public var challengesSent: Int
        public var challengesBeaten: Int

        public init(day: Timestamp, scores: Int, players: Int, challengesSent: Int, challengesBeaten: Int) {
            self.day = day
            self.scores = scores
            self.players = players
            self.challengesSent = challengesSent
            self.challengesBeaten = challengesBeaten
        }

        public static let name = "ActivityDay"
        public static let fields = Fields(
            AnswerField("day", .timestamp, \.day),
            AnswerField("scores", .integer(0...Int.max), \.scores),
            AnswerField("players", .integer(0...Int.max), \.players),
            AnswerField("challengesSent", .integer(0...Int.max), \.challengesSent),
            AnswerField("challengesBeaten", .integer(0...Int.max), \.challengesBeaten),
            make: Self.init(day:scores:players:challengesSent:challengesBeaten:))
    }

    /// How many of those who play have earned an achievement.
    public struct Share: Answer {
        public var id: AchievementID
        public var referenceName: String
        /// Nil: nobody plays yet.
        public var percent: Double?

        public init(id: AchievementID, referenceName: String, percent: Double?) {
            self.id = id
            self.referenceName = referenceName
            self.percent = percent
        }

        public static let name = "AchievementShare"
        public static let fields = Fields(
            AnswerField("id", .achievementID, \.id),
            AnswerField("referenceName", .name, \.referenceName),
            AnswerField(orNull: "percent", .percentage, \.percent),
            make: Self.init(id:referenceName:percent:))
    }
}

/// How a leaderboard's scores are spread.
public struct DistributionAnswer: Answer {
    public var total: Int
    /// The worst first.
    public var bins: [Bin]
    public var percentiles: [Mark]

    public init(total: Int, bins: [Bin], percentiles: [Mark]) {
        self.total = total
        self.bins = bins
        self.percentiles = percentiles
    }

    public static let name = "Distribution"
    public static let fields = Fields(
        AnswerField("total", .integer(0...Int.max), \.total),
        AnswerField("bins", listOf: Bin.shape, countLimit: 24, \.bins),
        AnswerField("percentiles", listOf: Mark.shape, countLimit: 10, \.percentiles),
        make: Self.init(total:bins:percentiles:))

    /// Scores from one value to another, both included.
    public struct Bin: Answer {
        public var worst: End
        public var best: End
        public var count: Int

        public init(worst: End, best: End, count: Int) {
            self.worst = worst
            self.best = best
            self.count = count
        }

        public static let name = "DistributionBin"
        public static let fields = Fields(
            AnswerField("worst", End.shape, \.worst), AnswerField("best", End.shape, \.best),
            AnswerField("count", .integer(0...Int.max), \.count), make: Self.init(worst:best:count:))
    }

    /// The score that so many percent don't beat.
    public struct Mark: Answer {
        public var percent: Int
        public var score: End

        public init(percent: Int, score: End) {
            self.percent = percent
            self.score = score
        }

        public static let name = "DistributionMark"
        public static let fields = Fields(
            AnswerField("percent", .integer(0...100), \.percent), AnswerField("score", End.shape, \.score),
            make: Self.init(percent:score:))
    }

    /// A value with its text, as players read it.
    public struct End: Answer {
        public var value: Int64
        public var formatted: String

        public init(_ value: Int64, _ formatter: ScoreFormatter) {
            self.init(value: value, formatted: formatter.string(value))
        }

        private init(value: Int64, formatted: String) {
            self.value = value
            self.formatted = formatted
        }

        public static let name = "DistributionValue"
        public static let fields = Fields(
            AnswerField("value", .int64, \.value), AnswerField("formatted", EntryAnswer.formattedShape, \.formatted),
            make: Self.init(value:formatted:))
    }
}
