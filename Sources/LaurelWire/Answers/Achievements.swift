public import LaurelDomain

/// Achievements as players see them.
public enum AchievementAnswer {
    static let progress = Schema.object("AchievementProgress", progressProperties)
    static let progressProperties: [Schema.Property] = [
        .init("percentComplete", .number(0...100)), .init("isCompleted", .boolean),
        .init("timesEarned", .integer(0...Int64(UInt32.max))),
        .init("firstEarned", .nullable(Shape<Timestamp>.timestamp.schema)),
        .init("lastReported", Shape<Timestamp>.timestamp.schema),
    ]

    public static let schema = Schema.object(
        "Achievement",
        [
            .init("id", Shape<AchievementID>.achievementID.schema),
            .init("title", .nullable(Shape<String>.achievementText.schema)),
            .init("descriptionBefore", .nullable(Shape<String>.achievementText.schema)),
            .init("descriptionAfter", .nullable(Shape<String>.achievementText.schema)),
            .init("points", .integer(0...Int64(Achievement.pointsLimit))), .init("isHidden", .boolean),
            .init("isRepeatable", .boolean), .init("isReleased", .boolean), .init("isArchived", .boolean),
            .init("rarityPercent", .nullable(.number(0...100))), .init("progress", .nullable(progress)),
            .init("image", PictureAnswer.schema),
        ])

    private static let points = Schema.integer(0...Int64(Achievement.pointsOfAppLimit))
    public static let listSchema = Schema.object(
        "Achievements",
        [
            .init("achievements", .array(schema, countLimit: Achievement.countLimit)), .init("points", points),
            .init("maximumPoints", points), .init("playerCount", .integer(0...Int64.max)),
        ])

    private static let banner = Schema.object(
        "AchievementBanner",
        [
            .init("title", Shape<String>.achievementText.schema),
            .init("points", .integer(0...Int64(Achievement.pointsLimit))),
        ])
    private static let reported = Schema.object(
        "ReportedAchievement",
        [
            .init("id", Shape<AchievementID>.achievementID.schema), .init("progress", .nullable(progress)),
            .init("banner", .nullable(banner)), .init("isRepeat", .boolean),
            .init("challengesCompleted", ChallengeAnswer.ids),
        ])
    public static let reportedSchema = Schema.object(
        "ReportedAchievements",
        [.init("results", .array(reported, countLimit: reportsLimit)), .init("version", EntryAnswer.version)])

    // MARK: As developers see them

    public static let configuredSchema = Schema.object(
        "AppAchievement",
        [
            .init("id", Shape<AchievementID>.achievementID.schema),
            .init("referenceName", Shape<String>.achievementText.schema),
            .init("points", .integer(0...Int64(Achievement.pointsLimit))), .init("isHidden", .boolean),
            .init("isRepeatable", .boolean), .init("isArchived", .boolean),
            .init("localizations", .array(AchievementLocalizationBody.schema, countLimit: localizationsLimit)),
            .init("isReleased", .boolean),
        ])
    public static let configuredListSchema = Schema.object(
        "AppAchievements",
        [.init("achievements", .array(configuredSchema, countLimit: Achievement.countLimit))])
}

extension JSONWriter {
    public mutating func field(_ key: StaticString, _ progress: AchievementProgress?) {
        self.key(key)
        guard let progress else { return null() }
        beginObject()
        field("percentComplete", progress.percent.value)
        field("isCompleted", progress.isEarned)
        field("timesEarned", Int64(progress.timesEarned))
        field("firstEarned", progress.firstEarned)
        field("lastReported", progress.lastReported)
        endObject()
    }

    /// `null` for nil.
    public mutating func field(_ key: StaticString, _ moment: Timestamp?) {
        self.key(key)
        if let moment { value(moment) } else { null() }
    }

    /// `null` for nil.
    public mutating func field(_ key: StaticString, _ number: Double?) {
        if let number { return field(key, number) }
        self.key(key)
        null()
    }

    public mutating func field(_ key: StaticString, _ texts: [String]) {
        self.key(key)
        beginArray()
        for text in texts { value(text) }
        endArray()
    }

    /// An achievement with every field that its developer writes.
    public mutating func value(configured achievement: Achievement) {
        beginObject()
        configurationFields(of: achievement)
        field("isReleased", achievement.isReleased)
        endObject()
    }

    public mutating func configurationFields(of achievement: Achievement) {
        field("id", achievement.id.text)
        field("referenceName", achievement.referenceName)
        field("points", achievement.points)
        field("isHidden", achievement.isHidden)
        field("isRepeatable", achievement.isRepeatable)
        field("isArchived", achievement.isArchived)
        key("localizations")
        beginArray()
        for localization in achievement.localizations {
            beginObject()
            field("language", localization.language.text)
            field("title", localization.title)
            field("descriptionBefore", localization.descriptionBefore)
            field("descriptionAfter", localization.descriptionAfter)
            endObject()
        }
        endArray()
    }
}
