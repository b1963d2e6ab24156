public import LaurelDomain

/// The reference's queues.
struct InMemoryDeliveries: Sendable {
    struct SubscriptionRow {
        let session: SessionID
        let subscription: PushSubscription
    }

    struct PushRow {
        let id: PushID
        let notice: NoticeID
        let subscription: PushSubscriptionID
        var due: Timestamp
        var attempts = 0
        var isTaken = false
    }

    var subscriptions: [SubscriptionRow] = []
    var lastSubscription: Int64 = 0
    var pushes: [PushRow] = []
    var lastPush: Int64 = 0
    var webhooks: [AppEnvironment: Webhook] = [:]
    var deliveries: [WebhookDelivery] = []
    var lastDelivery: Int64 = 0
    var planned = NoticeID.start
}

// MARK: Push

extension InMemoryDirectory {
    /// Those whose session still stands.
    private var subscriptions: [InMemoryDeliveries.SubscriptionRow] {
        deliveries.subscriptions.filter { sessions[$0.session] != nil }
    }

    public func subscribe(
        _ target: PushTarget, for session: SessionID, created: Timestamp, limit: Int
    ) async throws(StoreError) -> PushSubscription? {
        guard let row = sessions[session] else { return nil }
        deliveries.lastSubscription += 1
        let subscription = PushSubscription(
            id: PushSubscriptionID(deliveries.lastSubscription), player: row.player, device: row.device,
            binding: row.binding, target: target, created: created)
        var kept = subscriptions.filter {
            $0.session != session && $0.subscription.target.endpoint != target.endpoint
        }
        let own = kept.filter { $0.subscription.player == row.player }.map(\.subscription.id)
        let surplus = Set(own.prefix(max(0, own.count - max(0, limit - 1))))
        kept.removeAll { surplus.contains($0.subscription.id) }
        deliveries.subscriptions = kept + [.init(session: session, subscription: subscription)]
        return subscription
    }

    public func pushSubscription(of session: SessionID) async throws(StoreError) -> PushSubscription? {
        subscriptions.first { $0.session == session }?.subscription
    }

    public func pushSubscription(_ id: PushSubscriptionID) async throws(StoreError) -> PushSubscription? {
        subscriptions.first { $0.subscription.id == id }?.subscription
    }

    public func pushSubscriptions(of players: [PlayerNumber]) async throws(StoreError) -> [PushSubscription] {
        subscriptions.map(\.subscription).filter { players.contains($0.player) }
    }

    public func unsubscribe(_ session: SessionID) async throws(StoreError) -> Bool {
        let before = subscriptions.count
        deliveries.subscriptions = subscriptions.filter { $0.session != session }
        return deliveries.subscriptions.count < before
    }

    public func removePushSubscription(_ id: PushSubscriptionID) async throws(StoreError) {
        deliveries.subscriptions.removeAll { $0.subscription.id == id }
    }

    public func takePushes(
        due moment: Timestamp, limit: Int, share: Int, underWay: [String: Int]
    ) async throws(StoreError) -> [Push] {
        let standing = subscriptions.map(\.subscription)
        var counts = underWay
        var due: [(turn: Int, push: Push)] = []
        for row in deliveries.pushes.sorted(by: { ($0.due, $0.id) < ($1.due, $1.id) })
        where !row.isTaken && row.due <= moment {
            guard let subscription = standing.first(where: { $0.id == row.subscription }),
                let notice = inbox.rows(where: { $0.id == row.notice }).first
            else { continue }
            let turn = counts[subscription.target.origin, default: 0]
            guard turn < share else { continue }
            counts[subscription.target.origin] = turn + 1
            due.append(
                (turn, Push(id: row.id, notice: notice, subscription: subscription, attempts: row.attempts)))
        }
        // Sorting by one key keeps what is earlier before what is later (SE-0372).
        let taken = due.sorted { $0.turn < $1.turn }.prefix(max(0, limit)).map { $0.push }
        for index in deliveries.pushes.indices where taken.contains(where: { $0.id == deliveries.pushes[index].id }) {
            deliveries.pushes[index].isTaken = true
        }
        return taken
    }

    public func finishPush(_ id: PushID) async throws(StoreError) { deliveries.pushes.removeAll { $0.id == id } }

    public func postponePush(_ id: PushID, to moment: Timestamp, attempts: Int) async throws(StoreError) {
        guard let index = deliveries.pushes.firstIndex(where: { $0.id == id }) else { return }
        deliveries.pushes[index].due = moment
        deliveries.pushes[index].attempts = attempts
        deliveries.pushes[index].isTaken = false
    }
}

// MARK: Planning

extension InMemoryDirectory {
    public func plannedNotice() async throws(StoreError) -> NoticeID { deliveries.planned }

    public func plan(
        _ pushes: [NewPush], _ webhooks: [NewWebhookDelivery], through last: NoticeID
    ) async throws(StoreError) {
        guard last > deliveries.planned else { throw .conflict }
        deliveries.planned = last
        let standing = Set(subscriptions.map(\.subscription.id))
        for push in pushes where standing.contains(push.subscription) {
            deliveries.lastPush += 1
            deliveries.pushes.append(
                .init(
                    id: PushID(deliveries.lastPush), notice: push.notice, subscription: push.subscription, due: push.due
                ))
        }
        for webhook in webhooks { _ = add(webhook) }
    }

    public func recoverDeliveries(at moment: Timestamp) async throws(StoreError) {
        deliveries.pushes.removeAll(where: \.isTaken)
        for (index, delivery) in deliveries.deliveries.enumerated()
        where delivery.state == .waiting && delivery.due == .last {
            deliveries.deliveries[index].due = moment
        }
    }

    public func nextDue() async throws(StoreError) -> Timestamp? {
        let standing = Set(subscriptions.map(\.subscription.id))
        let notices = Set(inbox.rows { _ in true }.map(\.id))
        let pushes = deliveries.pushes.filter {
            !$0.isTaken && standing.contains($0.subscription) && notices.contains($0.notice)
        }.map(\.due)
        return (pushes + deliveries.deliveries.filter { $0.state == .waiting && $0.due != .last }.map(\.due)).min()
    }
}

// MARK: Webhooks

extension InMemoryDirectory {
    public func webhooks() async throws(StoreError) -> [Webhook] {
        deliveries.webhooks.values.sorted {
            ($0.app.rawValue, $0.environment.rawValue) < ($1.app.rawValue, $1.environment.rawValue)
        }
    }

    public func setWebhook(_ webhook: Webhook, _ entry: NewAuditEntry?) async throws(StoreError) {
        if let entry { audit.append(entry) }
        deliveries.webhooks[.init(app: webhook.app, environment: webhook.environment)] = webhook
    }

    public func removeWebhook(
        of app: AppNumber, _ environment: Environment, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        deliveries.deliveries.removeAll { $0.app == app && $0.environment == environment }
        let wasThere = deliveries.webhooks.removeValue(forKey: .init(app: app, environment: environment)) != nil
        if wasThere, let entry { audit.append(entry) }
        return wasThere
    }

    public func webhookDeliveries(
        of app: AppNumber, _ environment: Environment, before id: WebhookDeliveryID?, limit: Int
    ) async throws(StoreError) -> [WebhookDelivery] {
        let own = deliveries.deliveries.reversed().filter { delivery in
            delivery.app == app && delivery.environment == environment && (id.map { delivery.id < $0 } ?? true)
        }
        return Array(own.prefix(max(0, limit)))
    }

    public func addWebhookDelivery(
        _ delivery: NewWebhookDelivery, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> WebhookDelivery? {
        guard let added = add(delivery) else { return nil }
        if let entry { audit.append(entry) }
        return added
    }

    private func add(_ new: NewWebhookDelivery) -> WebhookDelivery? {
        guard deliveries.webhooks[.init(app: new.app, environment: new.environment)] != nil else { return nil }
        deliveries.lastDelivery += 1
        let delivery = WebhookDelivery(
            id: WebhookDeliveryID(deliveries.lastDelivery), app: new.app, environment: new.environment,
            event: new.event, created: new.created, due: new.created)
        deliveries.deliveries.append(delivery)
        return delivery
    }

    public func resendWebhookDelivery(
        _ id: WebhookDeliveryID, of app: AppNumber, _ environment: Environment, at moment: Timestamp,
        _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        let index = deliveries.deliveries.firstIndex {
            $0.id == id && $0.app == app && $0.environment == environment
        }
        guard let index else { return false }
        deliveries.deliveries[index].state = .waiting
        deliveries.deliveries[index].attempts = 0
        deliveries.deliveries[index].due = moment
        deliveries.deliveries[index].since = moment
        if let entry { audit.append(entry) }
        return true
    }

    public func takeWebhookDeliveries(
        due moment: Timestamp, webhooks: Int, share: Int, except busy: Set<AppEnvironment>
    ) async throws(StoreError) -> [WebhookDelivery] {
        let due = deliveries.deliveries.filter { $0.state == .waiting && $0.due <= moment }
            .sorted { ($0.due, $0.id) < ($1.due, $1.id) }
        var counts: [AppEnvironment: Int] = [:]
        let taken = due.filter { delivery in
            let target = AppEnvironment(app: delivery.app, environment: delivery.environment)
            let count = counts[target] ?? 0
            guard !busy.contains(target), count < share, count > 0 || counts.count < webhooks else { return false }
            counts[target] = count + 1
            return true
        }
        for delivery in taken {
            guard let index = deliveries.deliveries.firstIndex(where: { $0.id == delivery.id }) else { continue }
            deliveries.deliveries[index].due = .last
        }
        return taken
    }

    public func finishWebhookDelivery(_ delivery: WebhookDelivery, disables: Bool) async throws(StoreError) {
        if let index = deliveries.deliveries.firstIndex(where: { $0.id == delivery.id }) {
            deliveries.deliveries[index] = delivery
        }
        guard disables else { return }
        deliveries.webhooks[.init(app: delivery.app, environment: delivery.environment)]?.isEnabled = false
        for (index, other) in deliveries.deliveries.enumerated()
        where other.app == delivery.app && other.environment == delivery.environment && other.state == .waiting {
            deliveries.deliveries[index].state = .dead
        }
    }

    public func trimWebhookDeliveries(createdBefore moment: Timestamp, limit: Int) async throws(StoreError) {
        let old = deliveries.deliveries.filter { $0.state != .waiting && $0.created < moment }
        let gone = Set(old.prefix(max(0, limit)).map(\.id))
        deliveries.deliveries.removeAll { gone.contains($0.id) }
    }
}
