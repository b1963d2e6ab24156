public import LaurelDomain
public import LaurelStorage

// MARK: Push

extension SQLDirectory {
    public func subscribe(
        _ target: PushTarget, for session: SessionID, created: Timestamp, limit: Int
    ) async throws(StoreError) -> PushSubscription? {
        try await write { connection throws(StoreError) in
            try PushTable.subscribe(target, for: session, created: created, limit: limit, on: connection)
        }
    }

    public func pushSubscription(of session: SessionID) async throws(StoreError) -> PushSubscription? {
        try await read { connection throws(StoreError) in
            try PushTable.subscriptions(where: "session = \(session)", on: connection).first
        }
    }

    public func pushSubscription(_ id: PushSubscriptionID) async throws(StoreError) -> PushSubscription? {
        try await read { connection throws(StoreError) in
            try PushTable.subscription(id, on: connection)
        }
    }

    public func pushSubscriptions(of players: [PlayerNumber]) async throws(StoreError) -> [PushSubscription] {
        try await read { connection throws(StoreError) in
            guard !players.isEmpty else { return [] }
            let numbers = Set(players).map { Int64($0.rawValue) }.sorted()
            return try PushTable.subscriptions(
                where: "push_subscriptions.player IN (\(numbers: numbers))", on: connection
            ).sorted { $0.id < $1.id }
        }
    }

    public func unsubscribe(_ session: SessionID) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try connection.run("DELETE FROM push_subscriptions WHERE session = \(session)") > 0
        }
    }

    public func removePushSubscription(_ id: PushSubscriptionID) async throws(StoreError) {
        _ = try await write { connection throws(StoreError) in
            try connection.run("DELETE FROM push_subscriptions WHERE id = \(id)")
        }
    }

    public func takePushes(
        due moment: Timestamp, limit: Int, share: Int, inFlight: [String: Int]
    ) async throws(StoreError) -> [Push] {
        try await write { connection throws(StoreError) in
            try PushTable.take(due: moment, limit: limit, share: share, inFlight: inFlight, on: connection)
        }
    }

    public func finishPush(_ id: PushID) async throws(StoreError) {
        _ = try await write { connection throws(StoreError) in
            try connection.run("DELETE FROM pushes WHERE id = \(id)")
        }
    }

    public func postponePush(_ id: PushID, to moment: Timestamp, attempts: Int) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try PushTable.postpone(id, to: moment, attempts: attempts, on: connection)
        }
    }
}

// MARK: Planning

extension SQLDirectory {
    public func plannedNotice() async throws(StoreError) -> NoticeID {
        try await read { connection throws(StoreError) in
            try connection.value("SELECT id FROM planned_notice") ?? NoticeID(0)
        }
    }

    public func plan(
        _ pushes: [NewPush], _ webhooks: [NewWebhookDelivery], through last: NoticeID
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            let moved = try connection.run("UPDATE planned_notice SET id = \(last) WHERE id < \(last)")
            guard moved == 1 else { throw .conflict }
            for push in pushes { try PushTable.insert(push, on: connection) }
            for webhook in webhooks { _ = try WebhookTable.insert(webhook, on: connection) }
        }
    }

    public func recoverDeliveries(at moment: Timestamp) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try connection.run("DELETE FROM pushes WHERE is_taken = 1")
            try WebhookTable.recover(at: moment, on: connection)
        }
    }

    public func nextDue() async throws(StoreError) -> Timestamp? {
        try await read { connection throws(StoreError) in
            let push: Timestamp? = try connection.value(
                "SELECT due FROM pushes WHERE is_taken = 0 ORDER BY due, id LIMIT 1")
            let webhook: Timestamp? = try connection.value(
                """
                SELECT due FROM webhook_deliveries WHERE state = 0 AND due < \(Timestamp.last)
                ORDER BY due, id LIMIT 1
                """)
            return [push, webhook].compactMap { $0 }.min()
        }
    }
}

// MARK: Webhooks

extension SQLDirectory {
    public func webhooks() async throws(StoreError) -> [Webhook] {
        let sealing = sealing
        return try await read { connection throws(StoreError) in try WebhookTable.webhooks(sealing, on: connection) }
    }

    public func setWebhook(_ webhook: Webhook, _ entry: NewAuditEntry?) async throws(StoreError) {
        let sealing = sealing
        return try await write { connection throws(StoreError) in
            try WebhookTable.write(webhook, sealing, on: connection)
            if let entry { try AuditTable.insert(entry, on: connection) }
        }
    }

    public func removeWebhook(
        of app: AppNumber, _ environment: Environment, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in
            try WebhookTable.remove(app, environment, on: connection)
        }
    }

    public func webhookDeliveries(
        of app: AppNumber, _ environment: Environment, before id: WebhookDeliveryID?, limit: Int
    ) async throws(StoreError) -> [WebhookDelivery] {
        try await read { connection throws(StoreError) in
            try WebhookTable.deliveries(
                """
                app = \(app) AND environment = \(environment) AND id < \(id ?? WebhookDeliveryID(.max))
                ORDER BY id DESC LIMIT \(SQLPage.limit(limit))
                """, on: connection)
        }
    }

    public func addWebhookDelivery(
        _ delivery: NewWebhookDelivery, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> WebhookDelivery? {
        try await write { connection throws(StoreError) in
            guard let added = try WebhookTable.insert(delivery, on: connection) else { return nil }
            if let entry { try AuditTable.insert(entry, on: connection) }
            return added
        }
    }

    public func resendWebhookDelivery(
        _ id: WebhookDeliveryID, of app: AppNumber, _ environment: Environment, at moment: Timestamp,
        _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in
            try WebhookTable.resend(id, of: app, environment, at: moment, on: connection)
        }
    }

    public func takeWebhookDeliveries(
        due moment: Timestamp, webhooks: Int, share: Int, except busy: Set<AppEnvironment>
    ) async throws(StoreError) -> [WebhookDelivery] {
        try await write { connection throws(StoreError) in
            try WebhookTable.take(due: moment, webhooks: webhooks, share: share, except: busy, on: connection)
        }
    }

    public func finishWebhookDelivery(_ delivery: WebhookDelivery, disables: Bool) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try WebhookTable.write(delivery, on: connection)
            if disables { try WebhookTable.disable(delivery.app, delivery.environment, on: connection) }
        }
    }

    public func trimWebhookDeliveries(createdBefore moment: Timestamp, limit: Int) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try WebhookTable.trim(createdBefore: moment, limit: limit, on: connection)
        }
    }
}
