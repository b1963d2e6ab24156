import LaurelDomain
import LaurelStorage

/// Sets of leaderboards as rows of SQL.
enum SetTable {
    static func all(on connection: SQLiteConnection) throws(StoreError) -> [LeaderboardSet] {
        // One transaction: sets, names and members of the same moment.
        try connection.execute("BEGIN")
        defer { connection.endReading() }
        let select = try connection.prepare(
            "SELECT number, app, id, reference_name FROM leaderboard_sets ORDER BY app, number")
        defer { select.reset() }
        var sets: [LeaderboardSet] = []
        while try select.step() {
            let number = select.integer(0)
            guard let app = UInt32(exactly: select.integer(1)) else { throw unreadable(number) }
            do throws(InvalidIdentifier) {
                sets.append(
                    LeaderboardSet(
                        app: AppNumber(app), id: try LeaderboardSetID(select.text(2)), referenceName: select.text(3),
                        localizations: [], leaderboards: []))
            } catch {
                throw unreadable(number)
            }
            let last = sets.count - 1
            sets[last].localizations = try localizations(of: number, on: connection)
            sets[last].leaderboards = try members(of: number, on: connection)
            sets[last].leaderboardNames = try names(of: number, on: connection)
        }
        return sets
    }

    private static func localizations(
        of number: Int64, on connection: SQLiteConnection
    ) throws(StoreError) -> [SetLocalization] {
        let select = try connection.prepare(
            "SELECT language, name FROM leaderboard_set_localizations WHERE leaderboard_set = ? ORDER BY place")
        select.bind(1, number)
        defer { select.reset() }
        var localizations: [SetLocalization] = []
        while try select.step() {
            do throws(InvalidIdentifier) {
                localizations.append(SetLocalization(language: try LanguageTag(select.text(0)), name: select.text(1)))
            } catch {
                throw unreadable(number)
            }
        }
        return localizations
    }

    private static func members(
        of number: Int64, on connection: SQLiteConnection
    ) throws(StoreError) -> [LeaderboardID] {
        let select = try connection.prepare(
            "SELECT leaderboard FROM leaderboard_set_members WHERE leaderboard_set = ? ORDER BY place")
        select.bind(1, number)
        defer { select.reset() }
        var members: [LeaderboardID] = []
        while try select.step() {
            do throws(InvalidIdentifier) { members.append(try LeaderboardID(select.text(0))) } catch {
                throw unreadable(number)
            }
        }
        return members
    }

    private static func names(
        of number: Int64, on connection: SQLiteConnection
    ) throws(StoreError) -> [SetLeaderboardName] {
        let select = try connection.prepare(
            "SELECT leaderboard, language, name FROM leaderboard_set_names WHERE leaderboard_set = ? ORDER BY place")
        select.bind(1, number)
        defer { select.reset() }
        var names: [SetLeaderboardName] = []
        while try select.step() {
            do throws(InvalidIdentifier) {
                names.append(
                    SetLeaderboardName(
                        leaderboard: try LeaderboardID(select.text(0)), language: try LanguageTag(select.text(1)),
                        name: select.text(2)))
            } catch {
                throw unreadable(number)
            }
        }
        return names
    }

    static func put(_ set: LeaderboardSet, on connection: SQLiteConnection) throws(StoreError) {
        let upsert = try connection.prepare(
            """
            INSERT INTO leaderboard_sets (app, id, reference_name) VALUES (?, ?, ?)
            ON CONFLICT (app, id) DO UPDATE SET reference_name = excluded.reference_name RETURNING number
            """)
        upsert.bind(1, Int64(set.app.rawValue))
        upsert.bind(2, set.id.text)
        upsert.bind(3, set.referenceName)
        guard try upsert.step() else { throw .broken(reason: "a set that was just written is missing") }
        let number = upsert.integer(0)
        upsert.reset()
        try removeParts(of: number, on: connection)
        try insert(set.leaderboardNames, of: number, on: connection)
        let localization = try connection.prepare("INSERT INTO leaderboard_set_localizations VALUES (?, ?, ?, ?)")
        for (place, item) in set.localizations.enumerated() {
            localization.bind(1, number)
            localization.bind(2, Int64(place))
            localization.bind(3, item.language.text)
            localization.bind(4, item.name)
            try localization.run()
        }
        let member = try connection.prepare("INSERT INTO leaderboard_set_members VALUES (?, ?, ?)")
        for (place, id) in set.leaderboards.enumerated() {
            member.bind(1, number)
            member.bind(2, Int64(place))
            member.bind(3, id.text)
            try member.run()
        }
        try ImageTable.keep(set.localizations.map(\.language), .set, set.id.text, of: set.app, on: connection)
    }

    private static func insert(
        _ names: [SetLeaderboardName], of number: Int64, on connection: SQLiteConnection
    ) throws(StoreError) {
        let insert = try connection.prepare("INSERT INTO leaderboard_set_names VALUES (?, ?, ?, ?, ?)")
        for (place, name) in names.enumerated() {
            insert.bind(1, number)
            insert.bind(2, Int64(place))
            insert.bind(3, name.leaderboard.text)
            insert.bind(4, name.language.text)
            insert.bind(5, name.name)
            try insert.run()
        }
    }

    static func remove(
        _ id: LeaderboardSetID, of app: AppNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let select = try connection.prepare("SELECT number FROM leaderboard_sets WHERE app = ? AND id = ?")
        select.bind(1, Int64(app.rawValue))
        select.bind(2, id.text)
        let number = try select.step() ? select.integer(0) : nil
        select.reset()
        guard let number else { return false }
        try removeParts(of: number, on: connection)
        try ImageTable.keep([], .set, id.text, of: app, on: connection)
        let delete = try connection.prepare("DELETE FROM leaderboard_sets WHERE number = ?")
        delete.bind(1, number)
        try delete.run()
        return true
    }

    private static func removeParts(of number: Int64, on connection: SQLiteConnection) throws(StoreError) {
        for table in ["leaderboard_set_localizations", "leaderboard_set_members", "leaderboard_set_names"] {
            let delete = try connection.prepare("DELETE FROM \(table) WHERE leaderboard_set = ?")
            delete.bind(1, number)
            try delete.run()
        }
    }

    private static func unreadable(_ number: Int64) -> StoreError {
        .broken(reason: "can't read leaderboard set \(number)")
    }
}
