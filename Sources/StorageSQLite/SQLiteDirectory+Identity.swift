public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func identityKeys() async throws(StoreError) -> [IdentityKey] {
        try await read { connection throws(StoreError) in try IdentityTable.keys(on: connection) }
    }

    public func addIdentityKey(
        certificate: [UInt8], privateKey: [UInt8], created: Timestamp, after last: Int64?, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> [IdentityKey] {
        try await write { connection throws(StoreError) in
            let keys = try IdentityTable.keys(on: connection)
            guard keys.last?.number == last else { return keys }
            try connection.execute("UPDATE identity_keys SET private_key = NULL")
            let insert = try connection.prepare(
                "INSERT INTO identity_keys (certificate, private_key, created) VALUES (?, ?, ?)")
            insert.bind(1, blob: certificate)
            insert.bind(2, blob: privateKey)
            insert.bind(3, created.milliseconds)
            try insert.run()
            if let entry { try AuditTable.insert(entry, on: connection) }
            return try IdentityTable.keys(on: connection)
        }
    }
}

/// Identity keys as rows of SQL.
private enum IdentityTable {
    static func keys(on connection: SQLiteConnection) throws(StoreError) -> [IdentityKey] {
        let select = try connection.prepare(
            "SELECT number, certificate, private_key, created FROM identity_keys ORDER BY number")
        defer { select.reset() }
        var keys: [IdentityKey] = []
        while try select.step() {
            keys.append(
                IdentityKey(
                    number: select.integer(0), certificate: select.blob(1),
                    privateKey: select.isNull(2) ? nil : select.blob(2),
                    created: Timestamp(clamping: select.integer(3))))
        }
        return keys
    }
}
