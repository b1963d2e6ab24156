import LaurelDomain
import LaurelStorage

/// Leaderboards as rows of SQL.
enum LeaderboardTable {
    /// The row stays, so that the number is never given again.
    static func remove(_ number: LeaderboardNumber, on connection: SQLiteConnection) throws(StoreError) {
        let update = try connection.prepare("UPDATE leaderboards SET is_removed = 1 WHERE number = ?")
        update.bind(1, Int64(number.rawValue))
        try update.run()
        try ImageTable.keepNone(.leaderboard, of: number.rawValue, in: "leaderboards", on: connection)
    }

    static func write(_ leaderboard: Leaderboard, on connection: SQLiteConnection) throws(StoreError) {
        let upsert = try connection.prepare(
            """
            INSERT INTO leaderboards (number, app, id, reference_name, format, submission_type, sort_order, lowest,
                highest, is_default, is_hidden, is_released, is_archived, is_removed, simulator, requires)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
            ON CONFLICT (number) DO UPDATE SET reference_name = excluded.reference_name, format = excluded.format,
                submission_type = excluded.submission_type, sort_order = excluded.sort_order,
                lowest = excluded.lowest, highest = excluded.highest, is_default = excluded.is_default,
                is_hidden = excluded.is_hidden, is_released = excluded.is_released,
                is_archived = excluded.is_archived, simulator = excluded.simulator, requires = excluded.requires
            """)
        upsert.bind(1, Int64(leaderboard.number.rawValue))
        upsert.bind(2, Int64(leaderboard.app.rawValue))
        upsert.bind(3, leaderboard.id.text)
        upsert.bind(4, leaderboard.referenceName)
        upsert.bind(5, Int64(leaderboard.format.rawValue))
        upsert.bind(6, Int64(leaderboard.submissionType.rawValue))
        upsert.bind(7, Int64(leaderboard.sortOrder.rawValue))
        upsert.bind(8, leaderboard.range?.lowest)
        upsert.bind(9, leaderboard.range?.highest)
        upsert.bind(10, leaderboard.isDefault)
        upsert.bind(11, leaderboard.isHidden)
        upsert.bind(12, leaderboard.isReleased)
        upsert.bind(13, leaderboard.isArchived)
        upsert.bind(14, leaderboard.replays?.simulator.text)
        upsert.bind(15, leaderboard.replays.map { Int64($0.requires.rawValue) })
        try upsert.run()
        try write(leaderboard.localizations, of: leaderboard.number, on: connection)
        try LeaderboardKindTable.write(leaderboard, on: connection)
        // One that was moved into a group shows the group's pictures.
        let languages = leaderboard.movedInto == nil ? leaderboard.localizations.map(\.language) : []
        try ImageTable.keep(languages, .leaderboard, leaderboard.id.text, of: leaderboard.app, on: connection)
    }

    private static func write(
        _ localizations: [LeaderboardLocalization], of leaderboard: LeaderboardNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM leaderboard_localizations WHERE leaderboard = ?")
        delete.bind(1, Int64(leaderboard.rawValue))
        try delete.run()
        let insert = try connection.prepare("INSERT INTO leaderboard_localizations VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for (place, localization) in localizations.enumerated() {
            insert.bind(1, Int64(leaderboard.rawValue))
            insert.bind(2, Int64(place))
            insert.bind(3, localization.language.text)
            insert.bind(4, localization.name)
            insert.bind(5, localization.formatOverride.map { Int64($0.rawValue) })
            insert.bind(6, localization.suffixSingular)
            insert.bind(7, localization.suffixPlural)
            insert.bind(8, localization.description)
            try insert.run()
        }
    }

    static func all(on connection: SQLiteConnection) throws(StoreError) -> LeaderboardRecords {
        // One transaction: leaderboards and localizations of the same moment.
        try connection.execute("BEGIN")
        defer { connection.endReading() }
        let localizations = try allLocalizations(on: connection)
        let extras = try LeaderboardKindTable.all(on: connection)
        let select = try connection.prepare(
            """
            SELECT number, app, id, reference_name, format, submission_type, sort_order, lowest, highest,
                is_default, is_hidden, is_released, is_archived, is_removed, simulator, requires FROM leaderboards
            ORDER BY number
            """)
        defer { select.reset() }
        var records = LeaderboardRecords()
        while try select.step() {
            guard let number = UInt32(exactly: select.integer(0)) else { throw unreadable(select) }
            records.lastNumber = number
            guard select.integer(13) == 0 else { continue }
            var leaderboard = try leaderboard(select, number, localizations[number] ?? [])
            if let extras = extras[number] {
                (leaderboard.kind, leaderboard.sharedWith) = (extras.kind, extras.sharedWith)
                leaderboard.movedInto = extras.movedInto
            }
            records.leaderboards.append(leaderboard)
        }
        return records
    }

    private static func leaderboard(
        _ select: SQLiteStatement, _ number: UInt32, _ localizations: [LeaderboardLocalization]
    ) throws(StoreError) -> Leaderboard {
        guard let app = UInt32(exactly: select.integer(1)),
            let format = UInt8(exactly: select.integer(4)).flatMap(ScoreFormat.init(rawValue:)),
            let type = UInt8(exactly: select.integer(5)).flatMap(SubmissionType.init(rawValue:)),
            let order = UInt8(exactly: select.integer(6)).flatMap(SortOrder.init(rawValue:))
        else { throw unreadable(select) }
        var range: ScoreRange?
        if let lowest = select.optionalInteger(7), let highest = select.optionalInteger(8) {
            range = ScoreRange(lowest: lowest, highest: highest)
        }
        do throws(InvalidIdentifier) {
            return Leaderboard(
                number: LeaderboardNumber(number), app: AppNumber(app), id: try LeaderboardID(select.text(2)),
                referenceName: select.text(3), format: format, submissionType: type, sortOrder: order, range: range,
                isDefault: select.integer(9) != 0, isHidden: select.integer(10) != 0,
                isReleased: select.integer(11) != 0, isArchived: select.integer(12) != 0,
                localizations: localizations, replays: try replays(select))
        } catch {
            throw unreadable(select)
        }
    }

    private static func replays(_ select: SQLiteStatement) throws(InvalidIdentifier) -> ReplayRule? {
        guard let name = select.optionalText(14),
            let requires = select.optionalInteger(15).flatMap({ UInt8(exactly: $0) })
                .flatMap(ReplayRule.Requirement.init(rawValue:))
        else { return nil }
        return ReplayRule(simulator: try SimulatorName(name), requires: requires)
    }

    private static func allLocalizations(
        on connection: SQLiteConnection
    ) throws(StoreError) -> [UInt32: [LeaderboardLocalization]] {
        let select = try connection.prepare(
            """
            SELECT leaderboard, language, name, format, suffix_singular, suffix_plural, description
            FROM leaderboard_localizations ORDER BY leaderboard, place
            """)
        defer { select.reset() }
        var all: [UInt32: [LeaderboardLocalization]] = [:]
        while try select.step() {
            do throws(InvalidIdentifier) {
                let localization = LeaderboardLocalization(
                    language: try LanguageTag(select.text(1)), name: select.text(2),
                    description: select.optionalText(6),
                    formatOverride: select.optionalInteger(3).flatMap { UInt8(exactly: $0) }
                        .flatMap(ScoreFormat.init(rawValue:)),
                    suffixSingular: select.optionalText(4), suffixPlural: select.optionalText(5))
                all[UInt32(truncatingIfNeeded: select.integer(0)), default: []].append(localization)
            } catch {
                throw unreadable(select)
            }
        }
        return all
    }

    private static func unreadable(_ select: SQLiteStatement) -> StoreError {
        .broken(reason: "can't read leaderboard \(select.integer(0))")
    }
}
