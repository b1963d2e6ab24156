import LaurelAPI
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Activities of games over HTTP", .timeLimit(.minutes(15)))
struct GameActivityTests {
    private static let activities = World.app + "/activities"
    private static let race =
        #"{"id":"Race","groupID":"hop","playStyle":"synchronous","minPlayers":2,"maxPlayers":16,"#
        + #""properties":[{"name":"wind","value":""},{"name":"course","value":"jungle"}],"#
        + #""fallbackURL":"/play/monkeyjump/","supportsPartyCodes":true,"localizations":["#
        + #"{"language":"zh-Hans","title":"竞速","details":"先到者胜"},"#
        + #"{"language":"en","title":"Race","details":"First wins"}],"leaderboards":["HighScores"]}"#

    private func create(_ body: String, _ world: World) async throws -> Answer {
        try await world.send("POST", Self.activities, world.administrator, body)
    }

    private func shown(_ world: World, _ query: String = "") async throws -> JSONValue? {
        try await world.send("GET", "/v1/games/com.ali.MonkeyJump/activities" + query, world.player).json?["activities"]
    }

    @Test("rule 14.1: an activity is in the Sandbox at once, and in Production with the next release")
    func life() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let made = try await create(Self.race, world)
            #expect(made.status == 201 && made.json?["isReleased"] == .boolean(false))
            #expect(made.json?["referenceName"] == .string("Race"))
            #expect(try await shown(world) == .array([]))
            let test = try await shown(world, "?environment=sandbox&language=zh-Hans")?[0]
            #expect(test?["title"] == .string("竞速") && test?["details"] == .string("先到者胜"))
            #expect(test?["properties"]?[0]?["name"] == .string("course"))
            #expect(test?["leaderboards"] == .array([.string("HighScores")]))
            #expect(test?["minPlayers"] == .integer(2) && test?["maxPlayers"] == .integer(16))
            #expect(test?["fallbackURL"] == .string("/play/monkeyjump/"))
            try await world.release()
            #expect(try await shown(world)?[0]?["isReleased"] == .boolean(true))
            // The leaderboard that links to it says so.
            let board = try await world.send("GET", World.board)
            let link = board.json?["activity"]
            #expect(link?["id"] == .string("Race") && link?["properties"]?[0]?["value"] == .string("jungle"))
            let gone = try await world.send("DELETE", Self.activities + "/Race", world.administrator)
            #expect(gone.kind == "conflict")
            let archived = try await world.send(
                "PATCH", Self.activities + "/Race", world.administrator, #"{"isArchived":true,"maxPlayers":null}"#)
            #expect(archived.status == 200 && archived.json?["maxPlayers"] == .null)
            #expect(try await shown(world) == .array([]))
            #expect(try await world.send("GET", World.board).json?["activity"] == nil)
            _ = try await create(#"{"id":"New","localizations":[{"language":"en","title":"New"}]}"#, world)
            #expect(try await world.send("DELETE", Self.activities + "/New", world.administrator).status == 204)
            let all = try await world.send("GET", Self.activities, world.administrator)
            #expect(all.json?["activities"]?[0]?["id"] == .string("Race") && all.json?["activities"]?[1] == nil)
        }
    }

    /// The race with a leaderboard and an achievement that say more of it.
    private static let linked: String = race.replacing(#""leaderboards":["HighScores"]}"#, with: linkFields)
    private static let linkFields: String =
        #""leaderboards":["HighScores"],"achievements":["FirstJump"],"links":["#
        + #"{"achievement":"FirstJump","properties":[{"name":"wind","value":"storm"}]},"#
        + #"{"leaderboard":"HighScores","properties":[{"name":"laps","value":"3"},"#
        + #"{"name":"course","value":"desert"}]}]}"#

    private func make(_ world: World) async throws -> Answer {
        try await world.expect(
            201, "POST", World.app + "/achievements", world.administrator, World.achievement("FirstJump"))
        return try await create(Self.linked, world)
    }

    /// What the game gets, as `name=value`.
    private func properties(_ holder: JSONValue?) -> [String] {
        guard case .array(let list)? = holder?["properties"] else { return ["no properties"] }
        return list.map { one in
            guard case .string(let name)? = one["name"], case .string(let value)? = one["value"] else { return "?" }
            return "\(name)=\(value)"
        }
    }

    private func board(_ world: World) async throws -> [String] {
        properties(
            try await world.send("GET", World.board + "?environment=sandbox", world.player).json?["activity"])
    }

    @Test("rule 14.3: a link's properties stand over the definition's, for its leaderboard or achievement alone")
    func links() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let made = try await make(world)
            #expect(made.status == 201, "\(made.text)")
            let links = made.json?["links"]
            #expect(links?[0]?["leaderboard"] == .string("HighScores"), "\(made.text)")
            #expect(links?[1]?["achievement"] == .string("FirstJump") && links?[2] == nil)
            #expect(properties(links?[0]) == ["course=desert", "laps=3"])
            #expect(try await board(world) == ["course=desert", "laps=3", "wind="])
            let earned = try await world.send(
                "GET", "/v1/games/com.ali.MonkeyJump/achievements?environment=sandbox", world.player)
            #expect(
                properties(earned.json?["achievements"]?[0]?["activity"]) == ["course=jungle", "wind=storm"],
                "\(earned.text)")
            let definition = try await shown(world, "?environment=sandbox")?[0]
            #expect(properties(definition) == ["course=jungle", "wind="])
            func change(_ body: String) async throws -> JSONValue? {
                let answer = try await world.send("PATCH", Self.activities + "/Race", world.administrator, body)
                #expect(answer.status == 200, "\(answer.text)")
                return answer.json?["links"]
            }
            // Links that aren't named stay, but for those of what doesn't link to it any more.
            #expect(try await change(#"{"maxPlayers":4}"#) == links)
            let left = try await change(#"{"leaderboards":[]}"#)
            #expect(left?[0]?["achievement"] == .string("FirstJump") && left?[1] == nil)
            #expect(try await change(#"{"leaderboards":["HighScores"],"links":[]}"#) == .array([]))
            #expect(try await board(world) == ["course=jungle", "wind="])
        }
    }

    @Test("rule 14.3: an achievement that is still a secret doesn't say which activity it links to")
    func secret() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for (id, isHidden) in [("FirstJump", true), ("Known", false)] {
                try await world.expect(
                    201, "POST", World.app + "/achievements", world.administrator,
                    World.achievement(id, isHidden: isHidden))
            }
            let both = Self.race.replacing(
                #""leaderboards":["HighScores"]}"#, with: #""achievements":["FirstJump","Known"]}"#)
            let made = try await create(both, world)
            #expect(made.status == 201, "\(made.text)")
            let shown = try await world.send(
                "GET", "/v1/games/com.ali.MonkeyJump/achievements?environment=sandbox", world.player)
            let achievements = shown.json?["achievements"]
            #expect(achievements?[0]?["title"] == .null && achievements?[0]?["activity"] == nil, "\(shown.text)")
            #expect(achievements?[1]?["activity"]?["id"] == .string("Race"), "\(shown.text)")
        }
    }

    @Test("rule 14.3: links are in an app's file, and a second import does nothing")
    func linksInFile() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await make(world)
            func send(_ query: String, _ body: String) async throws -> Answer {
                try await world.send("PUT", World.app + "/configuration" + query, world.administrator, body)
            }
            let file = try await world.send("GET", World.app + "/configuration", world.administrator).text
            #expect(try await send("?plan=true", file).json?["changes"] == .array([]))
            let changed = file.replacing("desert", with: "beach")
            let plan = try await send("?plan=true", changed)
            #expect(plan.json?["changes"] == .array([.string("change activity Race")]), "\(plan.text)")
            #expect(try await send("", changed).status == 200)
            #expect(try await board(world) == ["course=beach", "laps=3", "wind="])
            #expect(try await send("?plan=true", changed).json?["changes"] == .array([]))
        }
    }

    @Test("rule 14.3: a link's properties have the limits of the definition's, both together")
    func refusedLinks() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let many = (1...64).map { #"{"name":"p\#($0)","value":""}"# }.joined(separator: ",")
            let one = #"{"name":"a","value":"1"}"#
            let cases: [(String, String)] = [
                (#"{"leaderboard":"HighScores","achievement":"FirstJump","properties":[]}"#, "links[0]"),
                (#"{"properties":[\#(one)]}"#, "links[0]"),
                (#"{"leaderboard":"HighScores","properties":[\#(one),\#(one)]}"#, "links"),
                (#"{"leaderboard":"HighScores","properties":[\#(many)]}"#, "links"),
                (#"{"leaderboard":"HighScores","properties":[{"name":"partyCode","value":"23-45"}]}"#, "links"),
                (#"{"leaderboard":"HighScores","properties":[{"name":"activity","value":"Y"}]}"#, "links"),
                (#"{"achievement":"HighScores","properties":[\#(one)]}"#, "links"),
                (
                    #"{"leaderboard":"HighScores","properties":[\#(one)]},"#
                        + #"{"leaderboard":"HighScores","properties":[]}"#, "links"
                ),
            ]
            for (links, field) in cases {
                let body: String =
                    #"{"id":"X","leaderboards":["HighScores"],"properties":[{"name":"b","value":""}],"#
                    + #""links":[\#(links)],"localizations":[{"language":"en","title":"X"}]}"#
                let answer = try await create(body, world)
                #expect(answer.kind == "invalid-parameter" && answer.field == field, "\(links): \(answer.text)")
            }
            #expect(try await world.send("GET", Self.activities, world.administrator).json?["activities"]?[0] == nil)
        }
    }

    @Test("what can't be meant is refused with its field, and changes nothing")
    func refusals() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await create(Self.race, world)
            let names = #""localizations":[{"language":"en","title":"X"}]"#
            for (body, kind, field) in [
                (#"{"id":"Race",\#(names)}"#, "conflict", "id"),
                (#"{"id":"X","localizations":[{"language":"de","title":"X"}]}"#, "invalid-parameter", "localizations"),
                (#"{"id":"X","minPlayers":5,"maxPlayers":4,\#(names)}"#, "invalid-parameter", "minPlayers"),
                (#"{"id":"X","leaderboards":["Nothing"],\#(names)}"#, "unknown-leaderboard", "leaderboards"),
                (#"{"id":"X","achievements":["Nothing"],\#(names)}"#, "unknown-achievement", "achievements"),
                (#"{"id":"X","fallbackURL":"javascript:alert(1)",\#(names)}"#, "invalid-parameter", "fallbackURL"),
                (
                    #"{"id":"X","properties":[{"name":"a","value":"1"},{"name":"a","value":"2"}],\#(names)}"#,
                    "invalid-parameter", "properties"
                ),
                (
                    #"{"id":"X","properties":[{"name":"partyCode","value":"23-45"}],\#(names)}"#,
                    "invalid-parameter", "properties"
                ),
            ] {
                let answer = try await create(body, world)
                #expect(answer.kind == kind && answer.field == field, "\(body): \(answer.text)")
            }
            let all = try await world.send("GET", Self.activities, world.administrator)
            #expect(all.json?["activities"]?[1] == nil)
        }
    }

    @Test("rule 3.7: activities are in an app's file, and a second import does nothing")
    func file() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await create(Self.race, world)
            func send(_ query: String, _ body: String) async throws -> Answer {
                try await world.send("PUT", World.app + "/configuration" + query, world.administrator, body)
            }
            let exported = try await world.send("GET", World.app + "/configuration", world.administrator)
            #expect(exported.json?["activities"]?[0]?["id"] == .string("Race"), "\(exported.text)")
            let same = try await send("?plan=true", exported.text)
            #expect(same.json?["changes"] == .array([]), "\(same.text)")
            let changed = exported.text.replacing("First wins", with: "Last wins")
            let plan = try await send("?plan=true", changed)
            #expect(plan.json?["changes"]?[0] != nil && plan.json?["changes"]?[1] == nil, "\(plan.text)")
            #expect(try await send("", changed).status == 200)
            #expect(
                try await shown(world, "?environment=sandbox")?[0]?["details"] == .string("Last wins"))
            #expect(try await send("?plan=true", changed).json?["changes"] == .array([]))
        }
    }
}
