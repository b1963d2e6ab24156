import Foundation
import LaurelProcess
import Testing

/// Both games in a window, with real keys, a real mouse, fingers and a gamepad.
@Suite("Games in a window", .serialized, .timeLimit(.minutes(15))) struct WindowTests {
    static let games = ["monkeyjump", "whackacac"]

    @Test("are played by the keyboard alone, in large and small windows", arguments: games, ["1024x640", "420x760"])
    func keyboard(name: String, size: String) async throws {
        let screen = try await Screen()
        let game = try PlayedGame(name, on: screen, arguments: ["--size", size, "--seed", "7"])
        let home = try await game.screen("home")
        #expect(home.items.first?["action"] == "play" && home.items.first?.flags == ["default"])
        _ = try await game.photograph("\(name)-\(size)-home")
        if name == "monkeyjump", size == "420x760" {
            // The monkey is seen: no button is between 71 and 81 % of the height.
            let edges = home.items.filter { $0["kind"] == "button" }
                .compactMap { ($0.fields["frame"] as? [NSNumber])?.map(\.intValue) }.map { ($0[1], $0[1] + $0[3]) }
            #expect(edges.count > 4 && edges.allSatisfy { $1 < 540 || $0 > 610 }, "\(edges)")
        }

        // The focus goes on and comes back.
        try await screen.key("Tab")
        let second = try await game.wait("focus")
        #expect(second["action"] != "play" || second.number("index") == 1)
        try await screen.key("shift+Tab")
        try await game.wait("focus") { $0["action"] == "play" && $0.number("index") == 0 }
        try await screen.key("Return")
        try await game.scene("play")

        try await screen.key("Escape")
        try await game.screen("paused")
        let before = try await game.state().number("ticks")
        _ = try await game.photograph("\(name)-\(size)-paused")
        #expect(try await game.state().number("ticks") == before, "time stands still")
        try await screen.key("Return")
        try await game.scene("play")
        _ = try await game.photograph("\(name)-\(size)-play")

        // Nobody jumps, nobody hits: it ends by itself.
        let over = try await game.scene("over")
        try await game.wait("outcome") { $0["outcome"] == "unowned" }
        _ = try await game.photograph("\(name)-\(size)-over")
        #expect(over.number("score") >= 0)
        #expect(try await game.leave() == 0)
    }

    @Test("refuse an option that isn't one or can't be meant, and a machine without a screen")
    func refusals() throws {
        for (arguments, reason) in [
            (["--frob"], "Unknown option --frob"), (["--server", "foo"], "--server foo: use an address"),
            (["--environment", "test"], "use production or sandbox"), (["--seed"], "--seed needs a value"),
            ([], "There is no screen"),
        ] {
            let game = try ChildProcess(
                URL(filePath: "/bin/sh"),
                ["-c", "unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER; exec \"$0\" \"$@\" 2>&1"]
                    + [BuiltProducts.executable("monkeyjump").path] + arguments)
            let output = game.remainingOutput()
            #expect(game.wait() != 0 && output.contains(reason), "\(output)")
        }
    }

    @Test("take a mouse, and a finger where it comes down", arguments: ["mouse", "finger"])
    func pointing(how: String) async throws {
        let screen = try await Screen()
        let game = try PlayedGame("whackacac", on: screen, arguments: ["--seed", "7", "--size", "640x400"])
        func touch(_ point: (x: Int, y: Int)) async throws {
            if how == "mouse" { return try await screen.click(point) }
            for phase in ["down", "up"] {
                try game.tell(["do": "touch", "phase": phase, "x": point.x, "y": point.y, "finger": 1])
            }
        }
        let home = try await game.screen("home")
        try await touch(try #require(home.items.first { $0["action"] == "play" }).middle)
        try await game.scene("play")

        // Wherever a cactus stands: a touch on it is a point.
        var state = try await game.state()
        while state.number("score") < 1 {
            // A hand that was too slow five times plays again.
            if state["scene"] == "over" { try await screen.key("Return") }
            let advice = try await Self.advice(game)
            if advice["advice"] == "touch" { try await touch((advice.number("x"), advice.number("y"))) }
            state = try await game.state()
        }
        let reached = state.number("score")
        #expect(reached >= 1)
        _ = try await game.photograph("whackacac-\(how)")

        // The corner's pause button, and the card's own.
        let play = try await game.look()
        try await touch(try #require(play.items.first { $0["action"] == "pause" }).middle)
        let paused = try await game.screen("paused")
        try await touch(try #require(paused.items.first { $0["action"] == "exit" }).middle)
        let over = try await game.scene("over")
        #expect(over.number("score") >= reached, "Exit submits what was reached")
        #expect(try await game.leave() == 0)
    }

    private static func advice(_ game: PlayedGame) async throws -> PlayedGame.Event {
        try game.tell(["do": "advice"])
        return try await game.wait("advice")
    }

    @Test("take a letter for the place of a cactus")
    func letters() async throws {
        let screen = try await Screen()
        let game = try PlayedGame("whackacac", on: screen, arguments: ["--seed", "9", "--size", "640x400"])
        try await game.screen("home")
        try await screen.key("Return")
        try await game.scene("play")
        let letters = [
            ["q", "w", "e", "r", "t", "y", "u", "i", "o", "p"],
            ["a", "s", "d", "f", "g", "h", "j", "k", "l", "semicolon"],
            ["z", "x", "c", "v", "b", "n", "m", "comma", "period", "slash"],
        ]
        var state = try await game.state()
        while state.number("score") < 1 {
            // A hand that was too slow five times plays again.
            if state["scene"] == "over" { try await screen.key("Return") }
            let advice = try await Self.advice(game)
            if advice["advice"] == "touch" {
                try await screen.key(letters[advice.number("row")][advice.number("column")])
            }
            state = try await game.state()
        }
        #expect(state.number("score") >= 1)
        #expect(try await game.leave() == 0)
    }

    @Test("take a gamepad that is plugged in while they run, and pause when it goes", arguments: games)
    func gamepad(name: String) async throws {
        let screen = try await Screen()
        let game = try PlayedGame(name, on: screen, arguments: ["--size", "640x400"])
        try await game.screen("home")
        try game.tell(["do": "gamepad", "plugged": true])
        try await game.wait("gamepads") { $0.number("count") == 1 }
        try game.tell(["do": "gamepad", "button": "dpdown", "down": true])
        try game.tell(["do": "gamepad", "button": "dpdown", "down": false])
        try await game.wait("focus") { $0["action"] != "play" || $0.number("index") == 1 }
        try game.tell(["do": "gamepad", "button": "dpup", "down": true])
        try game.tell(["do": "gamepad", "button": "dpup", "down": false])
        try await game.wait("focus") { $0["action"] == "play" && $0.number("index") == 0 }
        try game.tell(["do": "gamepad", "button": "a", "down": true])
        try game.tell(["do": "gamepad", "button": "a", "down": false])
        try await game.scene("play")
        try game.tell(["do": "gamepad", "axis": "leftx", "value": 32000])
        try game.tell(["do": "gamepad", "plugged": false])
        try await game.wait("gamepads") { $0.number("count") == 0 }
        try await game.screen("paused")
        #expect(try await game.leave() == 0)
    }

    @Test("pause when their window goes, fill the screen, and remember that the sound is off")
    func window() async throws {
        let screen = try await Screen()
        let game = try PlayedGame("monkeyjump", on: screen, arguments: ["--size", "800x500"])
        try await game.screen("home")
        try await screen.key("m")
        try await game.wait("sound") { $0.isTrue("muted") }
        try await screen.key("Return")
        try await game.scene("play")
        try await screen.hand("search", "--name", "MonkeyJump", "windowunmap")
        try await game.scene("paused")
        try await screen.hand("search", "--name", "MonkeyJump", "windowmap", "windowfocus")
        try await screen.key("F11")
        try await game.wait("window") { $0.number("width") == 1600 }
        _ = try await game.photograph("monkeyjump-full-screen")
        #expect(try await game.state().isTrue("fullScreen"))
        #expect(try await game.leave() == 0)

        let again = try PlayedGame("monkeyjump", on: screen, folder: game.folder)
        try await again.screen("home")
        #expect(try await again.state().isTrue("muted"))
        #expect(try await again.leave() == 0)
    }

    @Test("speak Chinese", arguments: games)
    func chinese(name: String) async throws {
        let screen = try await Screen()
        let game = try PlayedGame(name, on: screen, arguments: ["--language", "zh-Hans"])
        let home = try await game.screen("home")
        #expect(home.items.first?["text"] == "开始")
        _ = try await game.photograph("\(name)-chinese")
        #expect(try await game.leave() == 0)
    }

    @Test("explain themselves, and refuse what they do not know", arguments: games + ["oasis"])
    func help(name: String) async throws {
        let help = try ChildProcess(BuiltProducts.executable(name), ["--help"])
        #expect(try await offThePool { help.remainingOutput() }.contains("--server ADDRESS"))
        #expect(try await offThePool { help.wait() } == 0)
        let wrong = try ChildProcess(BuiltProducts.executable(name), ["--sise", "1x1"])
        #expect(try await offThePool { wrong.wait() } == 2)
    }
}
