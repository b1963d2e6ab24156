import LaurelDomain
import LaurelStorage

/// Invitation links as rows of SQL.
enum FriendInvitationTable {
    private static let columns: SQL = "id, player, created, expires, uses_left"

    static func insert(
        _ code: SecretDigest, by player: PlayerNumber, created: Timestamp, expires: Timestamp, uses: Int,
        on connection: any SQLConnection
    ) throws(StoreError) -> FriendInvitation {
        let insert = SQL.insert(
            into: "friend_invitations",
            ["digest": code, "player": player, "created": created, "expires": expires, "uses_left": uses])
        return FriendInvitation(
            id: try connection.newNumber("\(insert) RETURNING id"), player: player, created: created,
            expires: expires, usesLeft: uses)
    }

    /// Those of a player that are no good any more.
    static func removeOld(
        of player: PlayerNumber, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            "DELETE FROM friend_invitations WHERE player = \(player) AND (expires <= \(now) OR uses_left <= 0)")
    }

    static func invitations(
        of player: PlayerNumber, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> [FriendInvitation] {
        try connection.rows(
            """
            SELECT \(columns) FROM friend_invitations
            WHERE player = \(player) AND expires > \(now) AND uses_left > 0 ORDER BY id DESC
            """, invitation)
    }

    static func invitation(
        _ code: SecretDigest, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> FriendInvitation? {
        guard let known = try known(code, at: now, on: connection), known.usesLeft > 0 else { return nil }
        return known
    }

    /// It may be used up.
    static func known(
        _ code: SecretDigest, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> FriendInvitation? {
        try connection.first(
            "SELECT \(columns) FROM friend_invitations WHERE digest = \(code) AND expires > \(now)", invitation)
    }

    private static func invitation(_ row: SQLRow) throws(StoreError) -> FriendInvitation {
        FriendInvitation(
            id: try row["id"], player: try row["player"], created: try row["created"], expires: try row["expires"],
            usesLeft: try row["uses_left"])
    }

    /// - Returns: whether it was the player's and there.
    static func remove(
        _ id: FriendInvitationID, of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.run("DELETE FROM friend_invitations WHERE id = \(id) AND player = \(player)") == 1
    }

    static func use(_ id: FriendInvitationID, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("UPDATE friend_invitations SET uses_left = uses_left - 1 WHERE id = \(id)")
    }
}
