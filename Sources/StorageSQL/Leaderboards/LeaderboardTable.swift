import LaurelDomain
public import LaurelStorage

/// Leaderboards as rows of SQL.
enum LeaderboardTable {
    private static let table = SQLTable<Leaderboard>(
        "leaderboards", key: "number",
        columns: [
            .once("number") { $0.number }, .once("app") { $0.app }, .once("id") { $0.id },
            SQLColumn("reference_name", \.settings.referenceName), SQLColumn("format", \.settings.format),
            SQLColumn("submission_type", \.settings.submissionType), SQLColumn("sort_order", \.settings.sortOrder),
            SQLColumn("lowest", made: { $0.range?.lowest }), SQLColumn("highest", made: { $0.range?.highest }),
            SQLColumn("is_default", \.settings.isDefault), SQLColumn("is_hidden", \.settings.isHidden),
            SQLColumn("is_released", \.isReleased), SQLColumn("is_archived", \.settings.isArchived),
            .once("is_removed") { _ in false },
            SQLColumn("simulator", made: { $0.replays?.simulator }),
            SQLColumn("requires", made: { $0.replays?.requires }), SQLColumn("guests", \.settings.guests),
        ]
    ) { row throws(StoreError) in
        Leaderboard(
            number: try row["number"], app: try row["app"], id: try row["id"],
            settings: LeaderboardSettings(range: try range(row), replays: try replays(row)))
    }

    private static let localizationTable = SQLTable<LeaderboardLocalization>(
        "leaderboard_localizations", key: "leaderboard", "place",
        columns: [
            SQLColumn("language", \.language), SQLColumn("name", \.name), SQLColumn("format", \.formatOverride),
            SQLColumn("suffix_singular", \.suffixSingular), SQLColumn("suffix_plural", \.suffixPlural),
            SQLColumn("description", \.description),
        ]
    ) { row throws(StoreError) in
        LeaderboardLocalization(language: try row["language"], name: "")
    }

    private static func range(_ row: SQLRow) throws(StoreError) -> ScoreRange? {
        let (lowest, highest): (Int64?, Int64?) = (try row["lowest"], try row["highest"])
        guard let lowest, let highest else { return nil }
        return ScoreRange(lowest: lowest, highest: highest)
    }

    private static func replays(_ row: SQLRow) throws(StoreError) -> ReplayRule? {
        let simulator: SimulatorName? = try row["simulator"]
        let requires: ReplayRule.Requirement? = try row["requires"]
        guard let simulator, let requires else { return nil }
        return ReplayRule(simulator: simulator, requires: requires)
    }

    /// The row stays, so that the number is never given again.
    static func remove(_ number: LeaderboardNumber, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("UPDATE leaderboards SET is_removed = 1 WHERE number = \(number)")
        try ImageTable.keepNone(.leaderboard, of: number, in: "leaderboards", on: connection)
    }

    static func write(_ leaderboard: Leaderboard, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(table.put(leaderboard))
        try write(leaderboard.localizations, of: leaderboard.number, on: connection)
        try LeaderboardKindTable.write(leaderboard, on: connection)
        // One that was moved into a group shows the group's pictures.
        let languages = leaderboard.movedInto == nil ? leaderboard.localizations.map(\.language) : []
        try ImageTable.keep(languages, .leaderboard, leaderboard.id.text, of: leaderboard.app, on: connection)
    }

    private static func write(
        _ localizations: [LeaderboardLocalization], of leaderboard: LeaderboardNumber,
        on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("DELETE FROM leaderboard_localizations WHERE leaderboard = \(leaderboard)")
        for (index, localization) in localizations.enumerated() {
            try connection.run(
                localizationTable.insert(localization, of: ["leaderboard": leaderboard, "place": index]))
        }
    }

    static func all(on connection: any SQLConnection) throws(StoreError) -> LeaderboardRecords {
        try connection.snapshot { () throws(StoreError) in
            let localizations = try allLocalizations(on: connection)
            let extras = try LeaderboardKindTable.all(on: connection)
            var leaderboards = try connection.rows(
                "SELECT \(table.list) FROM leaderboards WHERE is_removed = 0 ORDER BY number", table.read)
            for index in leaderboards.indices {
                let number = leaderboards[index].number
                leaderboards[index].localizations = localizations[number] ?? []
                guard let extras = extras[number] else { continue }
                leaderboards[index].kind = extras.kind
                leaderboards[index].sharedWith = extras.sharedWith
                leaderboards[index].movedInto = extras.movedInto
            }
            let last: UInt32? = try connection.value("SELECT max(number) FROM leaderboards")
            return LeaderboardRecords(leaderboards: leaderboards, lastNumber: last ?? 0)
        }
    }

    private static func allLocalizations(
        on connection: any SQLConnection
    ) throws(StoreError) -> [LeaderboardNumber: [LeaderboardLocalization]] {
        var all: [LeaderboardNumber: [LeaderboardLocalization]] = [:]
        try connection.each(
            """
            SELECT leaderboard, \(localizationTable.list) FROM leaderboard_localizations
            ORDER BY leaderboard, place
            """
        ) { row throws(StoreError) in
            all[try row["leaderboard"], default: []].append(try localizationTable.read(row))
            return true
        }
        return all
    }
}

extension SQLDatabase {
    public func leaderboards() throws(StoreError) -> LeaderboardRecords {
        try read { connection throws(StoreError) in try LeaderboardTable.all(on: connection) }
    }
}
