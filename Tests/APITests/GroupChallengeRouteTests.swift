import LaurelAPI
import LaurelArcade
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Group challenge routes", .timeLimit(.minutes(15))) struct GroupChallengeRouteTests {
    private static let game = "/v1/games/com.ali.MonkeyJump/group-challenges"

    /// - Parameter leaderboard: `Runs` is the one that checks replays.
    private func world(_ server: TestServer, on leaderboard: String = "HighScores") async throws -> World {
        var world = try await World(server, tells: false, meets: false)
        try await world.makeFriend()
        if leaderboard == "Runs" { try await world.makeRuns() }
        try await world.expect(
            201, "POST", World.app + "/challenge-definitions", world.administrator,
            #"{"id":"Longest Run","leaderboard":"\#(leaderboard)","isRepeatable":true,"#
                + #""localizations":[{"language":"en","title":"Longest run"}]}"#)
        try await world.release()
        return world
    }

    private func make(_ world: World, _ more: String = "") async throws -> Answer {
        try await world.send(
            "POST", Self.game, world.friend,
            #"{"definition":"Longest Run","players":["\#(world.gamePlayerID)"]\#(more)}"#)
    }

    @Test("rules 14.12 to 14.15: friends compete over HTTP; standings are provisional for an hour, and then final")
    func all() async throws {
        try await TestServer.run { server in
            let world = try await world(server)
            let made = try await make(world, #","duration":"oneDay","tries":"three""#)
            #expect(made.status == 201, "\(made.text)")
            #expect(made.json?["title"] == .string("Longest run") && made.json?["triesLimit"] == .integer(3))
            let id = try made.json?.string("id") ?? ""
            let address = "/v1/group-challenges/\(id)"
            let invited = try await world.expect(200, "GET", address, world.game)
            #expect(invited["state"] == .string("running"))
            #expect(invited["players"]?[0]?["player"]?["id"] == .string(world.friendID))
            #expect(invited["players"]?[1]?["hasJoined"] == .boolean(false))
            try await world.expect(200, "POST", address + "/join", world.game)
            try await world.expect(200, "POST", World.board + "/scores", world.friend, #"{"value":20}"#)
            try await world.expect(200, "POST", World.board + "/scores", world.game, #"{"value":30}"#)
            try await world.expect(200, "POST", World.board + "/scores", world.game, #"{"value":10}"#)
            // A first-party session sees it, too, under its own IDs.
            let list = try await world.expect(200, "GET", "/v1/group-challenges?count=1", world.player)
            let one = list["challenges"]?[0]
            #expect(one?["id"] == .string(id) && list["next"] == .string(id))
            #expect(one?["players"]?[0]?["player"]?["id"] == .string(world.playerID))
            #expect(one?["players"]?[0]?["rank"] == .integer(1) && one?["players"]?[0]?["tries"] == .integer(2))
            #expect(one?["players"]?[0]?["formatted"] == .string("30 m"))
            #expect(one?["players"]?[1]?["value"] == .integer(20))
            #expect(
                try await world.expect(200, "GET", "/v1/group-challenges?before=\(id)", world.player)["challenges"]
                    == .array([]))
            #expect(try await world.send("GET", address, world.stranger).kind == "unknown-challenge")
            #expect(try await world.send("POST", address + "/rematch", world.game).kind == "challenge-invalid")
            server.clock.advance(by: .hours(24))
            #expect(try await world.expect(200, "GET", address, world.game)["state"] == .string("provisional"))
            server.clock.advance(by: .hours(1))
            #expect(try await world.expect(200, "GET", address, world.game)["state"] == .string("final"))
            let rematch = try await world.expect(200, "POST", address + "/rematch", world.game)
            #expect(rematch["rematchOf"] == .string(id) && rematch["ghost"] == .null)
            let second = try await world.expect(200, "POST", address + "/rematch", world.friend)
            #expect(second["id"] == rematch["id"] && second["players"]?[1]?["hasJoined"] == .boolean(true))
            let next = try second.string("id")
            #expect(try await world.send("GET", "/v1/group-challenges/\(next)/ghost", world.game).kind == "not-found")
            try await world.expect(204, "DELETE", "/v1/group-challenges/\(next)", world.game)
            #expect(
                try await world.send("GET", "/v1/group-challenges/\(next)", world.game).kind == "unknown-challenge")
        }
    }

    @Test("rule 14.16: a rematch says where the winner's run can be watched, and gives it to those who are in it alone")
    func ghost() async throws {
        try await TestServer.run(pages: ["watch/index.html": Array("<h1>".utf8)]) { server in
            let world = try await world(server, on: "Runs")
            let id = try await make(world).json.unwrapped().string("id")
            let address = "/v1/group-challenges/\(id)"
            let joined = try await world.expect(200, "POST", address + "/join", world.game)
            #expect(joined["ghost"] == .null && joined["watch"] == .null, "nobody won one before")
            let run = RecordedRun(skill: 700, seed: 9)
            try await world.expect(200, "POST", World.runs + "/scores", world.game, run.body)
            let leading = try await world.expect(200, "GET", address, world.friend)
            #expect(leading["players"]?[0]?["value"] == .integer(run.score) && leading["watch"] == .null)
            server.clock.advance(by: .hours(24))
            let rematch = try await world.expect(200, "POST", address + "/rematch", world.friend)
            let next = try rematch.string("id")
            #expect(rematch["watch"] == .string("/watch/?group=" + next))
            let ghost = "/v1/group-challenges/\(next)/ghost"
            // Who is invited has it, too, and a first-party session.
            for token in [world.friend, world.game, world.player] {
                #expect(try await world.send("GET", ghost, token).body == run.log.encoded())
            }
            #expect(try await world.send("GET", ghost, world.stranger).kind == "unknown-challenge")
        }
    }

    @Test("rule 14.16: without a page that plays runs, a rematch has its ghost and nothing to watch")
    func nothingToWatch() async throws {
        try await TestServer.run { server in
            let world = try await world(server, on: "Runs")
            let id = try await make(world).json.unwrapped().string("id")
            try await world.expect(200, "POST", "/v1/group-challenges/\(id)/join", world.game)
            try await world.expect(
                200, "POST", World.runs + "/scores", world.game, RecordedRun(skill: 700, seed: 9).body)
            server.clock.advance(by: .hours(24))
            let rematch = try await world.expect(200, "POST", "/v1/group-challenges/\(id)/rematch", world.friend)
            #expect(rematch["ghost"]?["sha256"] != nil && rematch["watch"] == .null)
        }
    }

    @Test("rule 14.12: what can't be meant is refused with its field, and makes nothing")
    func refusals() async throws {
        try await TestServer.run { server in
            let world = try await world(server)
            for (body, kind, field) in [
                (
                    #"{"definition":"Nothing","players":["\#(world.gamePlayerID)"]}"#, "unknown-challenge-definition",
                    "definition"
                ),
                (#"{"definition":"Longest Run","players":["G:_no"]}"#, "challenge-invalid", "players[0]"),
                (#"{"definition":"Longest Run","players":["\#(world.friendID)"]}"#, "challenge-invalid", "players[0]"),
                (#"{"definition":"Longest Run","players":[]}"#, "invalid-parameter", "players"),
                (
                    #"{"definition":"Longest Run","players":["\#(world.gamePlayerID)"],"tries":"two"}"#,
                    "invalid-parameter", "tries"
                ),
            ] {
                let answer = try await world.send("POST", Self.game, world.friend, body)
                #expect(answer.kind == kind && answer.field == field, "\(body): \(answer.text)")
            }
            #expect(
                try await world.expect(200, "GET", "/v1/group-challenges", world.friend)["challenges"] == .array([]))
            #expect(
                try await world.send(
                    "POST", "/v1/group-challenges/GC:_00112233445566778899aabbccddeeff/join", world.friend
                ).kind == "unknown-challenge")
        }
    }
}
