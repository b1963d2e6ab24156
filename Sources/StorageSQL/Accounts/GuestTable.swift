import LaurelDomain
import LaurelStorage

/// Guests and their secrets as rows of SQL. A row stays when its guest is upgraded: the secret is known, and signs
/// nobody in.
enum GuestTable {
    private static let columns: SQL = "player, app, last_seen, upgraded"

    static func record(
        _ secret: SecretDigest, on connection: any SQLConnection
    ) throws(StoreError) -> GuestRecord? {
        try connection.first("SELECT \(columns) FROM guests WHERE digest = \(secret)", row)
    }

    static func isGuest(_ player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) -> Bool {
        try connection.has("SELECT 1 FROM guests WHERE player = \(player) AND upgraded IS NULL")
    }

    /// Whether it is decided that they become part of an account (rule 1.13).
    static func isMerging(_ player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) -> Bool {
        try GuestMergeTable.unfinished(of: player, on: connection) != nil
    }

    static func insert(
        _ secret: SecretDigest, of app: AppNumber?, as player: PlayerNumber, at now: Timestamp,
        on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            .insert(into: "guests", ["player": player, "digest": secret, "app": app, "last_seen": now]))
    }

    /// Moves the moment forward, never back; nothing happens for other players.
    static func noteSeen(
        _ player: PlayerNumber, at moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("UPDATE guests SET last_seen = \(moment) WHERE player = \(player) AND last_seen < \(moment)")
    }

    static func noteUpgrade(
        of player: PlayerNumber, at moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("UPDATE guests SET upgraded = \(moment) WHERE player = \(player)")
    }

    /// Upgraded ones whose scores may wait still, in order of number.
    static func unreleased(limit: Int, on connection: any SQLConnection) throws(StoreError) -> [PlayerNumber] {
        try connection.values(
            """
            SELECT player FROM guests WHERE upgraded IS NOT NULL AND released IS NULL
            ORDER BY player LIMIT \(SQLPage.limit(limit))
            """)
    }

    static func noteReleased(
        _ player: PlayerNumber, at moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            "UPDATE guests SET released = \(moment) WHERE player = \(player) AND upgraded IS NOT NULL")
    }

    static func guests(
        after player: PlayerNumber?, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [PlayerNumber] {
        try connection.values(
            """
            SELECT player FROM guests WHERE player > \(SQLPage.after(player)) AND upgraded IS NULL
            ORDER BY player LIMIT \(SQLPage.limit(limit))
            """)
    }

    private static func hasNoSession(since moment: Timestamp) -> SQL {
        "NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.player = guests.player AND last_used >= \(moment))"
    }

    /// Whom an import made waits for its owner, however long.
    private static let isNoImport: SQL =
        "NOT EXISTS (SELECT 1 FROM foreign_players WHERE foreign_players.player = guests.player)"

    static func isUnseen(
        _ player: PlayerNumber, since moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.has(
            """
            SELECT 1 FROM guests WHERE player = \(player) AND upgraded IS NULL AND last_seen < \(moment)
                AND \(hasNoSession(since: moment)) AND \(isNoImport)
            """)
    }

    /// A session that lives on keeps its player seen, whatever the row says.
    static func unseen(
        since moment: Timestamp, after last: GuestRecord?, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [GuestRecord] {
        let from = last?.lastSeen ?? .first
        return try connection.rows(
            """
            SELECT \(columns) FROM guests
            WHERE upgraded IS NULL AND last_seen >= \(from) AND last_seen < \(moment)
                AND (last_seen > \(from) OR player > \(SQLPage.after(last?.player)))
                AND \(hasNoSession(since: moment)) AND \(isNoImport)
            ORDER BY last_seen, player LIMIT \(SQLPage.limit(limit))
            """, row)
    }

    /// Of a statement that selects ``columns``.
    private static func row(_ row: SQLRow) throws(StoreError) -> GuestRecord {
        GuestRecord(
            player: try row["player"], app: try row["app"], lastSeen: try row["last_seen"],
            upgraded: try row["upgraded"])
    }
}
