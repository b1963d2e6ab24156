import Foundation
import LaurelProcess
import Testing

/// What others say in an inbox, and what it says of what stays unread.
@Suite("The words of the inbox", .serialized, .timeLimit(.minutes(15))) struct InboxWordsTests {
    private static let matches = Person.game + "/matches"
    private static let row = ".notice-row:has(.notice-link[href*=match])"

    @Test("rules 4.12, 12.20: an invitation's words are reported from the inbox; taken down, an open one loses them")
    func takenDown() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("asking-ada", .desktop, driver, server)
        let bob = try await Person("playing-bob", .desktop, driver, server)
        try await ada.befriend(bob)
        _ = try await invited(bob, by: ada, saying: "Rude invitation")
        try await bob.go("/inbox/", until: "document.querySelector('\(Self.row)')")
        try await bob.sees("Rude invitation", in: Self.row)
        try await bob.browser.evaluate("window.isSame = true")
        // It is read, and heard to be: the stream is open.
        let told = try await bob.call("GET", "/v1/notices")
        let newest = try #require((told["notices"] as? [[String: Any]])?.first?["id"] as? String, "\(told)")
        try await bob.call("PATCH", "/v1/notices", #"{"upTo":"\#(newest)"}"#)
        try await bob.browser.waits(until: "!document.querySelector('[data-unread]')")

        try await bob.browser.click(Self.row + " .menu-button")
        let item =
            "[...document.querySelectorAll('\(Self.row) .menu-item')].find(item => item.innerText.includes('Report'))"
        try await bob.browser.evaluate("\(item).click()")
        try await bob.sees("dialog input[name=thing][value=message]:checked")
        try await bob.browser.click("dialog input[name=reason]")
        try await bob.browser.click("dialog button[type=submit]")
        try await bob.browser.waits(until: "!document.querySelector('dialog')")
        let queue = try await server.administration.json("GET", "/v1/connect/reviews")
        let review = try #require((queue.object["reviews"] as? [[String: Any]])?.first?["id"] as? Int, "\(queue.text)")
        let decided = try await server.administration.json(
            "POST", "/v1/connect/reviews/\(review)", ["decision": "reject"])
        try #require(decided.status == 200, "\(decided.text)")
        try await bob.browser.waits(
            until: "!document.querySelector('\(Self.row)').innerText.includes('Rude invitation')")
        #expect(try await bob.browser.evaluate("return window.isSame") as? Bool == true)
        for person in [ada, bob] { try await person.leave() }
        #expect(server.stop() == 0)
    }

    @Test("rule 12.19: a turn on an older page isn't said to be read with all others")
    func olderTurn() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("asking-ada", .desktop, driver, server)
        let bob = try await Person("playing-bob", .desktop, driver, server)
        try await ada.befriend(bob)
        let id = try await invited(bob, by: ada, saying: "Come")
        try await bob.call("POST", "\(Self.matches)/\(id)/accept", try body([:]))
        try await takeTurn(id, bob, to: 0)
        try await takeTurn(id, ada, to: 1)
        try await bob.go("/inbox/", until: "document.querySelector('[data-unread]')")
        // What is loaded from now on leaves the turn out, as if it stood on an older page.
        try await bob.browser.evaluate(
            """
            const load = window.fetch;
            window.fetch = async (...request) => {
                const answer = await load(...request);
                if (!String(request[0].url ?? request[0]).includes("/v1/notices?")) return answer;
                const page = await answer.json();
                const notices = page.notices.filter(({ kind }) => kind !== "matchTurn");
                return new Response(JSON.stringify({ ...page, notices }), answer);
            };
            dispatchEvent(new StorageEvent("storage", { key: "\(Self.hint)" }));
            """)
        try await bob.browser.waits(
            until: "document.querySelector('.notice-row') && !document.querySelector('[data-unread]')")
        try await bob.sees(".inbox-head button:not([data-idle])")
        try await bob.browser.click(".inbox-head button")
        try await bob.sees("Everything is read except your turns", in: "main > [role=status]")
        try await bob.browser.waits(until: "document.querySelector('.inbox-head button[data-idle]')")
        for person in [ada, bob] { try await person.leave() }
        #expect(server.stop() == 0)
    }

    /// By which tabs hear that somebody has signed in.
    private static let hint = "laurel.player"

    /// To a match in which it is the invited player's turn.
    private func invited(_ other: Person, by person: Person, saying text: String) async throws -> String {
        let guest = try await other.id
        let made = try await person.call(
            "POST", Self.matches,
            try body(["minPlayers": 2, "maxPlayers": 2, "players": [guest], "message": text]))
        let id = try #require(made["id"] as? String, "\(made)")
        try await takeTurn(id, person, to: 1)
        return id
    }

    /// As the game would.
    private func takeTurn(_ id: String, _ person: Person, to seat: Int) async throws {
        let seen = try await person.call("GET", "\(Self.matches)/\(id)")
        let ended = try await person.call(
            "POST", "\(Self.matches)/\(id)/turns",
            try body(["version": seen["version"] ?? 0, "data": "AAEC", "next": [seat]]))
        try #require(ended["state"] as? String == "waiting", "\(ended)")
    }

    /// With a key of its own.
    private func body(_ members: [String: Any]) throws -> String {
        let key = UUID().uuidString.replacing("-", with: "").lowercased()
        let data = try JSONSerialization.data(withJSONObject: members.merging(["key": key]) { $1 })
        return String(decoding: data, as: UTF8.self)
    }
}
