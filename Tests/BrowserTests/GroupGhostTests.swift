import Foundation
import LaurelProcess
import LaurelTestRuns
import Testing

/// The rematch of a group's challenge: the winner's run of the one before can be watched, and runs beside who plays.
@Suite("The ghost of a group challenge", .serialized, .timeLimit(.minutes(15))) struct GroupGhostTests {
    /// How long the first challenge lasts, in seconds: on a recurring leaderboard it ends with the occurrence.
    private static let span: TimeInterval = 40

    @Test("rule 14.16: a rematch's card leads to the winner's run, and Play to a race against it in the game")
    func ghost() async throws {
        let server = try LaurelProcess(arguments: ["--budget", "off"])
        let driver = try WebDriver()
        let ada = try await Person("fast-ada", .desktop, driver, server)
        let bob = try await Person("next-bob", .desktop, driver, server)
        try await ada.befriend(bob)
        let run = PlayedLog.monkeyJump(seed: 31, ticks: 400)
        _ = try await TestGame.sprint(on: server, endingIn: Self.span, link: "/play/monkeyjump/")

        // She wins the first one. It has no ghost.
        let made = try await ada.call(
            "POST", Person.game + "/group-challenges",
            #"{"definition":"Sprint","players":["\#(try await bob.id)"],"tries":"unlimited"}"#)
        let first = try #require(made["id"] as? String, "\(made)")
        let ends = try #require(made["ends"] as? String)
        try await bob.call("POST", "/v1/group-challenges/\(first)/join")
        let sent = try await ada.call("POST", Person.scores, run.body)
        try #require((sent["entry"] as? [String: Any])?["verification"] as? String == "verified", "\(sent)")
        let left = try await bob.browser.evaluate("return (Date.parse('\(ends)') - Date.now()) / 1000") as? Double
        try #require((left ?? -1) > 0 && (left ?? -1) < Self.span, "too late for the first occurrence: \(left ?? -1) s")
        try await bob.browser.waits(until: "Date.now() >= Date.parse('\(ends)')")
        try await bob.go(
            "/challenges/groups/?challenge=\(first)", until: "document.querySelector('[data-act=rematch]')")
        #expect(try await bob.browser.count(of: "[data-act=watch]") == 0)
        try await bob.browser.click("[data-act=rematch]")
        try await bob.browser.waits(until: "!location.search.includes('\(first)')")
        try await bob.sees("[data-act=watch]")
        try await bob.browser.photograph("group-ghost")
        let address = try #require(
            try await bob.browser.evaluate("return location.pathname + location.search") as? String)
        let second = try #require(
            try await bob.browser.evaluate("return new URLSearchParams(location.search).get('challenge')") as? String)

        try await watched(run, of: second, by: bob)
        try await raced(run, of: second, from: address, by: bob)
        try await offered(run, by: bob)
        // Who is invited watches it before they answer.
        try await ada.go(address, until: "document.querySelector('[data-state=invited] [data-act=watch]')")
        try await ada.browser.photograph("group-ghost-invited")
        try await ada.go("/watch/?group=" + first)
        try await ada.sees("This score has no replay", in: ".state h1")
        for person in [ada, bob] { try await person.leave() }
        #expect(server.stop() == 0)
    }

    private func watched(_ run: PlayedLog, of challenge: String, by bob: Person) async throws {
        try await bob.browser.click("[data-act=watch]")
        try await bob.browser.waits(until: "location.pathname === '/watch/' && globalThis.watching !== undefined")
        #expect(try await bob.browser.text(of: ".watch-words h1").contains("fast-ada"))
        try await bob.browser.evaluate("watching.seek(\(run.ticks))")
        #expect(try await bob.browser.evaluate("return watching.state().score") as? Int == Int(run.score))
        let link = try await bob.browser.evaluate(
            "return new URL(document.querySelector('#play').href).searchParams.get('group')")
        #expect(link as? String == challenge)
    }

    private func raced(_ run: PlayedLog, of challenge: String, from card: String, by bob: Person) async throws {
        try await bob.go(card, until: "document.querySelector('[data-act=play]')")
        try await bob.browser.click("[data-act=play]")
        try await bob.browser.waits(until: "location.pathname === '/play/monkeyjump/'")
        try await bob.sees("fast-ada", in: "#banner")
        try await bob.browser.click("[data-action=play]")
        try await bob.browser.waits(until: "document.body.dataset.screen === 'play'")
        try await bob.browser.evaluate(GameChallengeTests.bot, [Int(run.score) + 5])
        try await isRacing(run, bob)
        try await bob.sees("fast-ada", in: ".result .good")
        try await bob.sees(".fate[data-kind=sent]")
        // And it was a try.
        let standings = try await bob.call("GET", "/v1/group-challenges/\(challenge)")["players"] as? [[String: Any]]
        #expect(standings?.first?["tries"] as? Int == 1, "\(standings ?? [])")
    }

    /// Opened by itself, the game has the same race on its home screen.
    private func offered(_ run: PlayedLog, by bob: Person) async throws {
        try await bob.go("/play/monkeyjump/", until: "document.querySelector('[data-action=raceGroup]')")
        try await bob.browser.photograph("group-ghost-offered")
        try await bob.browser.click("[data-action=raceGroup]")
        try await bob.browser.waits(until: "document.body.dataset.screen === 'play'")
        try await isRacing(run, bob)
    }

    private func isRacing(_ run: PlayedLog, _ bob: Person) async throws {
        let seed = try await bob.browser.evaluate("return [...monkeyjump.log().slice(10, 18)]") as? [Int]
        #expect(seed == run.bytes[10..<18].map(Int.init), "the same course: her ghost runs beside him")
    }
}
