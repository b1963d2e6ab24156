extension Command {
    static let appList = Command(name: ["app", "list"], summary: "List apps", options: [.data]) { invocation in
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
            Terminal.say(apps.isEmpty ? "No apps yet. Try: laurel app create com.example.game --name Game" : table.text)
        }
    }

    static let appCreate = Command(
        name: ["app", "create"], summary: "Create an app", arguments: ["BUNDLE_ID"],
        options: [
            .data, CommandOption("--name", "NAME", "Name for players (required)"),
            CommandOption("--sku", "SKU", "Your own product number (default: none)"),
            CommandOption("--language", "TAG", "Default language (default: en)"),
            CommandOption("--link", "URL", "Where to play or buy it"),
            CommandOption("--team", "TEAM", "Team that owns it (default: the server's first team)"),
        ], examples: ["laurel app create com.example.game --name \"My Game\""]
    ) { invocation in
        let bundleID = invocation.arguments[0]
        guard let name = invocation["--name"] else { throw Failure("--name NAME is required") }
        var body: [String: Any] = ["bundleID": bundleID, "name": name]
        let options = [("--sku", "sku"), ("--language", "defaultLanguage"), ("--link", "link"), ("--team", "team")]
        for (option, field) in options {
            if let value = invocation[option] { body[field] = value }
        }
        try await Administration.with(invocation, makesStore: true) { way in
            try await way.call("POST", "/v1/connect/apps", body)
            Terminal.say("Created \(bundleID). To turn on Game Center: laurel app enable \(bundleID)")
        }
    }

    static let appShow = Command(
        name: ["app", "show"], summary: "Show an app's whole configuration", arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in try await ConfigurationFile.export(invocation) }

    static let appSet = Command(
        name: ["app", "set"], summary: "Change an app", arguments: ["BUNDLE_ID"],
        options: [
            .data, CommandOption("--name", "NAME", "Name for players"),
            CommandOption("--link", "URL", "Where to play or buy it"),
            CommandOption("--sku", "SKU", "Your own product number"),
            CommandOption("--language", "TAG", "Default language"),
            CommandOption(
                "--origin", "ORIGINS", "Comma-separated web origins, and pages that sign-ins can return to"),
        ],
        examples: ["laurel app set com.example.hop --origin https://hop.example,https://hop.example/play/"]
    ) { invocation in
        var body: [String: Any] = [:]
        let options = [("--name", "name"), ("--link", "link"), ("--sku", "sku"), ("--language", "defaultLanguage")]
        for (option, field) in options { if let value = invocation[option] { body[field] = value } }
        let origins = invocation["--origin"]
        guard !body.isEmpty || origins != nil else {
            throw Failure("nothing to change; see laurel app set --help")
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
                    ? "Removed all web origins of \(bundleID)"
                    : "Web origins of \(bundleID): \(origins.joined(separator: ", "))")
        }
    }

    static let appEnable = Command(
        name: ["app", "enable"], summary: "Turn on Game Center for an app", arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in try await change(invocation, ["isGameCenterEnabled": true], said: "Game Center is on for") }

    static let appRelease = Command(
        name: ["app", "release"], summary: "Release an app and its leaderboards to Production (can't be undone)",
        arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in try await change(invocation, ["isReleased": true], said: "Released") }

    static let appArchive = Command(
        name: ["app", "archive"], summary: "Archive an app: turns off Game Center, keeps its scores",
        arguments: ["BUNDLE_ID"], options: [.data, CommandOption("--undo", nil, "Unarchive it")]
    ) { invocation in
        let undoes = invocation.has("--undo")
        try await change(invocation, ["isArchived": !undoes], said: undoes ? "Unarchived" : "Archived")
    }

    static let appLocalize = Command(
        name: ["app", "localize"], summary: "Add or change a localization of an app",
        arguments: ["BUNDLE_ID"],
        options: [
            .data, CommandOption("--language", "TAG", "Language, such as zh-Hans (required)"),
            CommandOption("--name", "NAME", "Name in that language (required)"),
            CommandOption("--subtitle", "TEXT", "Line below the name"),
            CommandOption("--description", "TEXT", "Description of the game"),
            CommandOption("--remove", nil, "Remove that language"),
        ], examples: ["laurel app localize com.example.game --language zh-Hans --name 我的游戏"]
    ) { invocation in
        guard let language = invocation["--language"] else { throw Failure("--language TAG is required") }
        let path = "/v1/connect/apps/\(invocation.arguments[0].asPathSegment)"
        try await Administration.with(invocation) { way in
            let app = try await way.call("GET", path)
            var all = (app?["localizations"] as? [[String: Any]] ?? []).filter { $0["language"] as? String != language }
            if !invocation.has("--remove") {
                guard let name = invocation["--name"] else { throw Failure("--name NAME is required") }
                var localization: [String: Any] = ["language": language, "name": name]
                if let subtitle = invocation["--subtitle"] { localization["subtitle"] = subtitle }
                if let text = invocation["--description"] { localization["description"] = text }
                all.append(localization)
            }
            try await way.call("PATCH", path, ["localizations": all])
            Terminal.say("\(invocation.arguments[0]) now has \(Count.of(all.count, "localization"))")
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
