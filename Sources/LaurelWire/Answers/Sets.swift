public import LaurelDomain

/// A set as players see it: its name in their language, and its leaderboards in order.
public struct LeaderboardSetAnswer: Answer {
    public var id: LeaderboardSetID
    /// In the reader's language.
    public var text: String
    // A leaderboard that is in no set joins one, so a set may grow beyond what its developer may write.
    public var leaderboards: [LeaderboardID]
    /// Within this set; a leaderboard that is not named here has its own name.
    public var leaderboardNames: [LeaderboardName]
    public var image: PictureAnswer

    public init(
        id: LeaderboardSetID, text: String, leaderboards: [LeaderboardID], leaderboardNames: [LeaderboardName],
        image: PictureAnswer
    ) {
        self.id = id
        self.text = text
        self.leaderboards = leaderboards
        self.leaderboardNames = leaderboardNames
        self.image = image
    }

    public static let name = "ShownLeaderboardSet"
    public static let fields = Fields(
        AnswerField("id", .setID, \.id),
        AnswerField("name", .boardName, \.text),
        AnswerField(
            "leaderboards", listOf: .leaderboardID, countLimit: LeaderboardSet.appLeaderboardsLimit, \.leaderboards),
        AnswerField(
            "leaderboardNames", listOf: LeaderboardName.shape, countLimit: LeaderboardSet.leaderboardsLimit,
            \.leaderboardNames),
        AnswerField("image", PictureAnswer.shape, \.image),
        make: Self.init(id:text:leaderboards:leaderboardNames:image:))
    public static let list = shape.list(countLimit: LeaderboardSet.countLimit)
        .held(by: "sets", of: "ShownLeaderboardSets")

    /// What a leaderboard is called within a set, in the reader's language.
    public struct LeaderboardName: Answer {
        public var leaderboard: LeaderboardID
        public var text: String

        public init(leaderboard: LeaderboardID, text: String) {
            self.leaderboard = leaderboard
            self.text = text
        }

        public static let name = "ShownSetLeaderboardName"
        public static let fields = Fields(
            AnswerField("leaderboard", .leaderboardID, \.leaderboard), AnswerField("name", .boardName, \.text),
            make: Self.init(leaderboard:text:))
    }
}

/// A set as its developer wrote it.
public enum AppLeaderboardSetAnswer {
    public static let shape = LeaderboardSetBody.shape
    public static let list = shape.list(countLimit: LeaderboardSet.countLimit).held(by: "sets", of: "LeaderboardSets")
}

/// Where the player's scores go that name no leaderboard.
public struct DefaultLeaderboardAnswer: Answer {
    public var leaderboard: LeaderboardID?
    /// Whether the player chose it; else it is the app's.
    public var isOwn: Bool

    public init(leaderboard: LeaderboardID?, isOwn: Bool) {
        self.leaderboard = leaderboard
        self.isOwn = isOwn
    }

    public static let name = "DefaultLeaderboard"
    public static let fields = Fields(
        AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard), AnswerField("isOwn", .boolean, \.isOwn),
        make: Self.init(leaderboard:isOwn:))
}
