import LaurelDomain
import LaurelStorage

/// Sends one notice to one device (RFC 8030), at most once.
struct PushSender: Sendable {
    /// How long a push service keeps it for a device that is off.
    static let timeToLive = Timestamp.Span.days(3)
    /// Of a VAPID token; a push service refuses more than 24 hours (RFC 8292, section 2).
    static let tokenLife = Timestamp.Span.hours(12)
    static let attemptsLimit = 10
    static let backoff = Backoff(first: .seconds(10), longest: .hours(1))

    let store: any PushDirectory & DeliveryQueue & NotificationSettingsDirectory
    let http: OutgoingHTTP
    let cryptography: DeliveryCryptography
    let ports: DeliveryPorts
    let counter: DeliveryCounter

    /// - Throws: when the store did not take what became of it; the push stays marked, and is dropped by and by.
    func send(_ push: Push) async throws(StoreError) {
        let now = ports.clock.now()
        let player = push.notice.content.player
        let settings = try await store.notificationSettings(of: [player])[player] ?? NotificationSettings()
        let choice = settings.choice(of: push.notice.content.kind, in: push.notice.content.app)
        // What was read meanwhile, or is not wanted any more, or was told on the device's open stream, is done.
        guard !push.notice.isRead, choice.isPushed, !ports.isListening(player, push.subscription.device),
            now < push.notice.content.created.advanced(by: Self.timeToLive)
        else { return try await store.finishPush(push.id) }
        if let end = ports.quietEnd(settings.quietHours, now) {
            return try await store.postponePush(push.id, to: end, attempts: push.attempts)
        }
        guard let request = await request(push, at: now) else { return try await forget(push, "can't receive pushes") }
        try await finish(push, await http.post(request))
    }

    private func request(_ push: Push, at now: Timestamp) async -> OutgoingHTTP.Request? {
        let target = push.subscription.target
        let message = await ports.pushMessage(push.notice, push.subscription.binding, cryptography.messageBytesLimit)
        guard let url = DeliveryURL(push: target.endpoint, http), let body = cryptography.encrypt(message, target)
        else { return nil }
        let expires = now.advanced(by: Self.tokenLife)
        return OutgoingHTTP.Request(
            url,
            headers: [
                ("Content-Type", "application/octet-stream"), ("Content-Encoding", "aes128gcm"),
                ("TTL", String(Self.timeToLive.milliseconds / 1_000)), ("Urgency", "normal"),
                // A message with the same topic takes the place of one that still waits.
                ("Topic", "n\(push.notice.id.rawValue)"),
                ("Authorization", cryptography.authorization(url.origin, expires)),
            ], body: body)
    }

    private func finish(_ push: Push, _ answer: OutgoingHTTP.Answer) async throws(StoreError) {
        switch answer {
        case .status(200...299, _):
            try await store.finishPush(push.id)
            counter.count(.push, .delivered)
        case .status(404, _), .status(410, _): try await forget(push, "is gone")
        case .status(429, let seconds), .status(500...599, let seconds): try await again(push, "\(answer)", seconds)
        case .unsent(let reason): try await again(push, reason, nil)
        case .status, .unknown:
            // Refused for good, or perhaps shown already: never twice.
            try await drop(push, "\(answer)")
        }
    }

    private func again(_ push: Push, _ reason: String, _ seconds: Int?) async throws(StoreError) {
        let attempts = push.attempts + 1
        guard attempts < Self.attemptsLimit else {
            return try await drop(push, "after \(attempts) attempts: \(reason)")
        }
        let pause = Self.backoff.pause(after: attempts, chance: ports.chance(), atLeast: seconds)
        try await store.postponePush(push.id, to: ports.clock.now().advanced(by: pause), attempts: attempts)
        counter.count(.push, .failed)
    }

    private func drop(_ push: Push, _ reason: String) async throws(StoreError) {
        ports.log("push-dropped", reason)
        try await store.finishPush(push.id)
        counter.count(.push, .givenUp)
    }

    private func forget(_ push: Push, _ reason: String) async throws(StoreError) {
        ports.log("push-subscription-removed", "subscription \(push.subscription.id.rawValue) \(reason)")
        // Whatever else waits for it goes with it.
        try await store.finishPush(push.id)
        try await store.removePushSubscription(push.subscription.id)
        counter.count(.push, .givenUp)
    }
}

extension DeliveryURL {
    /// The address of a subscription, as it was judged when it was made.
    init?(push endpoint: String, _ http: OutgoingHTTP) {
        do throws(DeliveryURLError) {
            try self.init(
                endpoint, allowsPlain: http.allowsPrivate, bytesLimit: PushTarget.endpointBytesLimit)
        } catch {
            return nil
        }
    }
}
