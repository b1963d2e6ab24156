import Foundation
import LaurelProcess
import Testing

/// The third game over the server: three people in browsers, and one in a window of the desktop.
@Suite("Oasis over the server", .serialized, .timeLimit(.minutes(15))) struct OasisMatchTests {
    private static let matches = "/v1/games/org.laurel.oasis/matches"
    private static let isMine = "oasis.screen === 'play' && !oasis.state().isBusy"
    private static let isNext =
        "oasis.screen === 'over' || !oasis.state().isBusy && ['play', 'watch'].includes(oasis.screen)"

    @Test(
        "rules 7.2, 12.18, 12.21, 12.40, 14.10: a window plays a page, also by code; three play, one told by push"
    )
    func wholeMatch() async throws {
        let push = try await PushService()
        let server = try LaurelProcess(arguments: [
            "--demo", "--allow-private-deliveries", "--push-contact", "mailto:operator@games.example",
        ])
        let driver = try WebDriver()
        let ada = try await Person("oasis-ada", .desktop, driver, server)
        let bob = try await Person("oasis-bob", .phone, driver, server, language: "zh-CN")
        let cleo = try await Person("oasis-cleo", .desktop, driver, server)
        for person in [ada, bob, cleo] { try await calm(person) }
        try await DesktopMatch(person: ada).play()
        let id = try await invited(ada, bob, cleo)
        try await closed(id, push, ada, bob, cleo)
        try await played([ada, bob, cleo])
        try await ended(id, [ada, bob, cleo])
        try await again(id, ada, bob, cleo)
        try await meetByCode(ada, bob)
        try await meetAtOnce(ada, bob)
        for person in [ada, bob, cleo] { try await person.leave(refusals: ["409", "429", "/favicon.ico"]) }
        #expect(server.stop() == 0)
    }

    @Test("a link to a match makes nobody a guest; what was typed for a code stays, with what was wrong beside it")
    func guest() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.phone)
        let match = try server.page("/play/oasis/?match=M%3A_00112233445566778899aabbccddeeff")
        let isMissing = "document.querySelector('#podium h2')?.innerText === \"This match isn't available\""
        try await browser.go(to: match)
        try await browser.waits(until: "document.querySelector('#sign-in')")
        #expect(try await browser.text(of: "#podium h2") == "Sign in to see this match")
        #expect(try await browser.evaluate("return Object.keys(localStorage).length") as? Int == 0)
        // Who plays online is a guest from then on, and may have an account all the same.
        try await browser.click("#menu")
        try await browser.click("#online")
        try await browser.waits(until: "document.querySelector('#keep')")
        #expect(try await browser.text(of: "#podium h2") == "Create an account to play with strangers")
        try await browser.go(to: match)
        try await browser.waits(until: "\(isMissing) && document.querySelector('#sign-in')")
        try await browser.click("#menu")
        try await browser.click("#party")
        // Too short for a code, and nobody's.
        for code in ["ABC", "2222-2222"] {
            try await join(browser, code)
            #expect(try await browser.text(of: "#wrong").hasPrefix("This party code isn't in use"), "\(code)")
        }
        try await browser.photograph("oasis-code-wrong-phone")
        server.stop()
        try await join(browser, "2222-3333")
        #expect(try await browser.text(of: "#wrong") == "The server can't be reached")
        try await browser.close()
    }

    /// Until it was refused. The form is there again, and its field has the focus.
    private func join(_ browser: Browser, _ code: String) async throws {
        try await browser.type(code, into: "#podium input")
        try await browser.press(.enter)
        try await browser.waits(
            until: """
                document.activeElement.matches("#podium input[aria-describedby=wrong]")
                    && document.activeElement.value === "\(code)" && !document.querySelector("#podium [aria-busy]")
                """)
    }

    private func calm(_ person: Person) async throws {
        try await person.browser.command(
            "Emulation.setEmulatedMedia", ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
    }

    /// Ada invites two friends, who accept in the game in their turns.
    private func invited(_ ada: Person, _ bob: Person, _ cleo: Person) async throws -> String {
        for friend in [bob, cleo] { try await ada.befriend(friend) }
        let key = UUID().uuidString.replacing("-", with: "").lowercased()
        let made = try await ada.call(
            "POST", Self.matches,
            """
            {"key":"\(key)","minPlayers":3,"maxPlayers":3,"players":["\(try await bob.id)","\(try await cleo.id)"]}
            """)
        let id = try #require(made["id"] as? String, "\(made)")
        try await ada.go("/play/oasis/?match=\(id)", until: Self.isMine)
        try await ada.sees("Your turn", in: "#status")
        try await ada.browser.photograph("oasis-online-desktop")
        try await auto(ada)
        try await ada.sees("oasis-bob hasn't answered yet", in: "#status")
        try await accept(id, bob)
        try await bob.sees("轮到你了", in: "#status")
        try await bob.browser.photograph("oasis-online-phone")
        try await refused(id, ada, bob)
        try await auto(bob)
        return id
    }

    private func accept(_ id: String, _ person: Person) async throws {
        try await person.go("/play/oasis/?match=\(id)", until: "document.querySelector('#accept')")
        try await person.browser.click("#accept")
        try await person.browser.waits(until: Self.isMine)
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

    /// All play through their pages, as quickly as they see whose turn it is.
    private func played(_ people: [Person]) async throws {
        while true {
            for person in people {
                try await person.browser.waits(until: Self.isNext)
                let screen = try await person.browser.evaluate("return oasis.screen") as? String
                if screen == "over" { return }
                if screen == "play" { try await auto(person) }
            }
        }
    }

    private func auto(_ person: Person) async throws { try await person.browser.evaluate("return oasis.auto()") }

    /// Cleo's pages are closed when it becomes her turn; her browser is told by push, and what it shows leads back.
    private func closed(
        _ id: String, _ push: PushService, _ ada: Person, _ bob: Person, _ cleo: Person
    ) async throws {
        let told = TutorialPlayer(cleo.alias, cleo.browser, cleo.server, "production")
        try await told.turnPushOn(push)
        try await accept(id, cleo)
        try await auto(cleo)
        try await told.putAway()
        // Another tab, another emulation.
        try await calm(cleo)
        for person in [ada, bob] {
            try await person.browser.waits(until: Self.isMine)
            try await auto(person)
        }
        #expect(
            try await told.hearsByPush(push, "matchTurn")
                == "Oasis: It's your turn against oasis-bob and 1 other in Oasis")
        let address = try await cleo.browser.evaluate(
            """
            return navigator.serviceWorker.getRegistration("/").then((registration) => registration.getNotifications())
                .then((list) => list.find(({ body }) => body.includes("your turn")).data.address);
            """)
        try await cleo.go(try #require(address as? String), until: "document.querySelector('[data-act=play]')")
        try await cleo.browser.click("[data-act=play]")
        try await cleo.browser.waits(until: "globalThis.oasis && \(Self.isMine)")
        #expect(try await cleo.browser.evaluate("return location.pathname") as? String == "/play/oasis/")
    }

    /// The server says who has won, and the pages show it.
    private func ended(_ id: String, _ people: [Person]) async throws {
        for person in people {
            try await person.browser.waits(
                until: "oasis.screen === 'over' && document.querySelector('#podium li[data-rank=\"1\"]')")
            #expect(try await person.browser.count(of: "#podium li") == 3)
        }
        try await people[0].sees("oasis-bob", in: "#podium .steps")
        try await ranked(people)
        try await people[1].browser.photograph("oasis-online-podium-phone")
        let match = try await people[0].call("GET", "\(Self.matches)/\(id)")
        let outcomes = (match["participants"] as? [[String: Any]])?.compactMap { $0["outcome"] as? Int } ?? []
        #expect(match["status"] as? String == "ended" && outcomes.count == 3, "\(match)")
        #expect(outcomes.contains(2) || outcomes.count { $0 == 4 } > 1, "\(outcomes)")
    }

    /// The server has entered the points, those of the window's match too, and the pages lead to the leaderboard.
    private func ranked(_ people: [Person]) async throws {
        for person in people {
            try await person.sees("#standing:not([hidden]) a[href*='leaderboard=MostPoints']")
        }
        try await people[2].sees("New best · Ranked", in: "#standing")
        for board in ["MostPoints", "MostPointsWeekly"] {
            let page = try await people[2].call(
                "GET", "/v1/games/org.laurel.oasis/leaderboards/\(board)/entries?from=1&count=10")
            let points = try await people[2].browser.evaluate("return oasis.state().view.points[2]") as? Int
            let own = page["local"] as? [String: Any]
            #expect(page["total"] as? Int == 4 && own?["value"] as? Int == points, "\(page)")
        }
    }

    /// A rematch invites the others. One asks for it on the page of matches, and gets the same; then two quit, one
    /// after the other, and who is left has won.
    private func again(_ id: String, _ ada: Person, _ bob: Person, _ cleo: Person) async throws {
        try await ada.browser.click("#again")
        try await ada.browser.waits(until: "!location.search.includes('\(id)') && \(Self.isMine)")
        try await auto(ada)
        try await ada.sees("oasis-bob hasn't answered yet", in: "#status")
        let address = try await ada.browser.evaluate("return location.search") as? String ?? ""
        let next = try #require(URLComponents(string: address)?.queryItems?.first { $0.name == "match" }?.value)

        try await cleo.go("/matches/?match=\(id)", until: "document.querySelector('[data-act=rematch]')")
        try await cleo.browser.photograph("oasis-matches-ended")
        try await cleo.browser.click("[data-act=rematch]")
        try await cleo.browser.waits(until: "new URLSearchParams(location.search).get('match') === '\(next)'")
        try await cleo.sees("oasis-bob", in: ".match")
        try await cleo.browser.photograph("oasis-matches-rematch")

        try await bob.go("/play/oasis/" + address, until: "document.querySelector('#accept')")
        try await bob.sees("oasis-ada 邀请了你", in: "#podium h2")
        try await bob.browser.click("#accept")
        try await bob.browser.waits(until: Self.isMine)
        try await quit(bob, photograph: true)
        try await bob.sees("对局已结束", in: "#podium h2")
        try await cleo.go("/play/oasis/" + address, until: Self.isNext)
        try await quit(cleo, photograph: false)
        for person in [ada, cleo] {
            try await person.browser.waits(
                until: "oasis.screen === 'over' && document.querySelector('li[data-rank=\"1\"] [data-player=monkey]')")
        }
        // Why it ended: seen and said.
        for part in ["#podium", "#said"] { try await ada.sees("oasis-cleo left", in: part) }
        try await ada.browser.click("#menu")
        try await ada.browser.waits(until: "document.body.dataset.screen === 'menu' && location.search === ''")
    }

    private func quit(_ person: Person, photograph: Bool) async throws {
        try await person.browser.click("#quit")
        if photograph { try await person.browser.photograph("oasis-online-quit-phone") }
        // Escape plays on, at the same table.
        try await person.browser.press(.escape)
        try await person.browser.waits(
            until: """
                document.querySelector("#podium").hidden && ["play", "watch"].includes(oasis.screen)
                    && location.search.includes("match=")
                """)
        try await person.browser.click("#quit")
        try await person.browser.click("#leave")
    }

    /// Two who look for somebody at the same moment sit at one table, though neither has moved.
    private func meetAtOnce(_ ada: Person, _ bob: Person) async throws {
        for person in [ada, bob] {
            try await person.go("/play/oasis/", until: "globalThis.oasis?.screen === 'menu'")
        }
        for person in [ada, bob] { try await person.browser.evaluate("void oasis.findOthers()") }
        for person in [ada, bob] {
            try await person.browser.waits(until: "['play', 'watch'].includes(oasis.screen) && location.search !== ''")
        }
        let tables = [
            try await ada.browser.evaluate("return location.search") as? String,
            try await bob.browser.evaluate("return location.search") as? String,
        ]
        #expect(tables[0] == tables[1])
        for person in [ada, bob] { try await person.browser.waits(until: Self.isNext) }
        let isAdas = try await ada.browser.evaluate("return oasis.screen") as? String == "play"
        let (mover, other) = isAdas ? (ada, bob) : (bob, ada)
        try await auto(mover)
        try await other.browser.waits(until: Self.isMine)
    }

    /// On the pages of matches, as long as a seat is free: in the list, and with its picture on the match's own page.
    private func seeCode(_ code: String, _ ada: Person, table: String?) async throws {
        let waiting = "document.querySelector('[data-section=waiting] .match-party a')"
        try await ada.go("/matches/?game=org.laurel.oasis", until: waiting)
        #expect(try await ada.browser.text(of: ".match-party a") == code)
        #expect(try await ada.browser.text(of: ".match:has(.match-party) h3") == "Waiting for a friend")
        #expect(try await ada.browser.count(of: ".match-party [data-act=copy]") == 1)
        #expect(try await ada.browser.count(of: ".match-party img") == 0)
        try await ada.go(
            "/matches/?game=org.laurel.oasis&\((table ?? "").dropFirst())",
            until: "document.querySelector('.match-party img')?.naturalWidth > 0")
        let link = try await ada.browser.evaluate("return document.querySelector('.match-party a').pathname")
        #expect(link as? String == "/join/" + code)
        try await ada.browser.photograph("match-code")
    }

    /// Rule 14.10: from the game's page to a code, and from its link to the same table.
    private func meetByCode(_ ada: Person, _ bob: Person) async throws {
        try await ada.go("/games/?id=org.laurel.oasis", until: "document.querySelector('.activities a')")
        try await ada.browser.click(".activities a")
        try await ada.browser.waits(until: "document.querySelector('#party-new')")
        // In a code an M is a letter.
        try await ada.browser.type("ABM", into: "#podium input")
        let muted = "return document.querySelector('#mute').getAttribute('aria-pressed')"
        #expect(try await ada.browser.evaluate(muted) as? String == "false")
        try await ada.browser.click("#party-new")
        try await ada.browser.waits(until: "document.querySelector('#podium .code')")
        let code = try await ada.browser.text(of: "#podium .code")
        try await ada.browser.photograph("oasis-party-desktop")
        try await ada.browser.click("#party-play")
        try await ada.browser.waits(until: Self.isMine)
        try await auto(ada)
        try await ada.sees("Waiting for a friend", in: "#said")
        // As long as a seat is free the code is there, also after the page was left.
        try await ada.go(
            "/play/oasis/" + (try await ada.browser.evaluate("return location.search") as? String ?? ""),
            until: "document.querySelector('#share:not([hidden])')")
        try await ada.sees("Waiting for a friend", in: "#status")
        try await ada.sees(code, in: "#status")
        try await ada.browser.click("#share")
        try await ada.browser.waits(until: "document.querySelector('#podium img')?.naturalWidth > 0")
        #expect(try await ada.browser.text(of: "#podium .code") == code)
        try await ada.browser.press(.escape)
        try await ada.browser.waits(until: "oasis.screen === 'watch' && document.activeElement.id === 'share'")
        let table = try await ada.browser.evaluate("return location.search") as? String
        try await seeCode(code, ada, table: table)
        try await bob.go("/join/" + code.lowercased(), until: "document.querySelector('#play')")
        #expect(try await bob.browser.text(of: ".join-players").contains("oasis-ada"))
        try await bob.browser.photograph("join-phone")
        try await bob.browser.click("#play")
        try await bob.browser.waits(until: Self.isMine)
        #expect(try await bob.browser.evaluate("return location.search") as? String == table)
        // No seat is free any more, so nobody can use the code.
        try await ada.browser.waits(until: "!document.querySelector('.match-party')")
        #expect(try await ada.browser.count(of: ".match") == 1)
        // The link leads there again, and to no second table.
        try await ada.go("/play/oasis/?activity=Friends&partyCode=\(code)", until: "oasis.screen === 'watch'")
        #expect(try await ada.browser.evaluate("return location.search") as? String == table)
        #expect(try await ada.browser.count(of: "#share[hidden]") == 1)
        // What comes of a reminder stands beside whose turn it is.
        for said in ["Reminded oasis-bob", "oasis-bob was reminded less than 10 minutes ago"] {
            try await ada.browser.click("#remind")
            try await ada.sees(said, in: "#status")
            try await ada.sees("oasis-bob's turn", in: "#status")
        }
    }
}
