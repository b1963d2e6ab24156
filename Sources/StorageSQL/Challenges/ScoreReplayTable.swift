import LaurelDomain
import LaurelStorage

/// The replays of scores. A row without a digest has let go of its bytes; its trace stays.
enum ScoreReplayTable {
    private static let columns: SQL = "player, environment, leaderboard, sequence, value, verification, digest"

    private static func isAt(_ key: ScoreReplayKey) -> SQL {
        "player = \(key.player) AND environment = \(key.environment) AND leaderboard = \(key.leaderboard)"
    }

    static func keep(
        _ replay: ScoreReplay, at key: ScoreReplayKey, on connection: any SQLConnection
    ) throws(StoreError) {
        try BlobTable.retain(replay.log, on: connection)
        try connection.run(
            .insert(
                into: "score_replays",
                [
                    "player": key.player, "environment": key.environment, "leaderboard": key.leaderboard,
                    "sequence": replay.sequence, "value": replay.value, "is_best": replay.isBest,
                    "verification": replay.verification, "trace": replay.trace.map { Int64(bitPattern: $0) },
                    "digest": replay.log.digest,
                ]))
        try letGo(of: key, keeping: replay.keptLimit, on: connection)
    }

    /// Of those that are neither among the last, nor the best, nor the last of a value that the player shares.
    private static func letGo(
        of key: ScoreReplayKey, keeping limit: Int, on connection: any SQLConnection
    ) throws(StoreError) {
        let (player, environment, leaderboard) = (key.player, key.environment, key.leaderboard)
        let old: SQL = """
            SELECT sequence, digest FROM score_replays
            WHERE \(isAt(key)) AND digest IS NOT NULL
                AND sequence <> coalesce(
                    (SELECT max(sequence) FROM score_replays WHERE \(isAt(key)) AND is_best = 1), -1)
                AND NOT (
                    EXISTS (SELECT 1 FROM shares
                        WHERE shares.player = \(player) AND shares.environment = \(environment)
                            AND shares.leaderboard = \(leaderboard) AND shares.value = score_replays.value)
                    AND sequence = (SELECT max(same.sequence) FROM score_replays AS same
                        WHERE same.player = \(player) AND same.environment = \(environment)
                            AND same.leaderboard = \(leaderboard)
                            AND same.value = score_replays.value AND same.digest IS NOT NULL))
            ORDER BY sequence DESC LIMIT \(SQLPage.allRows) OFFSET \(limit)
            """
        try BlobTable.release("SELECT digest FROM (\(old)) AS old", on: connection)
        try connection.run(
            """
            UPDATE score_replays SET digest = NULL
            WHERE \(isAt(key)) AND sequence IN (SELECT sequence FROM (\(old)) AS old)
            """)
    }

    /// Of the last score of this value.
    static func last(
        at key: ScoreReplayKey, value: Int64, on connection: any SQLConnection
    ) throws(StoreError) -> StoredReplay? {
        try connection.first(
            """
            SELECT \(columns) FROM score_replays WHERE \(isAt(key)) AND value = \(value) AND digest IS NOT NULL
            ORDER BY sequence DESC LIMIT 1
            """, stored)
    }

    static func all(
        of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> [StoredReplay] {
        try connection.rows(
            """
            SELECT \(columns) FROM score_replays WHERE player = \(player) AND digest IS NOT NULL
            ORDER BY leaderboard, environment, sequence
            """, stored)
    }

    static func has(
        trace: UInt64, on leaderboard: LeaderboardNumber, _ environment: Environment, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.has(
            """
            SELECT 1 FROM score_replays WHERE trace IS NOT NULL AND trace = \(Int64(bitPattern: trace))
                AND leaderboard = \(leaderboard) AND environment = \(environment)
            """)
    }

    private static func stored(_ row: SQLRow) throws(StoreError) -> StoredReplay {
        StoredReplay(
            key: ScoreReplayKey(
                player: try row["player"], leaderboard: try row["leaderboard"], environment: try row["environment"]),
            sequence: try row["sequence"], value: try row["value"], verification: try row["verification"],
            digest: try row["digest"])
    }

    // MARK: Going

    /// Nothing happens for a score without one.
    static func move(_ move: ScoreReplayMove, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            """
            UPDATE score_replays SET player = \(move.target.player), leaderboard = \(move.target.leaderboard),
                sequence = \(move.sequence), is_best = \(move.isBest)
            WHERE \(isAt(move.source)) AND sequence = \(move.sourceSequence)
            """)
        try letGo(of: move.target, keeping: ReplayLimits.kept, on: connection)
    }

    static func erase(_ player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) {
        try delete("player = \(player)", on: connection)
    }

    static func move(
        _ source: LeaderboardNumber, to target: LeaderboardNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        // A row of a score is on one leaderboard alone, so none conflicts with another.
        try connection.run("UPDATE score_replays SET leaderboard = \(target) WHERE leaderboard = \(source)")
        try connection.run("UPDATE shares SET leaderboard = \(target) WHERE leaderboard = \(source)")
    }

    static func wipe(
        _ leaderboard: LeaderboardNumber, _ player: PlayerNumber?, _ environment: Environment,
        on connection: any SQLConnection
    ) throws(StoreError) {
        var condition: SQL = "leaderboard = \(leaderboard) AND environment = \(environment)"
        if let player { condition = "\(condition) AND player = \(player)" }
        try delete(condition, on: connection)
    }

    private static func delete(_ condition: SQL, on connection: any SQLConnection) throws(StoreError) {
        try BlobTable.release(
            "SELECT digest FROM score_replays WHERE digest IS NOT NULL AND \(condition)", on: connection)
        try connection.run("DELETE FROM score_replays WHERE \(condition)")
    }
}

/// Tickets that runs were handed in with, as long as they could be handed in again.
enum TicketTable {
    static func use(_ ticket: UsedTicket, at now: Timestamp, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM used_tickets WHERE expires <= \(now)")
        try connection.run(
            .insert(
                into: "used_tickets",
                ["number": Int64(bitPattern: ticket.number), "expires": ticket.expires],
                ifThere: .takesOver(key: ["number"])))
    }

    static func all(after moment: Timestamp, on connection: any SQLConnection) throws(StoreError) -> [UsedTicket] {
        try connection.rows("SELECT number, expires FROM used_tickets WHERE expires > \(moment)") {
            row throws(StoreError) in
            let number: Int64 = try row["number"]
            return UsedTicket(number: UInt64(bitPattern: number), expires: try row["expires"])
        }
    }
}
