public import LaurelDomain

/// An achievement as players see it, in one language.
public struct AchievementAnswer: Answer, Hashable {
    public var id: AchievementID
    /// Texts are nil while a hidden one was not reported.
    public var title: String?
    public var descriptionBefore: String?
    public var descriptionAfter: String?
    public var points: Int
    public var isHidden: Bool
    public var isRepeatable: Bool
    public var isReleased: Bool
    public var isArchived: Bool
    /// Of the game's players; nil: nobody plays it yet.
    public var rarityPercent: Double?
    /// The reader's; nil: never reported.
    public var progress: AchievementProgressAnswer?
    public var image: PictureAnswer
    /// Nil: it links to none.
    public var activity: LinkedActivityAnswer?

    public init(
        id: AchievementID, title: String?, descriptionBefore: String?, descriptionAfter: String?, points: Int,
        isHidden: Bool, isRepeatable: Bool, isReleased: Bool, isArchived: Bool, rarityPercent: Double?,
        progress: AchievementProgressAnswer?, image: PictureAnswer, activity: LinkedActivityAnswer?
    ) {
        self.id = id
        self.title = title
        self.descriptionBefore = descriptionBefore
        self.descriptionAfter = descriptionAfter
        self.points = points
        self.isHidden = isHidden
        self.isRepeatable = isRepeatable
        self.isReleased = isReleased
        self.isArchived = isArchived
        self.rarityPercent = rarityPercent
        self.progress = progress
        self.image = image
        self.activity = activity
    }

    public static let name = "Achievement"
    static let pointsShape = Shape<Int>.integer(0...Achievement.pointsLimit)
    public static let fields = Fields(
        AnswerField("id", .achievementID, \.id), AnswerField(orNull: "title", .achievementText, \.title),
        AnswerField(orNull: "descriptionBefore", .achievementText, \.descriptionBefore),
        AnswerField(orNull: "descriptionAfter", .achievementText, \.descriptionAfter),
        AnswerField("points", pointsShape, \.points), AnswerField("isHidden", .boolean, \.isHidden),
        AnswerField("isRepeatable", .boolean, \.isRepeatable), AnswerField("isReleased", .boolean, \.isReleased),
        AnswerField("isArchived", .boolean, \.isArchived),
        AnswerField(orNull: "rarityPercent", .percentage, \.rarityPercent),
        AnswerField(orNull: "progress", AchievementProgressAnswer.shape, \.progress),
        AnswerField("image", PictureAnswer.shape, \.image),
        AnswerField(optional: "activity", LinkedActivityAnswer.shape, \.activity),
        make: Self.init(
            id:title:descriptionBefore:descriptionAfter:points:isHidden:isRepeatable:isReleased:isArchived:
            rarityPercent:progress:image:activity:))
}

/// A player's progress with an achievement.
public struct AchievementProgressAnswer: Answer, Hashable {
    public var percentComplete: Percent
    public var isCompleted: Bool
    public var timesEarned: Int
    public var firstEarned: Timestamp?
    public var lastReported: Timestamp

    public init(
        percentComplete: Percent, isCompleted: Bool, timesEarned: Int, firstEarned: Timestamp?, lastReported: Timestamp
    ) {
        self.percentComplete = percentComplete
        self.isCompleted = isCompleted
        self.timesEarned = timesEarned
        self.firstEarned = firstEarned
        self.lastReported = lastReported
    }

    public init(_ progress: AchievementProgress) {
        self.init(
            percentComplete: progress.percent, isCompleted: progress.isEarned, timesEarned: Int(progress.timesEarned),
            firstEarned: progress.firstEarned, lastReported: progress.lastReported)
    }

    public static let name = "AchievementProgress"
    public static let fields = Fields(
        AnswerField("percentComplete", .percent, \.percentComplete),
        AnswerField("isCompleted", .boolean, \.isCompleted),
        AnswerField("timesEarned", .integer(0...Int(UInt32.max)), \.timesEarned),
        AnswerField(orNull: "firstEarned", .timestamp, \.firstEarned),
        AnswerField("lastReported", .timestamp, \.lastReported),
        make: Self.init(percentComplete:isCompleted:timesEarned:firstEarned:lastReported:))
}

/// A game's achievements, with what they are worth to the reader.
public struct AchievementsAnswer: Answer, Hashable {
    public var achievements: [AchievementAnswer]
    public var points: Int
    public var maximumPoints: Int
    public var playerCount: Int

    public init(achievements: [AchievementAnswer], points: Int, maximumPoints: Int, playerCount: Int) {
        self.achievements = achievements
        self.points = points
        self.maximumPoints = maximumPoints
        self.playerCount = playerCount
    }

    public static let name = "Achievements"
    private static let points = Shape<Int>.integer(0...Achievement.pointsOfAppLimit)
    public static let fields = Fields(
        AnswerField(
            "achievements", listOf: AchievementAnswer.shape, countLimit: Achievement.countLimit, \.achievements),
        AnswerField("points", points, \.points), AnswerField("maximumPoints", points, \.maximumPoints),
        AnswerField("playerCount", .integer(0...Int.max), \.playerCount),
        make: Self.init(achievements:points:maximumPoints:playerCount:))
}

/// What to show of an achievement that was just earned.
public struct AchievementBannerAnswer: Answer, Hashable {
    public var title: String
    public var points: Int

    public init(title: String, points: Int) {
        self.title = title
        self.points = points
    }

    public static let name = "AchievementBanner"
    public static let fields = Fields(
        AnswerField("title", .achievementText, \.title),
        AnswerField("points", AchievementAnswer.pointsShape, \.points), make: Self.init(title:points:))
}

/// What became of one report.
public struct ReportedAchievementAnswer: Answer, Hashable {
    public var id: AchievementID
    public var progress: AchievementProgressAnswer?
    /// Nil unless this report earned it.
    public var banner: AchievementBannerAnswer?
    public var isRepeat: Bool
    public var challengesCompleted: [String]

    public init(
        id: AchievementID, progress: AchievementProgressAnswer?, banner: AchievementBannerAnswer?, isRepeat: Bool,
        challengesCompleted: [String]
    ) {
        self.id = id
        self.progress = progress
        self.banner = banner
        self.isRepeat = isRepeat
        self.challengesCompleted = challengesCompleted
    }

    public static let name = "ReportedAchievement"
    public static let fields = Fields(
        AnswerField("id", .achievementID, \.id),
        AnswerField(orNull: "progress", AchievementProgressAnswer.shape, \.progress),
        AnswerField(orNull: "banner", AchievementBannerAnswer.shape, \.banner),
        AnswerField("isRepeat", .boolean, \.isRepeat),
        AnswerField("challengesCompleted", ChallengeAnswer.idsShape, \.challengesCompleted),
        make: Self.init(id:progress:banner:isRepeat:challengesCompleted:))
}

/// What became of the reports of one request, in its order.
public struct ReportedAchievementsAnswer: Answer, Hashable {
    public var results: [ReportedAchievementAnswer]
    public var version: Int64

    public init(results: [ReportedAchievementAnswer], version: Int64) {
        self.results = results
        self.version = version
    }

    public static let name = "ReportedAchievements"
    public static let fields = Fields(
        AnswerField("results", listOf: ReportedAchievementAnswer.shape, countLimit: reportsLimit, \.results),
        AnswerField("version", EntryAnswer.versionShape, \.version), make: Self.init(results:version:))
}

/// An achievement with every field that its developer writes.
public struct AppAchievementAnswer: Answer, Hashable {
    public var id: AchievementID
    public var referenceName: String
    public var points: Int
    public var isHidden: Bool
    public var isRepeatable: Bool
    public var isArchived: Bool
    public var localizations: [AchievementLocalization]
    public var isReleased: Bool

    public init(
        id: AchievementID, referenceName: String, points: Int, isHidden: Bool, isRepeatable: Bool, isArchived: Bool,
        localizations: [AchievementLocalization], isReleased: Bool
    ) {
        self.id = id
        self.referenceName = referenceName
        self.points = points
        self.isHidden = isHidden
        self.isRepeatable = isRepeatable
        self.isArchived = isArchived
        self.localizations = localizations
        self.isReleased = isReleased
    }

    public init(_ achievement: Achievement) {
        self.init(
            id: achievement.id, referenceName: achievement.referenceName, points: achievement.points,
            isHidden: achievement.isHidden, isRepeatable: achievement.isRepeatable, isArchived: achievement.isArchived,
            localizations: achievement.localizations, isReleased: achievement.isReleased)
    }

    public static let name = "AppAchievement"
    public static let fields = Fields(
        AnswerField("id", .achievementID, \.id), AnswerField("referenceName", .achievementText, \.referenceName),
        AnswerField("points", AchievementAnswer.pointsShape, \.points), AnswerField("isHidden", .boolean, \.isHidden),
        AnswerField("isRepeatable", .boolean, \.isRepeatable), AnswerField("isArchived", .boolean, \.isArchived),
        AnswerField("localizations", AchievementLocalizationBody.list, \.localizations),
        AnswerField("isReleased", .boolean, \.isReleased),
        make: Self.init(id:referenceName:points:isHidden:isRepeatable:isArchived:localizations:isReleased:))
    public static let listShape = shape.list(countLimit: Achievement.countLimit)
        .held(by: "achievements", of: "AppAchievements")
}
