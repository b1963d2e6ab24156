import LaurelDomain
import LaurelStorage

/// What makes a leaderboard more than a classic one of one app, as rows of SQL beside it.
enum LeaderboardKindTable {
    struct Extras {
        var kind = LeaderboardKind<LeaderboardNumber>.classic
        var sharedWith: [AppNumber] = []
        var movedInto: LeaderboardNumber?
    }

    static func write(_ leaderboard: Leaderboard, on connection: SQLiteConnection) throws(StoreError) {
        let number = Int64(leaderboard.number.rawValue)
        for table in ["leaderboard_recurrences", "leaderboard_parts", "leaderboard_shares", "leaderboard_moves"] {
            let delete = try connection.prepare("DELETE FROM \(table) WHERE leaderboard = ?")
            delete.bind(1, number)
            try delete.run()
        }
        if let recurrence = leaderboard.kind.recurrence {
            try insert(
                "INSERT INTO leaderboard_recurrences VALUES (?, ?, ?, ?)",
                [
                    number, recurrence.start.milliseconds, recurrence.duration.milliseconds,
                    recurrence.interval.milliseconds,
                ], on: connection)
        }
        for (place, part) in leaderboard.kind.parts.enumerated() {
            try insert(
                "INSERT INTO leaderboard_parts VALUES (?, ?, ?)", [number, Int64(place), Int64(part.rawValue)],
                on: connection)
        }
        for (place, app) in leaderboard.sharedWith.enumerated() {
            try insert(
                "INSERT INTO leaderboard_shares VALUES (?, ?, ?)", [number, Int64(place), Int64(app.rawValue)],
                on: connection)
        }
        if let target = leaderboard.movedInto {
            try insert(
                "INSERT INTO leaderboard_moves VALUES (?, ?)", [number, Int64(target.rawValue)], on: connection)
        }
    }

    private static func insert(
        _ sql: String, _ values: [Int64], on connection: SQLiteConnection
    ) throws(StoreError) {
        let insert = try connection.prepare(sql)
        for (place, value) in values.enumerated() { insert.bind(Int32(place) + 1, value) }
        try insert.run()
    }

    /// Of those that have any.
    static func all(on connection: SQLiteConnection) throws(StoreError) -> [UInt32: Extras] {
        var all: [UInt32: Extras] = [:]
        let recurrences = try connection.prepare("SELECT * FROM leaderboard_recurrences")
        defer { recurrences.reset() }
        while try recurrences.step() {
            all[try number(recurrences, 0), default: Extras()].kind = .recurring(try recurrence(recurrences))
        }
        let parts = try connection.prepare(
            "SELECT leaderboard, part FROM leaderboard_parts ORDER BY leaderboard, place")
        defer { parts.reset() }
        while try parts.step() {
            let key = try number(parts, 0)
            let known = all[key]?.kind.parts ?? []
            all[key, default: Extras()].kind = .combined(known + [LeaderboardNumber(try number(parts, 1))])
        }
        let shares = try connection.prepare(
            "SELECT leaderboard, app FROM leaderboard_shares ORDER BY leaderboard, place")
        defer { shares.reset() }
        while try shares.step() {
            all[try number(shares, 0), default: Extras()].sharedWith.append(AppNumber(try number(shares, 1)))
        }
        let moves = try connection.prepare("SELECT leaderboard, target FROM leaderboard_moves")
        defer { moves.reset() }
        while try moves.step() {
            all[try number(moves, 0), default: Extras()].movedInto = LeaderboardNumber(try number(moves, 1))
        }
        return all
    }

    private static func number(_ select: SQLiteStatement, _ column: Int32) throws(StoreError) -> UInt32 {
        guard let number = UInt32(exactly: select.integer(column)) else {
            throw .broken(reason: "can't read a leaderboard's kind")
        }
        return number
    }

    private static func recurrence(_ select: SQLiteStatement) throws(StoreError) -> Recurrence {
        do throws(Recurrence.Invalid) {
            return try Recurrence(
                start: Timestamp(clamping: select.integer(1)),
                duration: Timestamp.Span(milliseconds: select.integer(2)),
                interval: Timestamp.Span(milliseconds: select.integer(3)))
        } catch {
            throw .broken(reason: "the recurrence of leaderboard \(select.integer(0)) is invalid")
        }
    }
}
