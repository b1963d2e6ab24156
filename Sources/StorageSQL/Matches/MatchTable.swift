import LaurelDomain
import LaurelMatches
import LaurelStorage

/// Turn-based matches as rows of SQL: what commits write.
enum MatchTable {
    private static let key = ["app", "environment", "number"]

    static func write(_ write: MatchWrite, on connection: any SQLConnection) throws(StoreError) {
        switch write {
        case .kept(let game, let match, let parts):
            if match.version == MatchVersion(1) { try note(match.number, of: game, on: connection) }
            try put(match, parts, of: game, on: connection)
            for seat in parts.seats { try MatchSeatTable.put(match, seat, parts, of: game, on: connection) }
            if let data = parts.data { try put(data, match.number, of: game, on: connection) }
            try ExchangeTable(game: game, match: match.number).write(parts, on: connection)
        case .gone(let game, let number): try delete(number, of: game, on: connection)
        case .archived(let game, let number, let played):
            try MatchArchiveTable(game: game).take(number, played: played, on: connection)
            try delete(number, of: game, on: connection)
        case .erased(let player):
            try connection.run("UPDATE match_seats SET player = NULL WHERE player = \(player)")
        }
    }

    private static func delete(
        _ number: MatchNumber, of game: MatchGame, on connection: any SQLConnection
    ) throws(StoreError) {
        for table: SQL in ["matches", "match_seats", "match_data", "match_exchanges", "match_replies"] {
            try connection.run("DELETE FROM \(table) WHERE \(isOf(game)) AND number = \(number)")
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

    private static func put(
        _ match: Match, _ parts: MatchParts, of game: MatchGame, on connection: any SQLConnection
    ) throws(StoreError) {
        let key: [(name: String, value: SQLValue)] = [
            ("app", game.app.sql), ("environment", game.environment.sql), ("number", match.number.sql),
        ]
        let turn = turnColumns(of: match)
        if parts.isTurn, try connection.update("matches", turn, where: key) { return }
        let rest: [(name: String, value: SQLValue)] = [
            ("player_group", match.group.sql), ("created", match.created.sql), ("rematch_of", match.origin.old.sql),
            ("ended", match.ended.sql), ("rematch", (match.rematch?.match).sql),
            ("rematch_asked", (match.rematch?.asked).sql), ("message_seat", match.messageSeat.sql),
            ("message", parts.message.map { MessageBytes($0) }.sql), ("last_exchange", match.lastExchange.sql),
            ("invitation", match.invitation.sql),
        ]
        let keepsMessage = parts.message == nil && match.messageSeat != nil
        try connection.run(
            .insert(
                into: "matches", key + turn + rest,
                ifThere: .takesOver(
                    key: Self.key,
                    keeping: ["player_group", "created", "rematch_of"] + (keepsMessage ? ["message"] : []))))
    }

    /// What each turn changes: ``Match/keepsAllButTurn(of:)``.
    private static func turnColumns(of match: Match) -> [(name: String, value: SQLValue)] {
        let turn = match.turn
        return [
            ("version", match.version.sql), ("turn_version", match.turnVersion.sql), ("turn_seat", (turn?.seat).sql),
            ("turn_fallback", turn.map { SeatList($0.fallback) }.sql), ("turn_began", (turn?.began).sql),
            ("turn_timeout", (turn?.timeout.span?.milliseconds).sql), ("is_warned", (turn?.isWarned ?? false).sql),
            ("is_overdue", (turn?.isOverdue ?? false).sql), ("turns_ended", match.turnsEnded.sql),
            ("byte_count", match.dataBytes.sql),
        ]
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
        turn_began, turn_timeout, is_warned, is_overdue, turns_ended, byte_count, ended, rematch, rematch_asked,
        message_seat, message, last_exchange, invitation
        """

    static func all(on connection: any SQLConnection) throws(StoreError) -> [MatchGame: [Match]] {
        // In one order with the matches: a million of them needn't be looked up.
        let seats = try MatchSeatTable.all(on: connection)
        var nextSeats = 0
        var exchanges = try ExchangeTable.all(on: connection)
        var matches: [MatchGame: [Match]] = [:]
        try connection.each("SELECT \(columns) FROM matches ORDER BY app, environment, number") {
            (row) throws(StoreError) in
            let game = try game(row)
            let number: MatchNumber = try row["number"]
            let key = MatchSeatTable.Key(game: game, match: number)
            while nextSeats < seats.count, seats[nextSeats].key < key { nextSeats += 1 }
            let isThere = nextSeats < seats.count && seats[nextSeats].key == key
            let participants = isThere ? seats[nextSeats].participants : []
            matches[game, default: []].append(
                try match(row, participants, exchanges.isEmpty ? [] : exchanges.removeValue(forKey: key) ?? []))
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
        let exchanges = ExchangeTable(game: game, match: number)
        let all = try exchanges.read(on: connection)
        let replies = try exchanges.replies(on: connection)
        return try connection.first("SELECT \(columns) FROM matches WHERE \(isOf(game)) AND number = \(number)") {
            (row) throws(StoreError) in
            let message: MessageBytes? = try row["message"]
            return MatchRecord(
                match: try match(row, participants, all.map(\.exchange)), data: data ?? [],
                message: message?.message,
                exchanges: Dictionary(all.map { ($0.exchange.number, $0.content) }) { first, _ in first },
                replies: replies)
        }
    }

    static func lastNumbers(on connection: any SQLConnection) throws(StoreError) -> [MatchGame: MatchNumber] {
        let rows = try connection.rows("SELECT app, environment, last FROM match_numbers") {
            (row) throws(StoreError) in (try game(row), try row["last"] as MatchNumber)
        }
        return Dictionary(rows) { first, _ in first }
    }

    static func openData(
        of game: MatchGame, on connection: any SQLConnection
    ) throws(StoreError) -> [MatchNumber: [UInt8]] {
        let rows = try connection.rows(
            """
            SELECT d.number, d.data FROM match_data AS d
            JOIN matches AS m ON m.app = d.app AND m.environment = d.environment AND m.number = d.number
            WHERE d.app = \(game.app) AND d.environment = \(game.environment) AND m.ended IS NULL
            """
        ) { (row) throws(StoreError) in (try row["number"] as MatchNumber, try row["data"] as [UInt8]) }
        return Dictionary(rows) { first, _ in first }
    }

    static func game(_ row: SQLRow) throws(StoreError) -> MatchGame {
        MatchGame(app: try row["app"], environment: try row["environment"])
    }

    private static func match(
        _ row: SQLRow, _ participants: [Participant], _ exchanges: [Exchange]
    ) throws(StoreError) -> Match {
        let old: MatchNumber? = try row["rematch_of"]
        return Match(
            number: try row["number"], group: try row["player_group"], created: try row["created"],
            origin: old.map { .rematch(of: $0) } ?? .request, participants: participants,
            version: try row["version"], turnVersion: try row["turn_version"], turn: try turn(row),
            turnsEnded: try row["turns_ended"], dataBytes: try row["byte_count"],
            messageSeat: try row["message_seat"], exchanges: exchanges, lastExchange: try row["last_exchange"],
            ended: try row["ended"],
            rematch: try rematch(row), invitation: try row["invitation"])
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

    static func rematch(_ row: SQLRow) throws(StoreError) -> Match.Rematch? {
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
