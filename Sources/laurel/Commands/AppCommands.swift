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
            CommandOption("--team", "TEAM", "Whose it is (default: the first team)"),
        ], examples: ["laurel app create com.example.game --name \"My Game\""]
    ) { invocation in
        let bundleID = invocation.arguments[0]
        guard let name = invocation["--name"] else { throw Failure("an app needs --name NAME") }
        var body: [String: Any] = ["bundleID": bundleID, "name": name]
        let options = [("--sku", "sku"), ("--language", "defaultLanguage"), ("--link", "link"), ("--team", "team")]
        for (option, field) in options {
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
            CommandOption("--sku", "SKU", "Your own number for it"),
            CommandOption("--language", "TAG", "The default language"),
            CommandOption(
                "--origin", "ORIGINS", "From where web pages may play it, such as https://hop.example; commas between"),
        ],
        examples: ["laurel app set com.example.hop --origin https://hop.example,http://localhost:8081"]
    ) { invocation in
        var body: [String: Any] = [:]
        let options = [("--name", "name"), ("--link", "link"), ("--sku", "sku"), ("--language", "defaultLanguage")]
        for (option, field) in options { if let value = invocation[option] { body[field] = value } }
        let origins = invocation["--origin"]
        guard !body.isEmpty || origins != nil else {
            throw Failure("say what to change: see laurel app set --help")
        }
        if let origins { try await setOrigins(invocation, origins) }
        if !body.isEmpty { try await change(invocation, body, said: "Changed") }
    }

    private static func setOrigins(_ invocation: Invocation, _ text: String) async throws {
        let bundleID = invocation.arguments[0]
        let origins = text.split(separator: ",").map(String.init)
        try await Administration.with(invocation) { way in
            let target = "/v1/connect/apps/\(bundleID.asPathSegment)/web-origins"
            try await way.call("PUT", target, ["webOrigins": origins])
            Terminal.say(
                origins.isEmpty
                    ? "Pages of other origins may not play \(bundleID) any more"
                    : "Pages of \(origins.joined(separator: ", ")) may play \(bundleID)")
        }
    }

    static let appEnable = Command(
        name: ["app", "enable"], summary: "Turn Game Center on for an app", arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in try await change(invocation, ["isGameCenterEnabled": true], said: "Game Center is on for") }

    static let appRelease = Command(
        name: ["app", "release"], summary: "Release an app and its leaderboards: Production opens, for ever",
        arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in try await change(invocation, ["isReleased": true], said: "Released") }

    static let appArchive = Command(
        name: ["app", "archive"], summary: "Put an app away: Game Center is off for it, its scores stay",
        arguments: ["BUNDLE_ID"], options: [.data, CommandOption("--undo", nil, "Take it out again")]
    ) { invocation in
        let undoes = invocation.has("--undo")
        try await change(invocation, ["isArchived": !undoes], said: undoes ? "Taken out again:" : "Archived")
    }

    static let appLocalize = Command(
        name: ["app", "localize"], summary: "Say in another language what players see of an app",
        arguments: ["BUNDLE_ID"],
        options: [
            .data, CommandOption("--language", "TAG", "Such as zh-Hans (needed)"),
            CommandOption("--name", "NAME", "In that language (needed)"),
            CommandOption("--subtitle", "TEXT", "A line below the name"),
            CommandOption("--description", "TEXT", "What the game is"),
            CommandOption("--remove", nil, "Take that language away"),
        ], examples: ["laurel app localize com.example.game --language zh-Hans --name 我的游戏"]
    ) { invocation in
        guard let language = invocation["--language"] else { throw Failure("say which: --language TAG") }
        let path = "/v1/connect/apps/\(invocation.arguments[0].asPathSegment)"
        try await Administration.with(invocation) { way in
            let app = try await way.call("GET", path)
            var all = (app?["localizations"] as? [[String: Any]] ?? []).filter { $0["language"] as? String != language }
            if !invocation.has("--remove") {
                guard let name = invocation["--name"] else { throw Failure("say what it is called: --name NAME") }
                var localization: [String: Any] = ["language": language, "name": name]
                if let subtitle = invocation["--subtitle"] { localization["subtitle"] = subtitle }
                if let text = invocation["--description"] { localization["description"] = text }
                all.append(localization)
            }
            try await way.call("PATCH", path, ["localizations": all])
            Terminal.say("\(invocation.arguments[0]) speaks \(Count.of(all.count, "language"))")
        }
    }

    private static func change(_ invocation: Invocation, _ body: [String: Any], said: String) async throws {
        let bundleID = invocation.arguments[0]
        try await Administration.with(invocation) { way in
            try await way.call("PATCH", "/v1/connect/apps/\(bundleID.asPathSegment)", body)
            Terminal.say("\(said) \(bundleID)")
        }
    }
}
