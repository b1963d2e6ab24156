import LaurelWire
import Testing

@Suite("Apps of developers", .timeLimit(.minutes(15)))
struct AppRouteTests {
    static let other = "/v1/connect/apps/com.example.Other"

    @Test("rules 3.1, 3.4, 3.6: an app speaks its players' languages at once, and falls back to its own name")
    func localizations() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let body = """
                {"localizations":[{"language":"zh-Hans","name":"猴子跳","subtitle":"从藤到藤","description":"一\\n二"},
                {"language":"de","name":"Affensprung"}]}
                """
            let changed = try await world.send("PATCH", World.app, world.administrator, body)
            #expect(changed.status == 200, "\(changed.text)")
            for (preferred, name, subtitle) in [
                ("zh-CN, en;q=0.5", "猴子跳", "从藤到藤"), ("de-AT", "Affensprung", ""), ("fr", "MonkeyJump", ""),
            ] {
                let game = try await server.client.send(
                    "GET", "/v1/games/com.ali.MonkeyJump", [("Accept-Language", preferred)])
                #expect(try #require(game.json).string("name") == name)
                #expect(try #require(game.json).string("subtitle") == subtitle)
            }
            let twice = """
                {"localizations":[{"language":"de","name":"A"},{"language":"de","name":"B"}]}
                """
            let hidden = #"{"localizations":[{"language":"de","name":"A\u202e"}]}"#
            let long = #"{"localizations":[{"language":"de","name":"A","description":"\u0001"}]}"#
            for bad in [twice, hidden, long] {
                let answer = try await world.send("PATCH", World.app, world.administrator, bad)
                #expect(answer.status == 400 && answer.field?.hasPrefix("localizations") == true, "\(answer.text)")
            }
        }
    }

    @Test("rule 3.7: configuration as code carries all of it, there and back, once")
    func code() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let target = Self.other + "/configuration"
            let change = """
                {"sku":"O-1","isArchived":true,"localizations":[{"language":"de","name":"Anders","subtitle":"s"}]}
                """
            #expect(try await world.send("PATCH", Self.other, world.administrator, change).status == 200)
            let exported = try await world.send("GET", target, world.administrator)
            #expect(exported.text.contains("Anders") && exported.text.contains(#""isArchived":true"#))
            let again = try await world.send("PUT", target + "?plan=true", world.administrator, exported.text)
            #expect(again.text.contains(#""changes":[]"#), "\(again.text)")
            let back = exported.text.replacing(#""isArchived":true"#, with: #""isArchived":false"#)
                .replacing("Anders", with: "Andere")
            let plan = try await world.send("PUT", target + "?plan=true", world.administrator, back)
            #expect(
                plan.text.contains(
                    #""fields":[{"change":0,"field":"isArchived","from":"true","to":"false"},"#
                        + #"{"change":0,"field":"localizations.de.name","from":"Anders","to":"Andere"}]"#),
                "\(plan.text)")
            let done = try await world.send("PUT", target, world.administrator, back)
            #expect(done.text.contains("change app: unarchive, localizations"), "\(done.text)")
            #expect(done.json?["fields"] == plan.json?["fields"])
            let now = try await world.send("GET", target, world.administrator)
            #expect(now.text == back)
        }
    }

    @Test("rule 3.7: a plan says which fields change, from what to what")
    func plannedFields() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let target = World.app + "/configuration"
            let exported = try await world.send("GET", target, world.administrator)
            let wanted = exported.text
                .replacing(#""referenceName":"HighScores""#, with: #""referenceName":"Best""#)
                .replacing(#""lowest":-1000000,"highest":1000000"#, with: #""lowest":0,"highest":9"#)
                .replacing(#""isHidden":false"#, with: #""isHidden":true"#)
            #expect(wanted != exported.text)
            let plan = try await world.send("PUT", target + "?plan=true", world.administrator, wanted)
            guard case .array(let fields)? = plan.json?["fields"] else {
                return #expect(Bool(false), "\(plan.text)")
            }
            let said = Set(
                fields.map { field in
                    func text(_ key: String) -> String {
                        if case .string(let text)? = field[key] { text } else { "-" }
                    }
                    return "\(text("field")): \(text("from")) > \(text("to"))"
                })
            #expect(
                said == [
                    "isHidden: false > true", "referenceName: HighScores > Best",
                    #"range: {"highest":1000000,"lowest":-1000000} > {"highest":9,"lowest":0}"#,
                ], "\(plan.text)")
            // A new app has no fields that change.
            let copy = exported.text.replacing("com.ali.MonkeyJump", with: "com.ali.Copy")
                .replacing(#""isReleased":true"#, with: #""isReleased":false"#)
            let made = try await world.send(
                "PUT", "/v1/connect/apps/com.ali.Copy/configuration?plan=true", world.administrator, copy)
            #expect(made.json?["fields"] == .array([]), "\(made.text)")
        }
    }

    @Test("an archived app has Game Center off until it is taken out again")
    func archive() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let archived = try await world.send("PATCH", World.app, world.administrator, #"{"isArchived":true}"#)
            #expect(archived.text.contains(#""isGameCenterEnabled":false"#))
            let score = try await world.send("POST", World.board + "/scores", world.game, #"{"value":1}"#)
            #expect(score.kind == "game-center-disabled")
            let enable = #"{"isGameCenterEnabled":true}"#
            #expect(try await world.send("PATCH", World.app, world.administrator, enable).status == 409)
            #expect(!(try await world.send("GET", "/v1/games").text.contains("MonkeyJump")))
            let back = #"{"isArchived":false,"isGameCenterEnabled":true}"#
            #expect(try await world.send("PATCH", World.app, world.administrator, back).status == 200)
            #expect(try await world.send("POST", World.board + "/scores", world.game, #"{"value":1}"#).status == 200)
        }
    }

    @Test("rule 3.2: test data is wiped by leaderboard, player or all, in the Sandbox alone, after a plan")
    func wipe() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let target = World.app + "/wipes"
            for environment in ["sandbox", "production"] {
                let scores = World.board + "/scores?environment=\(environment)"
                #expect(try await world.send("POST", scores, world.player, #"{"value":7,"id":"x"}"#).status == 200)
            }
            func total(_ environment: String) async throws -> JSONValue? {
                try await world.send("GET", World.board + "/entries?environment=\(environment)").json?["total"]
            }
            for bad in [
                "{}", #"{"everything":false}"#, #"{"leaderboard":"HighScores","everything":true}"#,
                #"{"player":"G:1","alias":"jungle-jim"}"#,
            ] {
                #expect(try await world.send("POST", target, world.administrator, bad).status == 400)
            }
            for (body, kind) in [
                (#"{"leaderboard":"Nothing"}"#, "unknown-leaderboard"), (#"{"player":"G:1"}"#, "not-found"),
                (#"{"alias":"nobody-here"}"#, "not-found"),
            ] {
                #expect(try await world.send("POST", target, world.administrator, body).kind == kind)
            }
            let body = #"{"player":"\#(world.playerID)"}"#
            let plan = try await world.send("POST", target + "?plan=true", world.administrator, body)
            #expect(plan.json?["leaderboards"]?[0]?["entries"] == .integer(1), "\(plan.text)")
            #expect(try await total("sandbox") == .integer(1))
            let other = try await world.send(
                "POST", target + "?plan=true", world.administrator, #"{"alias":"somebody"}"#)
            #expect(other.json?["leaderboards"] == .array([]))
            #expect(try await world.send("POST", target, world.administrator, body).status == 200)
            #expect(try await total("sandbox") == .integer(0))
            #expect(try await total("production") == .integer(1))
            let all = try await world.send("POST", target, world.administrator, #"{"everything":true}"#)
            #expect(all.json?["leaderboards"] == .array([]), "\(all.text)")
            #expect(try await total("production") == .integer(1))
        }
    }
}
