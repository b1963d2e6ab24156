import LaurelDomain
import LaurelStorage

/// Activities of games as rows of SQL.
enum ActivityDefinitionTable {
    private static let parts: [SQL] = [
        "activity_localizations", "activity_properties", "activity_leaderboards", "activity_achievements",
    ]

    static func all(on connection: any SQLConnection) throws(StoreError) -> [AppActivity] {
        try connection.snapshot { () throws(StoreError) in
            let found = try connection.rows(
                """
                SELECT number, app, id, reference_name, group_id, play_style, min_players, max_players, fallback_url,
                    supports_party_codes, is_released, is_archived
                FROM activities ORDER BY app, number
                """
            ) { row throws(StoreError) -> (number: Int64, activity: AppActivity) in
                (try row["number"], AppActivity(app: try row["app"], activity: try activity(row)))
            }
            var activities: [AppActivity] = []
            for (number, empty) in found {
                var activity = empty.activity
                try fill(&activity, number, on: connection)
                activities.append(AppActivity(app: empty.app, activity: activity))
            }
            return activities
        }
    }

    private static func activity(_ row: SQLRow) throws(StoreError) -> ActivityDefinition {
        var activity = ActivityDefinition(
            id: try row["id"], referenceName: try row["reference_name"], localizations: [])
        activity.groupID = try row["group_id"]
        activity.playStyle = try row["play_style"]
        activity.minPlayers = try row["min_players"]
        activity.maxPlayers = try row["max_players"]
        activity.fallbackURL = try row["fallback_url"]
        activity.supportsPartyCodes = try row["supports_party_codes"]
        activity.isReleased = try row["is_released"]
        activity.isArchived = try row["is_archived"]
        return activity
    }

    private static func fill(
        _ activity: inout ActivityDefinition, _ number: Int64, on connection: any SQLConnection
    ) throws(StoreError) {
        activity.localizations = try connection.rows(
            "SELECT language, title, details FROM activity_localizations WHERE activity = \(number) ORDER BY position"
        ) { row throws(StoreError) in
            ActivityLocalization(
                language: try row["language"], title: try row["title"], details: try row["details"])
        }
        activity.properties = try connection.rows(
            "SELECT name, value FROM activity_properties WHERE activity = \(number) ORDER BY position"
        ) { row throws(StoreError) in ActivityProperty(name: try row["name"], value: try row["value"]) }
        let boards = try connection.rows(
            "SELECT leaderboard, properties FROM activity_leaderboards WHERE activity = \(number) ORDER BY position"
        ) { row throws(StoreError) -> (id: LeaderboardID, properties: PropertyBytes?) in
            (try row["leaderboard"], try row["properties"])
        }
        let medals = try connection.rows(
            "SELECT achievement, properties FROM activity_achievements WHERE activity = \(number) ORDER BY position"
        ) { row throws(StoreError) -> (id: AchievementID, properties: PropertyBytes?) in
            (try row["achievement"], try row["properties"])
        }
        activity.leaderboards = boards.map { $0.id }
        activity.achievements = medals.map { $0.id }
        for (id, properties) in boards {
            if let properties { activity.links.append(ActivityLink(.leaderboard(id), properties.properties)) }
        }
        for (id, properties) in medals {
            if let properties { activity.links.append(ActivityLink(.achievement(id), properties.properties)) }
        }
    }

    static func put(
        _ activity: ActivityDefinition, of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        let put = SQL.insert(
            into: "activities",
            [
                "app": app, "id": activity.id, "reference_name": activity.referenceName,
                "group_id": activity.groupID, "play_style": activity.playStyle, "min_players": activity.minPlayers,
                "max_players": activity.maxPlayers, "fallback_url": activity.fallbackURL,
                "supports_party_codes": activity.supportsPartyCodes, "is_released": activity.isReleased,
                "is_archived": activity.isArchived,
            ], ifThere: .takesOver(key: ["app", "id"]))
        let number: Int64 = try connection.newNumber("\(put) RETURNING number")
        try removeParts(of: number, on: connection)
        for (index, item) in activity.localizations.enumerated() {
            try connection.run(
                .insert(
                    into: "activity_localizations",
                    [
                        "activity": number, "position": index, "language": item.language, "title": item.title,
                        "details": item.details,
                    ]))
        }
        for (index, property) in activity.properties.enumerated() {
            try connection.run(
                .insert(
                    into: "activity_properties",
                    ["activity": number, "position": index, "name": property.name, "value": property.value]))
        }
        try putLinks(to: activity, number, on: connection)
        try ImageTable.keep(
            activity.localizations.map(\.language), .activity, activity.id.text, of: app, on: connection)
    }

    private static func putLinks(
        to activity: ActivityDefinition, _ number: Int64, on connection: any SQLConnection
    ) throws(StoreError) {
        let own = Dictionary(activity.links.map { ($0.source, PropertyBytes($0.properties)) }) { first, _ in first }
        for (index, id) in activity.leaderboards.enumerated() {
            try connection.run(
                .insert(
                    into: "activity_leaderboards",
                    [
                        "activity": number, "position": index, "leaderboard": id,
                        "properties": own[.leaderboard(id)],
                    ]))
        }
        for (index, id) in activity.achievements.enumerated() {
            try connection.run(
                .insert(
                    into: "activity_achievements",
                    [
                        "activity": number, "position": index, "achievement": id,
                        "properties": own[.achievement(id)],
                    ]))
        }
    }

    static func remove(
        _ id: ActivityID, of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        let number: Int64? = try connection.value("SELECT number FROM activities WHERE app = \(app) AND id = \(id)")
        guard let number else { return false }
        try removeParts(of: number, on: connection)
        try connection.run("DELETE FROM activities WHERE number = \(number)")
        try ImageTable.keep([], .activity, id.text, of: app, on: connection)
        return true
    }

    private static func removeParts(of number: Int64, on connection: any SQLConnection) throws(StoreError) {
        for part in parts { try connection.run("DELETE FROM \(part) WHERE activity = \(number)") }
    }
}
