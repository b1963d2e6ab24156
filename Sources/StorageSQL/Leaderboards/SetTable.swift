import LaurelDomain
import LaurelStorage

/// Sets of leaderboards as rows of SQL.
enum SetTable {
    private static let parts: [SQL] = [
        "leaderboard_set_localizations", "leaderboard_set_members", "leaderboard_set_names",
    ]

    static func all(on connection: any SQLConnection) throws(StoreError) -> [LeaderboardSet] {
        try connection.snapshot { () throws(StoreError) in
            let found = try connection.rows(
                "SELECT number, app, id, reference_name FROM leaderboard_sets ORDER BY app, number"
            ) { row throws(StoreError) -> (number: Int64, set: LeaderboardSet) in
                let set = LeaderboardSet(
                    app: try row["app"], id: try row["id"], referenceName: try row["reference_name"],
                    localizations: [], leaderboards: [])
                return (try row["number"], set)
            }
            var sets: [LeaderboardSet] = []
            for (number, empty) in found {
                var set = empty
                set.localizations = try localizations(of: number, on: connection)
                set.leaderboards = try connection.values(
                    """
                    SELECT leaderboard FROM leaderboard_set_members WHERE leaderboard_set = \(number) ORDER BY place
                    """)
                set.leaderboardNames = try names(of: number, on: connection)
                sets.append(set)
            }
            return sets
        }
    }

    private static func localizations(
        of number: Int64, on connection: any SQLConnection
    ) throws(StoreError) -> [SetLocalization] {
        try connection.rows(
            """
            SELECT language, name FROM leaderboard_set_localizations WHERE leaderboard_set = \(number) ORDER BY place
            """
        ) { row throws(StoreError) in SetLocalization(language: try row["language"], name: try row["name"]) }
    }

    private static func names(
        of number: Int64, on connection: any SQLConnection
    ) throws(StoreError) -> [SetLeaderboardName] {
        try connection.rows(
            """
            SELECT leaderboard, language, name FROM leaderboard_set_names
            WHERE leaderboard_set = \(number) ORDER BY place
            """
        ) { row throws(StoreError) in
            SetLeaderboardName(
                leaderboard: try row["leaderboard"], language: try row["language"], name: try row["name"])
        }
    }

    static func put(_ set: LeaderboardSet, on connection: any SQLConnection) throws(StoreError) {
        let put = SQL.insert(
            into: "leaderboard_sets", ["app": set.app, "id": set.id, "reference_name": set.referenceName],
            ifThere: .takesOver(key: ["app", "id"]))
        let number: Int64 = try connection.newNumber("\(put) RETURNING number")
        try removeParts(of: number, on: connection)
        for (index, name) in set.leaderboardNames.enumerated() {
            try connection.run(
                .insert(
                    into: "leaderboard_set_names",
                    [
                        "leaderboard_set": number, "place": index, "leaderboard": name.leaderboard,
                        "language": name.language, "name": name.name,
                    ]))
        }
        for (index, item) in set.localizations.enumerated() {
            try connection.run(
                .insert(
                    into: "leaderboard_set_localizations",
                    ["leaderboard_set": number, "place": index, "language": item.language, "name": item.name]))
        }
        for (index, id) in set.leaderboards.enumerated() {
            try connection.run(
                .insert(
                    into: "leaderboard_set_members",
                    ["leaderboard_set": number, "place": index, "leaderboard": id]))
        }
        try ImageTable.keep(set.localizations.map(\.language), .set, set.id.text, of: set.app, on: connection)
    }

    static func remove(
        _ id: LeaderboardSetID, of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        let number: Int64? = try connection.value(
            "SELECT number FROM leaderboard_sets WHERE app = \(app) AND id = \(id)")
        guard let number else { return false }
        try removeParts(of: number, on: connection)
        try ImageTable.keep([], .set, id.text, of: app, on: connection)
        try connection.run("DELETE FROM leaderboard_sets WHERE number = \(number)")
        return true
    }

    private static func removeParts(of number: Int64, on connection: any SQLConnection) throws(StoreError) {
        for part in parts { try connection.run("DELETE FROM \(part) WHERE leaderboard_set = \(number)") }
    }
}
