import LaurelDomain
import LaurelStorage

/// The replays of scores. A row without a digest has let go of its bytes; its trace stays.
enum ScoreReplayTable {
    static func keep(
        _ replay: ScoreReplay, at place: ScoreReplayPlace, on connection: SQLiteConnection
    ) throws(StoreError) {
        try BlobTable.retain(replay.log, on: connection)
        let insert = try connection.prepare("INSERT INTO score_replays VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        bind(place, to: insert)
        insert.bind(4, replay.sequence.rawValue)
        insert.bind(5, replay.value)
        insert.bind(6, replay.isBest)
        insert.bind(7, replay.verification.map { Int64($0.rawValue) })
        insert.bind(8, replay.trace.map { Int64(bitPattern: $0) })
        insert.bind(9, blob: replay.log.digest.bytes)
        try insert.run()
        try letGo(of: place, keeping: replay.keptLimit, on: connection)
    }

    /// Of those that are neither among the last, nor the best, nor the last of a value that the player shares.
    private static func letGo(
        of place: ScoreReplayPlace, keeping limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) {
        let select = try connection.prepare(
            """
            SELECT sequence, digest FROM score_replays
            WHERE player = ?1 AND environment = ?2 AND leaderboard = ?3 AND digest IS NOT NULL
                AND sequence <> coalesce(
                    (SELECT max(sequence) FROM score_replays
                        WHERE player = ?1 AND environment = ?2 AND leaderboard = ?3 AND is_best = 1), -1)
                AND NOT (
                    EXISTS (SELECT 1 FROM shares
                        WHERE shares.player = ?1 AND shares.environment = ?2 AND shares.leaderboard = ?3
                            AND shares.value = score_replays.value)
                    AND sequence = (SELECT max(same.sequence) FROM score_replays AS same
                        WHERE same.player = ?1 AND same.environment = ?2 AND same.leaderboard = ?3
                            AND same.value = score_replays.value AND same.digest IS NOT NULL))
            ORDER BY sequence DESC LIMIT -1 OFFSET ?4
            """)
        bind(place, to: select)
        select.bind(4, Int64(limit))
        var old: [(sequence: Int64, digest: BlobDigest)] = []
        while try select.step() {
            if let digest = BlobDigest(select.blob(1)) { old.append((select.integer(0), digest)) }
        }
        select.reset()
        for replay in old {
            let update = try connection.prepare(
                """
                UPDATE score_replays SET digest = NULL
                WHERE player = ? AND environment = ? AND leaderboard = ? AND sequence = ?
                """)
            bind(place, to: update)
            update.bind(4, replay.sequence)
            try update.run()
            try BlobTable.release(replay.digest, on: connection)
        }
    }

    private static func bind(_ place: ScoreReplayPlace, to statement: SQLiteStatement) {
        statement.bind(1, Int64(place.player.rawValue))
        statement.bind(2, Int64(place.environment.rawValue))
        statement.bind(3, Int64(place.leaderboard.rawValue))
    }

    /// Of the last score of this value.
    static func last(
        at place: ScoreReplayPlace, value: Int64, on connection: SQLiteConnection
    ) throws(StoreError) -> StoredReplay? {
        let select = try connection.prepare(
            """
            SELECT player, environment, leaderboard, sequence, value, verification, digest FROM score_replays
            WHERE player = ? AND environment = ? AND leaderboard = ? AND value = ? AND digest IS NOT NULL
            ORDER BY sequence DESC LIMIT 1
            """)
        defer { select.reset() }
        bind(place, to: select)
        select.bind(4, value)
        return try select.step() ? try stored(select) : nil
    }

    static func all(
        of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> [StoredReplay] {
        let select = try connection.prepare(
            """
            SELECT player, environment, leaderboard, sequence, value, verification, digest FROM score_replays
            WHERE player = ? AND digest IS NOT NULL ORDER BY leaderboard, environment, sequence
            """)
        defer { select.reset() }
        select.bind(1, Int64(player.rawValue))
        var all: [StoredReplay] = []
        while try select.step() { all.append(try stored(select)) }
        return all
    }

    static func has(
        trace: UInt64, on leaderboard: LeaderboardNumber, _ environment: Environment, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let select = try connection.prepare(
            "SELECT 1 FROM score_replays WHERE trace = ?1 AND leaderboard = ?2 AND environment = ?3")
        defer { select.reset() }
        select.bind(1, Int64(bitPattern: trace))
        select.bind(2, Int64(leaderboard.rawValue))
        select.bind(3, Int64(environment.rawValue))
        return try select.step()
    }

    private static func stored(_ select: SQLiteStatement) throws(StoreError) -> StoredReplay {
        guard let player = UInt32(exactly: select.integer(0)),
            let environment = UInt8(exactly: select.integer(1)).flatMap(Environment.init(rawValue:)),
            let leaderboard = UInt32(exactly: select.integer(2)), let digest = BlobDigest(select.blob(6))
        else { throw .broken(reason: "a score's replay is invalid") }
        return StoredReplay(
            place: ScoreReplayPlace(
                player: PlayerNumber(player), leaderboard: LeaderboardNumber(leaderboard), environment: environment),
            sequence: JournalSequence(select.integer(3)), value: select.integer(4),
            verification: select.optionalInteger(5).flatMap { UInt8(exactly: $0) }
                .flatMap(Verification.init(rawValue:)),
            digest: digest)
    }

    // MARK: Going

    static func erase(_ player: PlayerNumber, on connection: SQLiteConnection) throws(StoreError) {
        try delete("player = ?1", on: connection) { $0.bind(1, Int64(player.rawValue)) }
    }

    static func move(
        _ source: LeaderboardNumber, to target: LeaderboardNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        // A row of a score is on one leaderboard alone, so none is in the way of another.
        try ChallengeTable.run(
            "UPDATE score_replays SET leaderboard = ?2 WHERE leaderboard = ?1", source, target, connection)
        try ChallengeTable.run(
            "UPDATE shares SET leaderboard = ?2 WHERE leaderboard = ?1", source, target, connection)
    }

    static func wipe(
        _ leaderboard: LeaderboardNumber, _ player: PlayerNumber?, _ environment: Environment,
        on connection: SQLiteConnection
    ) throws(StoreError) {
        try delete("leaderboard = ?1 AND environment = ?2 AND player = coalesce(?3, player)", on: connection) {
            $0.bind(1, Int64(leaderboard.rawValue))
            $0.bind(2, Int64(environment.rawValue))
            $0.bind(3, player.map { Int64($0.rawValue) })
        }
    }

    private static func delete(
        _ condition: String, on connection: SQLiteConnection, _ bind: (SQLiteStatement) -> Void
    ) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM score_replays WHERE \(condition) RETURNING digest")
        bind(delete)
        var replays: [BlobDigest] = []
        while try delete.step() { if let digest = BlobDigest(delete.blob(0)) { replays.append(digest) } }
        delete.reset()
        for replay in replays { try BlobTable.release(replay, on: connection) }
    }
}

/// Tickets that runs were handed in with, as long as they could be handed in again.
enum TicketTable {
    static func use(_ ticket: UsedTicket, at now: Timestamp, on connection: SQLiteConnection) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM used_tickets WHERE expires <= ?")
        delete.bind(1, now.milliseconds)
        try delete.run()
        let insert = try connection.prepare("INSERT OR REPLACE INTO used_tickets VALUES (?, ?)")
        insert.bind(1, Int64(bitPattern: ticket.number))
        insert.bind(2, ticket.expires.milliseconds)
        try insert.run()
    }

    static func all(after moment: Timestamp, on connection: SQLiteConnection) throws(StoreError) -> [UsedTicket] {
        let select = try connection.prepare("SELECT number, expires FROM used_tickets WHERE expires > ?")
        defer { select.reset() }
        select.bind(1, moment.milliseconds)
        var all: [UsedTicket] = []
        while try select.step() {
            all.append(
                UsedTicket(
                    number: UInt64(bitPattern: select.integer(0)), expires: Timestamp(clamping: select.integer(1))))
        }
        return all
    }
}
