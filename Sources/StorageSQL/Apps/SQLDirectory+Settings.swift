public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func setting(_ name: SettingName) async throws(StoreError) -> [UInt8]? {
        let sealing = sealing
        return try await read { connection throws(StoreError) in
            try SettingTable.value(name, sealing, on: connection)
        }
    }

    public func settle(_ name: SettingName, _ value: [UInt8]) async throws(StoreError) -> [UInt8] {
        let sealing = sealing
        return try await write { connection throws(StoreError) in
            if let settled = try SettingTable.value(name, sealing, on: connection) { return settled }
            try SettingTable.put(name, value, sealing, on: connection)
            return value
        }
    }

    public func setAdministratorLink(
        _ digest: SecretDigest, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in
            guard try !PlayerTable.hasAdministrator(on: connection) else { return false }
            try SettingTable.put(.administratorLink, digest.bytes, on: connection)
            return true
        }
    }

    public func administration() async throws(StoreError) -> Administration {
        try await read { connection throws(StoreError) in
            if try PlayerTable.hasAdministrator(on: connection) { return .claimed }
            return try SettingTable.value(.administratorLink, on: connection) == nil ? .unclaimed : .linkWaits
        }
    }
}

/// Settings as rows of SQL.
enum SettingTable {
    static func value(_ name: SettingName, on connection: any SQLConnection) throws(StoreError) -> [UInt8]? {
        try connection.value("SELECT value FROM settings WHERE name = \(name)")
    }

    /// The same, for settings of which some are sealed.
    static func value(
        _ name: SettingName, _ sealing: SecretSealing, on connection: any SQLConnection
    ) throws(StoreError) -> [UInt8]? {
        guard let stored = try value(name, on: connection), name == .pushKey else {
            return try value(name, on: connection)
        }
        return try sealing.opened(stored, SealedColumn.pushKey.rowName([name.rawValue]))
    }

    static func put(
        _ name: SettingName, _ value: [UInt8], _ sealing: SecretSealing, on connection: any SQLConnection
    ) throws(StoreError) {
        let rowName = SealedColumn.pushKey.rowName([name.rawValue])
        try put(name, name == .pushKey ? sealing.seal(value, rowName) : value, on: connection)
    }

    static func put(_ name: SettingName, _ value: [UInt8], on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            .insert(into: "settings", ["name": name, "value": value], ifThere: .takesOver(key: ["name"])))
    }

    static func remove(_ name: SettingName, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM settings WHERE name = \(name)")
    }
}
