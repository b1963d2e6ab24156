import Foundation
import LaurelProcess
import Testing

/// Challenging from within a game, as the first tutorial has it: die, pick friends, write; accept, run against the
/// ghost, beat it; both are told.
@Suite("Challenges in a game", .serialized, .timeLimit(.minutes(15))) struct GameChallengeTests {
    private static let page = "/play/monkeyjump/"

    @Test(
        "rules 6.1–6.4, 6.7: a score is sent as a challenge at game over, run against its ghost, beaten; both are told"
    )
    func backAndForth() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("game-ada", .desktop, driver, server)
        let bob = try await Person("game-bob", .phone, driver, server)
        try await ada.befriend(bob)
        try await bob.score(5, id: "bob")
        for person in [ada, bob] { try await open(person) }

        // She runs until the first snake, with real keys all the way.
        try await ada.browser.press(.space)
        try await ada.browser.waits(until: "document.body.dataset.screen === 'play'")
        try await ada.browser.press(.space, holding: 80)
        try await ada.sees(".fate[data-kind=sent]")
        let asked = try #require(try await ada.browser.evaluate("return monkeyjump.state().score") as? Int)
        try await ada.browser.click("[data-action=pickFriends]")
        try await ada.sees(".pick")
        #expect(try await ada.browser.evaluate("return document.activeElement.id") as? String == "field-message")
        #expect(try await ada.browser.count(of: ".pick :checked") == 1, "he is worse: his row is ticked")
        try await ada.browser.photograph("game-picker-desktop")
        try await compose(ada)
        try await ada.browser.press(.enter)
        try await ada.sees("1 friend", in: ".notice")
        try await ada.browser.photograph("game-challenge-sent")

        // He is told in his running game, and accepts with a finger.
        try await bob.sees("1", in: "[data-action=openChallenges]")
        try await bob.browser.click("[data-action=openChallenges]")
        try await bob.sees("\(asked) m", in: ".challenges .card")
        try await bob.sees("追上我吧", in: ".challenges .card q")
        try await bob.browser.photograph("game-challenges-phone")
        try await bob.browser.click("[data-action=acceptChallenge]")
        try await bob.browser.waits(until: "document.body.dataset.screen === 'play'")
        try await bob.browser.evaluate(Self.bot, [asked + 5])
        let seed = "return monkeyjump.log().slice(10, 18).join()"
        #expect(
            try await bob.browser.evaluate(seed) as? String == ada.browser.evaluate(seed) as? String,
            "the same course, for the ghost runs beside him")
        // A banner goes by itself: it is waited for from before it can come.
        async let told: Void = ada.sees("game-bob", in: "#banner")
        try await bob.browser.photograph("game-ghost-phone")
        try await bob.sees(".fate[data-kind=sent]")
        try await bob.sees("You beat game-ada's \(asked) m!", in: ".result .good")
        try await bob.browser.photograph("game-challenge-beaten-phone")
        try await told

        // It comes back, with his score.
        try await ada.browser.click("[data-action=menu]")
        try await ada.sees("1", in: "[data-action=openChallenges]")
        try await ada.browser.click("[data-action=openChallenges]")
        try await ada.sees("game-bob", in: ".challenges .card")
        // And is declined, after a question.
        try await ada.browser.click("[data-action=declineChallenge]")
        try await ada.sees("[data-action=confirmDecline]")
        try await ada.browser.photograph("game-decline-desktop")
        async let declined: Void = bob.sees("game-ada declined", in: "#banner")
        try await ada.browser.click("[data-action=confirmDecline]")
        try await ada.browser.waits(until: "!document.querySelector('.challenges .card')")
        try await ada.sees(".challenges .soft")
        try await declined
        for person in [ada, bob] { try await person.leave() }
        #expect(server.stop() == 0)
    }

    @Test("rule 6.7: without a message the border is red, with nobody ticked it says so, and a friend is found by name")
    func picker() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("pick-ada", .phone, driver, server)
        for (name, score) in [("pick-better", 900), ("pick-worse", 1), ("pick-none", nil)] {
            let friend = try await Person(name, .desktop, driver, server)
            try await friend.befriend(ada)
            if let score { try await friend.score(score, id: name) }
            try await friend.leave()
        }
        try await open(ada)
        try await ada.browser.click(".menu .primary")
        try await ada.browser.waits(until: "document.body.dataset.screen === 'play'")
        try await ada.browser.tap(x: 200, y: 400, touch: true, holding: 80)
        try await ada.sees(".fate[data-kind=sent]")
        try await ada.browser.click("[data-action=pickFriends]")
        try await ada.sees(".pick")
        let names = "return [...document.querySelectorAll('.pick .name')].map(one => one.innerText)"
        #expect(try await ada.browser.evaluate(names) as? [String] == ["pick-better", "pick-worse", "pick-none"])
        let ticks = "return [...document.querySelectorAll('.pick input')].map(one => one.checked)"
        #expect(try await ada.browser.evaluate(ticks) as? [Bool] == [false, true, false])

        try await ada.browser.type(" ", into: "#field-message")
        try await ada.browser.click("[data-action=sendChallenge]")
        try await ada.sees("#field-message[aria-invalid=true]")
        let border = "return getComputedStyle(document.querySelector('#field-message')).borderTopColor"
        #expect(try await ada.browser.evaluate(border) as? String == "rgb(208, 32, 32)")
        #expect(try await ada.browser.evaluate("return document.activeElement.id") as? String == "field-message")
        try await ada.browser.photograph("game-picker-no-message-phone")

        try await ada.browser.type("Catch <b>me</b>", into: "#field-message")
        try await ada.browser.waits(until: "!document.querySelector('[aria-invalid]')")
        try await ada.browser.click("[data-action=selectNone]")
        try await ada.browser.click("[data-action=sendChallenge]")
        try await ada.sees(".picker .notice")
        let sent = try await ada.call("GET", "/v1/challenges?role=sent")["challenges"] as? [Any]
        #expect(sent?.isEmpty == true)

        try await ada.browser.type("NONE", into: "#field-search")
        try await ada.browser.waits(until: "document.querySelectorAll('.pick').length === 1")
        try await ada.browser.click(".pick label")
        #expect(
            try await ada.browser.evaluate("return document.querySelector('#field-message').value") as? String
                == "Catch <b>me</b>", "what was written stays")
        try await ada.browser.click("[data-action=sendChallenge]")
        try await ada.sees(".over .notice")
        let one = try await ada.call("GET", "/v1/challenges?role=sent")["challenges"] as? [[String: Any]]
        #expect(one?.count == 1 && one?.first?["message"] as? String == "Catch <b>me</b>")
        #expect((one?.first?["receiver"] as? [String: Any])?["displayName"] as? String == "pick-none")
        #expect(one?.first?["replay"] as? [String: Any] != nil, "the run goes along")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("rule 1.8: signed out, the buttons of Game Center are off and say why, and a key goes one screen back")
    func signedOut() async throws {
        let server = try LaurelProcess(arguments: ["--demo", "--guests", "off"])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page(Self.page))
        try await browser.waits(until: "monkeyjump.state().status === 'out'")
        try await browser.click("[data-action=openChallenges][aria-disabled=true]")
        try await browser.waits(until: "document.querySelector('.menu .notice').innerText.includes('Sign in')")
        // Leaderboards can be read by everybody.
        try await browser.click("[data-action=openScores]")
        try await browser.waits(until: "document.querySelectorAll('.scores .board li').length >= 5")
        #expect(try await browser.count(of: "[data-action=choosePlayers]") == 0, "who has no friends")
        try await browser.press(.escape)
        // The focus is where it was.
        try await browser.waits(
            until: "document.querySelector('.menu [data-action=openScores]') === document.activeElement")
        // The list of achievements is longer than the window; the way back is in sight all the same.
        try await browser.click("[data-action=openAchievements]")
        try await browser.waits(until: "document.querySelectorAll('.achievements .achievement').length > 5")
        // Once it has come in.
        try await browser.waits(
            until: """
                ((panel, back) => panel.scrollHeight > panel.clientHeight
                    && back.getBoundingClientRect().bottom < panel.getBoundingClientRect().bottom
                    && panel.getBoundingClientRect().bottom <= innerHeight
                )(document.querySelector(".panel"), document.querySelector(".panel [data-action=back]"))
                """)
        try await browser.press(.escape)
        try await browser.click(".menu .primary")
        try await browser.waits(until: "document.querySelector('.fate[data-kind=unowned]')")
        for action in ["pickFriends", "share"] {
            try await browser.click("[data-action=\(action)][aria-disabled=true]")
            try await browser.waits(until: "document.querySelector('.over .notice').innerText.includes('Sign in')")
        }
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("a score is shared from game over, once the player says so")
    func share() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let ada = try await Person("share-ada", .phone, try WebDriver(), server)
        try await open(ada)
        try await ada.browser.click(".menu .primary")
        try await ada.sees(".fate[data-kind=sent]")
        try await ada.browser.click("[data-action=share]")
        try await ada.sees("dialog[open] .primary")
        #expect((try await ada.call("GET", "/v1/shares")["shares"] as? [Any])?.isEmpty == true)
        // Keys are the dialog's: no run begins behind it.
        try await ada.browser.press(.up)
        try await ada.browser.press(letter: "w")
        let later = """
            const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
            return frame().then(frame).then(frame).then(() => monkeyjump.screen);
            """
        #expect(try await ada.browser.evaluate(later) as? String == "over")
        try await ada.browser.press(.escape)
        try await ada.browser.waits(until: "!document.querySelector('dialog') && monkeyjump.screen === 'over'")
        try await ada.browser.click("[data-action=share]")
        try await ada.sees("dialog[open] .primary")
        try await ada.browser.click("dialog .primary")
        try await ada.sees("dialog input")
        let link = try await ada.browser.evaluate("return document.querySelector('dialog input').value") as? String
        try await ada.browser.photograph("game-share-phone")
        try await ada.browser.go(to: try #require(URL(string: link ?? "")))
        #expect(try await ada.browser.text(of: ".share-player") == "share-ada")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    // MARK: What a person does

    private func open(_ person: Person) async throws {
        try await person.go(Self.page, until: "monkeyjump.state().status === 'in' && document.querySelector('.menu')")
    }

    /// Presses the button by the bot's advice until so many metres are run, and then no more.
    static let bot = """
        const goal = arguments[0];
        let isDown = false;
        const step = () => {
            if (monkeyjump.screen !== "play") return;
            const isWanted = monkeyjump.state().score < goal && monkeyjump.advice() === 1;
            const kind = isWanted ? "keydown" : "keyup";
            if (isWanted !== isDown) dispatchEvent(new KeyboardEvent(kind, { code: "Space" }));
            isDown = isWanted;
            requestAnimationFrame(step);
        };
        step();
        """

    /// Writes Chinese as an input method does: the keys of the composition, Enter and P among them, are not the game's.
    private func compose(_ person: Person) async throws {
        let script = """
            const field = document.querySelector("#field-message");
            field.focus();
            const before = document.querySelector("#mute").getAttribute("aria-pressed");
            for (const code of ["KeyM", "KeyP", "Space", "Enter", "Escape"]) {
                field.dispatchEvent(new KeyboardEvent("keydown", { code, isComposing: true, bubbles: true }));
            }
            return document.querySelector("#mute").getAttribute("aria-pressed") === before
                && document.querySelector(".picker #field-message") === field;
            """
        #expect(try await person.browser.evaluate(script) as? Bool == true)
        try await person.browser.type("追上我吧 m p", into: "#field-message")
        try await person.sees(".picker .pick")
        let sent = try await person.call("GET", "/v1/challenges?role=sent")["challenges"] as? [Any]
        #expect(sent?.isEmpty == true, "the Enter that ends a composition sends nothing")
    }
}
