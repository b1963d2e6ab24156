public import LaurelDomain

/// Browsers that are told when they are closed.
public protocol PushDirectory: Sendable {
    /// Puts the target in place of the one that the session had, and takes it from its former session: a browser
    /// tells one player. Beyond `limit` the player's oldest go.
    /// - Returns: nil, with nothing written, when there is no such session (any more).
    func subscribe(
        _ target: PushTarget, for session: SessionID, created: Timestamp, limit: Int
    ) async throws(StoreError) -> PushSubscription?
    func pushSubscription(of session: SessionID) async throws(StoreError) -> PushSubscription?
    func pushSubscription(_ id: PushSubscriptionID) async throws(StoreError) -> PushSubscription?
    /// Of these players, in order of number.
    func pushSubscriptions(of players: [PlayerNumber]) async throws(StoreError) -> [PushSubscription]
    /// - Returns: whether there was one.
    func unsubscribe(_ session: SessionID) async throws(StoreError) -> Bool
    func removePushSubscription(_ id: PushSubscriptionID) async throws(StoreError)
}

/// Where games' own servers are told.
public protocol WebhookDirectory: Sendable {
    /// In order of app and environment.
    func webhooks() async throws(StoreError) -> [Webhook]
    /// Puts it in place of the one for the same app and environment.
    func setWebhook(_ webhook: Webhook, _ entry: NewAuditEntry?) async throws(StoreError)
    /// With all that is on its way.
    /// - Returns: whether there was one.
    func removeWebhook(
        of app: AppNumber, _ environment: Environment, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool
    /// Newest first, before `id` (nil: from the newest on).
    func webhookDeliveries(
        of app: AppNumber, _ environment: Environment, before id: WebhookDeliveryID?, limit: Int
    ) async throws(StoreError) -> [WebhookDelivery]
    /// An event that is no notice.
    /// - Returns: nil, with nothing written, when there is no webhook for it.
    /// - Parameter entry: of the audit log, written only when there is a webhook.
    func addWebhookDelivery(
        _ delivery: NewWebhookDelivery, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> WebhookDelivery?
    /// Makes a delivery wait again, as if it were new.
    /// - Returns: whether there is such a delivery.
    func resendWebhookDelivery(
        _ id: WebhookDeliveryID, of app: AppNumber, _ environment: Environment, at moment: Timestamp,
        _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool
}

extension WebhookDirectory {
    /// For what nobody did, such as a test's beginning.
    public func setWebhook(_ webhook: Webhook) async throws(StoreError) { try await setWebhook(webhook, nil) }
    public func removeWebhook(of app: AppNumber, _ environment: Environment) async throws(StoreError) -> Bool {
        try await removeWebhook(of: app, environment, nil)
    }
}

/// The durable queues between what happened and those who are told outside. Filling them and moving on in the order of
/// notices is one transaction, so each notice is planned once.
public protocol DeliveryQueue: Sendable {
    /// All notices up to here were planned.
    func plannedNotice() async throws(StoreError) -> NoticeID
    /// - Throws: ``StoreError/conflict``, with nothing written, when `last` was planned already.
    func plan(
        _ pushes: [NewPush], _ webhooks: [NewWebhookDelivery], through last: NoticeID
    ) async throws(StoreError)

    /// Those due at `moment`, marked as being sent, in turn from each push service, so that one that does not answer
    /// holds up no other; of each the earliest first.
    /// - Parameters:
    ///   - share: so many may be under way to one push service…
    ///   - inFlight: …by its ``LaurelDomain/PushTarget/origin``, with these, which were taken before.
    func takePushes(
        due moment: Timestamp, limit: Int, share: Int, inFlight: [String: Int]
    ) async throws(StoreError) -> [Push]
    /// Sent, or not to be sent at all: it is gone.
    func finishPush(_ id: PushID) async throws(StoreError)
    /// It was not sent for sure: it waits again.
    func postponePush(_ id: PushID, to moment: Timestamp, attempts: Int) async throws(StoreError)

    /// Those due at `moment`, marked as being sent (due at ``LaurelDomain/Timestamp/last``); the earliest first.
    /// - Parameters:
    ///   - webhooks: for at most so many, those that wait longest…
    ///   - share: …and at most so many for each, so that one that does not answer holds up itself alone.
    ///   - busy: webhooks that have enough to do already.
    func takeWebhookDeliveries(
        due moment: Timestamp, webhooks: Int, share: Int, except busy: Set<AppEnvironment>
    ) async throws(StoreError) -> [WebhookDelivery]
    /// - Parameter disables: turns off the webhook, and gives up all that waits for it.
    func finishWebhookDelivery(_ delivery: WebhookDelivery, disables: Bool) async throws(StoreError)
    /// What a process that has ended took and did not finish: nobody knows whether it arrived. Pushes are dropped,
    /// since no device is told twice; deliveries to webhooks are due again at `moment`, as receivers know the id.
    func recoverDeliveries(at moment: Timestamp) async throws(StoreError)
    /// The earliest moment at which anything is due; nil when nothing waits.
    func nextDue() async throws(StoreError) -> Timestamp?
    /// Deletes deliveries that are done and were created before `moment`, at most `limit`.
    func trimWebhookDeliveries(createdBefore moment: Timestamp, limit: Int) async throws(StoreError)
}

/// A notice for one device, before it is durable.
public struct NewPush: Hashable, Sendable {
    public var notice: NoticeID
    public var player: PlayerNumber
    public var subscription: PushSubscriptionID
    public var due: Timestamp

    public init(notice: NoticeID, player: PlayerNumber, subscription: PushSubscriptionID, due: Timestamp) {
        self.notice = notice
        self.player = player
        self.subscription = subscription
        self.due = due
    }
}

public struct PushID: Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A notice on its way to one device, with both as they are now.
public struct Push: Hashable, Sendable {
    public let id: PushID
    public let notice: Notice
    public let subscription: PushSubscription
    public let attempts: Int

    public init(id: PushID, notice: Notice, subscription: PushSubscription, attempts: Int) {
        self.id = id
        self.notice = notice
        self.subscription = subscription
        self.attempts = attempts
    }
}

/// An event for a game's server, before it is durable.
public struct NewWebhookDelivery: Hashable, Sendable {
    public var app: AppNumber
    public var environment: Environment
    public var event: WebhookEvent
    public var created: Timestamp

    public init(app: AppNumber, environment: Environment, event: WebhookEvent, created: Timestamp) {
        self.app = app
        self.environment = environment
        self.event = event
        self.created = created
    }
}
