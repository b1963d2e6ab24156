import LaurelDomain
import LaurelStorage

/// Players from elsewhere as rows of SQL. The row of one who was erased keeps the digest alone.
enum ForeignPlayerTable {
    private static let columns: SQL = """
        foreign_players.app AS app, foreign_players.digest AS digest, foreign_players.foreign_id AS foreign_id,
        foreign_players.player AS player, foreign_players.generation AS generation,
        (SELECT count(*) FROM guests WHERE guests.player = foreign_players.player AND upgraded IS NULL) AS is_unclaimed
        """

    static func players(
        _ digests: [SecretDigest], of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) -> [ForeignPlayer] {
        guard !digests.isEmpty else { return [] }
        return try connection.rows(
            "SELECT \(columns) FROM foreign_players WHERE app = \(app) AND digest IN (\(list: digests))", row)
    }

    static func has(
        _ digest: SecretDigest, of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.has("SELECT 1 FROM foreign_players WHERE app = \(app) AND digest = \(digest)")
    }

    static func insert(
        _ new: NewForeignPlayer, as player: PlayerNumber, of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            .insert(
                into: "foreign_players",
                ["app": app, "digest": new.digest, "foreign_id": new.id.text, "player": player, "generation": Int64(0)]
            ))
    }

    static func unclaimed(
        of app: AppNumber, after digest: SecretDigest?, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [ForeignPlayer] {
        try connection.rows(
            """
            SELECT \(columns) FROM foreign_players JOIN guests ON guests.player = foreign_players.player
            WHERE foreign_players.app = \(app) AND foreign_players.digest > \(digest?.bytes ?? [])
                AND guests.upgraded IS NULL
            ORDER BY foreign_players.digest LIMIT \(SQLPage.limit(limit))
            """, row)
    }

    static func identities(
        of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> [ForeignPlayer] {
        try connection.rows(
            "SELECT \(columns) FROM foreign_players WHERE player = \(player) ORDER BY app, digest", row)
    }

    static func renew(
        _ player: ForeignPlayer, _ secret: SecretDigest, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        guard let known = try players([player.digest], of: player.app, on: connection).first,
            known.generation == player.generation, known.isUnclaimed, let guest = known.player,
            try !GuestTable.isMerging(guest, on: connection)
        else { return false }
        try connection.run(
            """
            UPDATE foreign_players SET generation = generation + 1
            WHERE app = \(player.app) AND digest = \(player.digest)
            """)
        try connection.run("UPDATE guests SET digest = \(secret) WHERE player = \(guest)")
        return true
    }

    /// Of a statement that selects ``columns``.
    private static func row(_ row: SQLRow) throws(StoreError) -> ForeignPlayer {
        let id: String? = try row["foreign_id"]
        return ForeignPlayer(
            app: try row["app"], digest: try row["digest"], id: id.flatMap { ForeignPlayerID($0) },
            player: try row["player"], generation: try row["generation"], isUnclaimed: try row["is_unclaimed"])
    }
}
