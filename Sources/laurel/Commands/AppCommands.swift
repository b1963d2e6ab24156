import LaurelDomain
import LaurelWire

extension Command {
    static let appList = Command(name: ["app", "list"], summary: "List apps", options: [.data]) { invocation in
        try await Administration.with(invocation) { server in
            let apps = try await server.ask(.apps(.list), as: AppAnswer.list)
            var table = TextTable(header: ["BUNDLE ID", "NAME", "GAME CENTER", "STATE"])
            for app in apps {
                let state = app.isReleased ? "released" : "sandbox only"
                table.rows.append([
                    app.bundleID.text, app.appName, app.isGameCenterEnabled ? "enabled" : "off",
                    app.isArchived ? "archived" : state,
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
        let bundleID = try invocation.bundleID()
        guard let name = invocation["--name"] else { throw Failure("--name NAME is required") }
        var body = AppBody()
        body.bundleID = bundleID
        body.appName = name
        body.sku = invocation["--sku"]
        body.defaultLanguage = try invocation.value("--language", .language)
        body.link = invocation["--link"]
        body.team = try invocation.value("--team", .teamID)
        let content = Administration.Content.body(body)
        try await Administration.with(invocation, makesStore: true) { server in
            try await server.tell(.apps(.create), content)
            Terminal.say("Created \(bundleID.text). To turn on Game Center: laurel app enable \(bundleID.text)")
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
            CommandOption("--guests", "on|off", "Accept players without an account"),
            CommandOption("--desktop", "on|off", "Pages offer to open it in its desktop game, too"),
            CommandOption(
                "--origin", "ORIGINS",
                "All its web origins, and pages that sign-ins can return to, comma-separated; replaces those it has"),
            CommandOption("--add-origin", "ORIGINS", "More of them, beside those it has"),
        ],
        examples: [
            "laurel app set com.example.hop --origin https://hop.example,https://hop.example/play/",
            "laurel app set com.example.hop --add-origin http://localhost:8081",
        ]
    ) { invocation in
        var body = AppChangeBody()
        body.appName = invocation["--name"]
        body.link = invocation["--link"].map { .some($0) }
        body.sku = invocation["--sku"]
        body.defaultLanguage = try invocation.value("--language", .language)
        if invocation["--guests"] != nil {
            body.allowsGuests = try invocation.choice("--guests", of: ["on", "off"], default: "on") == "on"
        }
        if invocation["--desktop"] != nil {
            body.hasDesktopGame = try invocation.choice("--desktop", of: ["on", "off"], default: "off") == "on"
        }
        let origins = try invocation.values("--origin", .webAddress)
        let more = try invocation.values("--add-origin", .webAddress)
        guard !body.isEmpty || origins != nil || more != nil else {
            throw Failure("nothing to change; see laurel app set --help")
        }
        if origins != nil || more != nil { try await setOrigins(invocation, origins, adding: more ?? []) }
        if !body.isEmpty { try await change(invocation, body, said: "Changed") }
    }

    /// - Parameter origins: nil: those that it has.
    private static func setOrigins(
        _ invocation: Invocation, _ origins: [WebAddress]?, adding more: [WebAddress]
    ) async throws {
        let bundleID = try invocation.bundleID()
        try await Administration.with(invocation) { server in
            var body = WebOriginsBody(origins ?? [])
            if origins == nil {
                body = try await server.ask(.webGames(.origins(bundleID)), as: WebOriginsBody.shape)
            }
            for origin in more where !body.webOrigins.contains(origin) { body.webOrigins.append(origin) }
            let origins = body.webOrigins
            try await server.tell(.webGames(.setOrigins(bundleID)), .body(body))
            Terminal.say(
                origins.isEmpty
                    ? "Removed all web origins of \(bundleID.text)"
                    : "Web origins of \(bundleID.text): \(origins.map(\.text).joined(separator: ", "))")
        }
    }

    static let appEnable = Command(
        name: ["app", "enable"], summary: "Turn on Game Center for an app", arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in
        var body = AppChangeBody()
        body.isGameCenterEnabled = true
        do { try await change(invocation, body, said: "Game Center is on for") } catch let failure as Failure {
            let bundleID = try invocation.bundleID()
            var isArchived = false
            try await Administration.with(invocation) { server in
                isArchived = (try await server.ask(.apps(.app(bundleID))) as AppAnswer).isArchived
            }
            guard isArchived else { throw failure }
            throw Failure(
                "\(bundleID.text) is archived. Unarchive it first: laurel app archive \(bundleID.text) --undo",
                status: 1)
        }
    }

    static let appRelease = Command(
        name: ["app", "release"], summary: "Release an app and its leaderboards to Production (can't be undone)",
        arguments: ["BUNDLE_ID"], options: [.data]
    ) { invocation in
        var body = AppChangeBody()
        body.isReleased = true
        try await change(invocation, body, said: "Released")
    }

    static let appArchive = Command(
        name: ["app", "archive"],
        summary: "Archive an app: turns off Game Center, keeps its scores; --undo unarchives it",
        arguments: ["BUNDLE_ID"], options: [.data, CommandOption("--undo", nil, "Unarchive it")]
    ) { invocation in
        let undoes = invocation.has("--undo")
        var body = AppChangeBody()
        body.isArchived = !undoes
        try await change(invocation, body, said: undoes ? "Unarchived" : "Archived")
    }

    static let appLocalize = Command(
        name: ["app", "localize"], summary: "Add or change a localization of an app",
        arguments: ["BUNDLE_ID"],
        options: [
            .data, CommandOption("--language", "TAG", "Language, such as zh-Hans (required)"),
            CommandOption("--name", "NAME", "Name in that language (required for a new one)"),
            CommandOption("--subtitle", "TEXT", "Line below the name; “” removes it"),
            CommandOption("--description", "TEXT", "Description of the game; “” removes it"),
            CommandOption("--remove", nil, "Remove that language"),
        ], examples: ["laurel app localize com.example.game --language zh-Hans --name 我的游戏"]
    ) { invocation in
        let bundleID = try invocation.bundleID()
        guard let language = try invocation.value("--language", .language) else {
            throw Failure("--language TAG is required")
        }
        let texts = ["--name", "--subtitle", "--description"].filter { invocation[$0] != nil }
        guard invocation.has("--remove") != !texts.isEmpty else {
            throw Failure(
                texts.isEmpty
                    ? "nothing to change; give --name, --subtitle or --description, or --remove"
                    : "--remove takes the language away; leave out \(texts.joined(separator: ", "))")
        }
        try await Administration.with(invocation) { server in
            let app: AppAnswer = try await server.ask(.apps(.app(bundleID)))
            var all = app.localizations
            let index = all.firstIndex { $0.language == language }
            if invocation.has("--remove") {
                guard let index else {
                    throw Failure("\(bundleID.text) has no localization in \(language.text)", status: 1)
                }
                all.remove(at: index)
            } else {
                // The app's own name stands for its default language.
                let own = language == app.defaultLanguage ? app.appName : nil
                guard let name = invocation["--name"] ?? index.map({ all[$0].name }) ?? own else {
                    throw Failure("a new language requires --name NAME")
                }
                var new = index.map { all[$0] } ?? AppLocalization(language: language, name: name)
                new.name = name
                new.subtitle = invocation["--subtitle"] ?? new.subtitle
                new.description = invocation["--description"] ?? new.description
                if let index { all[index] = new } else { all.append(new) }
            }
            var body = AppChangeBody()
            body.localizations = all
            try await server.tell(.apps(.update(bundleID)), .body(body))
            Terminal.say("\(bundleID.text) now has \(Count.of(all.count, "localization"))")
        }
    }

    private static func change(_ invocation: Invocation, _ body: AppChangeBody, said: String) async throws {
        let bundleID = try invocation.bundleID()
        try await Administration.with(invocation) { server in
            try await server.tell(.apps(.update(bundleID)), .body(body))
            Terminal.say("\(said) \(bundleID.text)")
        }
    }
}
