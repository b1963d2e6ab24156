import LaurelDomain
import LaurelMatches
import LaurelStorage

/// Turn-based matches as rows of SQL: what commits write.
enum MatchTable {
    private static let key = ["app", "environment", "number"]

    static func write(_ write: MatchWrite, on connection: any SQLConnection) throws(StoreError) {
        switch write {
        case .kept(let game, let match, let seats, let data):
            if match.version == MatchVersion(1) { try note(match.number, of: game, on: connection) }
            try put(match, of: game, on: connection)
            for seat in seats { try MatchSeatTable.put(match, seat, of: game, on: connection) }
            if let data { try put(data, match.number, of: game, on: connection) }
        case .gone(let game, let number):
            for table: SQL in ["matches", "match_seats", "match_data"] {
                try connection.run("DELETE FROM \(table) WHERE \(isOf(game)) AND number = \(number)")
            }
        case .erased(let player):
            try connection.run("UPDATE match_seats SET player = NULL WHERE player = \(player)")
        }
    }

    static func isOf(_ game: MatchGame) -> SQL { "app = \(game.app) AND environment = \(game.environment)" }

    /// The number of a match that is gone must not be free.
    private static func note(
        _ number: MatchNumber, of game: MatchGame, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            .insert(
                into: "match_numbers", ["app": game.app, "environment": game.environment, "last": number],
                ifThere: .takesOver(key: ["app", "environment"])))
    }

    private static func put(_ match: Match, of game: MatchGame, on connection: any SQLConnection) throws(StoreError) {
        let turn = match.turn
        try connection.run(
            .insert(
                into: "matches",
                [
                    "app": game.app, "environment": game.environment, "number": match.number,
                    "player_group": match.group, "created": match.created, "rematch_of": match.origin.old,
                    "version": match.version, "turn_version": match.turnVersion, "turn_seat": turn?.seat,
                    "turn_fallback": turn.map { SeatList($0.fallback) }, "turn_began": turn?.began,
                    "turn_timeout": turn?.timeout.span?.milliseconds, "is_warned": turn?.isWarned ?? false,
                    "is_overdue": turn?.isOverdue ?? false, "turns_ended": match.turnsEnded,
                    "byte_count": match.dataBytes, "ended": match.ended, "rematch": match.rematch?.match,
                    "rematch_asked": match.rematch?.asked,
                ], ifThere: .takesOver(key: key, keeping: ["player_group", "created", "rematch_of"])))
    }

    private static func put(
        _ data: [UInt8], _ number: MatchNumber, of game: MatchGame, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            .insert(
                into: "match_data",
                ["app": game.app, "environment": game.environment, "number": number, "data": data],
                ifThere: .takesOver(key: key)))
    }

    // MARK: Reading

    private static let columns: SQL = """
        app, environment, number, player_group, created, rematch_of, version, turn_version, turn_seat, turn_fallback,
        turn_began, turn_timeout, is_warned, is_overdue, turns_ended, byte_count, ended, rematch, rematch_asked
        """

    static func all(on connection: any SQLConnection) throws(StoreError) -> [MatchGame: [Match]] {
        var seats = try MatchSeatTable.all(on: connection)
        var matches: [MatchGame: [Match]] = [:]
        try connection.each("SELECT \(columns) FROM matches ORDER BY app, environment, number") {
            (row) throws(StoreError) in
            let game = try game(row)
            let number: MatchNumber = try row["number"]
            let participants = seats.removeValue(forKey: MatchSeatTable.Key(game: game, match: number)) ?? []
            matches[game, default: []].append(try match(row, participants))
            return true
        }
        return matches
    }

    static func record(
        _ number: MatchNumber, of game: MatchGame, on connection: any SQLConnection
    ) throws(StoreError) -> MatchRecord? {
        let participants = try MatchSeatTable.participants(of: number, of: game, on: connection)
        let data: [UInt8]? = try connection.value(
            "SELECT data FROM match_data WHERE \(isOf(game)) AND number = \(number)")
        return try connection.first("SELECT \(columns) FROM matches WHERE \(isOf(game)) AND number = \(number)") {
            (row) throws(StoreError) in MatchRecord(match: try match(row, participants), data: data ?? [])
        }
    }

    static func lastNumbers(on connection: any SQLConnection) throws(StoreError) -> [MatchGame: MatchNumber] {
        let rows = try connection.rows("SELECT app, environment, last FROM match_numbers") {
            (row) throws(StoreError) in (try game(row), try row["last"] as MatchNumber)
        }
        return Dictionary(rows) { first, _ in first }
    }

    static func game(_ row: SQLRow) throws(StoreError) -> MatchGame {
        MatchGame(app: try row["app"], environment: try row["environment"])
    }

    private static func match(_ row: SQLRow, _ participants: [Participant]) throws(StoreError) -> Match {
        let old: MatchNumber? = try row["rematch_of"]
        return Match(
            number: try row["number"], group: try row["player_group"], created: try row["created"],
            origin: old.map { .rematch(of: $0) } ?? .request, participants: participants,
            version: try row["version"], turnVersion: try row["turn_version"], turn: try turn(row),
            turnsEnded: try row["turns_ended"], dataBytes: try row["byte_count"], ended: try row["ended"],
            rematch: try rematch(row))
    }

    private static func turn(_ row: SQLRow) throws(StoreError) -> Turn? {
        guard let seat: Seat = try row["turn_seat"], let began: Timestamp = try row["turn_began"] else { return nil }
        let fallback: SeatList? = try row["turn_fallback"]
        return Turn(
            seat: seat, fallback: fallback?.seats ?? [], began: began, timeout: try timeout(row),
            isWarned: try row["is_warned"], isOverdue: try row["is_overdue"])
    }

    private static func timeout(_ row: SQLRow) throws(StoreError) -> MatchTimeout {
        guard let milliseconds: Int64 = try row["turn_timeout"] else { return .none }
        do throws(MatchRefusal) { return try MatchTimeout(Timestamp.Span(milliseconds: milliseconds)) } catch {
            throw .broken(reason: "a match has a timeout of \(milliseconds) ms")
        }
    }

    private static func rematch(_ row: SQLRow) throws(StoreError) -> Match.Rematch? {
        guard let match: MatchNumber = try row["rematch"], let asked: Timestamp = try row["rematch_asked"] else {
            return nil
        }
        return Match.Rematch(match: match, asked: asked)
    }
}

extension MatchChange.Origin {
    fileprivate var old: MatchNumber? {
        switch self {
        case .request: nil
        case .rematch(let number): number
        }
    }
}
