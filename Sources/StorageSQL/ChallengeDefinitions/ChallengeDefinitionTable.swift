import LaurelDomain
import LaurelStorage

/// Challenge definitions of games as rows of SQL.
enum ChallengeDefinitionTable {
    static func all(on connection: any SQLConnection) throws(StoreError) -> [AppChallengeDefinition] {
        try connection.snapshot { () throws(StoreError) in
            let found = try connection.rows(
                """
                SELECT number, app, id, reference_name, group_id, leaderboard, durations, is_repeatable,
                    oldest_app_version, is_released, is_archived
                FROM challenge_definitions ORDER BY app, number
                """
            ) { row throws(StoreError) -> (number: Int64, definition: AppChallengeDefinition) in
                (try row["number"], AppChallengeDefinition(app: try row["app"], definition: try definition(row)))
            }
            var definitions: [AppChallengeDefinition] = []
            for (number, empty) in found {
                var definition = empty.definition
                definition.localizations = try localizations(of: number, on: connection)
                definitions.append(AppChallengeDefinition(app: empty.app, definition: definition))
            }
            return definitions
        }
    }

    private static func definition(_ row: SQLRow) throws(StoreError) -> ChallengeDefinition {
        let durations: Int64 = try row["durations"]
        var definition = ChallengeDefinition(
            id: try row["id"], referenceName: try row["reference_name"], leaderboard: try row["leaderboard"],
            durations: ChallengeDuration.allCases.filter { durations & bit(of: $0) != 0 }, localizations: [])
        definition.groupID = try row["group_id"]
        definition.isRepeatable = try row["is_repeatable"]
        definition.oldestAppVersion = try row["oldest_app_version"]
        definition.isReleased = try row["is_released"]
        definition.isArchived = try row["is_archived"]
        return definition
    }

    private static func bit(of duration: ChallengeDuration) -> Int64 { 1 << Int64(duration.rawValue) }

    private static func localizations(
        of number: Int64, on connection: any SQLConnection
    ) throws(StoreError) -> [ActivityLocalization] {
        try connection.rows(
            """
            SELECT language, title, details FROM challenge_definition_localizations
            WHERE definition = \(number) ORDER BY position
            """
        ) { row throws(StoreError) in
            ActivityLocalization(
                language: try row["language"], title: try row["title"], details: try row["details"])
        }
    }

    static func put(
        _ definition: ChallengeDefinition, of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        let put = SQL.insert(
            into: "challenge_definitions",
            [
                "app": app, "id": definition.id, "reference_name": definition.referenceName,
                "group_id": definition.groupID, "leaderboard": definition.leaderboard,
                "durations": definition.durations.reduce(Int64(0)) { $0 | bit(of: $1) },
                "is_repeatable": definition.isRepeatable, "oldest_app_version": definition.oldestAppVersion,
                "is_released": definition.isReleased, "is_archived": definition.isArchived,
            ], ifThere: .takesOver(key: ["app", "id"]))
        let number: Int64 = try connection.newNumber("\(put) RETURNING number")
        try removeParts(of: number, on: connection)
        for (index, item) in definition.localizations.enumerated() {
            try connection.run(
                .insert(
                    into: "challenge_definition_localizations",
                    [
                        "definition": number, "position": index, "language": item.language, "title": item.title,
                        "details": item.details,
                    ]))
        }
        try ImageTable.keep(
            definition.localizations.map(\.language), .challengeDefinition, definition.id.text, of: app,
            on: connection)
    }

    static func remove(
        _ id: ChallengeDefinitionID, of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        let number: Int64? = try connection.value(
            "SELECT number FROM challenge_definitions WHERE app = \(app) AND id = \(id)")
        guard let number else { return false }
        try removeParts(of: number, on: connection)
        try connection.run("DELETE FROM challenge_definitions WHERE number = \(number)")
        try ImageTable.keep([], .challengeDefinition, id.text, of: app, on: connection)
        return true
    }

    private static func removeParts(of number: Int64, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM challenge_definition_localizations WHERE definition = \(number)")
    }
}
