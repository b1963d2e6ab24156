public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func identityKeys() async throws(StoreError) -> [IdentityKey] {
        let sealing = sealing
        return try await read { connection throws(StoreError) in try IdentityTable.keys(sealing, on: connection) }
    }

    public func addIdentityKey(
        certificate: [UInt8], privateKey: [UInt8], created: Timestamp, after last: Int64?, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> [IdentityKey] {
        let sealing = sealing
        return try await write { connection throws(StoreError) in
            let keys = try IdentityTable.keys(sealing, on: connection)
            guard keys.last?.number == last else { return keys }
            try connection.execute("UPDATE identity_keys SET private_key = NULL")
            let insert = try connection.prepare(
                "INSERT INTO identity_keys (certificate, private_key, created) VALUES (?, NULL, ?)")
            insert.bind(1, blob: certificate)
            insert.bind(2, created.milliseconds)
            try insert.run()
            // Its number is known now, and part of the seal.
            let number = connection.lastInsertedRow
            let update = try connection.prepare("UPDATE identity_keys SET private_key = ? WHERE number = ?")
            update.bind(1, blob: sealing.seal(privateKey, SealedColumn.identity.place(number)))
            update.bind(2, number)
            try update.run()
            if let entry { try AuditTable.insert(entry, on: connection) }
            return try IdentityTable.keys(sealing, on: connection)
        }
    }
}

/// Identity keys as rows of SQL.
private enum IdentityTable {
    static func keys(
        _ sealing: SecretSealing, on connection: SQLiteConnection
    ) throws(StoreError) -> [IdentityKey] {
        let select = try connection.prepare(
            "SELECT number, certificate, private_key, created FROM identity_keys ORDER BY number")
        defer { select.reset() }
        var keys: [IdentityKey] = []
        while try select.step() {
            keys.append(
                IdentityKey(
                    number: select.integer(0), certificate: select.blob(1),
                    privateKey: select.isNull(2)
                        ? nil
                        : try sealing.opened(select.blob(2), SealedColumn.identity.place(select.integer(0))),
                    created: Timestamp(clamping: select.integer(3))))
        }
        return keys
    }
}
