import LaurelDomain
import LaurelStorage

/// Browsers that are told when they are closed, and what is on its way to them, as rows of SQL.
enum PushTable {
    private static let columns = """
        push_subscriptions.id, push_subscriptions.player, sessions.device, sessions.app, sessions.environment,
        endpoint, key, secret, push_subscriptions.created
        """
    private static let joined = "push_subscriptions JOIN sessions ON sessions.id = push_subscriptions.session"

    private static func subscription(_ row: SQLiteStatement) throws(StoreError) -> PushSubscription {
        PushSubscription(
            id: PushSubscriptionID(row.integer(0)), player: try row.player(1), device: DeviceNumber(row.integer(2)),
            binding: try SessionTable.binding(app: row.optionalInteger(3), environment: row.optionalInteger(4)),
            target: PushTarget(endpoint: row.text(5), key: row.blob(6), secret: row.blob(7)),
            created: Timestamp(clamping: row.integer(8)))
    }

    static func subscriptions(
        where condition: String, _ value: Int64, on connection: SQLiteConnection
    ) throws(StoreError) -> [PushSubscription] {
        let select = try connection.prepare(
            "SELECT \(columns) FROM \(joined) WHERE \(condition) = ? ORDER BY push_subscriptions.id")
        defer { select.reset() }
        select.bind(1, value)
        var all: [PushSubscription] = []
        while try select.step() { all.append(try subscription(select)) }
        return all
    }

    static func subscribe(
        _ target: PushTarget, for session: SessionID, created: Timestamp, limit: Int,
        on connection: SQLiteConnection
    ) throws(StoreError) -> PushSubscription? {
        let owner = try connection.prepare("SELECT player FROM sessions WHERE id = ?")
        owner.bind(1, session.rawValue)
        defer { owner.reset() }
        guard try owner.step() else { return nil }
        let player = try owner.player(0)
        let old = try connection.prepare("DELETE FROM push_subscriptions WHERE session = ? OR endpoint = ?")
        old.bind(1, session.rawValue)
        old.bind(2, target.endpoint)
        try old.run()
        let surplus = try connection.prepare(
            """
            DELETE FROM push_subscriptions WHERE id IN (
                SELECT id FROM push_subscriptions WHERE player = ? ORDER BY id DESC LIMIT -1 OFFSET ?)
            """)
        surplus.bind(1, Int64(player.rawValue))
        surplus.bind(2, Int64(max(0, limit - 1)))
        try surplus.run()
        let insert = try connection.prepare(
            """
            INSERT INTO push_subscriptions (session, player, endpoint, key, secret, created)
            VALUES (?, ?, ?, ?, ?, ?)
            """)
        insert.bind(1, session.rawValue)
        insert.bind(2, Int64(player.rawValue))
        insert.bind(3, target.endpoint)
        insert.bind(4, blob: target.key)
        insert.bind(5, blob: target.secret)
        insert.bind(6, created.milliseconds)
        try insert.run()
        return try subscriptions(where: "session", session.rawValue, on: connection).first
    }

    /// - Returns: how many.
    static func remove(
        where column: String, _ value: Int64, on connection: SQLiteConnection
    ) throws(StoreError) -> Int {
        let delete = try connection.prepare("DELETE FROM push_subscriptions WHERE \(column) = ?")
        delete.bind(1, value)
        try delete.run()
        return connection.changedRows
    }

    // MARK: The queue

    /// ``LaurelDomain/PushTarget/origin`` of `endpoint`.
    private static let origin = """
        substr(endpoint, 1, instr(endpoint, '//') + instr(substr(endpoint, instr(endpoint, '//') + 2) || '/', '/'))
        """

    static func insert(_ push: NewPush, on connection: SQLiteConnection) throws(StoreError) {
        // The subscription, or the notice, may have gone since it was read.
        let insert = try connection.prepare(
            """
            INSERT INTO pushes (notice, subscription, due, attempts, is_taken, origin)
            SELECT notices.id, push_subscriptions.id, ?3, 0, 0, \(origin) FROM notices, push_subscriptions
            WHERE notices.id = ?1 AND push_subscriptions.id = ?2
            ON CONFLICT (notice, subscription) DO NOTHING
            """)
        insert.bind(1, push.notice.rawValue)
        insert.bind(2, push.subscription.rawValue)
        insert.bind(3, push.due.milliseconds)
        try insert.run()
    }

    private struct Row {
        let id: Int64
        let notice: Int64
        let subscription: Int64
        let attempts: Int
        let due: Int64
        /// How many to the same push service come before it.
        let turn: Int
    }

    /// A seek for each push service: a long line before one costs the others nothing.
    static func take(
        due moment: Timestamp, limit: Int, share: Int, underWay: [String: Int], on connection: SQLiteConnection
    ) throws(StoreError) -> [Push] {
        var rows: [Row] = []
        for origin in try origins(on: connection) {
            let count = underWay[origin] ?? 0
            rows += try due(origin, at: moment, count..<max(count, share), on: connection)
        }
        rows.sort { ($0.turn, $0.due, $0.id) < ($1.turn, $1.due, $1.id) }
        let mark = try connection.prepare("UPDATE pushes SET is_taken = 1 WHERE id = ?")
        var pushes: [Push] = []
        for row in rows.prefix(max(0, limit)) {
            mark.bind(1, row.id)
            try mark.run()
            guard let notice = try NoticeTable.notice(NoticeID(row.notice), on: connection),
                let subscription = try subscriptions(
                    where: "push_subscriptions.id", row.subscription, on: connection
                ).first
            else { continue }
            pushes.append(
                Push(id: PushID(row.id), notice: notice, subscription: subscription, attempts: row.attempts))
        }
        return pushes
    }

    /// Of all push services for which something waits: one seek each, however much waits.
    private static func origins(on connection: SQLiteConnection) throws(StoreError) -> [String] {
        let select = try connection.prepare(
            """
            WITH RECURSIVE waiting (origin) AS (
                SELECT min(pushes.origin) FROM pushes WHERE is_taken = 0
                UNION ALL
                SELECT (SELECT min(pushes.origin) FROM pushes WHERE is_taken = 0 AND pushes.origin > waiting.origin)
                FROM waiting WHERE waiting.origin IS NOT NULL)
            SELECT origin FROM waiting WHERE origin IS NOT NULL
            """)
        defer { select.reset() }
        var origins: [String] = []
        while try select.step() { origins.append(select.text(0)) }
        return origins
    }

    private static func due(
        _ origin: String, at moment: Timestamp, _ turns: Range<Int>, on connection: SQLiteConnection
    ) throws(StoreError) -> [Row] {
        guard !turns.isEmpty else { return [] }
        let select = try connection.prepare(
            """
            SELECT id, notice, subscription, attempts, due FROM pushes
            WHERE is_taken = 0 AND origin = ? AND due <= ? ORDER BY due, id LIMIT ?
            """)
        defer { select.reset() }
        select.bind(1, origin)
        select.bind(2, moment.milliseconds)
        select.bind(3, Int64(turns.count))
        var rows: [Row] = []
        while try select.step() {
            rows.append(
                Row(
                    id: select.integer(0), notice: select.integer(1), subscription: select.integer(2),
                    attempts: Int(clamping: select.integer(3)), due: select.integer(4),
                    turn: turns.lowerBound + rows.count))
        }
        return rows
    }

    static func postpone(
        _ id: PushID, to moment: Timestamp, attempts: Int, on connection: SQLiteConnection
    ) throws(StoreError) {
        let update = try connection.prepare("UPDATE pushes SET is_taken = 0, due = ?, attempts = ? WHERE id = ?")
        update.bind(1, moment.milliseconds)
        update.bind(2, Int64(attempts))
        update.bind(3, id.rawValue)
        try update.run()
    }

    static func delete(_ condition: String, _ value: Int64, on connection: SQLiteConnection) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM pushes WHERE \(condition) = ?")
        delete.bind(1, value)
        try delete.run()
    }
}
