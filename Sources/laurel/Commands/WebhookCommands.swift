extension Command {
    private static let environment = CommandOption("--environment", "NAME", "production (default) or sandbox")
    private static let sandbox = CommandOption("--sandbox", nil, "The same as --environment sandbox")
    private static let allEvents = [
        "challengeReceived", "challengeCompleted", "challengeDeclined", "achievementEarned", "overtaken",
    ]

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
        let events = invocation["--events"].map { $0.split(separator: ",").map(String.init) } ?? allEvents
        try await Administration.with(invocation) { way in
            let answer = try await way.call(
                "PUT", path(invocation),
                [
                    "url": invocation.arguments[1], "events": events, "isEnabled": !invocation.has("--off"),
                    "renewSecret": invocation.has("--renew-secret"),
                    "endOldSecrets": invocation.has("--end-old-secrets"),
                ])
            Terminal.say("Webhook of \(invocation.arguments[0]): \(invocation.arguments[1])")
            if let secret = answer?["secret"] as? String {
                Terminal.say("Secret (won't be shown again): \(secret)")
            }
            if let until = answer?["oldSecretsUntil"] as? String {
                Terminal.say("Older secrets also sign until \(until)")
            }
        }
    }

    static let webhookShow = Command(
        name: ["webhook", "show"], summary: "Show an app's webhook", arguments: ["BUNDLE_ID"],
        options: [.data, environment, sandbox]
    ) { invocation in
        try await Administration.with(invocation) { way in
            guard let answer = try await way.call("GET", path(invocation)) else { return }
            Terminal.say("address  \(answer["url"] as? String ?? "")")
            Terminal.say("events   \((answer["events"] as? [String] ?? []).joined(separator: ", "))")
            Terminal.say("state    \(answer["isEnabled"] as? Bool == true ? "on" : "off")")
        }
    }

    static let webhookRemove = Command(
        name: ["webhook", "remove"], summary: "Remove an app's webhook and drop its pending deliveries",
        arguments: ["BUNDLE_ID"], options: [.data, environment, sandbox]
    ) { invocation in
        try await Administration.with(invocation) { way in
            try await way.call("DELETE", path(invocation))
            Terminal.say("Removed the webhook of \(invocation.arguments[0])")
        }
    }

    static let webhookTest = Command(
        name: ["webhook", "test"], summary: "Send a test event (requires a running server)",
        arguments: ["BUNDLE_ID"], options: [.data, environment, sandbox]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call("POST", path(invocation, "/tests"), [:])
            let id = answer?["id"] as? String ?? ""
            Terminal.say("Queued delivery \(id). To see it: laurel webhook log \(invocation.arguments[0])")
        }
    }

    static let webhookLog = Command(
        name: ["webhook", "log"], summary: "List webhook deliveries, newest first",
        arguments: ["BUNDLE_ID"],
        options: [.data, environment, sandbox, CommandOption("--before", "ID", "Only deliveries before this one")]
    ) { invocation in
        let before = invocation["--before"].map { "before=\($0.asPathSegment)" }
        try await Administration.with(invocation) { way in
            let answer = try await way.call("GET", path(invocation, "/deliveries", before))
            let deliveries = answer?["deliveries"] as? [[String: Any]] ?? []
            var table = TextTable(header: ["ID", "EVENT", "CREATED", "STATE", "ATTEMPTS", "LAST"])
            for delivery in deliveries {
                let status = (delivery["lastStatus"] as? Int).map { String($0) }
                table.rows.append([
                    delivery["id"] as? String ?? "", delivery["event"] as? String ?? "",
                    delivery["created"] as? String ?? "", delivery["state"] as? String ?? "",
                    String(delivery["attempts"] as? Int ?? 0), status ?? delivery["lastFailure"] as? String ?? "",
                ])
            }
            Terminal.say(deliveries.isEmpty ? "No deliveries" : table.text)
        }
    }

    static let webhookResend = Command(
        name: ["webhook", "resend"], summary: "Resend a delivery with the same ID",
        arguments: ["BUNDLE_ID", "ID"], options: [.data, environment, sandbox]
    ) { invocation in
        let id = invocation.arguments[1]
        try await Administration.with(invocation) { way in
            try await way.call("POST", path(invocation, "/deliveries/\(id.asPathSegment)/attempts"), [:])
            Terminal.say("Queued delivery \(id) again")
        }
    }

    private static func path(_ invocation: Invocation, _ rest: String = "", _ query: String? = nil) -> String {
        let name = invocation["--environment"] ?? (invocation.has("--sandbox") ? "sandbox" : nil)
        let environment = name.map { "environment=" + $0.asPathSegment }
        let parameters = [environment, query].compactMap { $0 }.joined(separator: "&")
        return "/v1/connect/apps/\(invocation.arguments[0].asPathSegment)/webhook" + rest
            + (parameters.isEmpty ? "" : "?" + parameters)
    }
}
