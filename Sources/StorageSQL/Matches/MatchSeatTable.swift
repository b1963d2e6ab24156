import LaurelDomain
import LaurelMatches
import LaurelStorage

/// Who sits at the tables of matches, as rows of SQL.
enum MatchSeatTable {
    /// In the order of ``MatchTable``'s rows.
    struct Key: Hashable, Comparable {
        let game: MatchGame
        let match: MatchNumber

        static func < (left: Key, right: Key) -> Bool {
            (left.game.app.rawValue, left.game.environment.rawValue, left.match.rawValue)
                < (right.game.app.rawValue, right.game.environment.rawValue, right.match.rawValue)
        }
    }

    static func put(
        _ match: Match, _ seat: Seat, _ parts: MatchParts, of game: MatchGame, on connection: any SQLConnection
    ) throws(StoreError) {
        guard let participant = match[seat] else { return }
        let key: [(name: String, value: SQLValue)] = [
            ("app", game.app.sql), ("environment", game.environment.sql), ("number", match.number.sql),
            ("seat", seat.sql),
        ]
        // What each turn changes: ``Participant/keepsAllButTurn(of:)``.
        let turn: [(name: String, value: SQLValue)] = [
            ("last_turn", participant.lastTurn.sql),
            ("writes", DoneWrites(writes: participant.done.suffix(DoneWrite.countLimit)).sql),
            // Apart: older programs know no more than two, and read them beside this one.
            (
                "turn_write",
                participant.done.dropLast(DoneWrite.countLimit).last.map { DoneWrites(writes: [$0]) }.sql
            ),
        ]
        if parts.played.contains(seat), try connection.update("match_seats", turn, where: key) { return }
        let rest: [(name: String, value: SQLValue)] = [
            ("status", participant.status.sql), ("player", participant.player.sql),
            ("outcome", participant.outcome.sql), ("called", participant.called.sql),
            ("attributes", participant.attributes.sql), ("reminded", participant.reminded.sql),
            ("asked_to_quit", participant.askedToQuit.sql), ("is_removed", participant.isRemoved.sql),
        ]
        // A column that is set has its index changed, although the value is the same.
        let keepsPlayer = !parts.seated.contains(seat)
        try connection.run(
            .insert(
                into: "match_seats", key + turn + rest,
                ifThere: .takesOver(key: key.map(\.name), keeping: keepsPlayer ? ["player"] : [])))
    }

    private static let columns: SQL = """
        status, player, outcome, last_turn, called, attributes, reminded, asked_to_quit, is_removed, writes, turn_write
        """

    /// By match, in order.
    static func all(on connection: any SQLConnection) throws(StoreError) -> [(key: Key, participants: [Participant])] {
        var tables: [(key: Key, participants: [Participant])] = []
        var (key, participants): (Key?, [Participant]) = (nil, [])
        try connection.each(
            """
            SELECT app, environment, number, \(columns) FROM match_seats ORDER BY app, environment, number, seat
            """
        ) { (row) throws(StoreError) in
            let next = Key(game: try MatchTable.game(row), match: try row["number"])
            if let key, key != next {
                tables.append((key, participants))
                participants = []
            }
            key = next
            participants.append(try participant(row))
            return true
        }
        if let key { tables.append((key, participants)) }
        return tables
    }

    static func participants(
        of match: MatchNumber, of game: MatchGame, on connection: any SQLConnection
    ) throws(StoreError) -> [Participant] {
        try connection.rows(
            """
            SELECT \(columns) FROM match_seats WHERE \(MatchTable.isOf(game)) AND number = \(match) ORDER BY seat
            """, participant)
    }

    private static func participant(_ row: SQLRow) throws(StoreError) -> Participant {
        let (writes, turn): (DoneWrites, DoneWrites?) = (try row["writes"], try row["turn_write"])
        return Participant(
            status: try row["status"], player: try row["player"], outcome: try row["outcome"],
            lastTurn: try row["last_turn"], called: try row["called"], attributes: try row["attributes"],
            reminded: try row["reminded"], askedToQuit: try row["asked_to_quit"], isRemoved: try row["is_removed"],
            done: (turn?.writes ?? []) + writes.writes)
    }
}
