import Foundation
import LaurelProcess
import Testing

/// What a game in a window does with Game Center beside scores and challenges, with a real server.
@Suite("Games in a window: tickets, live leaderboards, sharing", .serialized, .timeLimit(.minutes(15)))
struct CenterTests {
    /// A server, and a game on it as a player who is signed in.
    private struct Scene {
        let screen: Screen
        let stage: LiveTests.Stage
        let game: PlayedGame
        /// The player's own session.
        let token: String

        init(_ alias: String) async throws {
            screen = try await Screen()
            stage = try await LiveTests.Stage()
            let folder = try PlayedGame.newFolder()
            token = try await stage.game.player(alias)
            try await stage.signIn(alias, device: folder.appending(path: "device"))
            game = try PlayedGame("monkeyjump", on: screen, server: stage.server.base, folder: folder)
            try await game.wait("account") { $0["account"] == "signedIn" && $0["name"] == alias }
        }

        /// What is shown now has it.
        func click(_ action: String) async throws {
            let shown = try await game.look()
            try await screen.click(try #require(shown.items.first { $0["action"] == action }).middle)
        }

        func end() async throws {
            #expect(try await game.leave() == 0)
            #expect(stage.server.stop() == 0)
        }
    }

    @Test("a run that begins with a ticket is live; so is the next one, with a ticket of its own")
    func tickets() async throws {
        let scene = try await Scene("ali")
        try await scene.game.wait("ticket")
        for _ in 1...2 {
            // Game over takes no key in its first moment.
            var state = try await scene.game.state()
            while state["scene"] != "play" {
                try await scene.screen.key("Return")
                state = try await scene.game.state()
            }
            #expect(state.isTrue("hasTicket"))
            try await scene.game.scene("over")
            let told = try await scene.game.all(["ticket", "outcome"])
            #expect(told["outcome"]?["outcome"] == "sent", "\(told["outcome"]?.line ?? "")")
        }
        let page = try await scene.stage.call("GET", scene.stage.game.entries + "?count=25", nil, scene.token)
        #expect((page["local"] as? [String: Any])?["verification"] as? String == "live", "\(page)")
        try await scene.end()
    }

    @Test("the high scores follow the server by its events, and no longer than they are shown")
    func live() async throws {
        let scene = try await Scene("ali")
        try await scene.click("openScores")
        try await scene.game.wait("changed") { $0["leaderboard"] == "HighScores" }
        let before = try await scene.game.look()
        #expect(before["screen"] == "scores" && !before.items.contains { $0["text"] == "bea" })
        let bea = try await scene.stage.game.player("bea")
        _ = try await scene.stage.call("POST", scene.stage.game.scores, ["value": 9_000, "id": "first"], bea)
        try await scene.game.wait("changed")
        let shown = try await scene.game.screen("scores") { $0.items.contains { $0["text"] == "bea" } }
        #expect(shown.items.first { $0["kind"] == "row" }?["text"] == "bea")
        _ = try await scene.game.photograph("monkeyjump-scores-live")
        try await scene.screen.key("Escape")
        try await scene.game.screen("home")
        try await scene.end()
    }

    @Test("a score is shared when the player says so: its page is there for everybody, and its link is copied")
    func sharing() async throws {
        let scene = try await Scene("ali")
        try await scene.screen.key("Return")
        let over = try await scene.game.scene("over")
        try await scene.game.wait("outcome") { $0["outcome"] == "sent" }
        // With his own row: from then on nothing on the card moves.
        try await scene.game.screen("over") { $0.items.contains { $0.flags.contains("you") } }
        try await scene.click("share")
        try await scene.game.screen("share")
        _ = try await scene.game.photograph("monkeyjump-share")
        // Nothing is public before he says so, and Escape says no.
        try await scene.screen.key("Escape")
        try await scene.game.screen("over")
        let none = try await scene.stage.call("GET", "/v1/shares", nil, try await scene.stage.session("ali"))
        #expect((none["shares"] as? [Any])?.isEmpty == true)

        try await scene.click("share")
        try await scene.game.screen("share")
        try await scene.screen.key("Return")
        let made = try await scene.game.wait("share") { $0["state"] == "made" }
        #expect(made.isTrue("isCopied"))
        let shown = try await scene.game.screen("share") { $0.items.contains { $0["text"] == made["url"] } }
        #expect(shown.items.filter { $0["action"] == "share" }.count == 2, "copy it again, see the page")
        _ = try await scene.game.photograph("monkeyjump-shared")
        let url = try #require(URL(string: made["url"]))
        let page = try await scene.stage.server.http.call("GET", url.path)
        #expect(page.status == 200 && page.text.contains("ali"))
        #expect(page.text.contains("\(over.number("score"))"))
        try await scene.screen.key("Escape")
        try await scene.game.screen("over")
        try await scene.end()
    }
}
