import LaurelDomain
import LaurelStorage

/// Invitations into teams, and to found one, as rows of SQL.
enum TeamInvitationTable {
    private static let columns: SQL = "id, team, role, player, maker, created, expires"

    /// Those that are past their time go with it.
    static func insert(
        _ invitation: NewTeamInvitation, on connection: any SQLConnection
    ) throws(StoreError) -> TeamInvitation {
        try connection.run("DELETE FROM team_invitations WHERE expires <= \(invitation.created)")
        let insert = SQL.insert(
            into: "team_invitations",
            [
                "digest": invitation.digest, "team": invitation.membership?.team, "role": invitation.membership?.role,
                "player": invitation.player, "maker": invitation.maker, "created": invitation.created,
                "expires": invitation.expires,
            ])
        return invitation.numbered(try connection.newNumber("\(insert) RETURNING id"))
    }

    static func all(
        of scope: TeamInvitationScope, at moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> [TeamInvitation] {
        let condition: SQL =
            switch scope {
            case .team(let team): "team = \(team)"
            case .player(let player): "player = \(player)"
            }
        return try connection.rows(
            "SELECT \(columns) FROM team_invitations WHERE \(condition) AND expires > \(moment) ORDER BY id", row)
    }

    static func find(
        _ code: SecretDigest, at moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> TeamInvitation? {
        try connection.first(
            "SELECT \(columns) FROM team_invitations WHERE digest = \(code) AND expires > \(moment)", row)
    }

    /// - Returns: whether there was one.
    static func remove(_ id: TeamInvitationID, on connection: any SQLConnection) throws(StoreError) -> Bool {
        try connection.run("DELETE FROM team_invitations WHERE id = \(id)") == 1
    }

    static func remove(
        _ id: TeamInvitationID, of team: TeamNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.run("DELETE FROM team_invitations WHERE id = \(id) AND team = \(team)") == 1
    }

    private static func row(_ row: SQLRow) throws(StoreError) -> TeamInvitation {
        let team: TeamNumber? = try row["team"]
        var membership: TeamInvitation.Membership?
        if let team { membership = TeamInvitation.Membership(team: team, role: try row["role"]) }
        return TeamInvitation(
            id: try row["id"], membership: membership, player: try row["player"], maker: try row["maker"],
            created: try row["created"], expires: try row["expires"])
    }
}
