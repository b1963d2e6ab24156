public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func displayOrders() async throws(StoreError) -> [AppNumber: DisplayOrder] {
        try await read { connection throws(StoreError) in
            var orders: [AppNumber: DisplayOrder] = [:]
            try connection.each("SELECT app, kind, number FROM display_orders ORDER BY app, kind, place") {
                row throws(StoreError) in
                let app: AppNumber = try row["app"]
                switch try row["kind"] as Kind {
                case .leaderboards: orders[app, default: DisplayOrder()].leaderboards.append(try row["number"])
                case .achievements: orders[app, default: DisplayOrder()].achievements.append(try row["number"])
                }
                return true
            }
            return orders
        }
    }

    public func setDisplayOrder(
        _ order: DisplayOrder, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try connection.run("DELETE FROM display_orders WHERE app = \(app)")
            let rows: [(Kind, [UInt32])] = [
                (.leaderboards, order.leaderboards.map(\.rawValue)),
                (.achievements, order.achievements.map(\.rawValue)),
            ]
            for (kind, numbers) in rows {
                for (index, number) in numbers.enumerated() {
                    try connection.run(
                        .insert(
                            into: "display_orders", ["app": app, "kind": kind, "place": index, "number": number]))
                }
            }
            if let entry { try AuditTable.insert(entry, on: connection) }
        }
    }

    fileprivate enum Kind: UInt8 { case leaderboards, achievements }
}

extension SQLDirectory.Kind: SQLColumnValue {}
