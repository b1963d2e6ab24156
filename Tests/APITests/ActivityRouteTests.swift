import LaurelWire
import Testing

@Suite("Routes of figures", .timeLimit(.minutes(15))) struct ActivityRouteTests {
    @Test("an app's team sees what happened today, how rare achievements are, and how scores are spread")
    func figures() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for value in [40, 41] {
                let sent = try await world.send("POST", World.board + "/scores", world.game, "{\"value\":\(value)}")
                #expect(sent.status == 200)
            }
            let activity = try await world.send("GET", World.app + "/activity?days=2", world.administrator)
            #expect(activity.status == 200, "\(activity.text)")
            guard case .array(let days)? = activity.json?["days"], days.count == 2 else {
                Issue.record("\(activity.text)")
                return
            }
            guard case .integer(let scores)? = days[1]["scores"], case .integer(let players)? = days[1]["players"]
            else {
                Issue.record("\(activity.text)")
                return
            }
            #expect(scores >= 2 && players >= 1)
            let spread = try await world.send(
                "GET", World.app + "/leaderboards/HighScores/distribution", world.administrator)
            #expect(spread.status == 200, "\(spread.text)")
            guard case .integer(let total)? = spread.json?["total"], case .array(let bins)? = spread.json?["bins"]
            else {
                Issue.record("\(spread.text)")
                return
            }
            let counts = bins.compactMap { if case .integer(let count)? = $0["count"] { count } else { nil } }
            #expect(counts.reduce(0, +) == total && total >= 1)
        }
    }

    @Test("nobody else sees it, and a span has its limits")
    func refusals() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            #expect(try await world.send("GET", World.app + "/activity", world.player).status == 404)
            #expect(try await world.send("GET", World.app + "/activity").status == 401)
            for days in ["0", "91", "x"] {
                let answer = try await world.send("GET", World.app + "/activity?days=\(days)", world.administrator)
                #expect(answer.status == 400 && answer.field == "days", "\(answer.text)")
            }
            let unknown = try await world.send(
                "GET", World.app + "/leaderboards/Nothing/distribution", world.administrator)
            #expect(unknown.kind == "unknown-leaderboard")
        }
    }
}
