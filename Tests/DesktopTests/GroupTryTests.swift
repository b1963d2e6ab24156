import Foundation
import LaurelProcess
import Testing

@Suite("Tries of a group challenge in a window", .serialized, .timeLimit(.minutes(15))) struct GroupTryTests {
    @Test("rule 14.13: the home screen says that a run is the last try, and game over where it put the player")
    func tries() async throws {
        let screen = try await Screen()
        let stage = try await LiveTests.Stage()
        let folder = try await joined(stage)
        let game = try PlayedGame("monkeyjump", on: screen, server: stage.server.base, folder: folder)
        let home = try await game.screen("home") { shown in
            shown.items.contains { $0["text"].contains("counts for “Longest run” (until ") }
        }
        // It comes later than the buttons and moves none of them: they stand on the window's lower edge, below it.
        let told = try #require(home.items.first { $0["text"].contains("counts for “Longest run” (until ") })
        let play = try #require(home.items.first { $0["action"] == "play" })
        #expect(told.middle.y < play.middle.y)
        _ = try await game.photograph("monkeyjump-group-try")
        try await screen.key("Return")
        let over = try await game.screen("over") { shown in
            shown.items.contains { $0["text"].contains("“Longest run”: you're first of 2 with ") }
        }
        #expect(over.items.contains { $0["text"].contains("No tries left") }, "\(over.line)")
        _ = try await game.photograph("monkeyjump-group-standing")
        #expect(try await game.leave() == 0)
        #expect(stage.server.stop() == 0)
    }

    @Test("rule 14.13: without a server, the home screen tells the tries that were known last, and that they are")
    func asLastKnown() async throws {
        let screen = try await Screen()
        let stage = try await LiveTests.Stage()
        let folder = try await joined(stage)
        func says(_ part: String, _ shown: PlayedGame.Event) -> Bool {
            shown.items.contains { $0["text"].contains(part) }
        }
        let game = try PlayedGame("monkeyjump", on: screen, server: stage.server.base, folder: folder)
        try await game.screen("home") { says("counts for “Longest run” (until ", $0) }
        #expect(try await game.leave() == 0)
        #expect(stage.server.stop() == 0)
        let alone = try PlayedGame("monkeyjump", on: screen, server: stage.server.base, folder: folder)
        try await alone.screen("home") {
            says("counts for “Longest run” (until ", $0) && says("This is as last known.", $0)
        }
        #expect(try await alone.leave() == 0)
    }

    /// Makes a player who has joined a friend's challenge.
    ///
    /// - Returns: the folder of a game in which that player is signed in.
    private func joined(_ stage: LiveTests.Stage) async throws -> URL {
        let folder = try PlayedGame.newFolder()
        for alias in ["ali", "bea"] { _ = try await stage.game.player(alias) }
        try await stage.befriend("ali", "bea")
        let (ali, bea) = (try await stage.session("ali"), try await stage.session("bea"))
        let me = try await stage.call("GET", "/v1/players/me", nil, ali)
        let invited = try #require((me["player"] as? [String: Any])?["id"] as? String)
        let made = try await stage.call(
            "POST", "/v1/games/\(LiveTests.bundleID)/group-challenges",
            ["definition": "Longest Run", "players": [invited]], bea)
        let id = try #require(made["id"] as? String)
        let path = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        _ = try await stage.call("POST", "/v1/group-challenges/\(path)/join", nil, ali)

        try await stage.signIn("ali", device: folder.appending(path: "device"))
        return folder
    }
}
