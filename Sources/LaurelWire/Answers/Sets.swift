public import LaurelDomain

/// A set as players see it: its name in their language, and its leaderboards in order.
public enum LeaderboardSetAnswer {
    public static let schema = Schema.object(
        "ShownLeaderboardSet",
        [
            .init("id", Shape<LeaderboardSetID>.setID.schema), .init("name", Shape<String>.boardName.schema),
            // A leaderboard that is in no set joins one, so a set may grow beyond what its developer may write.
            .init(
                "leaderboards",
                .array(Shape<LeaderboardID>.leaderboardID.schema, countLimit: LeaderboardSet.appLeaderboardsLimit)),
            .init("image", PictureAnswer.schema),
        ])
    public static let listSchema = Schema.object(
        "ShownLeaderboardSets", [.init("sets", .array(schema, countLimit: LeaderboardSet.countLimit))])
}

/// A set as its developer wrote it.
public enum AppLeaderboardSetAnswer {
    public static let schema = LeaderboardSetBody.schema
    public static let listSchema = Schema.object(
        "LeaderboardSets", [.init("sets", .array(schema, countLimit: LeaderboardSet.countLimit))])
}

public enum DefaultLeaderboardAnswer {
    public static let schema = Schema.object(
        "DefaultLeaderboard",
        [
            .init("leaderboard", .nullable(Shape<LeaderboardID>.leaderboardID.schema)),
            // Whether the player chose it; else it is the app's.
            .init("isOwn", .boolean),
        ])
}

extension JSONWriter {
    public mutating func value(configured set: LeaderboardSet) {
        beginObject()
        fields(
            ofSet: set.id, set.referenceName, set.localizations, set.leaderboards)
        endObject()
    }

    /// The fields without the braces.
    public mutating func fields(
        ofSet id: LeaderboardSetID, _ referenceName: String, _ localizations: [SetLocalization],
        _ leaderboards: [LeaderboardID]
    ) {
        field("id", id.text)
        field("referenceName", referenceName)
        key("localizations")
        beginArray()
        for localization in localizations {
            beginObject()
            field("language", localization.language.text)
            field("name", localization.name)
            endObject()
        }
        endArray()
        value(leaderboards: leaderboards)
    }

    public mutating func value(leaderboards: [LeaderboardID]) {
        key("leaderboards")
        beginArray()
        for id in leaderboards { value(id.text) }
        endArray()
    }
}
