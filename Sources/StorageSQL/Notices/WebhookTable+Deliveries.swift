import LaurelDomain
import LaurelStorage

/// What is on its way to games' servers.
extension WebhookTable {
    private static let columns: SQL = """
        id, app, environment, created, state, attempts, due, last_time, last_status, last_failure, notice, player, kind,
        about, subject, details, happened, since
        """

    private static func delivery(_ row: SQLRow) throws(StoreError) -> WebhookDelivery {
        let time: Timestamp? = try row["last_time"]
        var last: WebhookDelivery.Attempt?
        if let time {
            last = WebhookDelivery.Attempt(
                time: time, status: try row["last_status"], failure: try row["last_failure"])
        }
        return WebhookDelivery(
            id: try row["id"], app: try row["app"], environment: try row["environment"], event: try event(row),
            created: try row["created"], since: try row["since"], state: try row["state"],
            attempts: try row["attempts"], due: try row["due"], last: last)
    }

    private static func event(_ row: SQLRow) throws(StoreError) -> WebhookEvent {
        let notice: NoticeID? = try row["notice"]
        guard let notice else { return .test }
        return .notice(
            notice,
            NewNotice(
                to: try row["player"], try row["kind"], app: try row["app"], environment: try row["environment"],
                about: try row["about"], subject: try row["subject"], details: try row["details"],
                created: try row["happened"]))
    }

    /// - Returns: nil, with nothing written, when there is no such webhook.
    static func insert(
        _ new: NewWebhookDelivery, on connection: any SQLConnection
    ) throws(StoreError) -> WebhookDelivery? {
        let isThere = try connection.has(
            "SELECT 1 FROM webhooks WHERE app = \(new.app) AND environment = \(new.environment)")
        guard isThere else { return nil }
        let notice: (id: NoticeID, content: NewNotice)? =
            switch new.event {
            case .test: nil
            case .notice(let id, let content): (id, content)
            }
        let insert = SQL.insert(
            into: "webhook_deliveries",
            [
                "app": new.app, "environment": new.environment, "created": new.created, "since": new.created,
                "state": WebhookDelivery.State.waiting, "attempts": 0, "due": new.created, "last_failure": "",
                "notice": notice?.id, "player": notice?.content.player, "kind": notice?.content.kind,
                "about": notice?.content.about, "subject": notice?.content.subject,
                "details": notice?.content.details, "happened": notice?.content.created,
            ])
        return WebhookDelivery(
            id: try connection.newNumber("\(insert) RETURNING id"), app: new.app, environment: new.environment,
            event: new.event, created: new.created, due: new.created)
    }

    /// - Parameter condition: with the order, and how many.
    static func deliveries(
        _ condition: SQL, on connection: any SQLConnection
    ) throws(StoreError) -> [WebhookDelivery] {
        try connection.rows("SELECT \(columns) FROM webhook_deliveries WHERE \(condition)", delivery)
    }

    /// A seek for each webhook: a long line behind one costs the others nothing.
    static func take(
        due moment: Timestamp, webhooks: Int, share: Int, except busy: Set<AppEnvironment>,
        on connection: any SQLConnection
    ) throws(StoreError) -> [WebhookDelivery] {
        var lines: [[WebhookDelivery]] = []
        for target in try appEnvironments(on: connection) where !busy.contains(target) {
            let line = try deliveries(
                """
                app = \(target.app) AND environment = \(target.environment) AND state = 0 AND due <= \(moment)
                ORDER BY due, id LIMIT \(SQLPage.limit(share))
                """, on: connection)
            if !line.isEmpty { lines.append(line) }
        }
        lines.sort { ($0[0].due, $0[0].id) < ($1[0].due, $1[0].id) }
        let due = lines.prefix(max(0, webhooks)).flatMap { $0 }.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
        for delivery in due {
            try connection.run("UPDATE webhook_deliveries SET due = \(Timestamp.last) WHERE id = \(delivery.id)")
        }
        return due
    }

    static func recover(at moment: Timestamp, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            "UPDATE webhook_deliveries SET due = \(moment) WHERE state = 0 AND due = \(Timestamp.last)")
    }

    static func write(_ delivery: WebhookDelivery, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            """
            UPDATE webhook_deliveries SET state = \(delivery.state), attempts = \(delivery.attempts),
                due = \(delivery.due), last_time = \(delivery.last?.time), last_status = \(delivery.last?.status),
                last_failure = \(delivery.last?.failure ?? "")
            WHERE id = \(delivery.id)
            """)
    }

    static func resend(
        _ id: WebhookDeliveryID, of app: AppNumber, _ environment: Environment, at moment: Timestamp,
        on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.run(
            """
            UPDATE webhook_deliveries SET state = 0, attempts = 0, due = \(moment), since = \(moment)
            WHERE id = \(id) AND app = \(app) AND environment = \(environment)
            """) == 1
    }

    static func trim(
        createdBefore moment: Timestamp, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            DELETE FROM webhook_deliveries WHERE id IN (
                SELECT id FROM webhook_deliveries WHERE state <> 0 AND created < \(moment)
                ORDER BY created LIMIT \(SQLPage.limit(limit)))
            """)
    }
}
