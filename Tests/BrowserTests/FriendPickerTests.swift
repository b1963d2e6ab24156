import Foundation
import LaurelProcess
import Testing

/// Challenging from the pages, as the first tutorial has it: pick friends, write, be beaten, be challenged back.
@Suite("The friend picker", .serialized, .timeLimit(.minutes(15))) struct FriendPickerTests {
    static let gamePage = "/games/?id=com.ali.MonkeyJump&time=allTime"

    @Test(
        "rule 6.7: all friends are listed by rank, those worse are checked, and without a message nothing is sent"
    )
    func picker() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("picker-ada", .desktop, driver, server)
        var friends: [Person] = []
        for (name, score) in [("picker-better", 900), ("picker-worse", 100), ("picker-none", nil)] {
            let friend = try await Person(name, .desktop, driver, server)
            try await friend.befriend(ada)
            if let score { try await friend.score(score, id: name) }
            friends.append(friend)
        }
        try await ada.score(500, id: "own")

        // From the own place on the leaderboard, as a person finds it.
        try await ada.go(Self.gamePage, until: "document.querySelector('.own a')")
        try await ada.browser.click(".own a")
        try await ada.sees(".picker .pick")
        let names = "return [...document.querySelectorAll('.pick-name')].map(one => one.innerText)"
        #expect(
            try await ada.browser.evaluate(names) as? [String] == ["picker-better", "picker-worse", "picker-none"],
            "by rank, friends without a score last")
        let checked = "return [...document.querySelectorAll('.pick input')].map(box => box.checked)"
        #expect(try await ada.browser.evaluate(checked) as? [Bool] == [false, true, false], "those worse")
        #expect(try await ada.browser.count(of: ".pick[data-mark]") == 1, "a friend without a score is marked")

        // A message is offered. Nothing is written: the border says so, the picker stays, nothing goes out.
        let said = try await ada.browser.evaluate("return document.querySelector('#message').value") as? String
        #expect(said?.hasPrefix("Can you beat my ") == true)
        try await ada.browser.evaluate("document.querySelector('#message').value = ''")
        try await ada.browser.click("#challenge")
        try await ada.sees("#message[aria-invalid=true]")
        let isRed = """
            const probe = document.body.appendChild(document.createElement('i'));
            probe.style.color = 'var(--danger)';
            const red = getComputedStyle(probe).color;
            probe.remove();
            return getComputedStyle(document.querySelector('#message')).borderTopColor === red;
            """
        #expect(try await ada.browser.evaluate(isRed) as? Bool == true)
        #expect(try await ada.browser.evaluate("return document.activeElement.id") as? String == "message")
        try await ada.browser.photograph("friend-picker-empty-message")
        #expect((try await ada.call("GET", "/v1/challenges?role=sent")["challenges"] as? [Any])?.isEmpty == true)

        // Nobody is checked: it says so, and sends nothing.
        try await ada.browser.type("Catch me if you can", into: "#message")
        try await ada.browser.click(".pick:nth-child(2) label")
        try await ada.browser.click("#challenge")
        try await ada.sees(".picker [role=alert]:not([hidden])")
        #expect((try await ada.call("GET", "/v1/challenges?role=sent")["challenges"] as? [Any])?.isEmpty == true)

        // Found by typing; a tap toggles.
        try await ada.browser.type("NONE", into: "#find")
        try await ada.browser.waits(until: "document.querySelectorAll('.pick').length === 1")
        try await ada.browser.click(".pick label")
        try await ada.browser.click("#challenge")
        try await ada.sees("#done")
        let sent = try await ada.call("GET", "/v1/challenges?role=sent")["challenges"] as? [[String: Any]]
        #expect(sent?.count == 1 && sent?.first?["message"] as? String == "Catch me if you can")
        #expect((sent?.first?["receiver"] as? [String: Any])?["displayName"] as? String == "picker-none")
        for person in friends + [ada] { try await person.leave() }
        #expect(server.stop() == 0)
    }

    @Test("rules 6.4, 6.7: a challenge arrives live, is beaten, both see it, and it comes back")
    func backAndForth() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("sender-ada", .desktop, driver, server)
        let bob = try await Person("receiver-bob", .phone, driver, server)
        try await ada.befriend(bob)
        try await ada.score(500, id: "ada")
        try await bob.score(300, id: "bob")
        try await bob.go("/challenges/", until: "document.querySelector('#content .state')")

        try await ada.go("/challenges/new/?game=com.ali.MonkeyJump&leaderboard=HighScores&value=500")
        try await ada.sees(".pick input:checked")
        try await ada.browser.photograph("friend-picker")
        try await ada.browser.type("Beat <b>this</b>!", into: "#message")
        try await ada.browser.click("#challenge")
        try await ada.sees("#done")
        try await bob.sees("sender-ada", in: ".challenge")
        try await bob.sees("Beat <b>this</b>!", in: ".challenge q")
        try await bob.browser.photograph("challenge-received-phone")

        try await ada.go("/challenges/", until: "document.querySelector('#content .state')")
        try await bob.score(700, id: "bob-again")
        try await ada.sees("receiver-bob", in: ".challenge")
        try await ada.sees("700", in: ".challenge h2")
        try await bob.sees("#content .state")
        try await ada.go("/challenges/?view=history", until: "document.querySelector('[data-state=completed]')")
        try await bob.go("/challenges/?view=history", until: "document.querySelector('[data-state=completed]')")
        try await ada.browser.photograph("challenge-history")

        // He sees the one that came back among what is sent, and she declines it.
        try await bob.go("/challenges/?view=sent", until: "document.querySelector('.challenge')")
        try await ada.go("/challenges/", until: "document.querySelector('.challenge-actions')")
        try await ada.browser.click(".challenge-actions .button:not(.button-primary)")
        try await ada.browser.waits(until: "document.querySelector('dialog[open]')")
        try await ada.browser.click("dialog .button-primary")
        try await ada.sees("#content .state")
        try await bob.sees("#content .state")
        for person in [ada, bob] { try await person.leave() }
        #expect(server.stop() == 0)
    }
}
