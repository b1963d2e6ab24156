import LaurelDomain
import LaurelStorage

/// Invitation links as rows of SQL.
enum FriendInvitationTable {
    private static let columns = "id, player, created, expires, uses_left"

    static func insert(
        _ code: SecretDigest, by player: PlayerNumber, created: Timestamp, expires: Timestamp, uses: Int,
        on connection: SQLiteConnection
    ) throws(StoreError) -> FriendInvitation {
        let insert = try connection.prepare(
            """
            INSERT INTO friend_invitations (digest, player, created, expires, uses_left) VALUES (?, ?, ?, ?, ?)
            """)
        insert.bind(1, blob: code.bytes)
        insert.bind(2, Int64(player.rawValue))
        insert.bind(3, created.milliseconds)
        insert.bind(4, expires.milliseconds)
        insert.bind(5, Int64(uses))
        try insert.run()
        return FriendInvitation(
            id: FriendInvitationID(connection.lastInsertedRow), player: player, created: created, expires: expires,
            usesLeft: uses)
    }

    /// Those of a player that are no good any more.
    static func removeOld(
        of player: PlayerNumber, at now: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) {
        let delete = try connection.prepare(
            "DELETE FROM friend_invitations WHERE player = ? AND (expires <= ? OR uses_left <= 0)")
        delete.bind(1, Int64(player.rawValue))
        delete.bind(2, now.milliseconds)
        try delete.run()
    }

    static func invitations(
        of player: PlayerNumber, at now: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) -> [FriendInvitation] {
        let select = try connection.prepare(
            """
            SELECT \(columns) FROM friend_invitations WHERE player = ? AND expires > ? AND uses_left > 0
            ORDER BY id DESC
            """)
        select.bind(1, Int64(player.rawValue))
        select.bind(2, now.milliseconds)
        defer { select.reset() }
        var invitations: [FriendInvitation] = []
        while try select.step() { invitations.append(try invitation(select)) }
        return invitations
    }

    static func invitation(
        _ code: SecretDigest, at now: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) -> FriendInvitation? {
        let select = try connection.prepare(
            "SELECT \(columns) FROM friend_invitations WHERE digest = ? AND expires > ? AND uses_left > 0")
        select.bind(1, blob: code.bytes)
        select.bind(2, now.milliseconds)
        defer { select.reset() }
        return try select.step() ? try invitation(select) : nil
    }

    private static func invitation(_ row: SQLiteStatement) throws(StoreError) -> FriendInvitation {
        FriendInvitation(
            id: FriendInvitationID(row.integer(0)), player: try row.player(1),
            created: Timestamp(clamping: row.integer(2)), expires: Timestamp(clamping: row.integer(3)),
            usesLeft: Int(clamping: row.integer(4)))
    }

    /// - Returns: whether it was the player's and there.
    static func remove(
        _ id: FriendInvitationID, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let delete = try connection.prepare("DELETE FROM friend_invitations WHERE id = ? AND player = ?")
        delete.bind(1, id.rawValue)
        delete.bind(2, Int64(player.rawValue))
        try delete.run()
        return connection.changedRows == 1
    }

    static func use(_ id: FriendInvitationID, on connection: SQLiteConnection) throws(StoreError) {
        let update = try connection.prepare("UPDATE friend_invitations SET uses_left = uses_left - 1 WHERE id = ?")
        update.bind(1, id.rawValue)
        try update.run()
    }
}
