import LaurelDomain
import LaurelMatches
import LaurelStorage

/// Archived matches of a game as rows of SQL, each with its data, and who sat there (``MatchArchive``).
///
/// A seat whose player took part has a position: one more than that player's last in the game. So which match is one
/// too many for somebody is one look into an index, however many they have, and a commit that only writes can find it.
/// docs/decisions/0074-match-archive.md.
struct MatchArchiveTable {
    let game: MatchGame

    private func isOf(_ table: SQL) -> SQL {
        "\(table).app = \(game.app) AND \(table).environment = \(game.environment)"
    }

    // MARK: What commits write

    /// Copies a match as the store has it, for the caller to delete what it was copied from. What that makes one too
    /// many for its players goes. It reads nothing back: facts of a commit are one round trip.
    ///
    /// - Parameter played: the seats whose players took part. Without anybody there the match isn't kept.
    func take(_ number: MatchNumber, played: [Seat], on connection: any SQLConnection) throws(StoreError) {
        guard !played.isEmpty else { return }
        // Locks the row: what a moderator takes down meanwhile comes before the copy, or finds the match gone.
        try connection.run(
            "UPDATE matches SET version = version WHERE \(MatchTable.isOf(game)) AND number = \(number)")
        // Numbers are never given again: a row that is there is this match.
        try connection.run(
            """
            INSERT INTO archived_matches (app, environment, number, player_group, created, rematch_of, version,
                turn_version, turns_ended, ended, rematch, rematch_asked, message_seat, message, last_exchange, data)
            SELECT m.app, m.environment, m.number, m.player_group, m.created, m.rematch_of, m.version, m.turn_version,
                m.turns_ended, m.ended, m.rematch, m.rematch_asked, m.message_seat, m.message, m.last_exchange, d.data
            FROM matches AS m LEFT JOIN match_data AS d
                ON d.app = m.app AND d.environment = m.environment AND d.number = m.number
            WHERE \(isOf("m")) AND m.number = \(number) AND EXISTS (
                SELECT 1 FROM match_seats AS p WHERE \(isOf("p")) AND p.number = \(number) AND p.player IS NOT NULL
                    AND p.seat IN (\(list: played)))
            ON CONFLICT DO NOTHING
            """)
        try connection.run(
            """
            INSERT INTO archived_seats (app, environment, number, seat, status, player, outcome, last_turn, called,
                attributes, is_removed, position)
            SELECT s.app, s.environment, s.number, s.seat, s.status, s.player, s.outcome, s.last_turn, s.called,
                s.attributes, s.is_removed, CASE WHEN s.player IS NOT NULL AND s.seat IN (\(list: played))
                    THEN 1 + coalesce((\(Self.lastPosition(of: "s"))), 0) END
            FROM match_seats AS s
            WHERE \(isOf("s")) AND s.number = \(number) AND EXISTS (
                SELECT 1 FROM archived_matches AS k WHERE \(isOf("k")) AND k.number = \(number))
            ON CONFLICT DO NOTHING
            """)
        try deleteUnkept(formerOnes(of: number), on: connection)
    }

    /// The position of the latest match of a seat's player in the game.
    private static func lastPosition(of seat: SQL) -> SQL {
        """
        SELECT max(a.position) FROM archived_seats AS a WHERE a.player = \(seat).player AND a.app = \(seat).app
            AND a.environment = \(seat).environment AND a.position IS NOT NULL
        """
    }

    /// Matches that were somebody's oldest until this one came, for ``deleteUnkept(_:on:)``.
    private func formerOnes(of number: MatchNumber) -> SQL {
        """
        SELECT latest.app + 0, latest.environment + 0, (
            SELECT former.number FROM archived_seats AS former
            WHERE former.player = latest.player AND former.app = latest.app
                AND former.environment = latest.environment
                AND former.position = latest.position - \(MatchLimits.archivedMatches))
        FROM archived_seats AS latest WHERE \(isOf("latest")) AND latest.number = \(number)
        """
    }

    /// This match, for ``deleteUnkept(_:on:)``.
    private func one(_ number: MatchNumber) -> SQL {
        """
        SELECT one.app + 0, one.environment + 0, one.number FROM archived_seats AS one
        WHERE \(isOf("one")) AND one.number = \(number)
        """
    }

    /// Deletes those of some matches that are among the latest of nobody who took part in them.
    ///
    /// `OFFSET 0` and `+ 0` keep PostgreSQL from looking at all of the archive for these few, while it knows little of
    /// the tables: an `EXISTS` with the one is no join, and what has the other is no constant to begin with.
    ///
    /// - Parameter matches: rows of app, environment and number.
    private func deleteUnkept(_ matches: SQL, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            """
            DELETE FROM archived_matches
            WHERE (app, environment, number) IN (\(matches)) AND NOT EXISTS (
                SELECT 1 FROM archived_seats AS s
                WHERE s.app = archived_matches.app AND s.environment = archived_matches.environment
                    AND s.number = archived_matches.number
                    AND s.position > (\(Self.lastPosition(of: "s"))) - \(MatchLimits.archivedMatches)
                LIMIT 1 OFFSET 0)
            """)
        try connection.run(
            """
            DELETE FROM archived_seats
            WHERE (app, environment, number) IN (\(matches)) AND NOT EXISTS (
                SELECT 1 FROM archived_matches AS m
                WHERE m.app = archived_seats.app AND m.environment = archived_seats.environment
                    AND m.number = archived_seats.number
                LIMIT 1 OFFSET 0)
            """)
    }

    // MARK: Reading

    func record(_ number: MatchNumber, on connection: any SQLConnection) throws(StoreError) -> MatchRecord? {
        let participants = try connection.rows(
            """
            SELECT status, player, outcome, last_turn, called, attributes, is_removed FROM archived_seats
            WHERE \(MatchTable.isOf(game)) AND number = \(number) ORDER BY seat
            """
        ) { (row) throws(StoreError) in
            Participant(
                status: try row["status"], player: try row["player"], outcome: try row["outcome"],
                lastTurn: try row["last_turn"], called: try row["called"], attributes: try row["attributes"],
                reminded: nil, askedToQuit: nil, isRemoved: try row["is_removed"], done: [])
        }
        return try connection.first(
            """
            SELECT number, player_group, created, rematch_of, version, turn_version, turns_ended, ended, rematch,
                rematch_asked, message_seat, message, last_exchange, data FROM archived_matches
            WHERE \(MatchTable.isOf(game)) AND number = \(number)
            """
        ) { (row) throws(StoreError) in
            let (data, message): ([UInt8]?, MessageBytes?) = (try row["data"], try row["message"])
            let old: MatchNumber? = try row["rematch_of"]
            return MatchRecord(
                match: Match(
                    number: try row["number"], group: try row["player_group"], created: try row["created"],
                    origin: old.map { .rematch(of: $0) } ?? .request, participants: participants,
                    version: try row["version"], turnVersion: try row["turn_version"], turn: nil,
                    turnsEnded: try row["turns_ended"], dataBytes: data?.count ?? 0,
                    messageSeat: try row["message_seat"], exchanges: [], lastExchange: try row["last_exchange"],
                    ended: try row["ended"], rematch: try MatchTable.rematch(row), invitation: nil),
                data: data ?? [], message: message?.message, exchanges: [:], replies: [:])
        }
    }

    static func games(of player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) -> [MatchGame] {
        try connection.rows(
            "SELECT DISTINCT app, environment FROM archived_seats WHERE player = \(player)", MatchTable.game)
    }

    func numbers(
        of player: PlayerNumber, after number: MatchNumber, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [MatchNumber] {
        try connection.values(
            """
            SELECT number FROM archived_seats WHERE player = \(player) AND \(MatchTable.isOf(game))
                AND number > \(number) ORDER BY number LIMIT \(max(0, limit))
            """)
    }

    func count(of player: PlayerNumber?, on connection: any SQLConnection) throws(StoreError) -> Int {
        if let player {
            return try connection.number(
                "SELECT count(*) FROM archived_seats WHERE player = \(player) AND \(MatchTable.isOf(game))")
        }
        return try connection.number("SELECT count(*) FROM archived_matches WHERE \(MatchTable.isOf(game))")
    }

    // MARK: Deleting and merging

    /// - Returns: how many went.
    func remove(
        of player: PlayerNumber?, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        let going: [MatchNumber]
        if let player {
            going = try numbers(of: player, after: MatchNumber(0), limit: limit, on: connection)
        } else {
            going = try connection.values(
                """
                SELECT number FROM archived_matches WHERE \(MatchTable.isOf(game)) ORDER BY number
                LIMIT \(max(0, limit))
                """)
        }
        for number in going {
            for table: SQL in ["archived_matches", "archived_seats"] {
                try connection.run("DELETE FROM \(table) WHERE \(MatchTable.isOf(game)) AND number = \(number)")
            }
        }
        return going.count
    }

    /// - Returns: of how many matches the player's number went.
    static func erase(
        _ player: PlayerNumber, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        let seats = try connection.rows(
            """
            SELECT app, environment, number, seat FROM archived_seats WHERE player = \(player)
            ORDER BY app, environment, number LIMIT \(max(0, limit))
            """
        ) { (row) throws(StoreError) -> (game: MatchGame, match: MatchNumber, seat: Seat) in
            (try MatchTable.game(row), try row["number"], try row["seat"])
        }
        for (game, match, seat) in seats {
            let isHere: SQL = "\(MatchTable.isOf(game)) AND number = \(match)"
            try connection.run(
                """
                UPDATE archived_matches SET message = NULL, message_seat = NULL
                WHERE \(isHere) AND message_seat = \(seat)
                """)
            try connection.run(
                "UPDATE archived_seats SET player = NULL, position = NULL WHERE \(isHere) AND seat = \(seat)")
            let archive = MatchArchiveTable(game: game)
            try archive.deleteUnkept(archive.one(match), on: connection)
        }
        return seats.count
    }

    /// - Returns: the last match that was looked at; nil: there was none.
    func merge(
        _ guest: PlayerNumber, into account: PlayerNumber, apartFrom blocks: Set<PlayerNumber>,
        after number: MatchNumber, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> MatchNumber? {
        let found = try numbers(of: guest, after: number, limit: limit, on: connection)
        for number in found {
            let isHere: SQL = "\(MatchTable.isOf(game)) AND number = \(number)"
            let others: [PlayerNumber] = try connection.values(
                "SELECT player FROM archived_seats WHERE \(isHere) AND player IS NOT NULL")
            guard !others.contains(account), blocks.isDisjoint(with: others) else { continue }
            let last = try connection.value(
                """
                SELECT max(position) FROM archived_seats WHERE player = \(account) AND \(MatchTable.isOf(game))
                    AND position IS NOT NULL
                """, of: Int64.self)
            // Where the guest took no part, the account hasn't either: the seat has no position.
            try connection.run(
                """
                UPDATE archived_seats
                SET player = \(account), position = CASE WHEN position IS NULL THEN position ELSE \((last ?? 0) + 1) END
                WHERE \(isHere) AND player = \(guest)
                """)
            try deleteUnkept(formerOnes(of: number), on: connection)
        }
        return found.last
    }
}
