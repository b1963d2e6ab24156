import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// Where games' own servers are told, for administrators.
extension NotificationFeature {
    func webhook(
        _ request: Request, _ id: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        return webhookReply(request) { () async throws(DeliveryError) in
            let webhook = try await ReadWebhook(deliveries)(
                of: id, environment ?? .production, by: administrator)
            return response(webhook, id, showsSecret: false)
        }
    }

    func setWebhook(
        _ request: Request, _ id: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try WebhookBody(of: request)
        let wanted = ConfigureWebhook.Request(
            url: body.url, kinds: Set(body.kinds), isEnabled: body.isEnabled, renewsSecret: body.renewsSecret,
            endsOldSecrets: body.endsOldSecrets)
        return webhookReply(request) { () async throws(DeliveryError) in
            let made = try await ConfigureWebhook(deliveries)(
                wanted, of: id, environment ?? .production, by: administrator)
            return response(made.webhook, id, showsSecret: made.isSecretNew)
        }
    }

    func removeWebhook(
        _ request: Request, _ id: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        return webhookReply(request) { () async throws(DeliveryError) in
            try await RemoveWebhook(deliveries)(of: id, environment ?? .production, by: administrator)
            return answers.noContent()
        }
    }

    func testWebhook(
        _ request: Request, _ id: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        _ = try WebhookTestBody(of: request)
        return webhookReply(request) { () async throws(DeliveryError) in
            let delivery = try await SendToWebhook(deliveries).test(
                id, environment ?? .production, by: administrator)
            return answers.json(.accepted, WebhookDeliveryAnswer(delivery))
        }
    }

    func webhookDeliveries(
        _ request: Request, _ id: BundleID, _ environment: Environment?, before: WebhookDeliveryID?, count: Int,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        return webhookReply(request) { () async throws(DeliveryError) in
            let page = try await ListWebhookDeliveries(deliveries)(
                of: id, environment ?? .production, before: before, count: count, by: administrator)
            return answers.json(
                .ok,
                WebhookDeliveriesAnswer(
                    deliveries: page.deliveries.map { WebhookDeliveryAnswer($0) },
                    next: page.next.map { String($0.rawValue) }))
        }
    }

    func resendWebhookDelivery(
        _ request: Request, _ id: BundleID, _ delivery: WebhookDeliveryID, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        _ = try WebhookResendBody(of: request)
        return webhookReply(request) { () async throws(DeliveryError) in
            try await SendToWebhook(deliveries).again(
                delivery, of: id, environment ?? .production, by: administrator)
            return answers.noContent()
        }
    }

    // MARK: Parts

    private func webhookReply(
        _ request: Request, _ work: @escaping @Sendable () async throws(DeliveryError) -> Response
    ) -> Reply {
        replies.later(request) { () async throws(Problem) in
            do throws(DeliveryError) { return try await work() } catch { throw Problem(from: error) }
        }
    }

    private func response(_ webhook: Webhook, _ id: BundleID, showsSecret: Bool) -> Response {
        let until = webhook.oldSecrets.map(\.until).max()
        let now = deliveries.clock.now()
        return answers.json(
            .ok,
            WebhookAnswer(
                bundleID: id, environment: webhook.environment, url: webhook.url,
                events: NoticeKind.allCases.filter { $0.isOfGame && webhook.kinds.contains($0) },
                isEnabled: webhook.isEnabled,
                // Standard Webhooks: the prefix tells what it is.
                secret: showsSecret ? "whsec_" + Base64.text(webhook.secret) : nil,
                oldSecretsUntil: until.flatMap { now < $0 ? $0 : nil }))
    }
}
