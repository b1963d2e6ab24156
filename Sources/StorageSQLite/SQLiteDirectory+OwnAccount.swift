public import LaurelDomain
public import LaurelStorage

// A player's own account.
extension SQLiteDirectory {
    public func notices(of player: PlayerNumber) async throws(StoreError) -> [Notice] {
        try await read { connection throws(StoreError) in
            try NoticeTable.notices(of: player, on: connection)
        }
    }

    public func knowsDevice(_ name: DeviceName, aliasKey: String) async throws(StoreError) -> Bool {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                "SELECT 1 FROM devices JOIN players ON players.number = player WHERE alias_key = ? AND name = ?")
            defer { select.reset() }
            select.bind(1, aliasKey)
            select.bind(2, name.text)
            return try select.step()
        }
    }

    public func credentials(of player: PlayerNumber) async throws(StoreError) -> Credentials? {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare("SELECT password_hash FROM credentials WHERE player = ?")
            defer { select.reset() }
            select.bind(1, Int64(player.rawValue))
            return try select.step() ? Credentials(player: player, passwordHash: select.text(0)) : nil
        }
    }

    public func changePassword(
        _ credentials: Credentials, to passwordHash: String, keeping session: SessionID, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.stand(credentials, on: connection) else { return false }
            try PlayerTable.setPasswordHash(passwordHash, of: credentials.player, on: connection)
            _ = try SessionTable.deleteAll(of: credentials.player, except: session, on: connection)
            try NoticeTable.insert(AccountChange.password.notice(to: credentials.player, at: now), on: connection)
            return true
        }
    }

    public func replaceRecoveryCodes(
        _ codes: [SecretDigest], for credentials: Credentials, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.stand(credentials, on: connection) else { return false }
            let delete = try connection.prepare("DELETE FROM recovery_codes WHERE player = ?")
            delete.bind(1, Int64(credentials.player.rawValue))
            try delete.run()
            try PlayerTable.insert(codes, of: credentials.player, on: connection)
            try NoticeTable.insert(AccountChange.recoveryCodes.notice(to: credentials.player, at: now), on: connection)
            return true
        }
    }

    public func sessions(of player: PlayerNumber) async throws(StoreError) -> [ListedSession] {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                "SELECT \(SessionTable.columns) WHERE sessions.player = ? ORDER BY last_used DESC, id DESC")
            defer { select.reset() }
            select.bind(1, Int64(player.rawValue))
            var sessions: [ListedSession] = []
            while try select.step() {
                sessions.append(
                    ListedSession(
                        record: try SessionTable.row(select), deviceName: try SessionTable.deviceName(select)))
            }
            return sessions
        }
    }

    public func devices(of player: PlayerNumber) async throws(StoreError) -> [DeviceName] {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                "SELECT name FROM devices WHERE player = ? AND name IS NOT NULL ORDER BY number")
            defer { select.reset() }
            select.bind(1, Int64(player.rawValue))
            var names: [DeviceName] = []
            while try select.step() {
                do throws(InvalidIdentifier) { names.append(try DeviceName(select.text(0))) } catch {
                    throw .broken(reason: "a device name is invalid")
                }
            }
            return names
        }
    }

    public func endSession(_ id: SessionID, of player: PlayerNumber) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try SessionTable.delete("id = ? AND player = ?", on: connection) { statement in
                statement.bind(1, id.rawValue)
                statement.bind(2, Int64(player.rawValue))
            } == 1
        }
    }

    public func endSessions(of player: PlayerNumber, except session: SessionID) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            try SessionTable.deleteAll(of: player, except: session, on: connection)
        }
    }
}

extension SessionTable {
    static func deleteAll(
        of player: PlayerNumber, except session: SessionID, on connection: SQLiteConnection
    ) throws(StoreError) -> Int {
        try delete("player = ? AND id <> ?", on: connection) { statement in
            statement.bind(1, Int64(player.rawValue))
            statement.bind(2, session.rawValue)
        }
    }

    static func deviceName(_ row: SQLiteStatement) throws(StoreError) -> DeviceName? {
        guard let text = row.optionalText(9) else { return nil }
        do throws(InvalidIdentifier) { return try DeviceName(text) } catch {
            throw .broken(reason: "the name of device \(row.integer(2)) is invalid")
        }
    }
}

extension PlayerTable {
    /// Whether the password is still the one that was judged.
    static func stand(_ credentials: Credentials, on connection: SQLiteConnection) throws(StoreError) -> Bool {
        let select = try connection.prepare("SELECT 1 FROM credentials WHERE player = ? AND password_hash = ?")
        defer { select.reset() }
        select.bind(1, Int64(credentials.player.rawValue))
        select.bind(2, credentials.passwordHash)
        return try select.step()
    }

    static func setAlias(
        _ alias: Alias, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        let update = try connection.prepare(
            "UPDATE players SET alias = ?, alias_key = ?, display_name = ? WHERE number = ?")
        update.bind(1, alias.text)
        update.bind(2, alias.key)
        update.bind(3, alias.text)
        update.bind(4, Int64(player.rawValue))
        try update.run()
    }
}
