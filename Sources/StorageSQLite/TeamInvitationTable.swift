import LaurelDomain
import LaurelStorage

/// Invitations into teams, and to found one, as rows of SQL.
enum TeamInvitationTable {
    private static let columns = "id, team, role, player, maker, created, expires"

    /// Those that are past their time go with it.
    static func insert(
        _ invitation: NewTeamInvitation, on connection: SQLiteConnection
    ) throws(StoreError) -> TeamInvitation {
        let sweep = try connection.prepare("DELETE FROM team_invitations WHERE expires <= ?")
        sweep.bind(1, invitation.created.milliseconds)
        try sweep.run()
        let insert = try connection.prepare(
            """
            INSERT INTO team_invitations (digest, team, role, player, maker, created, expires)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
        insert.bind(1, blob: invitation.digest.bytes)
        insert.bind(2, invitation.place.map { Int64($0.team.rawValue) })
        insert.bind(3, invitation.place.map { Int64($0.role.rawValue) })
        insert.bind(4, invitation.player.map { Int64($0.rawValue) })
        insert.bind(5, invitation.maker.map { Int64($0.rawValue) })
        insert.bind(6, invitation.created.milliseconds)
        insert.bind(7, invitation.expires.milliseconds)
        try insert.run()
        return invitation.numbered(TeamInvitationID(connection.lastInsertedRow))
    }

    static func all(
        of scope: TeamInvitationScope, at moment: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) -> [TeamInvitation] {
        let (column, number) =
            switch scope {
            case .team(let team): ("team", team.rawValue)
            case .player(let player): ("player", player.rawValue)
            }
        let select = try connection.prepare(
            "SELECT \(columns) FROM team_invitations WHERE \(column) = ? AND expires > ? ORDER BY id")
        defer { select.reset() }
        select.bind(1, Int64(number))
        select.bind(2, moment.milliseconds)
        var found: [TeamInvitation] = []
        while try select.step() { found.append(try invitation(select)) }
        return found
    }

    static func find(
        _ code: SecretDigest, at moment: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) -> TeamInvitation? {
        let select = try connection.prepare(
            "SELECT \(columns) FROM team_invitations WHERE digest = ? AND expires > ?")
        defer { select.reset() }
        select.bind(1, blob: code.bytes)
        select.bind(2, moment.milliseconds)
        return try select.step() ? try invitation(select) : nil
    }

    /// - Returns: whether there was one.
    static func remove(_ id: TeamInvitationID, on connection: SQLiteConnection) throws(StoreError) -> Bool {
        let delete = try connection.prepare("DELETE FROM team_invitations WHERE id = ?")
        delete.bind(1, id.rawValue)
        try delete.run()
        return connection.changedRows == 1
    }

    static func remove(
        _ id: TeamInvitationID, of team: TeamNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let delete = try connection.prepare("DELETE FROM team_invitations WHERE id = ? AND team = ?")
        delete.bind(1, id.rawValue)
        delete.bind(2, Int64(team.rawValue))
        try delete.run()
        return connection.changedRows == 1
    }

    private static func invitation(_ row: SQLiteStatement) throws(StoreError) -> TeamInvitation {
        let place =
            row.isNull(1) ? nil : TeamInvitation.Place(team: try row.team(1), role: try row.role(2))
        return TeamInvitation(
            id: TeamInvitationID(row.integer(0)), place: place, player: try row.optionalPlayer(3),
            maker: try row.optionalPlayer(4), created: Timestamp(clamping: row.integer(5)),
            expires: Timestamp(clamping: row.integer(6)))
    }
}
