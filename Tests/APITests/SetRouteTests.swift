import LaurelAPI
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService
import Testing

@Suite("Sets and default leaderboards over HTTP", .timeLimit(.minutes(15)))
struct SetRouteTests {
    private func make(_ id: String, _ world: World) async throws {
        let answer = try await world.send(
            "POST", World.app + "/leaderboards", world.administrator,
            "{\"id\":\"\(id)\",\"localizations\":[{\"language\":\"en\",\"name\":\"\(id)\"}]}")
        try #require(answer.status == 201, "\(answer.text)")
        try await world.release()
    }

    private func set(_ id: String, _ boards: [String], name: String? = nil) -> String {
        let boards = boards.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"id":"\(id)","localizations":[{"language":"en","name":"\(name ?? id)"}],"leaderboards":[\(boards)]}
            """
    }

    /// `id: boards` of each set, as players see them.
    private func shown(_ world: World) async throws -> [String] {
        let answer = try await world.send("GET", "/v1/games/com.ali.MonkeyJump/sets", world.game)
        guard case .array(let sets)? = answer.json?["sets"] else { return [answer.text] }
        return sets.map { set in
            guard case .string(let id)? = set["id"], case .array(let boards)? = set["leaderboards"] else { return "?" }
            let names = boards.map { if case .string(let text) = $0 { text } else { "?" } }
            return id + ": " + names.joined(separator: " ")
        }
    }

    @Test("rules 3.4, 3.7, 4.1: a leaderboard has a name of its own within a set, shown at once and carried in a file")
    func leaderboardNames() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await make("Fastest", world)
            let sets = World.app + "/sets"
            _ = try await world.send("POST", sets, world.administrator, set("Jungle", ["HighScores", "Fastest"]))
            func change(_ body: String) async throws -> Answer {
                try await world.send("PATCH", sets + "/Jungle", world.administrator, body)
            }
            func names(_ language: String) async throws -> JSONValue? {
                try await world.send("GET", "/v1/games/com.ali.MonkeyJump/sets?language=\(language)", world.game)
                    .json?["sets"]?[0]?["leaderboardNames"]
            }
            let english = #"{"leaderboard":"Fastest","language":"en","name":"Level 1"}"#
            let chinese = #"{"leaderboard":"Fastest","language":"zh-Hans","name":"第一关"}"#
            #expect(try await change("{\"leaderboardNames\":[\(chinese),\(english)]}").status == 200)
            func named(_ name: String) -> JSONValue {
                .array([.object(["leaderboard": .string("Fastest"), "name": .string(name)])])
            }
            #expect(try await names("zh-CN") == named("第一关"))
            #expect(try await names("fr") == named("Level 1"))
            // What is wrong changes nothing.
            let before = try server.export()
            for (bad, word) in [
                ("[\(english),\(english)]", "more than one name"),
                (#"[{"leaderboard":"Other","language":"en","name":"x"}]"#, "isn't in the set"),
                (#"[{"leaderboard":"Fastest","language":"en","name":"\u200b"}]"#, "characters"),
            ] {
                let answer = try await change("{\"leaderboardNames\":\(bad)}")
                #expect(answer.status == 400 && answer.text.contains(word), "\(answer.text)")
            }
            #expect(try server.export() == before)
            // A file carries them; the same import again changes nothing, and one that is silent leaves them.
            let configuration = World.app + "/configuration"
            let file = try await world.send("GET", configuration, world.administrator).text
            #expect(file.contains("第一关"), "\(file)")
            let again = try await world.send("PUT", configuration, world.administrator, file)
            #expect(again.status == 200 && again.json?["changes"] == .array([]), "\(again.text)")
            let other = try await world.send(
                "PUT", configuration, world.administrator, file.replacing("Level 1", with: "Stage 1"))
            #expect(other.status == 200, "\(other.text)")
            #expect(try await names("en") == named("Stage 1"))
            // It goes with its leaderboard.
            #expect(try await change(#"{"leaderboards":["Fastest"]}"#).status == 200)
            #expect(try await names("en") == named("Stage 1"))
            #expect(try await change(#"{"leaderboards":["HighScores"]}"#).status == 200)
            #expect(try await names("en") == .array([]))
        }
    }

    @Test("rules 3.4, 4.1: sets show leaderboards together at once, and none is left out")
    func sets() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for id in ["Fastest", "Longest"] { try await make(id, world) }
            #expect(try await shown(world).isEmpty)
            let made = try await world.send(
                "POST", World.app + "/sets", world.administrator, set("Jungle", ["Longest"]))
            #expect(made.status == 201, "\(made.text)")
            #expect(try await shown(world) == ["Jungle: Longest HighScores Fastest"])
            _ = try await world.send("POST", World.app + "/sets", world.administrator, set("Times", ["Fastest"]))
            #expect(try await shown(world) == ["Jungle: Longest HighScores", "Times: Fastest"])
            let moved = try await world.send(
                "PATCH", World.app + "/sets/Jungle", world.administrator, #"{"leaderboards":["HighScores","Fastest"]}"#)
            #expect(moved.status == 200)
            #expect(try await shown(world) == ["Jungle: HighScores Fastest Longest", "Times: Fastest"])
            // Archived and hidden ones are not shown.
            _ = try await world.send(
                "PATCH", World.app + "/leaderboards/Longest", world.administrator, #"{"isHidden":true}"#)
            #expect(try await shown(world) == ["Jungle: HighScores Fastest", "Times: Fastest"])
            let gone = try await world.send("DELETE", World.app + "/sets/Times", world.administrator)
            #expect(gone.status == 204)
            let twice = try await world.send("DELETE", World.app + "/sets/Times", world.administrator)
            #expect(twice.status == 404 && twice.kind == "unknown-set")
            #expect(try await shown(world) == ["Jungle: HighScores Fastest"])
        }
    }

    @Test("rules 3.5, 3.6: a set that breaks a rule is refused, and nothing changes")
    func refused() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let before = try server.export()
            for (body, status, field) in [
                (set("Jungle", ["Nothing"]), 404, "leaderboards"),
                (set("Jungle", ["HighScores", "HighScores"]), 400, "leaderboards"),
                (set("Jungle", [], name: "\\u0007"), 400, "localizations"),
                (#"{"id":"Jungle","localizations":[],"leaderboards":[]}"#, 400, "localizations"),
                (
                    #"{"id":"Jungle","localizations":[{"language":"zh-Hans","name":"丛林"}],"leaderboards":[]}"#, 400,
                    "localizations"
                ),
            ] {
                let answer = try await world.send("POST", World.app + "/sets", world.administrator, body)
                #expect(answer.status == status && answer.field == field, "\(body): \(answer.text)")
            }
            #expect(try server.export() == before)
            _ = try await world.send("POST", World.app + "/sets", world.administrator, set("Jungle", []))
            let twice = try await world.send("POST", World.app + "/sets", world.administrator, set("Jungle", []))
            #expect(twice.status == 409 && twice.field == "id")
            // The app's language must be one that the set has.
            let language = try await world.send(
                "PATCH", World.app, world.administrator, #"{"defaultLanguage":"zh-Hans"}"#)
            #expect(language.status == 400 || language.status == 409, "\(language.text)")
        }
    }

    @Test("rule 3.5: an app has 100 leaderboards without sets and 500 with them, from one file")
    func limits() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func document(_ count: Int, _ sets: [String]) -> String {
                let boards = (0..<count).map {
                    "{\"id\":\"b\($0)\",\"localizations\":[{\"language\":\"en\",\"name\":\"Board \($0)\"}]}"
                }
                return """
                    {"bundleID":"com.ali.MonkeyJump","name":"MonkeyJump","isGameCenterEnabled":true,"isReleased":true,
                    "leaderboards":[\(boards.joined(separator: ","))],"sets":[\(sets.joined(separator: ","))]}
                    """
            }
            let target = World.app + "/configuration"
            // HighScores is there already.
            let many = try await world.send("PUT", target, world.administrator, document(100, []))
            #expect(many.status == 400 && many.field == "leaderboards", "\(many.text)")
            let jungle = set("Jungle", ["b0", "b119"])
            let done = try await world.send("PUT", target, world.administrator, document(120, [jungle]))
            #expect(done.status == 200, "\(done.text)")
            #expect(server.accounts.catalogue.leaderboards(of: AppNumber(1)).count == 121)
            let again = try await world.send("PUT", target + "?plan=true", world.administrator, document(120, [jungle]))
            #expect(again.json?["changes"] == .array([]))
            let exported = try await world.send("GET", target, world.administrator)
            #expect(exported.json?["sets"]?[0]?["leaderboards"] == .array([.string("b0"), .string("b119")]))
            // With HighScores: 500 and 501. Sets: 100 and 101, and as many leaderboards in one.
            let names = (0..<101).map { "b\($0)" }
            for (document, status) in [
                (document(499, [jungle]), 200), (document(500, [jungle]), 400),
                (document(120, (0..<99).map { set("S\($0)", []) } + [jungle]), 200),
                (document(120, (0..<100).map { set("S\($0)", []) } + [jungle]), 400),
                (document(120, [set("Jungle", Array(names.dropLast()))]), 200),
                (document(120, [set("Jungle", names)]), 400),
            ] {
                let answer = try await world.send("PUT", target + "?plan=true", world.administrator, document)
                #expect(answer.status == status, "\(answer.text.prefix(500))")
            }
            let last = try await world.send("DELETE", World.app + "/sets/Jungle", world.administrator)
            #expect(last.status == 409, "\(last.text)")
        }
    }

    @Test("rule 4.3: a player's own default leaderboard takes the scores that name none, while it takes scores")
    func ownDefault() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await make("Fastest", world)
            let target = "/v1/games/com.ali.MonkeyJump/default-leaderboard"
            func submitted(_ id: String) async throws -> JSONValue? {
                let answer = try await world.send(
                    "POST", "/v1/games/com.ali.MonkeyJump/scores", world.game,
                    "{\"scores\":[{\"value\":7,\"id\":\"\(id)\"}]}")
                return answer.json?["results"]?[0]?["leaderboard"]
            }
            let before = try await world.send("GET", target, world.game)
            #expect(before.json?["leaderboard"] == .string("HighScores") && before.json?["isOwn"] == .boolean(false))
            #expect(try await submitted("a") == .string("HighScores"))
            let chosen = try await world.send("PUT", target, world.game, #"{"leaderboard":"Fastest"}"#)
            #expect(chosen.status == 200 && chosen.json?["isOwn"] == .boolean(true), "\(chosen.text)")
            #expect(try await submitted("b") == .string("Fastest"))
            // A repeat of the first one is still the first one.
            #expect(try await submitted("a") == .string("HighScores"))
            _ = try await world.send(
                "PATCH", World.app + "/leaderboards/Fastest", world.administrator, #"{"isArchived":true}"#)
            #expect(try await submitted("c") == .string("HighScores"))
            let archived = try await world.send("PUT", target, world.game, #"{"leaderboard":"Fastest"}"#)
            #expect(archived.status == 409 && archived.kind == "leaderboard-archived")
            let back = try await world.send("PUT", target, world.game, #"{"leaderboard":null}"#)
            #expect(back.status == 200 && back.json?["leaderboard"] == .string("HighScores"))
            let unknown = try await world.send("PUT", target, world.game, #"{"leaderboard":"Nothing"}"#)
            #expect(unknown.status == 404 && unknown.field == "leaderboard")
        }
    }
}
