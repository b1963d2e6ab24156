extension Command {
    static let appList = Command(name: ["app", "list"], summary: "List the apps", options: [.data]) { invocation in
        try await Administration.with(invocation) { way in
            let apps = try await way.call("GET", "/v1/connect/apps")?["apps"] as? [[String: Any]] ?? []
            var table = TextTable(header: ["BUNDLE ID", "NAME", "GAME CENTER", "STATE"])
            for app in apps {
                table.rows.append([
                    app["bundleID"] as? String ?? "", app["name"] as? String ?? "",
                    app["isGameCenterEnabled"] as? Bool == true ? "enabled" : "off",
                    app["isReleased"] as? Bool == true ? "released" : "sandbox only",
                ])
            }
            Terminal.say(apps.isEmpty ? "No app yet. Try: laurel app create com.example.game --name Game" : table.text)
        }
    }

    static let appCreate = Command(
        name: ["app", "create"], summary: "Make an app", arguments: ["BUNDLE_ID"],
        options: [
            .data, CommandOption("--name", "NAME", "What players see (needed)"),
            CommandOption("--sku", "SKU", "Your own number for it (default: none)"),
            CommandOption("--language", "TAG", "The default language (default: en)"),
            CommandOption("--link", "URL", "Where it is played or bought"),
        ], examples: ["laurel app create com.example.game --name \"My Game\""]
    ) { invocation in
        let bundleID = invocation.arguments[0]
        guard let name = invocation["--name"] else { throw Failure("an app needs --name NAME") }
        var body: [String: Any] = ["bundleID": bundleID, "name": name]
        for (option, field) in [("--sku", "sku"), ("--language", "defaultLanguage"), ("--link", "link")] {
            if let value = invocation[option] { body[field] = value }
        }
        try await Administration.with(invocation, makesStore: true) { way in
            try await way.call("POST", "/v1/connect/apps", body)
            Terminal.say("Made \(bundleID). Game Center is off until: laurel app enable \(bundleID)")
        }
    }

    static let appShow = Command(
        name: ["app", "show"], summary: "Show an app's whole configuration", arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in try await ConfigurationFile.export(invocation) }

    static let appSet = Command(
        name: ["app", "set"], summary: "Change an app", arguments: ["BUNDLE_ID"],
        options: [
            .data, CommandOption("--name", "NAME", "What players see"),
            CommandOption("--link", "URL", "Where it is played or bought"),
        ]
    ) { invocation in
        var body: [String: Any] = [:]
        if let name = invocation["--name"] { body["name"] = name }
        if let link = invocation["--link"] { body["link"] = link }
        guard !body.isEmpty else { throw Failure("say what to change: --name NAME, --link URL") }
        try await change(invocation, body, said: "Changed")
    }

    static let appEnable = Command(
        name: ["app", "enable"], summary: "Turn Game Center on for an app", arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in try await change(invocation, ["isGameCenterEnabled": true], said: "Game Center is on for") }

    static let appRelease = Command(
        name: ["app", "release"], summary: "Release an app and its leaderboards: Production opens, for ever",
        arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in try await change(invocation, ["isReleased": true], said: "Released") }

    private static func change(_ invocation: Invocation, _ body: [String: Any], said: String) async throws {
        let bundleID = invocation.arguments[0]
        try await Administration.with(invocation) { way in
            try await way.call("PATCH", "/v1/connect/apps/\(bundleID.asPathSegment)", body)
            Terminal.say("\(said) \(bundleID)")
        }
    }
}
