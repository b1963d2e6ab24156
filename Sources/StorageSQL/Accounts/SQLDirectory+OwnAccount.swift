public import LaurelDomain
public import LaurelStorage

// A player's own account.
extension SQLDirectory {
    public func notices(of player: PlayerNumber) async throws(StoreError) -> [Notice] {
        try await read { connection throws(StoreError) in
            try NoticeTable.notices(of: player, on: connection)
        }
    }

    public func knowsDevice(_ name: DeviceName, aliasKey: String) async throws(StoreError) -> Bool {
        try await read { connection throws(StoreError) in
            try connection.has(
                """
                SELECT 1 FROM devices JOIN players ON players.number = player
                WHERE alias_key = \(aliasKey) AND name IS NOT NULL AND name = \(name)
                """)
        }
    }

    public func credentials(of player: PlayerNumber) async throws(StoreError) -> Credentials? {
        try await read { connection throws(StoreError) in try PlayerTable.credentials(of: player, on: connection) }
    }

    public func changePassword(
        _ credentials: Credentials, to passwordHash: String, keeping session: SessionID, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.stand(credentials, on: connection) else { return false }
            try PlayerTable.setPasswordHash(passwordHash, of: credentials.player, on: connection)
            _ = try SessionTable.deleteAll(of: credentials.player, except: session, on: connection)
            try AccountChangeTable.tell(.password, to: credentials.player, at: now, on: connection)
            return true
        }
    }

    public func setFirstPassword(
        _ passwordHash: String, of player: PlayerNumber, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.player(player, on: connection) != nil,
                try !GuestTable.isGuest(player, on: connection),
                try !connection.has("SELECT 1 FROM credentials WHERE player = \(player)")
            else { return false }
            try PlayerTable.setPasswordHash(passwordHash, of: player, on: connection)
            try AccountChangeTable.tell(.password, to: player, at: now, on: connection)
            return true
        }
    }

    public func replaceRecoveryCodes(
        _ codes: [SecretDigest], for credentials: Credentials, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.stand(credentials, on: connection) else { return false }
            try connection.run("DELETE FROM recovery_codes WHERE player = \(credentials.player)")
            try PlayerTable.insert(codes, of: credentials.player, on: connection)
            try AccountChangeTable.tell(.recoveryCodes, to: credentials.player, at: now, on: connection)
            return true
        }
    }

    public func sessions(of player: PlayerNumber) async throws(StoreError) -> [ListedSession] {
        try await read { connection throws(StoreError) in
            try connection.rows(
                """
                SELECT \(SessionTable.columns) WHERE sessions.player = \(player) ORDER BY last_used DESC, id DESC
                """, SessionTable.listed)
        }
    }

    public func devices(of player: PlayerNumber) async throws(StoreError) -> [DeviceName] {
        try await read { connection throws(StoreError) in
            try connection.values(
                "SELECT name FROM devices WHERE player = \(player) AND name IS NOT NULL ORDER BY number")
        }
    }

    public func endSession(_ id: SessionID, of player: PlayerNumber) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try SessionTable.delete("id = \(id) AND player = \(player)", on: connection) == 1
        }
    }

    public func endSessions(of player: PlayerNumber, except session: SessionID) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            try SessionTable.deleteAll(of: player, except: session, on: connection)
        }
    }
}
