import Foundation
import LaurelProcess
import Testing

/// The third game over the server: two people who have never met, at a desktop and with a phone.
@Suite("Oasis over the server", .serialized, .timeLimit(.minutes(15))) struct OasisMatchTests {
    private static let matches = "/v1/games/org.laurel.oasis/matches"
    private static let isMine = "oasis.screen === 'play' && !oasis.state().isBusy"

    @Test(
        "rules 12.40 and 12.21: strangers meet, play to the end with one page closed in between, play again, and quit")
    func wholeMatch() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("oasis-ada", .desktop, driver, server)
        let bob = try await Person("oasis-bob", .phone, driver, server, language: "zh-CN")
        for person in [ada, bob] {
            _ = try await person.browser.command(
                "Emulation.setEmulatedMedia", ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
        }
        let id = try await met(ada, bob)
        try await refused(id, ada, bob)
        try await played(ada, bob, upTo: 6)
        try await closed(id, ada, bob)
        try await played(ada, bob, upTo: .max)
        try await ended(id, ada, bob)
        try await again(ada, bob)
        try await meetByCode(ada, bob)
        for person in [ada, bob] { try await person.leave(refusals: ["409"]) }
        #expect(server.stop() == 0)
    }

    /// The first one waits for somebody, who is led to the free seat.
    private func met(_ ada: Person, _ bob: Person) async throws -> String {
        try await ada.go("/play/oasis/", until: "document.querySelector('#online')")
        try await ada.browser.photograph("oasis-menu-online")
        try await ada.browser.click("#online")
        try await ada.browser.waits(until: Self.isMine)
        try await ada.sees("Your turn", in: "#status")
        try await ada.browser.photograph("oasis-online-desktop")
        try await auto(ada)
        try await ada.sees("Looking for another player", in: "#status")
        try await bob.go("/play/oasis/", until: "document.querySelector('#online')")
        try await bob.browser.click("#online")
        try await bob.browser.waits(until: Self.isMine)
        try await bob.sees("轮到你了", in: "#status")
        try await bob.browser.photograph("oasis-online-phone")
        let address = try await ada.browser.evaluate("return location.search") as? String ?? ""
        let id = try #require(URLComponents(string: address)?.queryItems?.first { $0.name == "match" }?.value)
        #expect(try await bob.browser.evaluate("return location.search") as? String == address)
        return id
    }

    /// What the page doesn't offer, the server doesn't take.
    private func refused(_ id: String, _ ada: Person, _ bob: Person) async throws {
        let before = try await bob.call("GET", "\(Self.matches)/\(id)")
        let version = before["version"] as? Int ?? 0
        for (path, body) in [
            ("moves", #""move":"AAAY""#), ("turns", #""data":"AAEC","next":[0]"#),
            ("end", #""data":"","outcomes":[3,2]"#),
        ] {
            let key = String(UUID().uuidString.lowercased().filter { $0 != "-" })
            let answer = try await bob.call(
                "POST", "\(Self.matches)/\(id)/\(path)", #"{"key":"\#(key)","version":\#(version),\#(body)}"#)
            #expect((answer["type"] as? String)?.hasSuffix("/match-state-invalid") == true, "\(answer)")
        }
        let after = try await bob.call("GET", "\(Self.matches)/\(id)")
        #expect(after["version"] as? Int == version && after["data"] as? String == before["data"] as? String)
        // Each has a view of their own.
        let other = try await ada.call("GET", "\(Self.matches)/\(id)")
        #expect(other["data"] as? String != before["data"] as? String)
        #expect(try await ada.browser.evaluate("return oasis.state().view.seat") as? Int == 0)
        #expect(try await bob.browser.evaluate("return oasis.state().view.seat") as? Int == 1)
    }

    /// Both play through their pages, as quickly as they see whose turn it is. The second one plays last.
    private func played(_ ada: Person, _ bob: Person, upTo limit: Int) async throws {
        let isNext = "oasis.screen === 'over' || !oasis.state().isBusy && ['play', 'watch'].includes(oasis.screen)"
        var turns = 0
        while turns < limit {
            for person in [ada, bob] {
                try await person.browser.waits(until: isNext)
                let screen = try await person.browser.evaluate("return oasis.screen") as? String
                if screen == "over" { return }
                guard screen == "play" else { continue }
                try await auto(person)
                turns += 1
            }
        }
    }

    private func auto(_ person: Person) async throws { try await person.browser.evaluate("return oasis.auto()") }

    /// One page is closed in its turn, or before; what waits is found again by the page of matches.
    private func closed(_ id: String, _ ada: Person, _ bob: Person) async throws {
        try await bob.go("/", until: "document.querySelector('[data-section=matches]')")
        try await ada.browser.waits(until: Self.isMine)
        try await auto(ada)
        try await bob.go("/matches/?match=\(id)", until: "document.querySelector('[data-act=play]')")
        try await bob.browser.click("[data-act=play]")
        try await bob.browser.waits(until: "globalThis.oasis && \(Self.isMine)")
        #expect(try await bob.browser.evaluate("return location.pathname") as? String == "/play/oasis/")
    }

    /// The server says who has won, and the pages show it.
    private func ended(_ id: String, _ ada: Person, _ bob: Person) async throws {
        for person in [ada, bob] {
            try await person.browser.waits(
                until: "oasis.screen === 'over' && document.querySelector('#podium li[data-rank=\"1\"]')")
        }
        try await bob.browser.photograph("oasis-online-podium-phone")
        let match = try await ada.call("GET", "\(Self.matches)/\(id)")
        let outcomes = (match["participants"] as? [[String: Any]])?.compactMap { $0["outcome"] as? Int } ?? []
        #expect(match["status"] as? String == "ended" && [[2, 3], [3, 2], [4, 4]].contains(outcomes), "\(outcomes)")
    }

    /// A rematch invites the other one, whose page shows it; then one quits, and the other one has won.
    private func again(_ ada: Person, _ bob: Person) async throws {
        try await ada.browser.click("#again")
        try await ada.browser.waits(until: Self.isMine)
        try await auto(ada)
        try await ada.sees("oasis-bob hasn't answered yet", in: "#status")
        let address = try await ada.browser.evaluate("return location.search") as? String ?? ""
        try await bob.go("/play/oasis/" + address, until: "document.querySelector('#accept')")
        try await bob.sees("oasis-ada邀请了你", in: "#podium h2")
        try await bob.browser.click("#accept")
        try await bob.browser.waits(until: Self.isMine)
        try await bob.browser.click("#quit")
        try await bob.browser.photograph("oasis-online-quit-phone")
        try await bob.browser.click("#leave")
        for person in [ada, bob] {
            try await person.browser.waits(
                until: "oasis.screen === 'over' && document.querySelector('li[data-rank=\"1\"] [data-player=monkey]')")
        }
        try await ada.browser.click("#menu")
        try await ada.browser.waits(until: "document.body.dataset.screen === 'menu' && location.search === ''")
    }
    /// Rule 14.10: from the game's page to a code, and from its link to the same table.
    private func meetByCode(_ ada: Person, _ bob: Person) async throws {
        try await ada.go("/games/?id=org.laurel.oasis", until: "document.querySelector('.activities a')")
        try await ada.browser.click(".activities a")
        try await ada.browser.waits(until: "document.querySelector('#party-new')")
        try await ada.browser.click("#party-new")
        try await ada.browser.waits(until: "document.querySelector('#podium .code')")
        let code = try await ada.browser.text(of: "#podium .code")
        try await ada.browser.photograph("oasis-party-desktop")
        try await ada.browser.click("#party-play")
        try await ada.browser.waits(until: Self.isMine)
        try await auto(ada)
        try await ada.sees("Looking for another player", in: "#status")
        let table = try await ada.browser.evaluate("return location.search") as? String
        try await bob.go("/join/" + code.lowercased(), until: "document.querySelector('#play')")
        #expect(try await bob.browser.text(of: ".join-players").contains("oasis-ada"))
        try await bob.browser.photograph("join-phone")
        try await bob.browser.click("#play")
        try await bob.browser.waits(until: Self.isMine)
        #expect(try await bob.browser.evaluate("return location.search") as? String == table)
        // The link leads there again, and to no second table.
        try await ada.go("/play/oasis/?activity=Friends&partyCode=\(code)", until: "oasis.screen === 'watch'")
        #expect(try await ada.browser.evaluate("return location.search") as? String == table)
    }
}
