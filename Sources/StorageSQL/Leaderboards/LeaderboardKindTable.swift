import LaurelDomain
import LaurelStorage

/// What makes a leaderboard more than a classic one of one app, as rows of SQL beside it.
enum LeaderboardKindTable {
    struct Extras {
        var kind = LeaderboardKind<LeaderboardNumber>.classic
        var sharedWith: [AppNumber] = []
        var movedInto: LeaderboardNumber?
    }

    private static let tables: [SQL] = [
        "leaderboard_recurrences", "leaderboard_parts", "leaderboard_shares", "leaderboard_moves",
    ]

    static func write(_ leaderboard: Leaderboard, on connection: any SQLConnection) throws(StoreError) {
        let number = leaderboard.number
        for table in tables { try connection.run("DELETE FROM \(table) WHERE leaderboard = \(number)") }
        if let recurrence = leaderboard.kind.recurrence {
            try connection.run(
                .insert(
                    into: "leaderboard_recurrences",
                    [
                        "leaderboard": number, "start": recurrence.start, "duration": recurrence.duration,
                        "interval": recurrence.interval,
                    ]))
        }
        for (index, part) in leaderboard.kind.parts.enumerated() {
            try connection.run(
                .insert(into: "leaderboard_parts", ["leaderboard": number, "place": index, "part": part]))
        }
        for (index, app) in leaderboard.sharedWith.enumerated() {
            try connection.run(
                .insert(into: "leaderboard_shares", ["leaderboard": number, "place": index, "app": app]))
        }
        if let target = leaderboard.movedInto {
            try connection.run(.insert(into: "leaderboard_moves", ["leaderboard": number, "target": target]))
        }
    }

    /// Of those that have any.
    static func all(on connection: any SQLConnection) throws(StoreError) -> [LeaderboardNumber: Extras] {
        var all: [LeaderboardNumber: Extras] = [:]
        try connection.each("SELECT leaderboard, start, duration, interval FROM leaderboard_recurrences") {
            row throws(StoreError) in
            all[try row["leaderboard"], default: Extras()].kind = .recurring(try recurrence(row))
            return true
        }
        try connection.each("SELECT leaderboard, part FROM leaderboard_parts ORDER BY leaderboard, place") {
            row throws(StoreError) in
            let leaderboard: LeaderboardNumber = try row["leaderboard"]
            let known = all[leaderboard]?.kind.parts ?? []
            all[leaderboard, default: Extras()].kind = .combined(known + [try row["part"]])
            return true
        }
        try connection.each("SELECT leaderboard, app FROM leaderboard_shares ORDER BY leaderboard, place") {
            row throws(StoreError) in
            all[try row["leaderboard"], default: Extras()].sharedWith.append(try row["app"])
            return true
        }
        try connection.each("SELECT leaderboard, target FROM leaderboard_moves") { row throws(StoreError) in
            all[try row["leaderboard"], default: Extras()].movedInto = try row["target"]
            return true
        }
        return all
    }

    private static func recurrence(_ row: SQLRow) throws(StoreError) -> Recurrence {
        let (start, duration): (Timestamp, Timestamp.Span) = (try row["start"], try row["duration"])
        let interval: Timestamp.Span = try row["interval"]
        do throws(Recurrence.Invalid) {
            return try Recurrence(start: start, duration: duration, interval: interval)
        } catch {
            throw .broken(reason: "the recurrence of a leaderboard is invalid")
        }
    }
}
