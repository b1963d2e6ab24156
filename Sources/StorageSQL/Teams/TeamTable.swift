import LaurelDomain
import LaurelStorage

/// Teams and their members as rows of SQL.
enum TeamTable {
    private static let table = SQLTable<Team>(
        "teams", key: "number",
        columns: [
            .once("number") { $0.number }, .once("id") { $0.id }, SQLColumn("name", \.name),
            SQLColumn("requires_two_factor", \.requiresTwoFactor),
        ]
    ) { row throws(StoreError) in
        Team(number: try row["number"], id: try row["id"], name: "")
    }

    static func records(on connection: any SQLConnection) throws(StoreError) -> TeamRecords {
        try connection.snapshot { () throws(StoreError) in
            var records = TeamRecords()
            records.teams = try connection.rows("SELECT \(table.list) FROM teams ORDER BY number", table.read)
            records.members = try connection.rows(
                "SELECT team, player, role, joined FROM team_members ORDER BY team, player"
            ) { row throws(StoreError) in
                TeamMember(
                    team: try row["team"], player: try row["player"], role: try row["role"], joined: try row["joined"])
            }
            records.keys = try KeyTable.all(on: connection)
            records.twoFactor = Set(
                try connection.values(
                    """
                    SELECT player FROM two_factor
                    WHERE is_confirmed = 1 AND player IN (SELECT player FROM team_members)
                    """))
            return records
        }
    }

    static func insert(_ new: NewTeam, on connection: any SQLConnection) throws(StoreError) -> Team {
        let insert = SQL.insert(into: "teams", ["id": new.id, "name": new.name, "requires_two_factor": false])
        return Team(
            number: try connection.newNumber("\(insert) RETURNING number"), id: new.id, name: new.name)
    }

    static func update(_ team: Team, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(table.update(team))
    }

    /// - Returns: false, with nothing written, if the team has apps or doesn't exist.
    static func remove(_ number: TeamNumber, on connection: any SQLConnection) throws(StoreError) -> Bool {
        let isEmpty = try connection.has(
            """
            SELECT 1 FROM teams WHERE number = \(number) AND NOT EXISTS (SELECT 1 FROM apps WHERE team = \(number))
            """)
        guard isEmpty else { return false }
        try connection.run("DELETE FROM team_members WHERE team = \(number)")
        try connection.run("DELETE FROM developer_keys WHERE team = \(number)")
        try connection.run("DELETE FROM team_invitations WHERE team = \(number)")
        try connection.run("DELETE FROM teams WHERE number = \(number)")
        return true
    }

    static func put(_ member: TeamMember, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            .insert(
                into: "team_members",
                ["team": member.team, "player": member.player, "role": member.role, "joined": member.joined],
                ifThere: .takesOver(key: ["team", "player"], keeping: ["joined"])))
    }

    static func remove(
        _ player: PlayerNumber, of team: TeamNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("DELETE FROM team_members WHERE team = \(team) AND player = \(player)")
        try connection.run("DELETE FROM developer_keys WHERE team = \(team) AND maker = \(player)")
        try connection.run("DELETE FROM team_invitations WHERE team = \(team) AND maker = \(player)")
    }

    /// Statements that take a player out of all teams.
    static func departure(of player: PlayerNumber) -> [SQL] {
        [
            "DELETE FROM team_members WHERE player = \(player)",
            "DELETE FROM developer_keys WHERE maker = \(player)",
            "DELETE FROM team_invitations WHERE player = \(player) OR maker = \(player)",
            "DELETE FROM two_factor WHERE player = \(player)",
        ]
    }
}

/// Teams' keys as rows of SQL.
enum KeyTable {
    static func all(on connection: any SQLConnection) throws(StoreError) -> [(SecretDigest, DeveloperKey)] {
        try connection.rows(
            "SELECT id, digest, team, name, role, maker, created, expires FROM developer_keys ORDER BY id"
        ) { row throws(StoreError) -> (SecretDigest, DeveloperKey) in
            let key = DeveloperKey(
                id: try row["id"], team: try row["team"], name: try row["name"], role: try row["role"],
                maker: try row["maker"], created: try row["created"], expires: try row["expires"])
            return (try row["digest"], key)
        }
    }

    static func insert(_ new: NewDeveloperKey, on connection: any SQLConnection) throws(StoreError) -> DeveloperKey {
        let insert = SQL.insert(
            into: "developer_keys",
            [
                "digest": new.digest, "team": new.team, "name": new.name, "role": new.role, "maker": new.maker,
                "created": new.created, "expires": new.expires,
            ])
        return DeveloperKey(
            id: try connection.newNumber("\(insert) RETURNING id"), team: new.team, name: new.name, role: new.role,
            maker: new.maker, created: new.created, expires: new.expires)
    }

    static func remove(
        _ id: DeveloperKeyID, of team: TeamNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.run("DELETE FROM developer_keys WHERE id = \(id) AND team = \(team)") == 1
    }
}
