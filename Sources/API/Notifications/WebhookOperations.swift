import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// Where games' own servers are told, for administrators.
extension APIHandler {
    func webhook(
        _ request: Request, _ id: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        return webhookReply(request) { [self] () async throws(DeliveryError) in
            let webhook = try await ReadWebhook(services.deliveries)(
                of: id, environment ?? .production, by: administrator)
            return response(webhook, id, showsSecret: false)
        }
    }

    func setWebhook(
        _ request: Request, _ id: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try WebhookBody(of: request)
        let wish = ConfigureWebhook.Wish(
            url: body.url, kinds: Set(body.kinds), isEnabled: body.isEnabled, renewsSecret: body.renewsSecret,
            endsOldSecrets: body.endsOldSecrets)
        return webhookReply(request) { [self] () async throws(DeliveryError) in
            let made = try await ConfigureWebhook(services.deliveries)(
                wish, of: id, environment ?? .production, by: administrator)
            return response(made.webhook, id, showsSecret: made.isSecretNew)
        }
    }

    func removeWebhook(
        _ request: Request, _ id: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        return webhookReply(request) { [self] () async throws(DeliveryError) in
            try await RemoveWebhook(services.deliveries)(of: id, environment ?? .production, by: administrator)
            return answers.noContent()
        }
    }

    func testWebhook(
        _ request: Request, _ id: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        _ = try WebhookTestBody(of: request)
        return webhookReply(request) { [self] () async throws(DeliveryError) in
            let delivery = try await SendToWebhook(services.deliveries).test(
                id, environment ?? .production, by: administrator)
            return answers.json(.accepted) { $0.value(delivery) }
        }
    }

    func webhookDeliveries(
        _ request: Request, _ id: BundleID, _ environment: Environment?, before: WebhookDeliveryID?, count: Int,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        return webhookReply(request) { [self] () async throws(DeliveryError) in
            let page = try await ListWebhookDeliveries(services.deliveries)(
                of: id, environment ?? .production, before: before, count: count, by: administrator)
            return answers.json { writer in
                writer.beginObject()
                writer.key("deliveries")
                writer.beginArray()
                for delivery in page.deliveries { writer.value(delivery) }
                writer.endArray()
                writer.field("next", page.next.map { String($0.rawValue) })
                writer.endObject()
            }
        }
    }

    func resendWebhookDelivery(
        _ request: Request, _ id: BundleID, _ delivery: WebhookDeliveryID, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        _ = try WebhookResendBody(of: request)
        return webhookReply(request) { [self] () async throws(DeliveryError) in
            try await SendToWebhook(services.deliveries).again(
                delivery, of: id, environment ?? .production, by: administrator)
            return answers.noContent()
        }
    }

    // MARK: Parts

    private func webhookReply(
        _ request: Request, _ work: @escaping @Sendable () async throws(DeliveryError) -> Response
    ) -> Reply {
        later(request) { () async throws(Problem) in
            do throws(DeliveryError) { return try await work() } catch { throw Problem(from: error) }
        }
    }

    private func response(_ webhook: Webhook, _ id: BundleID, showsSecret: Bool) -> Response {
        answers.json { writer in
            writer.beginObject()
            writer.field("bundleID", id.text)
            writer.field("environment", webhook.environment.name)
            writer.field("url", webhook.url)
            writer.key("events")
            writer.beginArray()
            for kind in NoticeKind.allCases where webhook.kinds.contains(kind) { writer.value(kind.name) }
            writer.endArray()
            writer.field("isEnabled", webhook.isEnabled)
            // Standard Webhooks: the prefix tells what it is.
            writer.field("secret", showsSecret ? "whsec_" + Base64.text(webhook.secret) : nil)
            let now = services.deliveries.clock.now()
            writer.key("oldSecretsUntil")
            if let until = webhook.oldSecrets.map(\.until).max(), now < until {
                writer.value(until)
            } else {
                writer.null()
            }
            writer.endObject()
        }
    }
}
