import LaurelDomain
import LaurelStorage

/// Where games' servers are told, and what is on its way to them, as rows of SQL.
enum WebhookTable {
    static func webhooks(_ sealing: SecretSealing, on connection: SQLiteConnection) throws(StoreError) -> [Webhook] {
        // One statement: a webhook and its secrets are of the same moment.
        let select = try connection.prepare(
            """
            SELECT app, environment, url, webhooks.secret, kinds, is_enabled, old.secret, old.until, old.place
            FROM webhooks LEFT JOIN webhook_old_secrets AS old USING (app, environment)
            ORDER BY app, environment, old.place
            """)
        defer { select.reset() }
        var all: [Webhook] = []
        while try select.step() {
            let (app, environment) = try place(select, 0)
            let bits = select.integer(4)
            if all.last?.place != Webhook.Place(app: app, environment: environment) {
                all.append(
                    Webhook(
                        app: app, environment: environment, url: select.text(2),
                        secret: try sealing.opened(
                            select.blob(3),
                            SealedColumn.webhook.place(Int64(app.rawValue), Int64(environment.rawValue))),
                        kinds: Set(NoticeKind.allCases.filter { bits & $0.bit != 0 }),
                        isEnabled: select.integer(5) != 0))
            }
            guard !select.isNull(6) else { continue }
            let place = SealedColumn.oldWebhook.place(
                Int64(app.rawValue), Int64(environment.rawValue), select.integer(8))
            all[all.count - 1].oldSecrets.append(
                Webhook.OldSecret(
                    bytes: try sealing.opened(select.blob(6), place),
                    until: Timestamp(clamping: select.integer(7))))
        }
        return all
    }

    private static func place(
        _ row: SQLiteStatement, _ column: Int32
    ) throws(StoreError) -> (AppNumber, Environment) {
        guard let app = UInt32(exactly: row.integer(column)),
            let environment = UInt8(exactly: row.integer(column + 1)).flatMap(Environment.init(rawValue:))
        else { throw .broken(reason: "a webhook is of app \(row.integer(column)), which doesn't exist") }
        return (AppNumber(app), environment)
    }

    static func write(
        _ webhook: Webhook, _ sealing: SecretSealing, on connection: SQLiteConnection
    ) throws(StoreError) {
        // An update, not a replacement: what is on its way hangs on the row.
        let insert = try connection.prepare(
            """
            INSERT INTO webhooks (app, environment, url, secret, kinds, is_enabled) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, environment) DO UPDATE SET url = excluded.url, secret = excluded.secret,
                kinds = excluded.kinds, is_enabled = excluded.is_enabled
            """)
        insert.bind(1, Int64(webhook.app.rawValue))
        insert.bind(2, Int64(webhook.environment.rawValue))
        insert.bind(3, webhook.url)
        let place = SealedColumn.webhook.place(Int64(webhook.app.rawValue), Int64(webhook.environment.rawValue))
        insert.bind(4, blob: sealing.seal(webhook.secret, place))
        insert.bind(5, webhook.kinds.reduce(0) { $0 | $1.bit })
        insert.bind(6, webhook.isEnabled)
        try insert.run()
        try write(webhook.oldSecrets, of: webhook.place, sealing, on: connection)
    }

    private static func write(
        _ secrets: [Webhook.OldSecret], of place: Webhook.Place, _ sealing: SecretSealing,
        on connection: SQLiteConnection
    ) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM webhook_old_secrets WHERE app = ? AND environment = ?")
        delete.bind(1, Int64(place.app.rawValue))
        delete.bind(2, Int64(place.environment.rawValue))
        try delete.run()
        let insert = try connection.prepare("INSERT INTO webhook_old_secrets VALUES (?, ?, ?, ?, ?)")
        for (index, secret) in secrets.enumerated() {
            insert.bind(1, Int64(place.app.rawValue))
            insert.bind(2, Int64(place.environment.rawValue))
            insert.bind(3, Int64(index))
            let name = SealedColumn.oldWebhook.place(
                Int64(place.app.rawValue), Int64(place.environment.rawValue), Int64(index))
            insert.bind(4, blob: sealing.seal(secret.bytes, name))
            insert.bind(5, secret.until.milliseconds)
            try insert.run()
        }
    }

    static func remove(
        _ app: AppNumber, _ environment: Environment, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let delete = try connection.prepare("DELETE FROM webhooks WHERE app = ? AND environment = ?")
        delete.bind(1, Int64(app.rawValue))
        delete.bind(2, Int64(environment.rawValue))
        try delete.run()
        return connection.changedRows == 1
    }

    private static func places(on connection: SQLiteConnection) throws(StoreError) -> [Webhook.Place] {
        let select = try connection.prepare("SELECT app, environment FROM webhooks")
        defer { select.reset() }
        var places: [Webhook.Place] = []
        while try select.step() {
            let (app, environment) = try place(select, 0)
            places.append(Webhook.Place(app: app, environment: environment))
        }
        return places
    }

    // MARK: Deliveries

    private static let columns = """
        id, app, environment, created, state, attempts, due, last_time, last_status, last_failure,
        notice, player, kind, about, subject, details, happened, since
        """

    private static func delivery(_ row: SQLiteStatement) throws(StoreError) -> WebhookDelivery {
        let (app, environment) = try place(row, 1)
        guard let state = UInt8(exactly: row.integer(4)).flatMap(WebhookDelivery.State.init(rawValue:)) else {
            throw .broken(reason: "delivery \(row.integer(0)) has an invalid state")
        }
        let last = row.optionalInteger(7).map { time in
            WebhookDelivery.Attempt(
                time: Timestamp(clamping: time), status: row.optionalInteger(8).map { Int(clamping: $0) },
                failure: row.text(9))
        }
        return WebhookDelivery(
            id: WebhookDeliveryID(row.integer(0)), app: app, environment: environment,
            event: try event(row, app, environment), created: Timestamp(clamping: row.integer(3)),
            since: Timestamp(clamping: row.integer(17)), state: state,
            attempts: Int(clamping: row.integer(5)), due: Timestamp(clamping: row.integer(6)), last: last)
    }

    private static func event(
        _ row: SQLiteStatement, _ app: AppNumber, _ environment: Environment
    ) throws(StoreError) -> WebhookEvent {
        guard let notice = row.optionalInteger(10) else { return .test }
        guard let kind = UInt8(exactly: row.integer(12)).flatMap(NoticeKind.init(rawValue:)) else {
            throw .broken(reason: "delivery \(row.integer(0)) has no event")
        }
        return .notice(
            NoticeID(notice),
            NewNotice(
                to: try row.player(11), kind, app: app, environment: environment,
                about: row.optionalInteger(13).flatMap { UInt32(exactly: $0) }.map { PlayerNumber($0) },
                subject: row.text(14), details: row.text(15), created: Timestamp(clamping: row.integer(16))))
    }

    /// - Returns: nil, with nothing written, when there is no such webhook.
    static func insert(
        _ new: NewWebhookDelivery, on connection: SQLiteConnection
    ) throws(StoreError) -> WebhookDelivery? {
        let insert = try connection.prepare(
            """
            INSERT INTO webhook_deliveries (app, environment, created, since, state, attempts, due, last_failure,
                notice, player, kind, about, subject, details, happened)
            SELECT app, environment, ?3, ?3, 0, 0, ?3, '', ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM webhooks
            WHERE app = ?1 AND environment = ?2
            """)
        insert.bind(1, Int64(new.app.rawValue))
        insert.bind(2, Int64(new.environment.rawValue))
        insert.bind(3, new.created.milliseconds)
        switch new.event {
        case .test: for index in 4...10 { insert.bindNull(Int32(index)) }
        case .notice(let id, let notice):
            insert.bind(4, id.rawValue)
            insert.bind(5, Int64(notice.player.rawValue))
            insert.bind(6, Int64(notice.kind.rawValue))
            insert.bind(7, notice.about.map { Int64($0.rawValue) })
            insert.bind(8, notice.subject)
            insert.bind(9, notice.details)
            insert.bind(10, notice.created.milliseconds)
        }
        try insert.run()
        guard connection.changedRows == 1 else { return nil }
        return WebhookDelivery(
            id: WebhookDeliveryID(connection.lastInsertedRow), app: new.app, environment: new.environment,
            event: new.event, created: new.created, due: new.created)
    }

    /// - Parameter condition: with `bind` for its parameters.
    static func deliveries(
        _ condition: String, on connection: SQLiteConnection, _ bind: (SQLiteStatement) -> Void
    ) throws(StoreError) -> [WebhookDelivery] {
        let select = try connection.prepare("SELECT \(columns) FROM webhook_deliveries WHERE \(condition)")
        defer { select.reset() }
        bind(select)
        var all: [WebhookDelivery] = []
        while try select.step() { all.append(try delivery(select)) }
        return all
    }

    /// A seek for each webhook: a long line behind one costs the others nothing.
    static func take(
        due moment: Timestamp, webhooks: Int, share: Int, except busy: Set<Webhook.Place>,
        on connection: SQLiteConnection
    ) throws(StoreError) -> [WebhookDelivery] {
        var lines: [[WebhookDelivery]] = []
        for place in try places(on: connection) where !busy.contains(place) {
            let condition = "app = ? AND environment = ? AND state = 0 AND due <= ? ORDER BY due, id LIMIT ?"
            let line = try deliveries(condition, on: connection) { select in
                select.bind(1, Int64(place.app.rawValue))
                select.bind(2, Int64(place.environment.rawValue))
                select.bind(3, moment.milliseconds)
                select.bind(4, Int64(max(0, share)))
            }
            if !line.isEmpty { lines.append(line) }
        }
        lines.sort { ($0[0].due, $0[0].id) < ($1[0].due, $1[0].id) }
        let due = lines.prefix(max(0, webhooks)).flatMap { $0 }.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
        let update = try connection.prepare("UPDATE webhook_deliveries SET due = ? WHERE id = ?")
        for delivery in due {
            update.bind(1, Timestamp.last.milliseconds)
            update.bind(2, delivery.id.rawValue)
            try update.run()
        }
        return due
    }

    static func recover(at moment: Timestamp, on connection: SQLiteConnection) throws(StoreError) {
        let update = try connection.prepare("UPDATE webhook_deliveries SET due = ? WHERE state = 0 AND due = ?")
        update.bind(1, moment.milliseconds)
        update.bind(2, Timestamp.last.milliseconds)
        try update.run()
    }

    static func write(_ delivery: WebhookDelivery, on connection: SQLiteConnection) throws(StoreError) {
        let update = try connection.prepare(
            """
            UPDATE webhook_deliveries SET state = ?, attempts = ?, due = ?, last_time = ?, last_status = ?,
                last_failure = ?
            WHERE id = ?
            """)
        update.bind(1, Int64(delivery.state.rawValue))
        update.bind(2, Int64(delivery.attempts))
        update.bind(3, delivery.due.milliseconds)
        update.bind(4, delivery.last?.time.milliseconds)
        update.bind(5, delivery.last?.status.map { Int64($0) })
        update.bind(6, delivery.last?.failure ?? "")
        update.bind(7, delivery.id.rawValue)
        try update.run()
    }

    static func disable(
        _ app: AppNumber, _ environment: Environment, on connection: SQLiteConnection
    ) throws(StoreError) {
        for sql in [
            "UPDATE webhooks SET is_enabled = 0 WHERE app = ? AND environment = ?",
            "UPDATE webhook_deliveries SET state = 2 WHERE app = ? AND environment = ? AND state = 0",
        ] {
            let update = try connection.prepare(sql)
            update.bind(1, Int64(app.rawValue))
            update.bind(2, Int64(environment.rawValue))
            try update.run()
        }
    }

    static func resend(
        _ id: WebhookDeliveryID, of app: AppNumber, _ environment: Environment, at moment: Timestamp,
        on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let update = try connection.prepare(
            """
            UPDATE webhook_deliveries SET state = 0, attempts = 0, due = ?1, since = ?1
            WHERE id = ?2 AND app = ?3 AND environment = ?4
            """
        )
        update.bind(1, moment.milliseconds)
        update.bind(2, id.rawValue)
        update.bind(3, Int64(app.rawValue))
        update.bind(4, Int64(environment.rawValue))
        try update.run()
        return connection.changedRows == 1
    }

    static func trim(
        createdBefore moment: Timestamp, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) {
        let delete = try connection.prepare(
            """
            DELETE FROM webhook_deliveries WHERE id IN (
                SELECT id FROM webhook_deliveries WHERE state <> 0 AND created < ? ORDER BY created LIMIT ?)
            """)
        delete.bind(1, moment.milliseconds)
        delete.bind(2, Int64(max(0, limit)))
        try delete.run()
    }
}

extension NoticeKind {
    /// In a set of kinds, as it is stored.
    fileprivate var bit: Int64 { 1 << Int64(rawValue) }
}
