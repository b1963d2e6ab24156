public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func displayOrders() async throws(StoreError) -> [AppNumber: DisplayOrder] {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                "SELECT app, kind, number FROM display_orders ORDER BY app, kind, place")
            defer { select.reset() }
            var orders: [AppNumber: DisplayOrder] = [:]
            while try select.step() {
                guard let app = UInt32(exactly: select.integer(0)), let number = UInt32(exactly: select.integer(2)),
                    let kind = Kind(rawValue: select.integer(1))
                else { throw .broken(reason: "display_orders has an invalid row") }
                switch kind {
                case .leaderboards:
                    orders[AppNumber(app), default: DisplayOrder()].leaderboards.append(LeaderboardNumber(number))
                case .achievements:
                    orders[AppNumber(app), default: DisplayOrder()].achievements.append(AchievementNumber(number))
                }
            }
            return orders
        }
    }

    public func setDisplayOrder(
        _ order: DisplayOrder, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            let delete = try connection.prepare("DELETE FROM display_orders WHERE app = ?")
            delete.bind(1, Int64(app.rawValue))
            try delete.run()
            let insert = try connection.prepare(
                "INSERT INTO display_orders (app, kind, place, number) VALUES (?, ?, ?, ?)")
            let rows: [(Kind, [UInt32])] = [
                (.leaderboards, order.leaderboards.map(\.rawValue)),
                (.achievements, order.achievements.map(\.rawValue)),
            ]
            for (kind, numbers) in rows {
                for (place, number) in numbers.enumerated() {
                    insert.bind(1, Int64(app.rawValue))
                    insert.bind(2, kind.rawValue)
                    insert.bind(3, Int64(place))
                    insert.bind(4, Int64(number))
                    try insert.run()
                }
            }
            if let entry { try AuditTable.insert(entry, on: connection) }
        }
    }

    private enum Kind: Int64 { case leaderboards, achievements }
}
