import LaurelDomain
import LaurelWire
import Testing

@Suite("The order of leaderboards and achievements", .timeLimit(.minutes(15)))
struct DisplayOrderTests {
    private static let target = World.app + "/order"

    private func ids(_ world: World, _ target: String, _ key: String, _ token: String) async throws -> [String] {
        let answer = try await world.send("GET", target, token)
        guard case .array(let items)? = answer.json?[key] else { return [answer.text] }
        return try items.map { try $0.string("id") }
    }

    private func make(_ world: World) async throws {
        for id in ["A", "B"] {
            try await world.expect(
                201, "POST", World.app + "/leaderboards", world.administrator,
                #"{"id":"\#(id)","localizations":[{"language":"en","name":"\#(id)"}]}"#)
        }
        for id in ["One", "Two", "Three"] {
            try await world.expect(
                201, "POST", World.app + "/achievements", world.administrator, World.achievement(id))
        }
        try await world.release()
    }

    @Test("rule 3.4: players and developers read them in the developer's order, at once, and what is new comes last")
    func order() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false, meets: false)
            try await make(world)
            let game = "/v1/games/com.ali.MonkeyJump"
            #expect(
                try await ids(world, game + "/leaderboards", "leaderboards", world.game) == ["HighScores", "A", "B"])
            let answer = try await world.expect(
                200, "PUT", Self.target, world.administrator, #"{"leaderboards":["B"],"achievements":["Two","One"]}"#)
            #expect(answer["leaderboards"] == .array([.string("B"), .string("HighScores"), .string("A")]))
            for (base, token) in [(game, world.game), (World.app, world.administrator)] {
                #expect(
                    try await ids(world, base + "/leaderboards", "leaderboards", token) == ["B", "HighScores", "A"])
                #expect(
                    try await ids(world, base + "/achievements", "achievements", token) == ["Two", "One", "Three"])
            }
            try await world.expect(
                201, "POST", World.app + "/leaderboards", world.administrator,
                #"{"id":"C","localizations":[{"language":"en","name":"C"}]}"#)
            let all = try await ids(world, World.app + "/leaderboards", "leaderboards", world.administrator)
            #expect(all == ["B", "HighScores", "A", "C"])
            let log = try await world.send("GET", "/v1/connect/audit", world.administrator)
            #expect(log.text.contains("order of leaderboards; order of achievements"), "\(log.text)")
        }
    }

    @Test("an id that is unknown or there twice is refused, and nothing changes")
    func refused() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false, meets: false)
            try await make(world)
            let before = try server.export()
            for (body, status, field) in [
                (#"{"leaderboards":["B","Nothing"]}"#, 404, "leaderboards[1]"),
                (#"{"leaderboards":["B"],"achievements":["HighScores"]}"#, 404, "achievements[0]"),
                (#"{"leaderboards":["B","A","B"]}"#, 400, "leaderboards[2]"),
                (#"{"achievements":["One","One"]}"#, 400, "achievements[1]"),
            ] {
                let answer = try await world.send("PUT", Self.target, world.administrator, body)
                #expect(answer.status == status && answer.field == field, "\(body): \(answer.text)")
            }
            #expect(try server.export() == before)
        }
    }

    @Test("rule 3.7: the order of the file is the order of the app; what it does not name stays where it is")
    func configuration() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false, meets: false)
            try await make(world)
            try await world.expect(
                200, "PUT", Self.target, world.administrator,
                #"{"leaderboards":["B","A","HighScores"],"achievements":["Three","Two","One"]}"#)
            let path = World.app + "/configuration"
            let file = try await world.send("GET", path, world.administrator)
            let same = try await world.expect(200, "PUT", path + "?plan=true", world.administrator, file.text)
            #expect(same["changes"] == .array([]), "\(same)")
            // Elsewhere it makes the same, whatever is made first.
            let copy = "/v1/connect/apps/com.example.Copy/"
            let text = file.text.replacing("com.ali.MonkeyJump", with: "com.example.Copy")
            try await world.expect(200, "PUT", copy + "configuration", world.administrator, text)
            #expect(
                try await ids(world, copy + "leaderboards", "leaderboards", world.administrator)
                    == ["B", "A", "HighScores"])
            #expect(
                try await ids(world, copy + "achievements", "achievements", world.administrator)
                    == ["Three", "Two", "One"])
            let again = try await world.expect(200, "PUT", copy + "configuration?plan=true", world.administrator, text)
            #expect(again["changes"] == .array([]), "\(again)")
            // Two of three, the other way round.
            let board = #"{"id":"ID","localizations":[{"language":"en","name":"ID"}]}"#
            let part =
                #"{"bundleID":"com.ali.MonkeyJump","name":"MonkeyJump","isGameCenterEnabled":true,"isReleased":true,"#
                + #""leaderboards":["# + board.replacing("ID", with: "A") + ","
                + board.replacing("ID", with: "B") + "]}"
            let plan = try await world.expect(200, "PUT", path, world.administrator, part)
            #expect(plan["changes"] == .array([.string("order leaderboards")]), "\(plan)")
            #expect(
                try await ids(world, World.app + "/leaderboards", "leaderboards", world.administrator)
                    == ["A", "B", "HighScores"])
        }
    }
}
