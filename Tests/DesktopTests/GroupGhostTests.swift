import Foundation
import LaurelProcess
import LaurelTestRuns
import Testing

/// The rematch of a group's challenge in a window: the run that won the one before is beside the player's.
@Suite("The ghost of a group challenge in a window", .serialized, .timeLimit(.minutes(15))) struct GroupGhostTests {
    /// How long the first challenge lasts, in seconds: on a recurring leaderboard it ends with the occurrence.
    private static let span: TimeInterval = 30
    private static let challenges = "/v1/games/\(LiveTests.bundleID)/group-challenges"

    @Test("rule 14.16: in a rematch, the home screen offers a race against the last winner, and it is a try")
    func race() async throws {
        let screen = try await Screen()
        let server = try await LaurelProcess.started(arguments: ["--budget", "off"])
        let players = try await TestGame.sprint(on: server, endingIn: Self.span)
        let token = try await players.player("ali")
        _ = try await players.player("bea")
        let (ali, bea) = (try await session(server, "ali"), try await session(server, "bea"))
        for (one, other) in [(ali, "bea"), (bea, "ali")] {
            _ = try await call(server, "POST", "/v1/friend-requests", ["alias": other], one)
        }
        let me = try await call(server, "GET", "/v1/players/me", nil, bea)
        let invited = try #require((me["player"] as? [String: Any])?["id"] as? String)
        let made = try await call(
            server, "POST", Self.challenges,
            ["definition": "Sprint", "players": [invited], "tries": "unlimited"], ali)
        let first = try Self.path(made)
        _ = try await call(server, "POST", first + "/join", nil, bea)
        let run = PlayedLog.monkeyJump(seed: 31, ticks: 400)
        let sent = try await call(
            server, "POST", players.scores, ["value": Int(run.score), "replay": run.base64], token)
        try #require((sent["entry"] as? [String: Any])?["verification"] as? String == "verified", "\(sent)")
        let played = try await call(server, "GET", first, nil, ali)
        let tries = (played["players"] as? [[String: Any]])?.compactMap { $0["tries"] as? Int }
        try #require(tries?.contains(1) == true, "too late for the first occurrence: \(played)")

        let folder = try PlayedGame.newFolder()
        try await server.signIn("bea", device: folder.appending(path: "device"), bundleID: LiveTests.bundleID)
        let game = try PlayedGame("monkeyjump", on: screen, server: server.base, folder: folder)
        try await game.wait("account") { $0["account"] == "signedIn" }
        // The game's frames keep time until the first one has ended: before, there is no rematch.
        while try await call(server, "GET", first, nil, bea)["state"] as? String == "running" {
            _ = try await game.look()
        }
        let second = try Self.path(try await call(server, "POST", first + "/rematch", nil, bea))
        // A run of one's own; the home screen asks anew after it.
        try await screen.key("Return")
        try await game.wait("outcome") { $0["outcome"] == "sent" }
        // Game over takes no key in its first moment.
        while try await game.state()["screen"] != "home" { try await screen.key("Escape") }
        while try await !game.look().items.contains(where: { $0["action"] == "raceGroup" }) {}
        _ = try await game.photograph("monkeyjump-group-race")
        try await game.choose("raceGroup")
        let begun = try await game.wait("challenge")
        #expect(begun["from"] == "ali" && begun.isTrue("hasGhost"), "\(begun.line)")
        // Against her until she is beaten.
        for turn in 1...2 {
            while try await game.state()["scene"] != "play" { if turn > 1 { try await screen.key("Return") } }
            try await screen.key("space")
            _ = try await game.photograph("monkeyjump-group-ghost-\(turn)")
            try await game.wait("outcome") { $0["outcome"] == "sent" }
            while try await !game.look().items.contains(where: { $0["text"].contains("ali's") }) {}
        }
        let standings = try await call(server, "GET", second, nil, bea)
        let most = (standings["players"] as? [[String: Any]])?.compactMap { $0["tries"] as? Int }.max() ?? 0
        #expect(most > 1, "her own run and a race; the very same race again counts once: \(standings)")
        #expect(try await game.leave() == 0)
        #expect(server.stop() == 0)
    }

    private func call(
        _ server: LaurelProcess, _ method: String, _ path: String, _ body: [String: Any]?, _ token: String
    ) async throws -> [String: Any] {
        let answer = try await server.http.json(method, path, body, token: token)
        try #require((200...299).contains(answer.status), "\(answer.text)")
        return answer.object
    }

    /// As of the Game Center app.
    private func session(_ server: LaurelProcess, _ alias: String) async throws -> String {
        let answer = try await server.http.json(
            "POST", "/v1/sessions", ["alias": alias, "password": "correct horse \(alias)"])
        return try #require(answer.object["token"] as? String, "\(answer.text)")
    }

    private static func path(_ challenge: [String: Any]) throws -> String {
        let id = try #require(challenge["id"] as? String, "\(challenge)")
        return "/v1/group-challenges/" + (id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }
}
