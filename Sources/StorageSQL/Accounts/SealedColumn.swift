import LaurelDomain
public import LaurelStorage

/// A column of secrets that are sealed with a key from outside of the store.
struct SealedColumn: Sendable {
    let table: SQL
    let column: SQL
    /// What names a row. Its values are part of what is sealed.
    let keys: [SQL]
    /// Which rows.
    var condition: SQL = "TRUE"

    static let twoFactor = SealedColumn(table: "two_factor", column: "secret", keys: ["player"])
    static let webhook = SealedColumn(table: "webhooks", column: "secret", keys: ["app", "environment"])
    static let oldWebhook = SealedColumn(
        table: "webhook_old_secrets", column: "secret", keys: ["app", "environment", "place"])
    static let identity = SealedColumn(table: "identity_keys", column: "private_key", keys: ["number"])
    static let pushKey = SealedColumn(
        table: "settings", column: "value", keys: ["name"], condition: "name = \(SettingName.pushKey)")

    static let all = [twoFactor, webhook, oldWebhook, identity, pushKey]

    /// How many secrets each key seals, by its id; nil: none does.
    static func keys(_ sealing: SecretSealing, on connection: any SQLConnection) throws(StoreError) -> [String?: Int] {
        var counts: [String?: Int] = [:]
        for column in all {
            for row in try column.rows(on: connection) { counts[sealing.keyID(row.stored), default: 0] += 1 }
        }
        return counts
    }

    func rowName(_ values: [String]) -> String { ([table.text + "." + column.text] + values).joined(separator: " ") }
    func rowName(_ values: Int64...) -> String { rowName(values.map(String.init)) }

    struct Row: Sendable {
        let values: [String]
        let stored: [UInt8]
    }

    /// All rows that have something in this column.
    func rows(on connection: any SQLConnection) throws(StoreError) -> [Row] {
        let names = keys.map { "CAST(\($0) AS TEXT) AS key_\($0)" as SQL }.joined(separator: ", ")
        return try connection.rows(
            "SELECT \(column) AS stored, \(names) FROM \(table) WHERE \(column) IS NOT NULL AND \(condition)"
        ) { row throws(StoreError) in
            var values: [String] = []
            for key in keys { values.append(try row["key_" + key.text]) }
            return Row(values: values, stored: try row["stored"])
        }
    }

    /// A condition for this row alone.
    func isRow(_ row: Row) -> SQL {
        zip(keys, row.values).map { key, value in
            if let number = Int64(value) { "\(key) = \(number)" as SQL } else { "\(key) = \(value)" as SQL }
        }.joined(separator: " AND ")
    }

    func write(_ stored: [UInt8], _ row: Row, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("UPDATE \(table) SET \(column) = \(stored) WHERE \(isRow(row))")
    }
}

extension SecretSealing {
    /// The IDs of the keys that a store's secrets are sealed with.
    public func usedKeys(on connection: any SQLConnection) throws(StoreError) -> Set<String> {
        Set(try SealedColumn.keys(self, on: connection).keys.compactMap { $0 })
    }

    /// - Throws: ``StoreError/broken(reason:)`` without the secret's key.
    func opened(_ stored: [UInt8], _ rowName: String) throws(StoreError) -> [UInt8] {
        guard let secret = open(stored, rowName) else {
            throw .broken(reason: "the secret in \(rowName) can't be opened; its key is \(keyID(stored) ?? "none")")
        }
        return secret
    }
}

extension SQLDirectory {
    /// Seals with the present key what is not: what an earlier release wrote, and what was sealed with an older key.
    /// All or nothing.
    ///
    /// - Returns: how many.
    @discardableResult
    public func sealSecrets() async throws(StoreError) -> Int {
        let sealing = sealing
        guard sealing.currentKeyID != nil, try await sealingKeys().keys.contains(where: { $0 != sealing.currentKeyID })
        else { return 0 }
        return try await write { connection throws(StoreError) in
            var count = 0
            for column in SealedColumn.all {
                for row in try column.rows(on: connection) where sealing.keyID(row.stored) != sealing.currentKeyID {
                    let rowName = column.rowName(row.values)
                    let isSealed = sealing.keyID(row.stored) != nil
                    let secret = isSealed ? try sealing.opened(row.stored, rowName) : row.stored
                    try column.write(sealing.seal(secret, rowName), row, on: connection)
                    count += 1
                }
            }
            return count
        }
    }

    /// How many secrets each key seals, by its id; nil: none does.
    public func sealingKeys() async throws(StoreError) -> [String?: Int] {
        let sealing = sealing
        return try await read { connection throws(StoreError) in
            try SealedColumn.keys(sealing, on: connection)
        }
    }

    /// Lets go of every secret that cannot be opened, so that a server whose key is lost can go on: players lose
    /// two-factor authentication, webhooks get new secrets and are turned off, browsers must subscribe again, and
    /// proofs of identity get a new key at the next start. One transaction.
    ///
    /// - Parameter fresh: a new secret of so many bytes.
    /// - Returns: how many of each.
    public func forgetSealedSecrets(
        fresh: @escaping @Sendable (Int) -> [UInt8]
    ) async throws(StoreError) -> ForgottenSecrets {
        let sealing = sealing
        return try await write { connection throws(StoreError) in
            var forgotten = ForgottenSecrets()
            func lost(_ column: SealedColumn) throws(StoreError) -> [(SealedColumn.Row, SQL)] {
                try column.rows(on: connection).filter {
                    sealing.keyID($0.stored) != nil && sealing.open($0.stored, column.rowName($0.values)) == nil
                }.map { ($0, column.isRow($0)) }
            }
            for (_, isRow) in try lost(.twoFactor) {
                forgotten.twoFactor += 1
                try connection.run("DELETE FROM two_factor WHERE \(isRow)")
            }
            for (_, isRow) in try lost(.oldWebhook) {
                try connection.run("DELETE FROM webhook_old_secrets WHERE \(isRow)")
            }
            for (row, isRow) in try lost(.webhook) {
                forgotten.webhooks += 1
                let rowName = SealedColumn.webhook.rowName(row.values)
                try SealedColumn.webhook.write(
                    sealing.seal(fresh(Webhook.secretByteCount), rowName), row, on: connection)
                try connection.run("UPDATE webhooks SET is_enabled = 0 WHERE \(isRow)")
                try connection.run("UPDATE webhook_deliveries SET state = 2 WHERE \(isRow) AND state = 0")
            }
            for (_, isRow) in try lost(.identity) {
                forgotten.identityKeys += 1
                try connection.run("UPDATE identity_keys SET private_key = NULL WHERE \(isRow)")
            }
            for (_, isRow) in try lost(.pushKey) {
                forgotten.pushKeys += 1
                try connection.run("DELETE FROM settings WHERE \(isRow)")
                try connection.run("DELETE FROM push_subscriptions")
            }
            return forgotten
        }
    }
}

/// How many secrets were let go of.
public struct ForgottenSecrets: Hashable, Sendable {
    public var twoFactor = 0
    public var webhooks = 0
    public var identityKeys = 0
    public var pushKeys = 0

    public init() {}
}
