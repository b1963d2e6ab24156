import LaurelAPI
import Testing

@Suite("Levels of the store", .timeLimit(.minutes(15))) struct StoreLevelTests {
    @Test("below the level that a route needs, it writes nothing, and says so to everybody; all else goes on")
    func below() async throws {
        var options = TestServer.Options()
        options.storeLevel = .first
        try await TestServer.run(options) { server in
            let (game, app) = ("/v1/games/com.ali.MonkeyJump", "/v1/connect/apps/com.ali.MonkeyJump")
            // Each of the areas that need the next level. Nobody has signed in: the level is asked about before.
            for target in [
                game + "/matches", app + "/activities", app + "/challenge-definitions", game + "/group-challenges",
            ] {
                let answer = try await server.client.send("POST", target)
                #expect(answer.status == 503 && answer.kind == "unavailable", "\(target): \(answer.text)")
                #expect(answer.headers["retry-after"] == "60")
            }
            for (method, target) in [("GET", game + "/matches"), ("POST", game + "/scores")] {
                let answer = try await server.client.send(method, target)
                #expect(answer.status != 503, "\(target): \(answer.text)")
            }
        }
    }
}
