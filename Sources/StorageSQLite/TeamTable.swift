import LaurelDomain
import LaurelStorage

/// Teams and their members as rows of SQL.
enum TeamTable {
    static func records(on connection: SQLiteConnection) throws(StoreError) -> TeamRecords {
        // One transaction: all of the same moment.
        try connection.execute("BEGIN")
        defer { connection.endReading() }
        var records = TeamRecords()
        let teams = try connection.prepare("SELECT number, id, name, requires_two_factor FROM teams ORDER BY number")
        while try teams.step() { records.teams.append(try team(teams)) }
        teams.reset()
        let members = try connection.prepare(
            "SELECT team, player, role, joined FROM team_members ORDER BY team, player")
        while try members.step() {
            records.members.append(
                TeamMember(
                    team: try members.team(0), player: try members.player(1), role: try members.role(2),
                    joined: Timestamp(clamping: members.integer(3))))
        }
        members.reset()
        records.keys = try KeyTable.all(on: connection)
        let factors = try connection.prepare(
            """
            SELECT player FROM two_factor WHERE is_confirmed = 1 AND player IN (SELECT player FROM team_members)
            """)
        while try factors.step() { records.twoFactor.insert(try factors.player(0)) }
        factors.reset()
        return records
    }

    private static func team(_ row: SQLiteStatement) throws(StoreError) -> Team {
        do throws(InvalidIdentifier) {
            return Team(
                number: try number(row, 0), id: try TeamID(row.text(1)), name: row.text(2),
                requiresTwoFactor: row.integer(3) != 0)
        } catch {
            throw .broken(reason: "can't read team \(row.integer(0)): \(error)")
        }
    }

    private static func number(_ row: SQLiteStatement, _ column: Int32) throws(InvalidIdentifier) -> TeamNumber {
        guard let number = UInt32(exactly: row.integer(column)) else { throw .parts }
        return TeamNumber(number)
    }

    static func insert(_ new: NewTeam, on connection: SQLiteConnection) throws(StoreError) -> Team {
        let insert = try connection.prepare("INSERT INTO teams (id, name, requires_two_factor) VALUES (?, ?, 0)")
        insert.bind(1, new.id.text)
        insert.bind(2, new.name)
        try insert.run()
        guard let number = UInt32(exactly: connection.lastInsertedRow) else {
            throw .broken(reason: "all team numbers are used up")
        }
        return Team(number: TeamNumber(number), id: new.id, name: new.name)
    }

    static func update(_ team: Team, on connection: SQLiteConnection) throws(StoreError) {
        let update = try connection.prepare("UPDATE teams SET name = ?, requires_two_factor = ? WHERE number = ?")
        update.bind(1, team.name)
        update.bind(2, team.requiresTwoFactor)
        update.bind(3, Int64(team.number.rawValue))
        try update.run()
    }

    /// - Returns: false, with nothing written, if the team has apps or doesn't exist.
    static func remove(_ number: TeamNumber, on connection: SQLiteConnection) throws(StoreError) -> Bool {
        let select = try connection.prepare(
            "SELECT 1 FROM teams WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM apps WHERE team = ?1)")
        select.bind(1, Int64(number.rawValue))
        let isEmpty = try select.step()
        select.reset()
        guard isEmpty else { return false }
        for sql in [
            "DELETE FROM team_members WHERE team = ?", "DELETE FROM developer_keys WHERE team = ?",
            "DELETE FROM team_invitations WHERE team = ?", "DELETE FROM teams WHERE number = ?",
        ] {
            let delete = try connection.prepare(sql)
            delete.bind(1, Int64(number.rawValue))
            try delete.run()
        }
        return true
    }

    static func put(_ member: TeamMember, on connection: SQLiteConnection) throws(StoreError) {
        let upsert = try connection.prepare(
            """
            INSERT INTO team_members (team, player, role, joined) VALUES (?, ?, ?, ?)
            ON CONFLICT (team, player) DO UPDATE SET role = excluded.role
            """)
        upsert.bind(1, Int64(member.team.rawValue))
        upsert.bind(2, Int64(member.player.rawValue))
        upsert.bind(3, Int64(member.role.rawValue))
        upsert.bind(4, member.joined.milliseconds)
        try upsert.run()
    }

    static func remove(
        _ player: PlayerNumber, of team: TeamNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        for sql in [
            "DELETE FROM team_members WHERE team = ? AND player = ?",
            "DELETE FROM developer_keys WHERE team = ? AND maker = ?",
            "DELETE FROM team_invitations WHERE team = ? AND maker = ?",
        ] {
            let delete = try connection.prepare(sql)
            delete.bind(1, Int64(team.rawValue))
            delete.bind(2, Int64(player.rawValue))
            try delete.run()
        }
    }
}

/// Teams' keys as rows of SQL.
enum KeyTable {
    static func all(on connection: SQLiteConnection) throws(StoreError) -> [(SecretDigest, DeveloperKey)] {
        let select = try connection.prepare(
            "SELECT id, digest, team, name, role, maker, created, expires FROM developer_keys ORDER BY id")
        defer { select.reset() }
        var keys: [(SecretDigest, DeveloperKey)] = []
        while try select.step() {
            guard let digest = SecretDigest(select.blob(1)) else {
                throw .broken(reason: "can't read key \(select.integer(0))")
            }
            let key = DeveloperKey(
                id: DeveloperKeyID(select.integer(0)), team: try select.team(2), name: select.text(3),
                role: try select.role(4), maker: try select.optionalPlayer(5),
                created: Timestamp(clamping: select.integer(6)), expires: Timestamp(clamping: select.integer(7)))
            keys.append((digest, key))
        }
        return keys
    }

    static func insert(_ new: NewDeveloperKey, on connection: SQLiteConnection) throws(StoreError) -> DeveloperKey {
        let insert = try connection.prepare(
            """
            INSERT INTO developer_keys (digest, team, name, role, maker, created, expires)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
        insert.bind(1, blob: new.digest.bytes)
        insert.bind(2, Int64(new.team.rawValue))
        insert.bind(3, new.name)
        insert.bind(4, Int64(new.role.rawValue))
        insert.bind(5, new.maker.map { Int64($0.rawValue) })
        insert.bind(6, new.created.milliseconds)
        insert.bind(7, new.expires.milliseconds)
        try insert.run()
        return DeveloperKey(
            id: DeveloperKeyID(connection.lastInsertedRow), team: new.team, name: new.name, role: new.role,
            maker: new.maker, created: new.created, expires: new.expires)
    }

    static func remove(
        _ id: DeveloperKeyID, of team: TeamNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let delete = try connection.prepare("DELETE FROM developer_keys WHERE id = ? AND team = ?")
        delete.bind(1, id.rawValue)
        delete.bind(2, Int64(team.rawValue))
        try delete.run()
        return connection.changedRows == 1
    }
}

extension SQLiteStatement {
    func team(_ column: Int32) throws(StoreError) -> TeamNumber {
        guard let number = UInt32(exactly: integer(column)) else {
            throw .broken(reason: "\(integer(column)) isn't a valid team number")
        }
        return TeamNumber(number)
    }

    func role(_ column: Int32) throws(StoreError) -> TeamRole {
        guard let role = UInt8(exactly: integer(column)).flatMap(TeamRole.init(rawValue:)) else {
            throw .broken(reason: "\(integer(column)) isn't a role")
        }
        return role
    }

    func optionalPlayer(_ column: Int32) throws(StoreError) -> PlayerNumber? {
        isNull(column) ? nil : try player(column)
    }
}
