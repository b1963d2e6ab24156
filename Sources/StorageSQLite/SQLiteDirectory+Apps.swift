public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func firstTeam(named name: String) async throws(StoreError) -> TeamNumber {
        try await write { connection throws(StoreError) in
            if let first = try connection.integer("SELECT min(number) FROM teams") {
                guard let number = UInt32(exactly: first) else {
                    throw .broken(reason: "\(first) isn't a valid team number")
                }
                return TeamNumber(number)
            }
            let insert = try connection.prepare(
                "INSERT INTO teams (name, id, requires_two_factor) VALUES (?, upper(hex(randomblob(5))), 0)")
            insert.bind(1, name)
            try insert.run()
            return TeamNumber(UInt32(truncatingIfNeeded: connection.lastInsertedRow))
        }
    }

    public func addApp(_ app: NewApp, _ entry: NewAuditEntry?) async throws(StoreError) -> App? {
        try await write { connection throws(StoreError) in
            // Somebody deleted it meanwhile.
            let team = try connection.prepare("SELECT 1 FROM teams WHERE number = ?")
            team.bind(1, Int64(app.team.rawValue))
            let isThere = try team.step()
            team.reset()
            guard isThere else { throw .conflict }
            let insert = try connection.prepare(
                """
                INSERT INTO apps (team, bundle_id, name, sku, default_language, link, is_game_center_enabled,
                    is_released)
                VALUES (?, ?, ?, ?, ?, ?, 0, 0) ON CONFLICT (bundle_id) DO NOTHING
                """)
            insert.bind(1, Int64(app.team.rawValue))
            insert.bind(2, app.bundleID.text)
            insert.bind(3, app.name)
            insert.bind(4, app.sku)
            insert.bind(5, app.defaultLanguage.text)
            insert.bind(6, app.link)
            try insert.run()
            guard connection.changedRows == 1 else { return nil }
            guard let number = UInt32(exactly: connection.lastInsertedRow) else {
                throw .broken(reason: "all app numbers are used up")
            }
            if let entry { try AuditTable.insert(entry.of(AppNumber(number)), on: connection) }
            try AppLocalizationTable.write(app.localizations, of: AppNumber(number), on: connection)
            return App(
                number: AppNumber(number), team: app.team, bundleID: app.bundleID, name: app.name, sku: app.sku,
                defaultLanguage: app.defaultLanguage, link: app.link, localizations: app.localizations)
        }
    }

    public func updateApp(_ app: App, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            let update = try connection.prepare(
                """
                UPDATE apps SET name = ?, sku = ?, default_language = ?, link = ?, is_game_center_enabled = ?,
                    is_released = ?, is_archived = ?
                WHERE number = ?
                """)
            update.bind(1, app.name)
            update.bind(2, app.sku)
            update.bind(3, app.defaultLanguage.text)
            update.bind(4, app.link)
            update.bind(5, app.isGameCenterEnabled)
            update.bind(6, app.isReleased)
            update.bind(7, app.isArchived)
            update.bind(8, Int64(app.number.rawValue))
            try update.run()
            guard connection.changedRows == 1 else { return false }
            try AppLocalizationTable.write(app.localizations, of: app.number, on: connection)
            if let entry { try AuditTable.insert(entry, on: connection) }
            return true
        }
    }

    public func apps() async throws(StoreError) -> [App] {
        try await read { connection throws(StoreError) in
            // One transaction: apps and localizations of the same moment.
            try connection.execute("BEGIN")
            defer { connection.endReading() }
            let localizations = try AppLocalizationTable.all(on: connection)
            let select = try connection.prepare(
                """
                SELECT number, team, bundle_id, name, sku, default_language, link, is_game_center_enabled, is_released,
                    is_archived
                FROM apps ORDER BY number
                """)
            defer { select.reset() }
            var apps: [App] = []
            while try select.step() { apps.append(try Self.app(select, localizations)) }
            return apps
        }
    }

    private static func app(
        _ select: SQLiteStatement, _ localizations: [AppNumber: [AppLocalization]]
    ) throws(StoreError) -> App {
        guard let number = UInt32(exactly: select.integer(0)), let team = UInt32(exactly: select.integer(1)) else {
            throw .broken(reason: "\(select.integer(0)) isn't a valid app number")
        }
        do throws(InvalidIdentifier) {
            return App(
                number: AppNumber(number), team: TeamNumber(team), bundleID: try BundleID(select.text(2)),
                name: select.text(3), sku: select.text(4), defaultLanguage: try LanguageTag(select.text(5)),
                isGameCenterEnabled: select.integer(7) != 0, isReleased: select.integer(8) != 0,
                link: select.optionalText(6), localizations: localizations[AppNumber(number), default: []],
                isArchived: select.integer(9) != 0)
        } catch {
            throw .broken(reason: "can't read app \(number): \(error)")
        }
    }
}

extension SQLiteDirectory {
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
        try await write { connection throws(StoreError) in
            guard try !PlayerTable.hasAdministrator(on: connection) else { return false }
            if let entry { try AuditTable.insert(entry, on: connection) }
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
    static func value(_ name: SettingName, on connection: SQLiteConnection) throws(StoreError) -> [UInt8]? {
        let select = try connection.prepare("SELECT value FROM settings WHERE name = ?")
        select.bind(1, name.rawValue)
        defer { select.reset() }
        return try select.step() ? select.blob(0) : nil
    }

    /// The same, for settings of which some are sealed.
    static func value(
        _ name: SettingName, _ sealing: SecretSealing, on connection: SQLiteConnection
    ) throws(StoreError) -> [UInt8]? {
        guard let stored = try value(name, on: connection), name == .pushKey else {
            return try value(name, on: connection)
        }
        return try sealing.opened(stored, SealedColumn.pushKey.place([name.rawValue]))
    }

    static func put(
        _ name: SettingName, _ value: [UInt8], _ sealing: SecretSealing, on connection: SQLiteConnection
    ) throws(StoreError) {
        let place = SealedColumn.pushKey.place([name.rawValue])
        try put(name, name == .pushKey ? sealing.seal(value, place) : value, on: connection)
    }

    static func put(_ name: SettingName, _ value: [UInt8], on connection: SQLiteConnection) throws(StoreError) {
        let insert = try connection.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)")
        insert.bind(1, name.rawValue)
        insert.bind(2, blob: value)
        try insert.run()
    }

    static func remove(_ name: SettingName, on connection: SQLiteConnection) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM settings WHERE name = ?")
        delete.bind(1, name.rawValue)
        try delete.run()
    }
}
