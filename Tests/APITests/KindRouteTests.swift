import LaurelDomain
import LaurelWire
import Testing

@Suite("Kinds of leaderboards over HTTP", .timeLimit(.minutes(15)))
struct KindRouteTests {
    private static let boards = "/v1/games/com.ali.MonkeyJump/leaderboards"
    private static let connect = World.app + "/leaderboards"

    private func make(_ world: World, _ id: String, _ fields: String) async throws {
        let body = #"{"id":"\#(id)","localizations":[{"language":"en","name":"\#(id)"}],\#(fields)}"#
        let made = try await world.send("POST", Self.connect, world.administrator, body)
        try #require(made.status == 201, "\(made.text)")
        try await world.release()
    }

    /// Two days from one start to the next, the first of them taking scores; the clock of the tests shows one such day.
    private static let recurrence =
        #""recurrence":{"start":"2026-11-01T00:00:00.000Z","durationMinutes":1440,"restartMinutes":2880}"#

    @Test("rule 4.1: a recurring leaderboard names its occurrence, next reset and next start, and a gap is a problem")
    func recurring() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await make(world, "Daily", Self.recurrence)
            let described = try await world.send("GET", Self.boards + "/Daily", world.game)
            let json = try #require(described.json)
            #expect(json["kind"] == .string("recurring") && json["recurrence"]?["durationMinutes"] == .integer(1_440))
            #expect(json["occurrence"]?["number"] == .integer(11))
            #expect(json["nextReset"] == .string("2026-11-22T00:00:00.000Z"))
            #expect(json["nextStart"] == .string("2026-11-23T00:00:00.000Z"))
            let board = Self.boards + "/Daily"
            let submitted = try await world.send("POST", board + "/scores", world.game, #"{"value":5}"#)
            #expect(submitted.json?["entry"]?["percentile"] == .integer(100))
            let page = try await world.send("GET", board + "/entries?time=today", world.game)
            #expect(page.json?["total"] == .integer(1) && page.json?["occurrence"]?["number"] == .integer(11))
            server.clock.advance(by: .days(1))
            let gap = try await world.send("POST", board + "/scores", world.game, #"{"value":5}"#)
            #expect(gap.status == 409 && gap.kind == "between-occurrences")
            #expect(gap.text.contains("2026-11-23T00:00:00.000Z"))
            let previous = try await world.send("GET", board + "/entries?occurrence=previous", world.game)
            #expect(previous.json?["local"]?["value"] == .integer(5))
            #expect(previous.json?["occurrence"]?["number"] == .integer(11))
            let none = try await world.send("GET", board + "/entries?occurrence=12", world.game)
            #expect(none.status == 404 && none.kind == "unknown-occurrence")
            let classic = try await world.send("GET", World.board + "/entries?occurrence=1", world.game)
            #expect(classic.status == 400 && classic.field == "occurrence")
            let resting = try await world.send("GET", board, world.game)
            #expect(resting.json?["occurrence"] == .null && resting.json?["nextReset"] == .null)
        }
    }

    @Test("rule 4.1: combined leaderboards and groups by routes, and a hidden leaderboard is not listed")
    func combined() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await make(world, "Two", #""isHidden":true"#)
            try await make(world, "All", #""parts":["HighScores","Two"]"#)
            try await make(world, "grp.monkeys", #""sharedWith":["com.example.Other"]"#)
            let listed = try await world.send("GET", Self.boards, world.game)
            #expect(!listed.text.contains(#""id":"Two""#) && listed.text.contains(#""parts":["HighScores","Two"]"#))
            let elsewhere = try await world.send(
                "GET", "/v1/connect/apps/com.example.Other/leaderboards/grp.monkeys", world.administrator)
            #expect(elsewhere.json?["sharedWith"] == .array([.string("com.example.Other")]))
            _ = try await world.send("POST", Self.boards + "/Two/scores", world.game, #"{"value":9}"#)
            let all = try await world.send("GET", Self.boards + "/All/entries", world.game)
            #expect(all.json?["local"]?["value"] == .integer(9))
            let refused = try await world.send("POST", Self.boards + "/All/scores", world.game, #"{"value":9}"#)
            #expect(refused.status == 409 && refused.kind == "combined-leaderboard")
            let part = try await world.send("DELETE", Self.connect + "/Two", world.administrator)
            #expect(part.status == 409)
            let both = try await world.send(
                "PATCH", Self.connect + "/All", world.administrator, "{\(Self.recurrence),\"parts\":[\"HighScores\"]}")
            #expect(both.status == 400)
            try await make(world, "Old", #""isHidden":false"#)
            _ = try await world.send("POST", Self.boards + "/Old/scores", world.game, #"{"value":3}"#)
            let moved = try await world.send(
                "POST", Self.connect + "/Old/move", world.administrator, #"{"into":"grp.monkeys"}"#)
            #expect(moved.status == 200 && moved.json?["id"] == .string("grp.monkeys"), "\(moved.text)")
            for id in ["Old", "grp.monkeys"] {
                let page = try await world.send("GET", Self.boards + "/\(id)/entries", world.game)
                #expect(page.json?["local"]?["value"] == .integer(3))
            }
        }
    }

    @Test("rule 3.7: kinds, groups and what moved into them are in the configuration, which can be imported as it is")
    func exported() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await make(world, "Daily", Self.recurrence)
            try await make(world, "Two", #""isHidden":false"#)
            try await make(world, "All", #""parts":["Two","HighScores"]"#)
            try await make(world, "grp.monkeys", #""isHidden":false"#)
            try await make(world, "Old", #""isHidden":false"#)
            _ = try await world.send(
                "POST", Self.connect + "/Old/move", world.administrator, #"{"into":"grp.monkeys"}"#)
            let file = try await world.send("GET", World.app + "/configuration", world.administrator)
            let plan = try await world.send(
                "PUT", World.app + "/configuration?plan=true", world.administrator, file.text)
            #expect(plan.json?["changes"] == .array([]), "\(plan.text)")
            // Under another name it makes the same again; a group of the team is shared.
            let copy = file.text.replacing("com.ali.MonkeyJump", with: "com.example.Copy")
            let imported = try await world.send(
                "PUT", "/v1/connect/apps/com.example.Copy/configuration", world.administrator, copy)
            #expect(imported.status == 200, "\(imported.text)")
            let again = try await world.send(
                "GET", "/v1/connect/apps/com.example.Copy/configuration", world.administrator)
            #expect(again.text.replacing("com.example.Copy", with: "com.ali.MonkeyJump").count == file.text.count)
            let second = try await world.send(
                "PUT", "/v1/connect/apps/com.example.Copy/configuration?plan=true", world.administrator, copy)
            #expect(second.json?["changes"] == .array([]), "\(second.text)")
        }
    }

    @Test("rule 4.9: percentiles are those of the total of the same answer, however long a page is kept")
    func percentiles() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await world.send("POST", World.board + "/scores", world.game, #"{"value":10}"#)
            let first = try await world.send("GET", World.board + "/entries", world.game)
            #expect(first.json?["entries"]?[0]?["percentile"] == .integer(100))
        }
    }
}
