import LaurelDomain
import LaurelWire

extension Command {
    private static let environment = CommandOption("--environment", "NAME", "production (default) or sandbox")
    private static let sandbox = CommandOption("--sandbox", nil, "The same as --environment sandbox")
    private static let allEvents = NoticeKind.allCases.filter(\.isOfGame)

    static let webhookSet = Command(
        name: ["webhook", "set"], summary: "Create or change an app's webhook",
        arguments: ["BUNDLE_ID", "URL"],
        options: [
            .data, environment, sandbox, CommandOption("--events", "LIST", "Comma-separated events (default: all)"),
            CommandOption("--off", nil, "Send nothing until it's set again"),
            CommandOption("--renew-secret", nil, "Create a new secret; the old one also signs for 24 hours"),
            CommandOption("--end-old-secrets", nil, "Sign with only the newest secret from now on"),
        ], examples: ["laurel webhook set com.example.game https://game.example/laurel --events challengeCompleted"]
    ) { invocation in
        var body = WebhookBody()
        body.url = invocation.arguments[1]
        body.kinds = try invocation.values("--events", .webhookEvent) ?? allEvents
        body.isEnabled = !invocation.has("--off")
        body.renewsSecret = invocation.has("--renew-secret")
        body.endsOldSecrets = invocation.has("--end-old-secrets")
        let route = Route.notifications(.setWebhook(try invocation.bundleID(), try webhookEnvironment(invocation)))
        let content = Administration.Content.body(body)
        try await Administration.with(invocation) { server in
            let answer = try await server.ask(route, content, as: WebhookAnswer.shape)
            Terminal.say("Webhook of \(invocation.arguments[0]): \(invocation.arguments[1])")
            if let secret = answer.secret { Terminal.say("Secret (won't be shown again): \(secret)") }
            if let until = answer.oldSecretsUntil { Terminal.say("Older secrets also sign until \(until.rfc3339)") }
        }
    }

    static let webhookShow = Command(
        name: ["webhook", "show"], summary: "Show an app's webhook", arguments: ["BUNDLE_ID"],
        options: [.data, environment, sandbox]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let (app, environment) = (try invocation.bundleID(), try webhookEnvironment(invocation))
            let answer = try await server.ask(.notifications(.webhook(app, environment)), as: WebhookAnswer.shape)
            Terminal.say("address  \(answer.url)")
            Terminal.say("events   \(answer.events.map(\.name).joined(separator: ", "))")
            Terminal.say("state    \(answer.isEnabled ? "on" : "off")")
        }
    }

    static let webhookRemove = Command(
        name: ["webhook", "remove"], summary: "Remove an app's webhook and drop its pending deliveries",
        arguments: ["BUNDLE_ID"], options: [.data, environment, sandbox]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let (app, environment) = (try invocation.bundleID(), try webhookEnvironment(invocation))
            try await server.tell(.notifications(.removeWebhook(app, environment)))
            Terminal.say("Removed the webhook of \(app.text)")
        }
    }

    static let webhookTest = Command(
        name: ["webhook", "test"], summary: "Send a test event (requires a running server)",
        arguments: ["BUNDLE_ID"], options: [.data, environment, sandbox]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let (app, environment) = (try invocation.bundleID(), try webhookEnvironment(invocation))
            let answer = try await server.ask(
                .notifications(.testWebhook(app, environment)), .body(WebhookTestBody()),
                as: WebhookDeliveryAnswer.shape)
            let option = environment.map { " --environment \($0.name)" } ?? ""
            Terminal.say("Queued delivery \(answer.id). To see it: laurel webhook log \(app.text)\(option)")
        }
    }

    static let webhookLog = Command(
        name: ["webhook", "log"], summary: "List webhook deliveries, newest first",
        arguments: ["BUNDLE_ID"],
        options: [.data, environment, sandbox, CommandOption("--before", "ID", "Only deliveries before this one")]
    ) { invocation in
        let before = try invocation.serial("--before").map { WebhookDeliveryID($0) }
        let route = Route.notifications(
            .webhookDeliveries(
                try invocation.bundleID(), try webhookEnvironment(invocation), before: before, count: 50))
        try await Administration.with(invocation) { server in
            let deliveries = try await server.ask(route, as: WebhookDeliveriesAnswer.shape).deliveries
            var table = TextTable(header: ["ID", "EVENT", "CREATED", "STATE", "ATTEMPTS", "LAST"])
            for delivery in deliveries {
                table.rows.append([
                    delivery.id, delivery.event, delivery.created.rfc3339, delivery.state.name,
                    String(delivery.attempts), delivery.lastStatus.map { String($0) } ?? delivery.lastFailure,
                ])
            }
            Terminal.say(deliveries.isEmpty ? "No deliveries" : table.text)
        }
    }

    static let webhookResend = Command(
        name: ["webhook", "resend"], summary: "Resend a delivery with the same ID",
        arguments: ["BUNDLE_ID", "ID"], options: [.data, environment, sandbox]
    ) { invocation in
        let id = WebhookDeliveryID(try invocation.serial(1, "ID"))
        let route = Route.notifications(
            .resendWebhookDelivery(try invocation.bundleID(), id, try webhookEnvironment(invocation)))
        try await Administration.with(invocation) { server in
            try await server.tell(route, .body(WebhookResendBody()))
            Terminal.say("Queued delivery \(id.rawValue) again")
        }
    }

    /// Nil: the server's default.
    private static func webhookEnvironment(_ invocation: Invocation) throws(Failure) -> Environment? {
        try invocation.value("--environment", .environment) ?? (invocation.has("--sandbox") ? .sandbox : nil)
    }
}
