import Foundation
import LaurelProcess
import Testing

/// A match between a page and the game in a window: strangers who meet by automatch.
struct DesktopMatch {
    private static let isNext =
        "oasis.screen === 'over' || !oasis.state().isBusy && ['play', 'watch'].includes(oasis.screen)"
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
        _ = try await game.photograph("oasis-online-over")
        try await browser.waits(until: "oasis.screen === 'over' && document.querySelector('#podium li')")
        let points = try await browser.evaluate("return oasis.state().view.points") as? [Int]
        let state = try await game.state()
        #expect(points?.isEmpty == false && state.fields["points"] as? [Int] == points, "\(state.line)")

        try await game.choose("again")
        try await game.scene("play")
        try await game.takeTurn()
        try await browser.click("#again")
        try await browser.waits(until: Self.isMine)
        let match = try await game.state()["match"]
        let shown = "return new URLSearchParams(location.search).get('match')"
        #expect(try await browser.evaluate(shown) as? String == match)
        try await game.choose("quit")
        try await game.choose("leave")
        try await game.scene("over")
        try await browser.waits(until: "oasis.screen === 'over'")
        #expect(try await game.leave() == 0)
    }
}
