public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func addSession(
        _ session: NewSession, for credentials: Credentials
    ) async throws(StoreError) -> SessionRecord? {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.stand(credentials, on: connection) else { return nil }
            return try SessionTable.insert(session, of: credentials.player, on: connection)
        }
    }

    public func session(_ digest: SecretDigest) async throws(StoreError) -> SessionRecord? {
        try await read { connection throws(StoreError) in try SessionTable.session(digest, on: connection) }
    }

    public func endSession(_ id: SessionID) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try SessionTable.delete("id = \(id)", on: connection) == 1
        }
    }

    public func endSessions(of player: PlayerNumber) async throws(StoreError) {
        try await write { connection throws(StoreError) in try SessionTable.deleteAll(of: player, on: connection) }
    }

    public func endSessions(
        lastUsedBefore moment: Timestamp, createdBefore birth: Timestamp, ofAdministrators: Bool, limit: Int
    ) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in
            try SessionTable.delete(
                """
                id IN (
                    SELECT id FROM sessions JOIN players ON players.number = sessions.player
                    WHERE (last_used < \(moment) OR sessions.created < \(birth))
                        AND is_administrator = \(ofAdministrators) LIMIT \(SQLPage.limit(limit)))
                """, on: connection)
        }
    }

    public func note(
        lastUsed: [SessionID: Timestamp], emptyQueues: [DeviceQueue: Timestamp]
    ) async throws(StoreError) {
        guard !lastUsed.isEmpty || !emptyQueues.isEmpty else { return }
        try await write { connection throws(StoreError) in
            for (id, moment) in lastUsed {
                try connection.run(
                    "UPDATE sessions SET last_used = \(moment) WHERE id = \(id) AND last_used < \(moment)")
            }
            for (queue, moment) in emptyQueues {
                try SessionTable.note(queue, isEmptyAt: moment, on: connection)
            }
        }
    }
}
