public import LaurelDomain

/// A verified entry whose run can be watched or raced.
public struct EntryRunAnswer: Answer, Hashable {
    /// From 1.
    public var rank: Int
    public var value: Int64
    /// In the leaderboard's format and the reader's language.
    public var formatted: String
    public var date: Timestamp
    public var verification: Verification?
    public var player: PlayerAnswer
    public var replay: ReplayAnswer
    /// Where the run can be watched: a path of this site. Nil: nowhere.
    public var watch: String?

    public init(
        rank: Int, value: Int64, formatted: String, date: Timestamp, verification: Verification?,
        player: PlayerAnswer, replay: ReplayAnswer, watch: String?
    ) {
        self.rank = rank
        self.value = value
        self.formatted = formatted
        self.date = date
        self.verification = verification
        self.player = player
        self.replay = replay
        self.watch = watch
    }

    /// The longest is of the longest names of game, leaderboard and player, and all of it in escapes.
    static let watchShape = Shape<String>.text(
        1...2_048, example: "/watch/?game=com.ali.MonkeyJump&leaderboard=HighScores&player=G:1000001")
    public static let name = "EntryRun"
    public static let fields = Fields(
        AnswerField("rank", .integer(1...Int.max), \.rank), AnswerField("value", .int64, \.value),
        AnswerField("formatted", EntryAnswer.formattedShape, \.formatted), AnswerField("date", .timestamp, \.date),
        AnswerField("verification", .verification, \.verification), AnswerField("player", PlayerAnswer.shape, \.player),
        AnswerField("replay", ReplayAnswer.shape, \.replay), AnswerField(orNull: "watch", watchShape, \.watch),
        make: Self.init(rank:value:formatted:date:verification:player:replay:watch:))
    public static let listShape = shape.list(countLimit: RankWindow.countLimit).held(by: "runs", of: "EntryRuns")
}
