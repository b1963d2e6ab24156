public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
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
            try connection.run("UPDATE identity_keys SET private_key = NULL")
            let insert = SQL.insert(into: "identity_keys", ["certificate": certificate, "created": created])
            // Its number is known then, and part of the seal.
            let number: Int64 = try connection.newNumber("\(insert) RETURNING number")
            let sealed = sealing.seal(privateKey, SealedColumn.identity.rowName(number))
            try connection.run("UPDATE identity_keys SET private_key = \(sealed) WHERE number = \(number)")
            if let entry { try AuditTable.insert(entry, on: connection) }
            return try IdentityTable.keys(sealing, on: connection)
        }
    }
}

/// Identity keys as rows of SQL.
private enum IdentityTable {
    static func keys(
        _ sealing: SecretSealing, on connection: any SQLConnection
    ) throws(StoreError) -> [IdentityKey] {
        try connection.rows("SELECT number, certificate, private_key, created FROM identity_keys ORDER BY number") {
            row throws(StoreError) in
            let number: Int64 = try row["number"]
            var key: [UInt8]? = try row["private_key"]
            if let sealed = key { key = try sealing.opened(sealed, SealedColumn.identity.rowName(number)) }
            return IdentityKey(
                number: number, certificate: try row["certificate"], privateKey: key, created: try row["created"])
        }
    }
}
