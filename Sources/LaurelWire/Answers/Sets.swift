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
            // Within this set; a leaderboard that is not named here has its own name.
            .init(
                "leaderboardNames", .array(leaderboardName, countLimit: LeaderboardSet.leaderboardsLimit)),
            .init("image", PictureAnswer.schema),
        ])
    private static let leaderboardName = Schema.object(
        "ShownSetLeaderboardName",
        [
            .init("leaderboard", Shape<LeaderboardID>.leaderboardID.schema),
            .init("name", Shape<String>.boardName.schema),
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
            ofSet: set.id, set.referenceName, set.localizations, set.leaderboards, set.leaderboardNames)
        endObject()
    }

    /// The fields without the braces.
    public mutating func fields(
        ofSet id: LeaderboardSetID, _ referenceName: String, _ localizations: [SetLocalization],
        _ leaderboards: [LeaderboardID], _ names: [SetLeaderboardName]
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
        key("leaderboardNames")
        beginArray()
        for name in names {
            beginObject()
            field("leaderboard", name.leaderboard.text)
            field("language", name.language.text)
            field("name", name.name)
            endObject()
        }
        endArray()
    }

    /// As players see them, in their language.
    public mutating func value(leaderboardNames names: [(leaderboard: LeaderboardID, name: String)]) {
        key("leaderboardNames")
        beginArray()
        for name in names {
            beginObject()
            field("leaderboard", name.leaderboard.text)
            field("name", name.name)
            endObject()
        }
        endArray()
    }

    public mutating func value(leaderboards: [LeaderboardID]) {
        key("leaderboards")
        beginArray()
        for id in leaderboards { value(id.text) }
        endArray()
    }
}
