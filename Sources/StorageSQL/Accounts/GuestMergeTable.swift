import LaurelDomain
import LaurelStorage

/// Guests who become part of accounts, as rows of SQL. A row outlives its guest: their secret leads to the account.
enum GuestMergeTable {
    private static let columns: SQL = "guest, player, receipt, requested, empty_queue, takes_friends, finished"

    static func merge(_ secret: SecretDigest, on connection: any SQLConnection) throws(StoreError) -> GuestMerge? {
        try connection.first("SELECT \(columns) FROM guest_merges WHERE digest = \(secret)", row)
    }

    static func unfinished(
        of guest: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> GuestMerge? {
        try connection.first("SELECT \(columns) FROM guest_merges WHERE guest = \(guest) AND finished IS NULL", row)
    }

    static func unfinished(
        into account: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> [GuestMerge] {
        try connection.rows(
            "SELECT \(columns) FROM guest_merges WHERE player = \(account) AND finished IS NULL ORDER BY guest", row)
    }

    static func unfinished(on connection: any SQLConnection) throws(StoreError) -> [GuestMerge] {
        try connection.rows("SELECT \(columns) FROM guest_merges WHERE finished IS NULL ORDER BY guest", row)
    }

    /// Of the queues of games that they are signed in to, the one that was empty longest ago, before their sessions
    /// end: it isn't said which of them is merged.
    static func lastEmptyQueue(
        of guest: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Timestamp? {
        try connection.value(
            """
            SELECT min(coalesce(device_queues.emptied, devices.empty_queue, 0))
            FROM \(SessionTable.withDevices) WHERE sessions.player = \(guest) AND sessions.app IS NOT NULL
            """)
    }

    static func insert(
        _ merge: GuestMerge, _ secret: SecretDigest, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            .insert(
                into: "guest_merges",
                [
                    "guest": merge.guest, "digest": secret, "player": merge.account, "receipt": merge.receipt,
                    "requested": merge.requested, "empty_queue": merge.emptyQueue,
                    "takes_friends": merge.takesFriends,
                ]))
    }

    static func finish(
        _ merge: GuestMerge, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("UPDATE guest_merges SET finished = \(now) WHERE guest = \(merge.guest)")
    }

    /// What is the account's from now on. What it has already stays the guest's, and goes.
    static func move(_ merge: GuestMerge, on connection: any SQLConnection) throws(StoreError) {
        let (guest, account) = (merge.guest, merge.account)
        try connection.run(
            """
            UPDATE saved_games SET player = \(account) WHERE player = \(guest) AND NOT EXISTS (
                SELECT 1 FROM saved_games AS own WHERE own.player = \(account) AND own.app = saved_games.app
                    AND own.environment = saved_games.environment AND own.id = saved_games.id)
            """)
        try connection.run(
            """
            INSERT INTO likes (player, app, since) SELECT \(account), app, since FROM likes WHERE player = \(guest)
            ON CONFLICT DO NOTHING
            """)
        try connection.run("UPDATE foreign_players SET player = \(account) WHERE player = \(guest)")
        try connection.run("UPDATE shares SET player = \(account) WHERE player = \(guest)")
        try connection.run("DELETE FROM notices WHERE player = \(account) AND about = \(guest)")
        try connection.run("UPDATE notices SET about = \(account) WHERE about = \(guest)")
        try ReportTable.moveReports(by: guest, to: account, on: connection)
        try ReportTable.moveMessages(of: guest, to: account, on: connection)
    }

    private static func row(_ row: SQLRow) throws(StoreError) -> GuestMerge {
        GuestMerge(
            guest: try row["guest"], account: try row["player"], receipt: try row["receipt"],
            requested: try row["requested"], emptyQueue: try row["empty_queue"],
            takesFriends: try row["takes_friends"], finished: try row["finished"])
    }
}
