import LaurelProcess
import Testing

/// Oasis in a window, against the computer. Over the server: Tests/BrowserTests/DesktopMatch.swift.
@Suite("A table in a window", .serialized, .timeLimit(.minutes(15))) struct TableTests {
    @Test("is played by keys alone, goes on after the window was closed, in Chinese, and ends by touches")
    func practice() async throws {
        let screen = try await Screen()
        let arguments = ["--size", "1024x640", "--seed", "7", "--calm"]
        let game = try PlayedGame("oasis", on: screen, arguments: arguments)
        let menu = try await game.screen("menu")
        #expect(menu.items.first?["action"] == "begin" && menu.items.first?["text"] == "Play")
        _ = try await game.photograph("oasis-menu")
        try await screen.key("Return")
        try await game.scene("play")
        let begun = try await game.state().fields["points"] as? [Int]
        #expect(begun == [0, 0])

        // Its number takes a tile, and leads to where it is worth most.
        let slot = try await advice(game)
        try await screen.key("\(try #require(slot.last?.wholeNumberValue) + 1)")
        try await game.wait("focus") { $0["action"].hasPrefix("cell.") }
        _ = try await game.photograph("oasis-play")
        try await screen.key("Return")
        // The computer has its turn, too.
        var state = try await game.state()
        var points = [0, 0]
        while points[0] == 0 || state["screen"] != "play" || state.isTrue("isBusy") {
            state = try await game.state()
            points = try #require(state.fields["points"] as? [Int])
        }
        #expect(try await game.leave() == 0)

        let again = try PlayedGame(
            "oasis", on: screen, folder: game.folder, arguments: arguments + ["--language", "zh-Hans"])
        let known = try await again.screen("menu")
        #expect(known.items.first?["action"] == "continue" && known.items.first?["text"] == "继续")
        _ = try await again.photograph("oasis-chinese")
        try await screen.key("Return")
        try await again.scene("play")
        #expect(try await again.state().fields["points"] as? [Int] == points)
        while try await again.takeTurn() != "over" {}
        _ = try await again.photograph("oasis-over")
        let ended = try await again.state().fields["points"] as? [Int]
        #expect(ended?.reduce(0, +) ?? 0 > points.reduce(0, +))
        try await again.choose("menu")
        let over = try await again.screen("menu")
        #expect(over.items.first?["action"] == "begin", "a game that is over doesn't go on")
        #expect(try await again.leave() == 0)
    }

    private func advice(_ game: PlayedGame) async throws -> String {
        try game.tell(["do": "advice"])
        return try await game.wait("advice")["action"]
    }
}
