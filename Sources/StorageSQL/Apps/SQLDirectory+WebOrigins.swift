public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func webOrigins() async throws(StoreError) -> [AppNumber: [WebAddress]] {
        try await read { connection throws(StoreError) in
            var origins: [AppNumber: [WebAddress]] = [:]
            try connection.each("SELECT app, origin, takes_any_page FROM web_origins ORDER BY app, place") {
                row throws(StoreError) in
                let address = WebAddress(stored: try row["origin"], takesAnyPage: try row["takes_any_page"])
                origins[try row["app"], default: []].append(address)
                return true
            }
            return origins
        }
    }

    public func setWebOrigins(
        _ origins: [WebAddress], of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try connection.run("DELETE FROM web_origins WHERE app = \(app)")
            for (index, origin) in origins.enumerated() {
                try connection.run(
                    .insert(
                        into: "web_origins",
                        ["app": app, "place": index, "origin": origin.text, "takes_any_page": origin.takesAnyPage]))
            }
            if let entry { try AuditTable.insert(entry, on: connection) }
        }
    }
}
