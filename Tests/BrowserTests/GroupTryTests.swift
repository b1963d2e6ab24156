import LaurelProcess
import Testing

/// Each score on its leaderboard is a try in a group's challenge: the game says so before a run, and after it what came
/// of it.
@Suite("Tries of a group challenge in a game", .serialized, .timeLimit(.minutes(15))) struct GroupTryTests {
    @Test("rule 14.13: no run uses a try unsaid, and game over tells the standing, until no try is left")
    func tries() async throws {
        let (server, ada, bob, challenge) = try await challenged("try")
        try await bob.score(5, id: "first-try")

        // "Play now" on the home page begins no run that would be a try before the game has said so.
        try await bob.browser.evaluate("sessionStorage['laurel.begin'] = 'com.ali.MonkeyJump'")
        try await bob.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await bob.sees("counts for “Longest run” (until ", in: ".menu .notice")
        try await bob.sees("You have 2 of 3 tries left.", in: ".menu .notice")
        try await bob.sees("You have 2 of 3 tries left.", in: "#said")
        #expect(try await bob.browser.evaluate("return monkeyjump.screen") as? String == "menu")
        try await bob.browser.photograph("group-try-menu-phone")

        try await bob.browser.click(".menu .primary")
        try await bob.sees("“Longest run”: you're first of 2 with ", in: ".result .notice")
        try await bob.sees("1 try left.", in: ".result .notice")
        try await bob.sees("1 try left.", in: "#said")
        try await bob.browser.photograph("group-try-over-phone")
        try await bob.browser.waits(
            until: "monkeyjump.screen === 'play' || document.querySelector('[data-action=again]')?.click()")
        try await bob.sees("No tries left", in: ".result .notice")
        let standings = try await bob.call("GET", "/v1/group-challenges/\(challenge)")["players"] as? [[String: Any]]
        #expect(standings?.first?["tries"] as? Int == 3, "\(standings ?? [])")

        // Where nothing is left to use, the menu says nothing; on the page that was opened for it, it does.
        try await bob.browser.waits(
            until: "monkeyjump.screen === 'menu' || document.querySelector('[data-action=menu]')?.click()")
        #expect(try await bob.browser.count(of: ".menu .notice") == 0)
        try await bob.go(MainJobTests.game + "?group=" + challenge)
        try await bob.sees("No tries left in “Longest run”", in: ".menu .notice")
        for person in [ada, bob] { try await person.leave() }
        #expect(server.stop() == 0)
    }

    @Test("rule 14.13: without an answer, a game tells the tries as known last, or that it doesn't know of any")
    func held() async throws {
        let (server, ada, bob, _) = try await challenged("held")
        try await bob.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        try await bob.sees("You have 3 of 3 tries left.", in: ".menu .notice")
        let hold = """
            const answer = globalThis.fetch;
            globalThis.fetch = (address, ...rest) => String(address).includes("/group-challenges")
                ? new Promise(() => {}) : answer(address, ...rest);
            """
        for person in [ada, bob] {
            try await person.browser.beforeEachPage(hold)
            try await person.browser.evaluate("sessionStorage['laurel.begin'] = 'com.ali.MonkeyJump'")
            try await person.go(MainJobTests.game, until: "monkeyjump.state().status === 'in'")
        }
        // The game was never open in Ada's browser.
        try await ada.sees("Your runs may count for group challenges that you've joined.", in: ".menu .notice")
        try await bob.sees("You have 3 of 3 tries left.", in: ".menu .notice")
        try await bob.sees("This is as last known.", in: ".menu")
        // What is told later than the rest is shown moves no button.
        #expect(try await bob.browser.evaluate(Self.isSteady) as? Bool == true, "upright")
        #expect(try await ada.browser.evaluate(Self.isSteady) as? Bool == true)
        for (width, height) in [(640, 360), (560, 320)] {
            try await ada.browser.command(
                "Emulation.setDeviceMetricsOverride",
                ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
            try await ada.browser.waits(until: "innerHeight === \(height)")
            #expect(try await ada.browser.evaluate(Self.isSteady) as? Bool == true, "\(width) × \(height)")
            try await ada.browser.photograph("group-try-menu-\(width)")
        }
        #expect(try await bob.browser.evaluate("return monkeyjump.screen") as? String == "menu")
        try await bob.browser.photograph("group-try-held-phone")
        try await bob.browser.click(".menu .primary")
        try await bob.sees(".fate[data-kind=sent]")
        try await bob.sees("You have 3 of 3 tries left.", in: ".result")
        try await bob.sees("This is as last known.", in: ".result")
        for person in [ada, bob] { try await person.leave() }
        #expect(server.stop() == 0)
    }

    /// The buttons of the home screen are where they are without what is told of group challenges.
    private static let isSteady = """
        const notice = document.querySelector(".menu > .offer:has(> .notice)");
        const corners = () => [...document.querySelectorAll(".menu button")].map((one) => {
            const { left, top } = one.getBoundingClientRect();
            return [left, top];
        }).flat();
        const before = corners();
        notice.style.display = "none";
        const without = corners();
        notice.style.display = "";
        return before.length > 6 && before.every((one, at) => Math.abs(one - without[at]) < 1);
        """

    /// Two friends, in whose challenge of three tries both are.
    private func challenged(
        _ name: String
    ) async throws -> (server: LaurelProcess, ada: Person, bob: Person, challenge: String) {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("\(name)-ada", .desktop, driver, server)
        let bob = try await Person("\(name)-bob", .phone, driver, server)
        try await ada.befriend(bob)
        let made = try await ada.call(
            "POST", Person.game + "/group-challenges",
            #"{"definition":"Longest Run","players":["\#(try await bob.id)"],"tries":"three"}"#)
        let challenge = try #require(made["id"] as? String, "\(made)")
        try await bob.call("POST", "/v1/group-challenges/\(challenge)/join")
        return (server, ada, bob, challenge)
    }
}
