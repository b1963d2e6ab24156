public import LaurelDomain

/// What a merge would do to the caller's scores: what a device shows before it asks.
public struct MergePreviewAnswer: Answer, Hashable {
    /// Leaderboards in one answer.
    public static let scoresLimit = 100
    /// The guest's.
    public var displayName: String
    public var scores: [MergedScoreAnswer]

    public init(displayName: String, scores: [MergedScoreAnswer]) {
        self.displayName = displayName
        self.scores = scores
    }

    public static let name = "MergePreview"
    public static let fields = Fields(
        AnswerField("displayName", .text(1...200, example: "Amber Heron"), \.displayName),
        AnswerField("scores", listOf: MergedScoreAnswer.shape, countLimit: scoresLimit, \.scores),
        make: Self.init(displayName:scores:))
}

/// The best scores of both on one leaderboard. The better one counts.
public struct MergedScoreAnswer: Answer, Hashable {
    public var bundleID: BundleID
    /// The game's name.
    public var game: String
    public var environment: Environment
    public var leaderboard: LeaderboardID
    public var title: String
    public var guestValue: Int64
    public var guestFormatted: String
    /// Nil: the account has no entry.
    public var accountValue: Int64?
    public var accountFormatted: String?

    public init(
        bundleID: BundleID, game: String, environment: Environment, leaderboard: LeaderboardID, title: String,
        guestValue: Int64, guestFormatted: String, accountValue: Int64?, accountFormatted: String?
    ) {
        self.bundleID = bundleID
        self.game = game
        self.environment = environment
        self.leaderboard = leaderboard
        self.title = title
        self.guestValue = guestValue
        self.guestFormatted = guestFormatted
        self.accountValue = accountValue
        self.accountFormatted = accountFormatted
    }

    public static let name = "MergedScore"
    public static let fields = Fields(
        AnswerField("bundleID", .bundleID, \.bundleID), AnswerField("game", .name, \.game),
        AnswerField("environment", .environment, \.environment),
        AnswerField("leaderboard", .leaderboardID, \.leaderboard), AnswerField("title", .boardName, \.title),
        AnswerField("guestValue", .int64, \.guestValue),
        AnswerField("guestFormatted", EntryAnswer.formattedShape, \.guestFormatted),
        AnswerField(orNull: "accountValue", .int64, \.accountValue),
        AnswerField(orNull: "accountFormatted", EntryAnswer.formattedShape, \.accountFormatted),
        make: Self.init(
            bundleID:game:environment:leaderboard:title:guestValue:guestFormatted:accountValue:accountFormatted:))
}

/// Proof that a guest is part of the caller's account, and that they are erased.
public struct MergedGuestAnswer: Answer, Hashable {
    public var receipt: String
    public var requested: Timestamp
    /// False: some of it is still being moved; the server goes on.
    public var isFinished: Bool

    public init(receipt: String, requested: Timestamp, isFinished: Bool) {
        self.receipt = receipt
        self.requested = requested
        self.isFinished = isFinished
    }

    public static let name = "MergedGuest"
    public static let fields = Fields(
        AnswerField("receipt", .text(1...64, example: "7QK2-M9XA-0TBC-41ZE"), \.receipt),
        AnswerField("requested", .timestamp, \.requested), AnswerField("isFinished", .boolean, \.isFinished),
        make: Self.init(receipt:requested:isFinished:))
}
