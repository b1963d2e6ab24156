import LaurelDomain
import LaurelWire
import Testing

/// What a developer may do to an app that is in use, and what a file may ask for.
@Suite("Configuration and its rules over HTTP", .timeLimit(.minutes(15)))
struct ConfigurationRuleTests {
    private static let boards = World.app + "/leaderboards"

    private func make(_ id: String, _ world: World, _ fields: String = #""isHidden":false"#) async throws {
        let body = #"{"id":"\#(id)","localizations":[{"language":"en","name":"\#(id)"}],\#(fields)}"#
        let made = try await world.send("POST", Self.boards, world.administrator, body)
        try #require(made.status == 201, "\(made.text)")
    }

    private func change(_ id: String, _ world: World, _ body: String) async throws -> Answer {
        try await world.send("PATCH", Self.boards + "/" + id, world.administrator, body)
    }

    @Test("rule 3.3: an achievement that somebody earned in Production cannot be deleted")
    func earned() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let achievements = World.app + "/achievements"
            let body =
                #"{"id":"Late","points":5,"localizations":[{"language":"en","title":"Late","#
                + #""descriptionBefore":"Be late","descriptionAfter":"You were late"}]}"#
            let made = try await world.send("POST", achievements, world.administrator, body)
            try #require(made.status == 201, "\(made.text)")
            try await world.release()
            let report = try await world.send(
                "POST", "/v1/games/com.ali.MonkeyJump/achievements", world.game,
                #"{"achievements":[{"id":"Late","percentComplete":100}]}"#)
            try #require(report.status == 200, "\(report.text)")
            let gone = try await world.send("DELETE", achievements + "/Late", world.administrator)
            #expect(gone.status == 409, "\(gone.text)")
        }
    }

    @Test("rules 3.7, 14.10: that a game is on the desktop is configuration; a file that doesn't say leaves it")
    func desktopGame() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func isOffered() async throws -> [JSONValue?] {
                let app = try await world.send("GET", World.app, world.administrator)
                let game = try await world.send("GET", "/v1/games/com.ali.MonkeyJump", world.game)
                return [app.json?["hasDesktopGame"], game.json?["hasDesktopGame"]]
            }
            #expect(try await isOffered() == [.boolean(false), .boolean(false)])
            let set = try await world.send("PATCH", World.app, world.administrator, #"{"hasDesktopGame":true}"#)
            #expect(set.status == 200 && set.json?["hasDesktopGame"] == .boolean(true), "\(set.text)")
            #expect(try await isOffered() == [.boolean(true), .boolean(true)])
            let configuration = World.app + "/configuration"
            let file = try await world.send("GET", configuration, world.administrator).text
            #expect(file.contains(#""hasDesktopGame":true"#), "\(file)")
            let silent = file.replacing(#""hasDesktopGame":true,"#, with: "")
            try #require(silent != file)
            let kept = try await world.send("PUT", configuration, world.administrator, silent)
            #expect(kept.status == 200 && !kept.text.contains("desktop"), "\(kept.text)")
            #expect(try await isOffered() == [.boolean(true), .boolean(true)])
            let without = file.replacing(#""hasDesktopGame":true"#, with: #""hasDesktopGame":false"#)
            let gone = try await world.send("PUT", configuration, world.administrator, without)
            #expect(gone.status == 200 && gone.text.contains("no desktop game"), "\(gone.text)")
            #expect(gone.json?["steps"]?[0]?["values"] == .array([.string("desktop-off")]), "\(gone.text)")
            #expect(try await isOffered() == [.boolean(false), .boolean(false)])
            let wrong = try await world.send("PATCH", World.app, world.administrator, #"{"hasDesktopGame":"yes"}"#)
            #expect(wrong.status == 400 && wrong.text.contains("hasDesktopGame"), "\(wrong.text)")
        }
    }

    @Test("rule 4.3: an archived leaderboard is nobody's default, and a combined one cannot become it")
    func defaults() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await make("Two", world)
            try await make("All", world, #""parts":["HighScores","Two"]"#)
            let target = "/v1/games/com.ali.MonkeyJump/default-leaderboard"
            let combined = try await world.send("PUT", target, world.game, #"{"leaderboard":"All"}"#)
            #expect(combined.status == 409 && combined.kind == "combined-leaderboard", "\(combined.text)")
            #expect(try await world.send("DELETE", Self.boards + "/All", world.administrator).status == 204)
            #expect(try await change("HighScores", world, #"{"isArchived":true}"#).status == 200)
            let none = try await world.send("GET", target, world.game)
            #expect(none.json?["leaderboard"] == .null, "\(none.text)")
            let score = try await world.send(
                "POST", "/v1/games/com.ali.MonkeyJump/scores", world.game, #"{"scores":[{"value":7}]}"#)
            #expect(score.kind == "no-default-leaderboard", "\(score.text)")
        }
    }

    @Test(
        "rule 3.7: a file with kinds that do not fit together changes nothing, and its plan says so",
        arguments: [
            #"{"id":"All","parts":["HighScores","Money"]}"#, #"{"id":"All","parts":["HighScores","All"]}"#,
            #"{"id":"All","parts":["HighScores"]}"#, #"{"id":"All","parts":["HighScores","HighScores"]}"#,
            #"{"id":"All","parts":["HighScores","Both"]}"#,
            #"{"id":"All","isDefault":true,"parts":["HighScores","Two"]}"#,
            #"{"id":"Two","recurrence":{"start":"2026-11-01T00:00:00.000Z","durationMinutes":60,"#
                + #""restartMinutes":60}}"#,
            #"{"id":"grp.all","formerIDs":["Two"]}"#,
        ])
    func kinds(_ bad: String) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await make("Two", world)
            try await make("Money", world, #""format":"dollarWhole""#)
            try await make("Both", world, #""parts":["HighScores","Two"]"#)
            let before = try await world.send("GET", World.app + "/configuration", world.administrator)
            let names = #""localizations":[{"language":"en","name":"New"},{"language":"zh-Hans","name":"新"}]"#
            let renamed = #"{"id":"Money","format":"dollarWhole",\#(names)}"#
            let document = """
                {"bundleID":"com.ali.MonkeyJump","name":"MonkeyJump","isGameCenterEnabled":true,"isReleased":true,
                "leaderboards":[\(renamed),\(bad.dropLast()),\(names)}]}
                """
            for target in ["/configuration?plan=true", "/configuration"] {
                let refused = try await world.send("PUT", World.app + target, world.administrator, document)
                #expect([400, 409].contains(refused.status), "\(target): \(refused.text)")
            }
            let after = try await world.send("GET", World.app + "/configuration", world.administrator)
            #expect(after.text == before.text)
        }
    }

    @Test("rule 3.7: what a file doesn't say of the app stays as it is, and null takes the link away")
    func unnamed() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let set = try await world.send(
                "PATCH", World.app, world.administrator,
                #"{"sku":"MJ","link":"https://mj.example/","localizations":[{"language":"de","name":"Affe"}]}"#)
            try #require(set.status == 200, "\(set.text)")
            try await make("Two", world)
            let before = try await world.send("GET", World.app + "/configuration", world.administrator)
            #expect(before.json?["isGameCenterEnabled"] == .boolean(true))
            #expect(before.json?["isReleased"] == .boolean(true))
            func bring(_ more: String) async throws -> Answer {
                try await world.send(
                    "PUT", World.app + "/configuration", world.administrator,
                    #"{"bundleID":"com.ali.MonkeyJump","name":"MonkeyJump","leaderboards":[]\#(more)}"#)
            }
            let none = try await bring("")
            #expect(none.status == 200 && none.json?["changes"] == .array([]), "\(none.text)")
            let after = try await world.send("GET", World.app + "/configuration", world.administrator)
            #expect(after.text == before.text)
            let unlinked = try await bring(#","link":null"#)
            #expect(unlinked.json?["changes"] == .array([.string("change app: link")]), "\(unlinked.text)")
            #expect(unlinked.json?["steps"]?[0]?["values"] == .array([.string("link")]), "\(unlinked.text)")
            let archived = try await bring(#","isArchived":true"#)
            #expect(archived.status == 200 && archived.text.contains("disable Game Center"), "\(archived.text)")
            let refused = try await bring(#","isReleased":false"#)
            #expect(refused.status == 409 || refused.status == 400, "\(refused.text)")
        }
    }

    @Test("a plan names the whole order, with what the file leaves out")
    func wholeOrder() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for id in ["Two", "Three"] { try await make(id, world) }
            let configuration = try await world.send("GET", World.app + "/configuration", world.administrator)
            guard case .array(let boards)? = configuration.json?["leaderboards"] else {
                return #expect(Bool(false), "\(configuration.text)")
            }
            func text(_ id: String) throws -> String {
                let board = try #require(boards.first { $0["id"] == .string(id) })
                var writer = JSONWriter()
                writer.value(board)
                return String(decoding: writer.finish(), as: UTF8.self)
            }
            let plan = try await world.send(
                "PUT", World.app + "/configuration?plan=true", world.administrator,
                #"{"bundleID":"com.ali.MonkeyJump","name":"MonkeyJump","leaderboards":["#
                    + "\(try text("Three")),\(try text("HighScores"))]}")
            let field = plan.json?["fields"]?[0]
            #expect(field?["to"] == .string(#"["Three","Two","HighScores"]"#), "\(plan.text)")
        }
    }

    @Test("rule 3.6: a language is one language in whatever letter case")
    func languages() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let twice = #"{"localizations":[{"language":"en","name":"A"},{"language":"EN","name":"B"}]}"#
            #expect(try await change("HighScores", world, twice).status == 400)
            let shouted = #"{"localizations":[{"language":"EN","name":"A"},{"language":"ZH-hans","name":"B"}]}"#
            let changed = try await change("HighScores", world, shouted)
            #expect(changed.status == 200 && changed.text.contains(#""language":"zh-Hans""#), "\(changed.text)")
        }
    }
}
