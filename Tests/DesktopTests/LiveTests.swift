import Foundation
import LaurelProcess
import Testing

/// The games with a real server, as a player who is signed in on this device.
@Suite("Games in a window and Game Center", .serialized, .timeLimit(.minutes(15))) struct LiveTests {
    static let bundleID = "com.ali.MonkeyJump"

    /// A server with the demo games, and players of MonkeyJump.
    struct Stage {
        let server: LaurelProcess
        let game: TestGame

        init(dataFolder: URL? = nil, port: Int? = nil) async throws {
            let port = port.map { ["--port", "\($0)"] } ?? []
            server = try await LaurelProcess.started(dataFolder: dataFolder, arguments: ["--demo"] + port)
            game = TestGame(known: server, bundleID: LiveTests.bundleID, leaderboard: "HighScores")
        }

        func call(_ method: String, _ path: String, _ body: [String: Any]?, _ token: String) async throws -> [String:
            Any]
        {
            let answer = try await server.http.json(method, path, body, token: token)
            try #require((200...299).contains(answer.status), "\(answer.text)")
            return answer.object
        }

        func session(_ alias: String) async throws -> String {
            let answer = try await server.http.json(
                "POST", "/v1/sessions", ["alias": alias, "password": "correct horse \(alias)"])
            return try #require(answer.object["token"] as? String, "\(answer.text)")
        }

        func befriend(_ one: String, _ other: String) async throws {
            for (first, second) in [(one, other), (other, one)] {
                _ = try await call("POST", "/v1/friend-requests", ["alias": second], try await session(first))
            }
        }

        func signIn(_ alias: String, device: URL, bundleID: String = LiveTests.bundleID) async throws {
            try await server.signIn(alias, device: device, bundleID: bundleID)
        }

        /// Names and values of the leaderboard.
        func entries(_ token: String) async throws -> [(name: String, value: Int)] {
            let page = try await call("GET", game.entries + "?count=25", nil, token)
            return (page["entries"] as? [[String: Any]] ?? []).map { entry in
                let player = entry["player"] as? [String: Any]
                return (player?["displayName"] as? String ?? "", (entry["value"] as? NSNumber)?.intValue ?? -1)
            }
        }
    }

    @Test("a run ends, its score is ranked, and friends are challenged with it in Chinese")
    func challenge() async throws {
        let screen = try await Screen()
        let stage = try await Stage()
        let folder = try PlayedGame.newFolder()
        let ali = try await stage.game.player("ali")
        for (alias, score) in [("小明同学", 3), ("bea", 4000)] {
            let token = try await stage.game.player(alias)
            _ = try await stage.call("POST", stage.game.scores, ["value": score, "id": "first"], token)
            try await stage.befriend("ali", alias)
        }
        try await stage.signIn("ali", device: folder.appending(path: "device"))
        let game = try PlayedGame(
            "monkeyjump", on: screen, server: stage.server.base, folder: folder, arguments: ["--seed", "3"])
        try await game.wait("account") { $0["account"] == "signedIn" && $0["name"] == "ali" }
        try await screen.key("Return")
        try await game.scene("play")
        let over = try await game.scene("over")
        let outcome = try await game.wait("outcome")
        #expect(outcome["outcome"] == "sent" && outcome.isTrue("isNewBest"), "\(outcome.line)")
        let entries = try await stage.entries(ali)
        #expect(entries.contains { $0.name == "ali" && $0.value == over.number("score") }, "\(entries)")
        let shown = try await game.screen("over") { $0.items.contains { $0.flags.contains("you") } }
        #expect(shown.items.contains { $0["action"] == "pickFriends" && !$0.flags.contains("off") })
        _ = try await game.photograph("monkeyjump-ranked")

        // The picker: by rank, friends who are worse are ticked.
        try await screen.click(try #require(shown.items.first { $0["action"] == "pickFriends" }).middle)
        let picker = try await game.screen("picker") { $0.items.contains { $0["action"] == "toggleFriend" } }
        let rows = picker.items.filter { $0["action"] == "toggleFriend" }
        #expect(rows.map { $0["text"] } == ["bea", "小明同学"])
        #expect(rows.map { $0.flags.contains("selected") } == [false, true])

        // A message by an input method: what it composes is shown, and is no text yet.
        try await screen.key("ctrl+u")
        try game.tell(["do": "compose", "text": "zhui"])
        try await game.wait("composing") { $0["text"] == "zhui" }
        _ = try await game.photograph("monkeyjump-picker-composing")
        try game.tell(["do": "text", "text": "追上我吧！"])
        let written = try await game.look()
        #expect(written.items.first { $0["action"] == "message" }?["written"] == "追上我吧！")
        _ = try await game.photograph("monkeyjump-picker")
        try await screen.click(try #require(written.items.first { $0["action"] == "sendChallenge" }).middle)
        try await game.wait("challenged")
        let told = try await game.screen("over")
        #expect(told.items.contains { $0["text"].contains("1 friend") })
        let other = try await stage.session("小明同学")
        let received = try await stage.call("GET", "/v1/challenges?role=received", nil, other)
        let challenge = try #require((received["challenges"] as? [[String: Any]])?.first)
        #expect(challenge["message"] as? String == "追上我吧！")
        #expect(challenge["replay"] is [String: Any], "the moves went along")
        #expect(try await game.leave() == 0)
        #expect(stage.server.stop() == 0)
    }

    @Test("rules 1.11, 1.12: Play makes a guest, who is ranked, hears under which name, and keeps it")
    func guest() async throws {
        let screen = try await Screen()
        let stage = try await Stage()
        let game = try PlayedGame("monkeyjump", on: screen, server: stage.server.base, arguments: ["--seed", "3"])
        try await game.wait("account") { $0["account"] == "signedOut" && $0.isTrue("welcomesGuests") }
        try await screen.key("Return")
        let told = try await game.all(["account", "outcome"])
        let name = try #require(told["account"]?["name"])
        #expect(told["account"]?.isTrue("isGuest") == true && name.contains(" "))
        #expect(told["outcome"]?["outcome"] == "sent")
        let entries = try await stage.entries(try await stage.game.player("ali"))
        #expect(entries.map(\.name).contains(name), "\(entries)")
        let over = try await game.look()
        #expect(over.items.contains { $0["text"].contains(name) }, "\(over.line)")
        _ = try await game.photograph("monkeyjump-guest")
        // As low as a phone on its side, and with a notice: all buttons are in sight.
        try game.tell(["do": "size", "width": 640, "height": 360])
        try await game.wait("window") { $0.number("width") == 640 && $0.number("height") == 360 }
        try await game.choose("pickFriends")
        let low = try await game.screen("over") { shown in
            shown.items.contains { $0["text"].contains("Keep this name") && $0["kind"] == "text" }
        }
        for item in low.items where item["kind"] == "button" {
            let frame = try #require(item.fields["frame"] as? [NSNumber]).map(\.intValue)
            #expect(frame[1] >= 0 && frame[1] + frame[3] <= 360, "\(item.fields)")
        }
        // The name can be kept without scrolling: its button is above those that stay in sight.
        let frames = try ["keepName", "again"].map { action in
            try #require(low.items.first { $0["action"] == action }?.fields["frame"] as? [NSNumber]).map(\.intValue)
        }
        #expect(frames[0][1] + frames[0][3] <= frames[1][1], "\(frames)")
        _ = try await game.photograph("monkeyjump-guest-low")
        try await screen.click(try #require(low.items.first { $0["action"] == "keepName" }).middle)
        let page = try await game.wait("page")
        let code = try #require(page["url"].split(separator: "#code=").last)
        #expect(page["url"].contains("/sign-in/?keep#code=") && code.utf8.count == 43)
        // As the page does it.
        let guest = try await stage.server.http.json("POST", "/v1/guests/codes/session", ["code": String(code)])
        let upgrade = ["alias": name, "password": "heron by the river"]
        _ = try await stage.call(
            "POST", "/v1/players/me/upgrade", upgrade, try #require(guest.object["token"] as? String, "\(guest.text)"))
        #expect(try await stage.entries(try await stage.session("ali")).map(\.name).contains(name))
        #expect(try await game.leave() == 0)
        #expect(stage.server.stop() == 0)
    }

    @Test("rule 1.11: who plays before the server can be reached is made a guest once it can, and the run is theirs")
    func guestLater() async throws {
        let screen = try await Screen()
        let stage = try await Stage()
        let port = try #require(stage.server.base.port)
        stage.server.kill()
        let game = try PlayedGame("monkeyjump", on: screen, server: stage.server.base, arguments: ["--seed", "3"])
        try await game.wait("account") { $0["account"] == "away" }
        try await screen.key("Return")
        let over = try await game.scene("over")
        try await game.wait("outcome") { $0["outcome"] == "unowned" }

        let again = try await Stage(dataFolder: stage.server.dataFolder, port: port)
        let guest = try await game.wait("account") { $0.isTrue("isGuest") }
        try await game.wait("outcome") { $0["outcome"] == "sent" }
        let entries = try await again.entries(try await again.game.player("ali"))
        #expect(entries.contains { $0.name == guest["name"] && $0.value == over.number("score") }, "\(entries)")
        let shown = try await game.screen("over") { $0.items.contains { $0["action"] == "keepName" } }
        #expect(!shown.items.contains { $0["action"] == "acceptScores" }, "it is theirs without a question")
        #expect(try await game.leave() == 0)
        #expect(again.server.stop() == 0)
    }

    @Test(
        "a challenge comes while the game runs, and is played against the sender's moves",
        arguments: ["accepted", "Play Now"])
    func ghost(how: String) async throws {
        let screen = try await Screen()
        let stage = try await Stage()
        let folders = [try PlayedGame.newFolder(), try PlayedGame.newFolder()]
        for (alias, folder) in zip(["ali", "bea"], folders) {
            let token = try await stage.game.player(alias)
            if alias == "bea" {
                _ = try await stage.call("POST", stage.game.scores, ["value": 1, "id": "first"], token)
            }
            try await stage.signIn(alias, device: folder.appending(path: "device"))
        }
        try await stage.befriend("ali", "bea")
        let second = try await Screen()
        let bea = try PlayedGame("monkeyjump", on: second, server: stage.server.base, folder: folders[1])
        try await bea.wait("challenges") { $0.number("count") == 0 }

        let ali = try PlayedGame("monkeyjump", on: screen, server: stage.server.base, folder: folders[0])
        try await ali.wait("account") { $0["account"] == "signedIn" }
        try await screen.key("Return")
        try await ali.wait("outcome") { $0["outcome"] == "sent" }
        // With his own row: from then on nothing on the card moves.
        let over = try await ali.screen("over") { $0.items.contains { $0.flags.contains("you") } }
        try await screen.click(try #require(over.items.first { $0["action"] == "pickFriends" }).middle)
        let picker = try await ali.screen("picker") { $0.items.contains { $0["action"] == "toggleFriend" } }
        try await screen.click(try #require(picker.items.first { $0["action"] == "sendChallenge" }).middle)
        try await ali.wait("challenged")
        #expect(try await ali.leave() == 0)

        // It arrives live; accepted, the run begins with the sender's ghost.
        try await bea.wait("challenges") { $0.number("count") == 1 }
        if how == "accepted" {
            let home = try await bea.look()
            try await second.click(try #require(home.items.first { $0["action"] == "openChallenges" }).middle)
            let list = try await bea.screen("challenges") { $0.items.contains { $0["action"] == "acceptChallenge" } }
            _ = try await bea.photograph("monkeyjump-challenges")
            try await second.click(try #require(list.items.first { $0["action"] == "acceptChallenge" }).middle)
        } else {
            // As from the Game Center app on another device.
            let session = try await stage.session("bea")
            let page = try await stage.call("GET", "/v1/challenges?role=received", nil, session)
            let id = try #require((page["challenges"] as? [[String: Any]])?.first?["id"] as? String)
            let path = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let answer = try await stage.server.http.json("POST", "/v1/challenges/\(path)/play", token: session)
            try #require((200...299).contains(answer.status), "\(answer.text)")
        }
        let begun = try await bea.wait("challenge")
        #expect(begun["from"] == "ali" && begun.isTrue("hasGhost"), "\(begun.line)")
        try await bea.scene("play")
        // The ghost did nothing, and ran as far. The very same run would count once; one jump makes it another, which
        // meets the challenge (rule 6.3).
        try await second.key("space")
        _ = try await bea.photograph("monkeyjump-ghost")
        let end = try await bea.all(["outcome", "earned"])
        #expect(end["outcome"]?["outcome"] == "sent")
        let told = try await bea.look()
        #expect(told["screen"] == "over" && told.items.contains { $0["text"].contains("matched ali") })
        _ = try await bea.photograph("monkeyjump-challenge-met")
        // No run tells of it, so the game reports it.
        #expect(end["earned"]?["achievement"] == "BeatAFriend" && end["earned"]?.isTrue("isKept") == false)
        let earned = try await stage.call(
            "GET", "/v1/games/\(Self.bundleID)/achievements", nil, try await stage.session("bea"))
        let achievement = (earned["achievements"] as? [[String: Any]])?.first { $0["id"] as? String == "BeatAFriend" }
        #expect((achievement?["progress"] as? [String: Any])?["isCompleted"] as? Bool == true)
        #expect(try await bea.leave() == 0)
        #expect(stage.server.stop() == 0)
    }

    @Test("a game that is started for a challenge that was beaten meanwhile says so, and can be played")
    func settledChallenge() async throws {
        let screen = try await Screen()
        let stage = try await Stage()
        let folder = try PlayedGame.newFolder()
        let (ali, bea) = (try await stage.game.player("ali"), try await stage.game.player("bea"))
        try await stage.befriend("ali", "bea")
        _ = try await stage.call("POST", stage.game.scores, ["value": 50, "id": "first"], ali)
        let me = try await stage.call("GET", "/v1/players/me", nil, try await stage.session("bea"))
        let receiver = try #require((me["player"] as? [String: Any])?["id"] as? String)
        let issued = try await stage.call(
            "POST", "/v1/games/\(Self.bundleID)/challenges", ["players": [receiver], "leaderboard": "HighScores"],
            try await stage.session("ali"))
        let id = try #require((issued["challenges"] as? [[String: Any]])?.first?["id"] as? String)
        let beaten = try await stage.call("POST", stage.game.scores, ["value": 60, "id": "second"], bea)
        #expect(beaten["challengesCompleted"] as? [String] == [id])

        try await stage.signIn("bea", device: folder.appending(path: "device"))
        let game = try PlayedGame(
            "monkeyjump", on: screen, server: stage.server.base, folder: folder, arguments: ["--laurel-challenge", id])
        try await game.wait("banner") { $0["title"] == "That challenge is over or isn't yours." }
        try await screen.key("Return")
        try await game.scene("play")
        #expect(try await game.leave() == 0)
        #expect(stage.server.stop() == 0)
    }

    @Test(
        "a score made while the server is away arrives later, and the player is told of both",
        arguments: [
            ("monkeyjump", "com.ali.MonkeyJump"), ("whackacac", "com.dragonforged.whackacac"),
        ])
    func late(name: String, bundleID: String) async throws {
        let screen = try await Screen()
        let stage = try await Stage()
        let folder = try PlayedGame.newFolder()
        let board = name == "monkeyjump" ? "HighScores" : "com.dragonforged.whackacac.leaderboard"
        let player = TestGame(known: stage.server, bundleID: bundleID, leaderboard: board)
        let token = try await player.player("cem")
        try await stage.signIn("cem", device: folder.appending(path: "device"), bundleID: bundleID)
        let game = try PlayedGame(name, on: screen, server: stage.server.base, folder: folder)
        try await game.wait("account") { $0["account"] == "signedIn" }
        let port = try #require(stage.server.base.port)
        stage.server.kill()
        try await screen.key("Return")
        let over = try await game.scene("over")
        try await game.wait("outcome") { $0["outcome"] == "kept" }
        _ = try await game.photograph("\(name)-kept")

        let again = try await Stage(dataFolder: stage.server.dataFolder, port: port)
        try await game.wait("late")
        try await game.wait("outcome") { $0["outcome"] == "sent" }
        // As if it had been sent at once: where the player stands, and what can be done with the score.
        try await game.screen("over") { shown in
            shown.items.contains { $0.flags.contains("you") }
                && !shown.items.contains { $0["action"] == "share" && $0.flags.contains("off") }
        }
        _ = try await game.photograph("\(name)-late")
        let page = try await again.call("GET", player.entries + "?count=25", nil, token)
        let own = page["local"] as? [String: Any]
        #expect((own?["value"] as? NSNumber)?.intValue == over.number("score"))
        #expect(try await game.leave() == 0)
        #expect(again.server.stop() == 0)
    }

    @Test("rule 8.1: a window that is closed right after the run was over has the score written down")
    func closed() async throws {
        let screen = try await Screen()
        let stage = try await Stage()
        let folder = try PlayedGame.newFolder()
        let token = try await stage.game.player("dan")
        try await stage.signIn("dan", device: folder.appending(path: "device"))
        let game = try PlayedGame("monkeyjump", on: screen, server: stage.server.base, folder: folder)
        try await game.wait("account") { $0["account"] == "signedIn" }
        let port = try #require(stage.server.base.port)
        stage.server.kill()
        try await screen.key("Return")
        try await game.wait("ended")
        #expect(try await game.leave() == 0)
        let over = try await game.scene("over")

        let again = try await Stage(dataFolder: stage.server.dataFolder, port: port)
        let next = try PlayedGame("monkeyjump", on: screen, server: again.server.base, folder: folder)
        try await next.wait("account") { $0["account"] == "signedIn" }
        var own: [String: Any]?
        while own == nil {
            // One question a frame.
            _ = try await next.state()
            own = try await again.call("GET", stage.game.entries + "?count=25", nil, token)["local"] as? [String: Any]
        }
        #expect((own?["value"] as? NSNumber)?.intValue == over.number("score"))
        #expect(try await next.leave() == 0)
        #expect(again.server.stop() == 0)
    }
}
