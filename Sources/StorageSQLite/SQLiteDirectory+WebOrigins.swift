public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func webOrigins() async throws(StoreError) -> [AppNumber: [WebPlace]] {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                "SELECT app, origin, takes_any_page FROM web_origins ORDER BY app, place")
            defer { select.reset() }
            var origins: [AppNumber: [WebPlace]] = [:]
            while try select.step() {
                guard let app = UInt32(exactly: select.integer(0)) else {
                    throw .broken(reason: "\(select.integer(0)) isn't a valid app number")
                }
                origins[AppNumber(app), default: []].append(
                    WebPlace(stored: select.text(1), takesAnyPage: select.integer(2) != 0))
            }
            return origins
        }
    }

    public func setWebOrigins(
        _ origins: [WebPlace], of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            let delete = try connection.prepare("DELETE FROM web_origins WHERE app = ?")
            delete.bind(1, Int64(app.rawValue))
            try delete.run()
            let insert = try connection.prepare(
                "INSERT INTO web_origins (app, place, origin, takes_any_page) VALUES (?, ?, ?, ?)")
            for (place, origin) in origins.enumerated() {
                insert.bind(1, Int64(app.rawValue))
                insert.bind(2, Int64(place))
                insert.bind(3, origin.text)
                insert.bind(4, origin.takesAnyPage ? 1 : 0)
                try insert.run()
            }
            if let entry { try AuditTable.insert(entry, on: connection) }
        }
    }
}
