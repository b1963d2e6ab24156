public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func addSession(
        _ session: NewSession, for credentials: Credentials
    ) async throws(StoreError) -> SessionRecord? {
        try await write { connection throws(StoreError) in
            guard try Self.stands(credentials, on: connection) else { return nil }
            return try SessionTable.insert(session, of: credentials.player, on: connection)
        }
    }

    public func addSession(
        _ session: NewSession, for credentials: Credentials, allowedIn other: SessionID
    ) async throws(StoreError) -> SessionRecord? {
        try await write { connection throws(StoreError) in
            guard try SessionTable.player(of: other, on: connection) == credentials.player,
                try Self.stands(credentials, on: connection)
            else { return nil }
            return try SessionTable.insert(session, of: credentials.player, on: connection)
        }
    }

    private static func stands(
        _ credentials: Credentials, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let select = try connection.prepare("SELECT 1 FROM credentials WHERE player = ? AND password_hash = ?")
        select.bind(1, Int64(credentials.player.rawValue))
        select.bind(2, credentials.passwordHash)
        defer { select.reset() }
        return try select.step()
    }

    public func addSession(
        _ session: NewSession, allowedIn other: SessionID
    ) async throws(StoreError) -> SessionRecord? {
        try await write { connection throws(StoreError) in
            guard let player = try SessionTable.player(of: other, on: connection) else { return nil }
            return try SessionTable.insert(session, of: player, on: connection)
        }
    }

    public func session(_ digest: SecretDigest) async throws(StoreError) -> SessionRecord? {
        try await read { connection throws(StoreError) in try SessionTable.session(digest, on: connection) }
    }

    public func endSession(_ id: SessionID) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try SessionTable.delete("id = ?", on: connection) { $0.bind(1, id.rawValue) } == 1
        }
    }

    public func endSessions(of player: PlayerNumber) async throws(StoreError) {
        try await write { connection throws(StoreError) in try SessionTable.deleteAll(of: player, on: connection) }
    }

    public func endSessions(
        lastUsedBefore moment: Timestamp, createdBefore birth: Timestamp, ofAdministrators: Bool, limit: Int
    ) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            let condition = """
                id IN (
                    SELECT id FROM sessions JOIN players ON players.number = sessions.player
                    WHERE (last_used < ? OR sessions.created < ?) AND is_administrator = ? LIMIT ?)
                """
            return try SessionTable.delete(condition, on: connection) { statement in
                statement.bind(1, moment.milliseconds)
                statement.bind(2, birth.milliseconds)
                statement.bind(3, ofAdministrators)
                statement.bind(4, Int64(max(limit, 0)))
            }
        }
    }

    public func note(
        lastUsed: [SessionID: Timestamp], emptyQueues: [DeviceNumber: Timestamp]
    ) async throws(StoreError) {
        guard !lastUsed.isEmpty || !emptyQueues.isEmpty else { return }
        try await write { connection throws(StoreError) in
            let session = try connection.prepare("UPDATE sessions SET last_used = max(last_used, ?) WHERE id = ?")
            for (id, moment) in lastUsed {
                session.bind(1, moment.milliseconds)
                session.bind(2, id.rawValue)
                try session.run()
            }
            for (device, moment) in emptyQueues {
                try SessionTable.noteEmptyQueue(of: device, at: moment, on: connection)
            }
        }
    }
}
