extension Command {
    private static let environment = CommandOption("--sandbox", nil, "The app's Sandbox (default: its Production)")
    private static let allEvents = [
        "challengeReceived", "challengeCompleted", "challengeDeclined", "achievementEarned", "overtaken",
    ]

    static let webhookSet = Command(
        name: ["webhook", "set"], summary: "Have a game's own server told what happens, or change where",
        arguments: ["BUNDLE_ID", "URL"],
        options: [
            .data, environment, CommandOption("--events", "LIST", "With commas between them (default: all of a game)"),
            CommandOption("--off", nil, "Send nothing until it is set again"),
            CommandOption("--renew-secret", nil, "Make a new secret; the old one signs, too, for 24 hours"),
            CommandOption("--end-old-secrets", nil, "Sign with the newest secret alone from now on"),
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
            Terminal.say("\(invocation.arguments[0]) tells \(invocation.arguments[1])")
            if let secret = answer?["secret"] as? String {
                Terminal.say("Secret, shown this once: \(secret)")
            }
            if let until = answer?["oldSecretsUntil"] as? String {
                Terminal.say("Older secrets sign, too, until \(until)")
            }
        }
    }

    static let webhookShow = Command(
        name: ["webhook", "show"], summary: "Show where a game's own server is told", arguments: ["BUNDLE_ID"],
        options: [.data, environment]
    ) { invocation in
        try await Administration.with(invocation) { way in
            guard let answer = try await way.call("GET", path(invocation)) else { return }
            Terminal.say("address  \(answer["url"] as? String ?? "")")
            Terminal.say("events   \((answer["events"] as? [String] ?? []).joined(separator: ", "))")
            Terminal.say("state    \(answer["isEnabled"] as? Bool == true ? "on" : "off")")
        }
    }

    static let webhookRemove = Command(
        name: ["webhook", "remove"], summary: "Tell a game's own server no more; drops what is on its way",
        arguments: ["BUNDLE_ID"], options: [.data, environment]
    ) { invocation in
        try await Administration.with(invocation) { way in
            try await way.call("DELETE", path(invocation))
            Terminal.say("Removed the webhook of \(invocation.arguments[0])")
        }
    }

    static let webhookTest = Command(
        name: ["webhook", "test"], summary: "Send an event of the kind test (a server must run)",
        arguments: ["BUNDLE_ID"], options: [.data, environment]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call("POST", path(invocation, "/tests"), [:])
            let id = answer?["id"] as? String ?? ""
            Terminal.say("Delivery \(id) is on its way; see: laurel webhook log \(invocation.arguments[0])")
        }
    }

    static let webhookLog = Command(
        name: ["webhook", "log"], summary: "List what a game's own server was told, newest first",
        arguments: ["BUNDLE_ID"],
        options: [.data, environment, CommandOption("--before", "ID", "Older ones than this delivery")]
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
            Terminal.say(deliveries.isEmpty ? "Nothing was sent." : table.text)
        }
    }

    static let webhookResend = Command(
        name: ["webhook", "resend"], summary: "Send a delivery once more, under its id",
        arguments: ["BUNDLE_ID", "ID"], options: [.data, environment]
    ) { invocation in
        let id = invocation.arguments[1]
        try await Administration.with(invocation) { way in
            try await way.call("POST", path(invocation, "/deliveries/\(id.asPathSegment)/attempts"), [:])
            Terminal.say("Delivery \(id) is on its way again")
        }
    }

    private static func path(_ invocation: Invocation, _ rest: String = "", _ query: String? = nil) -> String {
        let environment = invocation.has("--sandbox") ? "environment=sandbox" : nil
        let parameters = [environment, query].compactMap { $0 }.joined(separator: "&")
        return "/v1/connect/apps/\(invocation.arguments[0].asPathSegment)/webhook" + rest
            + (parameters.isEmpty ? "" : "?" + parameters)
    }
}
