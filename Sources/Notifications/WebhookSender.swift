import LaurelDomain
import LaurelStorage

/// Tells a game's own server of one event, until it has answered that it knows: at least once, always with the same id.
///
/// - Source: Standard Webhooks 1.0 (headers, signature, 410, backoff).
struct WebhookSender: Sendable {
    /// From the event (or from being sent again by hand) to giving up.
    static let patience = Timestamp.Span.days(1)
    static let backoff = Backoff(first: .seconds(5), longest: .hours(4))
    /// Characters of a reason in the log of deliveries.
    static let failureLimit = 200

    let store: any WebhookDirectory & DeliveryQueue
    let http: OutgoingHTTP
    let cryptography: DeliveryCryptography
    let ports: DeliveryPorts
    let counter: DeliveryCounter

    /// - Parameter webhook: its current state; nil if it was removed.
    func send(_ delivery: WebhookDelivery, to webhook: Webhook?) async throws(StoreError) {
        guard let webhook, webhook.isEnabled else {
            return try await giveUp(delivery, nil, WebhookDelivery.Attempt.off)
        }
        let url: DeliveryURL
        do throws(DeliveryURLError) {
            url = try DeliveryURL(
                webhook.url, allowsPlain: http.allowsPrivate, bytesLimit: Webhook.urlBytesLimit)
        } catch {
            return try await giveUp(delivery, nil, WebhookDelivery.Attempt.addressRefused + "\(error)")
        }
        let answer = await http.post(await request(delivery, webhook, url))
        try await finish(delivery, answer)
    }

    private func request(
        _ delivery: WebhookDelivery, _ webhook: Webhook, _ url: DeliveryURL
    ) async -> OutgoingHTTP.Request {
        let body = await ports.webhookMessage(delivery)
        let now = ports.clock.now()
        let seconds = String(now.milliseconds / 1_000)
        let signed = Array("\(delivery.messageID).\(seconds).".utf8) + body
        return OutgoingHTTP.Request(
            url,
            headers: [
                ("Content-Type", "application/json"), ("webhook-id", delivery.messageID),
                ("webhook-timestamp", seconds),
                (
                    "webhook-signature",
                    webhook.secrets(at: now).map { "v1," + cryptography.signature(signed, $0) }
                        .joined(separator: " ")
                ),
            ], body: body)
    }

    private func finish(_ delivery: WebhookDelivery, _ answer: OutgoingHTTP.Answer) async throws(StoreError) {
        switch answer {
        case .status(let status, _) where (200...299).contains(status):
            var done = delivery.tried(at: ports.clock.now(), status, "")
            done.state = .delivered
            done.due = ports.clock.now()
            try await store.finishWebhookDelivery(done, disables: false)
            counter.count(.webhook, .delivered)
        case .status(410, _):
            ports.log("webhook-off", "app \(delivery.app.rawValue): its server answered 410")
            try await giveUp(delivery, 410, "", disables: true)
        case .status(let status, let seconds): try await again(delivery, status, "", seconds)
        case .unsent(let reason), .unknown(let reason): try await again(delivery, nil, reason, nil)
        }
    }

    private func again(
        _ delivery: WebhookDelivery, _ status: Int?, _ reason: String, _ seconds: Int?
    ) async throws(StoreError) {
        let now = ports.clock.now()
        var tried = delivery.tried(at: now, status, reason)
        let chance = ports.chance()
        let end = delivery.since.advanced(by: Self.patience)
        guard now.advanced(by: Self.backoff.pause(after: tried.attempts, chance: chance, atLeast: nil)) <= end else {
            return try await giveUp(delivery, status, reason)
        }
        // A receiver that asks for a long pause is asked once more before the time is over.
        let pause = Self.backoff.pause(after: tried.attempts, chance: chance, atLeast: seconds)
        tried.due = min(now.advanced(by: pause), end)
        try await store.finishWebhookDelivery(tried, disables: false)
        counter.count(.webhook, .failed)
    }

    private func giveUp(
        _ delivery: WebhookDelivery, _ status: Int?, _ reason: String, disables: Bool = false
    ) async throws(StoreError) {
        let now = ports.clock.now()
        var dead = delivery.tried(at: now, status, reason)
        dead.state = .dead
        dead.due = now
        ports.log("webhook-delivery-dead", "delivery \(delivery.id.rawValue) after \(dead.attempts) attempts")
        try await store.finishWebhookDelivery(dead, disables: disables)
        counter.count(.webhook, .givenUp)
    }
}

extension WebhookDelivery {
    /// The same at each attempt, and another one for each event, also when a backup was restored in between.
    var messageID: String { "msg_\(id.rawValue)_\(created.milliseconds)" }

    fileprivate func tried(at moment: Timestamp, _ status: Int?, _ failure: String) -> WebhookDelivery {
        var tried = self
        tried.attempts += 1
        tried.last = Attempt(
            time: moment, status: status, failure: String(failure.prefix(WebhookSender.failureLimit)))
        return tried
    }
}
