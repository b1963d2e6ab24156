public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// Has a game's own server told what happens in one of the game's environments.
public struct ConfigureWebhook: Sendable {
    private let deliveries: Deliveries
    public init(_ deliveries: Deliveries) { self.deliveries = deliveries }

    /// What is wanted of a webhook.
    public struct Request: Hashable, Sendable {
        public var url: String
        public var kinds: Set<NoticeKind>
        public var isEnabled: Bool
        /// A new secret; the old one signs beside it for ``LaurelDomain/Webhook/secretOverlap``.
        public var renewsSecret: Bool
        /// Only the newest secret signs from now on: for one that others have seen.
        public var endsOldSecrets: Bool

        public init(
            url: String, kinds: Set<NoticeKind>, isEnabled: Bool, renewsSecret: Bool, endsOldSecrets: Bool = false
        ) {
            self.endsOldSecrets = endsOldSecrets
            self.url = url
            self.kinds = kinds
            self.isEnabled = isEnabled
            self.renewsSecret = renewsSecret
        }
    }

    /// Makes the webhook, or changes it.
    /// - Returns: the webhook, and whether its secret is new: it is shown this once.
    public func callAsFunction(
        _ request: Request, of bundleID: BundleID, _ environment: Environment, by administrator: Administrator
    ) async throws(DeliveryError) -> (webhook: Webhook, isSecretNew: Bool) {
        let app = try deliveries.app(bundleID)
        if let refusal = await deliveries.addresses.check(request.url, Webhook.urlBytesLimit) {
            throw .address(refusal)
        }
        return try await deliveries.webhookGate.run { () throws(DeliveryError) in
            try await set(request, of: app, environment, by: administrator)
        }
    }

    private func set(
        _ request: Request, of app: App, _ environment: Environment, by administrator: Administrator
    ) async throws(DeliveryError) -> (webhook: Webhook, isSecretNew: Bool) {
        let old = try await deliveries.webhook(of: app.number, environment)
        let isSecretNew = old == nil || request.renewsSecret
        let now = deliveries.clock.now()
        var webhook =
            old
            ?? Webhook(
                app: app.number, environment: environment, url: request.url,
                secret: deliveries.random.bytes(Webhook.secretByteCount), kinds: request.kinds)
        webhook.url = request.url
        webhook.kinds = request.kinds
        webhook.isEnabled = request.isEnabled
        if old != nil, request.renewsSecret {
            webhook.renew(deliveries.random.bytes(Webhook.secretByteCount), at: now)
        }
        if request.endsOldSecrets { webhook.oldSecrets = [] }
        let entry = entry(of: old, webhook, isSecretNew, request, app, by: administrator, at: now)
        let wanted = webhook
        try await DeliveryError.translating { () throws(StoreError) in
            try await deliveries.directory.setWebhook(wanted, entry)
        }
        return (webhook, isSecretNew)
    }

    private func entry(
        of old: Webhook?, _ webhook: Webhook, _ isSecretNew: Bool, _ request: Request, _ app: App,
        by administrator: Administrator, at now: Timestamp
    ) -> NewAuditEntry {
        var changes = FieldChanges()
        // The path of an address may hold a secret; the kinds say enough.
        changes.compare("kinds", old?.kinds.count ?? 0, webhook.kinds.count)
        changes.compare("isEnabled", old?.isEnabled ?? false, webhook.isEnabled)
        if isSecretNew { changes.note("new secret") }
        if request.endsOldSecrets { changes.note("old secrets ended") }
        if old?.url != webhook.url { changes.note("new address") }
        return administrator.entry(
            .webhookSet, team: app.team, app: app.number, environment: webhook.environment, changes: changes.text,
            at: now)
    }
}

/// The webhook of an app's environment.
public struct ReadWebhook: Sendable {
    private let deliveries: Deliveries
    public init(_ deliveries: Deliveries) { self.deliveries = deliveries }

    public func callAsFunction(
        of bundleID: BundleID, _ environment: Environment, by administrator: Administrator
    ) async throws(DeliveryError) -> Webhook {
        guard let webhook = try await deliveries.webhook(of: deliveries.app(bundleID).number, environment) else {
            throw .noWebhook(bundleID, environment)
        }
        return webhook
    }
}

/// Tells a game's server no more; what was on its way is dropped.
public struct RemoveWebhook: Sendable {
    private let deliveries: Deliveries
    public init(_ deliveries: Deliveries) { self.deliveries = deliveries }

    public func callAsFunction(
        of bundleID: BundleID, _ environment: Environment, by administrator: Administrator
    ) async throws(DeliveryError) {
        let app = try deliveries.app(bundleID)
        let entry = administrator.entry(
            .webhookRemove, team: app.team, app: app.number, environment: environment, at: deliveries.clock.now())
        let isGone = try await DeliveryError.translating { () throws(StoreError) in
            try await deliveries.directory.removeWebhook(of: app.number, environment, entry)
        }
        guard isGone else { throw .noWebhook(bundleID, environment) }
    }
}

/// What became of what a game's server was to be told, newest first.
public struct ListWebhookDeliveries: Sendable {
    public static let pageLimit = 100
    private let deliveries: Deliveries
    public init(_ deliveries: Deliveries) { self.deliveries = deliveries }

    /// - Returns: at most `count`, and where the next page begins: before that one.
    public func callAsFunction(
        of bundleID: BundleID, _ environment: Environment, before id: WebhookDeliveryID?, count: Int,
        by administrator: Administrator
    ) async throws(DeliveryError) -> (deliveries: [WebhookDelivery], next: WebhookDeliveryID?) {
        let app = try deliveries.app(bundleID)
        let count = min(max(count, 1), Self.pageLimit)
        var page = try await DeliveryError.translating { () throws(StoreError) in
            try await deliveries.directory.webhookDeliveries(
                of: app.number, environment, before: id, limit: count + 1)
        }
        guard page.count > count else { return (page, nil) }
        page.removeLast()
        return (page, page.last?.id)
    }
}

/// Sends something to a game's server: an event once more, or one that only tests the way.
public struct SendToWebhook: Sendable {
    private let deliveries: Deliveries
    public init(_ deliveries: Deliveries) { self.deliveries = deliveries }

    /// Under the id that it had, so that a server which knows it already can tell.
    public func again(
        _ id: WebhookDeliveryID, of bundleID: BundleID, _ environment: Environment, by administrator: Administrator
    ) async throws(DeliveryError) {
        let app = try deliveries.app(bundleID)
        let webhook = try await open(bundleID, environment)
        let entry = deliveries.entry(
            .webhookResend, app, environment, by: administrator, changes: "delivery \(id.rawValue)")
        let isWaiting = try await DeliveryError.translating { () throws(StoreError) in
            try await deliveries.directory.resendWebhookDelivery(
                id, of: webhook.app, environment, at: deliveries.clock.now(), entry)
        }
        guard isWaiting else { throw .unknownDelivery(id) }
        deliveries.addresses.wake()
    }

    public func test(
        _ bundleID: BundleID, _ environment: Environment, by administrator: Administrator
    ) async throws(DeliveryError) -> WebhookDelivery {
        let app = try deliveries.app(bundleID)
        let webhook = try await open(bundleID, environment)
        let entry = deliveries.entry(.webhookTest, app, environment, by: administrator, changes: "")
        let delivery = try await DeliveryError.translating { () throws(StoreError) in
            try await deliveries.directory.addWebhookDelivery(
                NewWebhookDelivery(
                    app: webhook.app, environment: environment, event: .test, created: deliveries.clock.now()),
                entry)
        }
        guard let delivery else { throw .noWebhook(bundleID, environment) }
        deliveries.addresses.wake()
        return delivery
    }

    private func open(_ bundleID: BundleID, _ environment: Environment) async throws(DeliveryError) -> Webhook {
        guard let webhook = try await deliveries.webhook(of: deliveries.app(bundleID).number, environment) else {
            throw .noWebhook(bundleID, environment)
        }
        guard webhook.isEnabled else { throw .webhookOff(bundleID, environment) }
        return webhook
    }
}

/// Lets go of old lines of the log of deliveries. To be run about once a minute.
public struct TidyDeliveries: Sendable {
    /// A delivery that is done is kept for so long.
    public static let age = Timestamp.Span.days(30)
    static let batchLimit = 1_000
    private let queue: any DeliveryQueue
    private let clock: Clock

    public init(_ queue: any DeliveryQueue, clock: Clock) {
        self.queue = queue
        self.clock = clock
    }

    public func callAsFunction() async throws(DeliveryError) {
        try await DeliveryError.translating { () throws(StoreError) in
            try await queue.trimWebhookDeliveries(
                createdBefore: clock.now().advanced(by: -Self.age), limit: Self.batchLimit)
        }
    }
}

extension Deliveries {
    fileprivate func entry(
        _ action: AuditAction, _ app: App, _ environment: Environment, by administrator: Administrator,
        changes: String = ""
    ) -> NewAuditEntry {
        administrator.entry(
            action, team: app.team, app: app.number, environment: environment, subject: app.bundleID.text,
            changes: changes, at: clock.now())
    }

    fileprivate func app(_ bundleID: BundleID) throws(DeliveryError) -> App {
        guard let app = catalogue.app(bundleID) else { throw .unknownGame(bundleID) }
        return app
    }

    fileprivate func webhook(
        of app: AppNumber, _ environment: Environment
    ) async throws(DeliveryError) -> Webhook? {
        try await DeliveryError.translating { () throws(StoreError) in
            try await directory.webhooks().first { $0.app == app && $0.environment == environment }
        }
    }
}
