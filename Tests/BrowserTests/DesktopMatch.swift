import Foundation
import LaurelProcess
import Testing

/// A match between a page and the game in a window: strangers who meet by automatch.
struct DesktopMatch {
    private static let isNext =
        "oasis.screen === 'over' || !oasis.state().isBusy && ['play', 'watch'].includes(oasis.screen)"
    private static let table = "return new URLSearchParams(location.search).get('match')"
    private static let isMine = "oasis.screen === 'play' && !oasis.state().isBusy"

    /// At the page.
    let person: Person

    /// To the end, and again: the one in the window asks, the one at the page asks second and gets the same match; then
    /// the window quits.
    func play() async throws {
        let screen = try await Screen()
        let folder = try PlayedGame.newFolder()
        // Guests meet no strangers.
        let player = ["alias": "oasis-window", "password": "correct horse oasis-window"]
        let made = try await person.server.http.json("POST", "/v1/players", player)
        try #require(made.status == 201, "\(made.text)")
        try await person.server.signIn(
            "oasis-window", device: folder.appending(path: "device"), bundleID: "org.laurel.oasis")
        let game = try PlayedGame(
            "oasis", on: screen, server: person.server.base, folder: folder, arguments: ["--calm"])
        try await game.wait("account") { $0["account"] == "signedIn" }
        let browser = person.browser
        try await person.go("/play/oasis/", until: "document.querySelector('#online')")
        try await browser.photograph("oasis-menu-online")
        try await browser.click("#online")
        try await browser.waits(until: Self.isMine)
        try await browser.evaluate("return oasis.auto()")
        try await person.sees("Looking for another player", in: "#status")

        try await game.choose("online")
        try await game.scene("play")
        _ = try await game.photograph("oasis-online")
        while try await game.takeTurn() != "over" {
            try await browser.waits(until: Self.isNext)
            guard try await browser.evaluate("return oasis.screen") as? String == "play" else { continue }
            try await browser.evaluate("return oasis.auto()")
        }
        // It is the first match of both.
        // Each question takes a frame of the game.
        var questions = 0
        while try await game.state()["standing"].isEmpty, questions < 2_000 { questions += 1 }
        let ranked = try await game.look()
        try #require(ranked.items.contains { $0["action"] == "leaderboard" }, "\(ranked.line)")
        #expect(ranked.items.contains { $0["text"].hasPrefix("New best · Ranked ") }, "\(ranked.line)")
        _ = try await game.photograph("oasis-online-over")
        try await browser.waits(until: "oasis.screen === 'over' && document.querySelector('#podium li')")
        try await person.sees("New best · Ranked", in: "#standing")
        let points = try await browser.evaluate("return oasis.state().view.points") as? [Int]
        let state = try await game.state()
        #expect(points?.isEmpty == false && state.fields["points"] as? [Int] == points, "\(state.line)")

        try await game.choose("again")
        try await game.scene("play")
        try await game.takeTurn()
        try await browser.click("#again")
        try await browser.waits(until: Self.isMine)
        let match = try await game.state()["match"]
        #expect(try await browser.evaluate(Self.table) as? String == match)
        try await game.choose("quit")
        try await game.choose("leave")
        // Who has won, why so soon, and who has how many points.
        let end = try await game.screen("over")
        for said in ["\(person.alias) wins!", "You left"] {
            #expect(end.items.contains { $0["text"] == said }, "\(said): \(end.line)")
        }
        _ = try await game.photograph("oasis-left")
        try await browser.waits(until: "oasis.screen === 'over'")
        let code = try await meetByCode(game, screen)
        #expect(try await game.leave() == 0)
        // The link of the party's page leads the window there again, and to no second table.
        let again = try PlayedGame(
            "oasis", on: screen, folder: folder,
            arguments: ["--calm", "\(person.server.base.absoluteString)/join/\(code.lowercased())?language=en"],
            namesServer: false)
        try await again.scene("watch")
        let table = try await again.state()["match"]
        #expect(try await browser.evaluate(Self.table) as? String == table)
        #expect(try await again.leave() == 0)
        // Rule 12.18: a window that remembers no match is started for this one.
        let started = try PlayedGame(
            "oasis", on: screen, server: person.server.base, folder: folder,
            arguments: ["--calm", "--data", PlayedGame.newFolder().path, "laurel://matches/\(table)"])
        try await started.scene("watch")
        #expect(try await started.state()["match"] == table)
        #expect(try await started.leave() == 0)
    }

    /// Rule 14.10: a code is made in the window, which shows it, its link, its picture and who has come; who comes by
    /// its link sits at that table before anybody has played.
    ///
    /// - Returns: the code.
    private func meetByCode(_ game: PlayedGame, _ screen: Screen) async throws -> String {
        let browser = person.browser
        try await game.choose("menu")
        try await game.choose("party")
        try await game.scene("code")
        // Typed as people do, and wrong.
        try await screen.hand("type", "2222 2222")
        try await screen.key("Return")
        // What was wrong stands where the code is written, which is still there.
        let refused = try await game.screen("code") {
            $0.items.contains { $0["text"].contains("This party code isn't in use") }
        }
        #expect(refused.items.first { $0["action"] == "party-code" }?["written"] == "2222-2222", "\(refused.line)")
        #expect(refused.items.first { $0["action"] == "party-enter" }?.flags.contains("off") == false)
        _ = try await game.photograph("oasis-code-wrong")
        // With a gamepad or a finger.
        for action in ["party-erase", "party-erase", "key.K"] { try await game.choose(action) }
        let written = try await game.look()
        #expect(written.items.first { $0["action"] == "party-code" }?["written"] == "2222-22K")
        #expect(written.items.first { $0["action"] == "party-enter" }?.flags.contains("off") == true)
        _ = try await game.photograph("oasis-code")
        try await game.choose("party-new")
        try await game.scene("party")
        let code = try await game.state()["party"]
        let link = "\(person.server.base.absoluteString)/join/\(code)"
        let shown = try await game.look()
        #expect(shown.items.contains { $0["text"] == code } && shown.items.contains { $0["text"] == link })

        try await person.go("/join/" + code.lowercased(), until: "document.querySelector('#play')")
        #expect(try await browser.text(of: ".join-players").contains("oasis-window"))
        try await browser.click("#play")
        try await browser.waits(until: "oasis.screen === 'watch'")
        try await game.screen("party") { $0.items.contains { $0["text"] == person.alias } }
        _ = try await game.photograph("oasis-party")
        try await game.choose("party-play")
        try await game.scene("play")
        let table = try await game.state()["match"]
        #expect(try await browser.evaluate(Self.table) as? String == table)
        try await game.takeTurn()
        try await browser.waits(until: Self.isMine)
        try await shareTable(game)
        return code
    }

    /// As long as a seat is free, the table has the code, and shows its link and its picture.
    private func shareTable(_ game: PlayedGame) async throws {
        try await game.choose("home")
        try await game.choose("party")
        try await game.scene("code")
        try await game.choose("party-new")
        try await game.scene("party")
        let code = try await game.state()["party"]
        try await game.choose("party-play")
        try await game.scene("play")
        let table = try await game.state()["match"]
        try await game.takeTurn()
        let waiting = try await game.look()
        for said in ["Waiting for a friend", "Party code: \(code)"] {
            #expect(waiting.items.contains { $0["text"] == said }, "\(said): \(waiting.line)")
        }
        _ = try await game.photograph("oasis-share")
        try await game.choose("share")
        try await game.scene("party")
        let shown = try await game.look()
        #expect(shown.items.contains { $0["text"] == "\(person.server.base.absoluteString)/join/\(code)" })
        #expect(!shown.items.contains { $0["action"] == "party-leave" }, "\(shown.line)")
        try await game.choose("stay")
        try await game.scene("watch")
        #expect(try await game.state()["match"] == table)
    }
}
