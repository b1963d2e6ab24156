public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func firstTeam(named name: String) async throws(StoreError) -> TeamNumber {
        try await write { connection throws(StoreError) in
            if let first: TeamNumber = try connection.value("SELECT min(number) FROM teams") { return first }
            return try connection.newNumber(
                """
                INSERT INTO teams (name, id, requires_two_factor)
                VALUES (\(name), \(type(of: connection).dialect.randomDigits), 0) RETURNING number
                """)
        }
    }

    public func addApp(_ app: NewApp, _ entry: NewAuditEntry?) async throws(StoreError) -> App? {
        try await write { connection throws(StoreError) in
            // Somebody deleted it meanwhile.
            guard try connection.has("SELECT 1 FROM teams WHERE number = \(app.team)") else { throw .conflict }
            guard let added = try AppTable.insert(app, on: connection) else { return nil }
            if let entry { try AuditTable.insert(entry.of(added.number), on: connection) }
            try AppLocalizationTable.write(app.localizations, of: added.number, on: connection)
            return added
        }
    }

    public func updateApp(_ app: App, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in
            guard try AppTable.update(app, on: connection) else { return false }
            try AppLocalizationTable.write(app.localizations, of: app.number, on: connection)
            return true
        }
    }

    public func apps() async throws(StoreError) -> [App] {
        try await read { connection throws(StoreError) in try AppTable.all(on: connection) }
    }
}
