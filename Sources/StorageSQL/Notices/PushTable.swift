import LaurelDomain
import LaurelStorage

/// Browsers that are told when they are closed, and what is on its way to them, as rows of SQL.
enum PushTable {
    private static let columns: SQL = """
        push_subscriptions.id, push_subscriptions.player, sessions.device, sessions.app, sessions.environment,
        endpoint, key, secret, push_subscriptions.created
        """
    private static let joined: SQL =
        "push_subscriptions JOIN sessions ON sessions.id = push_subscriptions.session"

    private static func subscription(_ row: SQLRow) throws(StoreError) -> PushSubscription {
        PushSubscription(
            id: try row["id"], player: try row["player"], device: try row["device"],
            binding: try SessionTable.binding(row),
            target: PushTarget(endpoint: try row["endpoint"], key: try row["key"], secret: try row["secret"]),
            created: try row["created"])
    }

    static func subscriptions(
        where condition: SQL, on connection: any SQLConnection
    ) throws(StoreError) -> [PushSubscription] {
        try connection.rows(
            "SELECT \(columns) FROM \(joined) WHERE \(condition) ORDER BY push_subscriptions.id", subscription)
    }

    static func subscription(
        _ id: PushSubscriptionID, on connection: any SQLConnection
    ) throws(StoreError) -> PushSubscription? {
        try subscriptions(where: "push_subscriptions.id = \(id)", on: connection).first
    }

    static func subscribe(
        _ target: PushTarget, for session: SessionID, created: Timestamp, limit: Int,
        on connection: any SQLConnection
    ) throws(StoreError) -> PushSubscription? {
        guard let player = try SessionTable.player(of: session, on: connection) else { return nil }
        try connection.run(
            "DELETE FROM push_subscriptions WHERE session = \(session) OR endpoint = \(target.endpoint)")
        try connection.run(
            """
            DELETE FROM push_subscriptions WHERE id IN (
                SELECT id FROM push_subscriptions WHERE player = \(player)
                ORDER BY id DESC LIMIT \(SQLPage.allRows) OFFSET \(max(0, limit - 1)))
            """)
        let insert = SQL.insert(
            into: "push_subscriptions",
            [
                "session": session, "player": player, "endpoint": target.endpoint, "key": target.key,
                "secret": target.secret, "created": created,
            ])
        return try subscription(try connection.newNumber("\(insert) RETURNING id"), on: connection)
    }

    // MARK: The queue

    static func insert(_ push: NewPush, on connection: any SQLConnection) throws(StoreError) {
        // The subscription, or the notice, may have gone since it was read.
        guard let subscription = try subscription(push.subscription, on: connection) else { return }
        try connection.run(
            """
            INSERT INTO pushes (notice, subscription, due, attempts, is_taken, origin)
            SELECT id, \(push.subscription), \(push.due), 0, 0, \(subscription.target.origin) FROM notices
            WHERE id = \(push.notice) ON CONFLICT (notice, subscription) DO NOTHING
            """)
    }

    private struct Row {
        let id: PushID
        let notice: NoticeID
        let subscription: PushSubscriptionID
        let attempts: Int
        let due: Int64
        /// How many to the same push service come before it.
        var turn = 0
    }

    /// A seek for each push service: a long line before one costs the others nothing.
    static func take(
        due moment: Timestamp, limit: Int, share: Int, inFlight: [String: Int], on connection: any SQLConnection
    ) throws(StoreError) -> [Push] {
        var rows: [Row] = []
        for origin in try origins(on: connection) {
            let count = inFlight[origin] ?? 0
            rows += try due(origin, at: moment, count..<max(count, share), on: connection)
        }
        rows.sort { ($0.turn, $0.due, $0.id) < ($1.turn, $1.due, $1.id) }
        var pushes: [Push] = []
        for row in rows.prefix(max(0, limit)) {
            try connection.run("UPDATE pushes SET is_taken = 1 WHERE id = \(row.id)")
            guard let notice = try NoticeTable.notice(row.notice, on: connection),
                let subscription = try subscription(row.subscription, on: connection)
            else { continue }
            pushes.append(Push(id: row.id, notice: notice, subscription: subscription, attempts: row.attempts))
        }
        return pushes
    }

    /// Of all push services for which something waits: one seek each, however much waits.
    private static func origins(on connection: any SQLConnection) throws(StoreError) -> [String] {
        try connection.values(
            """
            WITH RECURSIVE waiting (origin) AS (
                SELECT min(pushes.origin) FROM pushes WHERE is_taken = 0
                UNION ALL
                SELECT (SELECT min(pushes.origin) FROM pushes WHERE is_taken = 0 AND pushes.origin > waiting.origin)
                FROM waiting WHERE waiting.origin IS NOT NULL)
            SELECT origin FROM waiting WHERE origin IS NOT NULL
            """)
    }

    private static func due(
        _ origin: String, at moment: Timestamp, _ turns: Range<Int>, on connection: any SQLConnection
    ) throws(StoreError) -> [Row] {
        guard !turns.isEmpty else { return [] }
        var rows = try connection.rows(
            """
            SELECT id, notice, subscription, attempts, due FROM pushes
            WHERE is_taken = 0 AND origin = \(origin) AND due <= \(moment) ORDER BY due, id LIMIT \(turns.count)
            """
        ) { row throws(StoreError) in
            Row(
                id: try row["id"], notice: try row["notice"], subscription: try row["subscription"],
                attempts: try row["attempts"], due: try row["due"])
        }
        for index in rows.indices { rows[index].turn = turns.lowerBound + index }
        return rows
    }

    static func postpone(
        _ id: PushID, to moment: Timestamp, attempts: Int, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("UPDATE pushes SET is_taken = 0, due = \(moment), attempts = \(attempts) WHERE id = \(id)")
    }
}
