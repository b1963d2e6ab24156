import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// Who is told outside of open streams.
extension NotificationFeature {
    func push(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        return replies.later(request) { () async throws(DeliveryError) in
            let own = try await ReadPushSubscription(deliveries)(of: session)
            return pushAnswer(isSubscribed: own != nil)
        }
    }

    func subscribeToPush(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let body = try PushSubscriptionBody(of: request)
        guard let key = Base64URL.bytes(body.keys.key), let secret = Base64URL.bytes(body.keys.secret) else {
            throw Problem(from: DeliveryError.keys)
        }
        return replies.later(request) { () async throws(Problem) in
            do throws(DeliveryError) {
                _ = try await SubscribeToPush(deliveries)(
                    PushTarget(endpoint: body.endpoint, key: key, secret: secret), by: session)
                return pushAnswer(isSubscribed: true)
            } catch {
                throw Problem(from: error, field: "endpoint")
            }
        }
    }

    func unsubscribeFromPush(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        return replies.later(request) { () async throws(DeliveryError) in
            try await UnsubscribeFromPush(deliveries)(session)
            return answers.noContent()
        }
    }

    private func pushAnswer(isSubscribed: Bool) -> Response {
        answers.json(
            .ok, PushAnswer(publicKey: Base64URL.text(deliveries.pushKey), isSubscribed: isSubscribed))
    }
}

extension Problem {
    /// - Parameter field: where the address stood.
    init(from error: DeliveryError, field: String = "url") {
        switch error {
        case .address(let refusal): self.init(from: refusal, field: field)
        case .keys:
            self.init(
                .invalidParameter, "p256dh must be a P-256 point and auth 16 bytes, both in base64.", field: "keys")
        case .unauthenticated: self.init(.unauthenticated)
        case .unknownGame(let id): self = .unknown(id)
        case .noWebhook(let id, let environment):
            self.init(.notFound, "\(id.text) has no webhook in \(environment.name).")
        case .unknownDelivery(let id): self.init(.notFound, "No delivery has the ID \(id.rawValue).")
        case .webhookOff(let id, let environment):
            self.init(.conflict, "The webhook of \(id.text) in \(environment.name) is off. Turn it on first.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    private init(from refusal: DeliveryAddresses.Refusal, field: String) {
        let sentence =
            switch refusal {
            case .tooLong(let limit): "\(field) must have at most \(limit) bytes."
            case .notHTTPS: "\(field) must start with https://."
            case .malformed:
                "\(field) isn't a valid address: use https://host/path in ASCII, without a user name or fragment."
            case .unknownHost: "The host of \(field) can't be found."
            case .privateAddress:
                "The host of \(field) is on a private network. (The operator can allow this: "
                    + "--allow-private-deliveries.)"
            }
        let reason: Reason? =
            switch refusal {
            case .tooLong: .tooLong
            case .notHTTPS, .malformed: nil
            case .unknownHost: .unknownHost
            case .privateAddress: .privateHost
            }
        let values: Values? = if case .tooLong(let limit) = refusal { Values(maximum: limit) } else { nil }
        self.init(.invalidParameter, sentence, field: field, reason: reason, values: values)
    }
}
