import Foundation
import LaurelProcess
import Testing

/// Turn-based matches without the game: invited, told, reminded, quit and played again on the pages. Turns themselves
/// are the game's part, here taken by the interface.
@Suite("The pages of matches and of group challenges", .serialized, .timeLimit(.minutes(15))) struct MatchPageTests {
    private static let matches = Person.game + "/matches"
    private static let badge = "document.querySelector('[data-section=matches] .nav-count')"
    private static func card(_ section: String) -> String { "[data-section=\(section)] .match" }

    @Test(
        "rules 11.13, 12.7, 12.8, 12.13, 12.19, 12.20, 12.21, 14.12, 14.13, 14.15: two players see whose turn it is"
    )
    func life() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("asking-ada", .desktop, driver, server)
        let bob = try await Person("playing-bob", .phone, driver, server)
        try await ada.befriend(bob)
        try await bob.go("/matches/", until: "document.querySelector('#content .state')")
        #expect(try await bob.browser.count(of: ".match") == 0)

        let id = try await invited(bob, by: ada)
        try await accepted(id, by: bob)
        try await waited(id, ada, bob)
        try await reported(id, ada)
        try await quit(id, ada, bob)
        try await again(id, ada, bob)
        try await GroupChallengePages(maker: ada, friend: bob).check()
        for person in [ada, bob] { try await person.leave() }
        #expect(server.stop() == 0)
    }

    @Test("rules 12.18, 14.3, 14.5, 14.10: links start a game without a page; of one with a page both are offered")
    func withoutPage() async throws {
        let server = try LaurelProcess(arguments: ["--budget", "off"])
        let game = try await TestGame(on: server)
        let race: [String: Any] = [
            "id": "race", "supportsPartyCodes": true, "localizations": [["language": "en", "title": "Race"]],
            "properties": [["name": "course", "value": "jungle"], ["name": "wind", "value": "none"]],
            "leaderboards": [game.leaderboard],
            "links": [
                [
                    "leaderboard": game.leaderboard,
                    "properties": [["name": "course", "value": "wet sand"], ["name": "wind", "value": "none"]],
                ]
            ] as [[String: Any]],
        ]
        let app = "/v1/connect/apps/\(game.bundleID)"
        let added = try await server.administration.json("POST", app + "/activities", race)
        try #require(added.status == 201, "\(added.text)")
        let released = try await server.administration.json("PATCH", app, ["isReleased": true])
        try #require(released.status == 200, "\(released.text)")

        let ada = try await Person("asking-ada", .desktop, WebDriver(), server)
        let api = "/v1/games/\(game.bundleID)"
        let made = try await ada.call("POST", api + "/matches", try body(["minPlayers": 2, "maxPlayers": 2]))
        let id = try #require(made["id"] as? String, "\(made)")
        #expect(try await offered(ada, "/matches/?match=\(id)", "button[data-act=play]") == "laurel://matches/\(id)")
        try await ada.browser.photograph("match-launch")
        let page = "/games/?id=\(game.bundleID)"
        #expect(try await offered(ada, page, ".activities button") == "laurel://activities/race")
        #expect(try await offered(ada, page, ".board-title button") == "laurel://activities/race?course=wet%20sand")
        let party = try await ada.call("POST", api + "/parties", #"{"activity":"race"}"#)
        let code = try #require(party["code"] as? String, "\(party)")
        try await ada.go("/join/" + code, until: "document.querySelector('#play')")
        let link = try await ada.browser.evaluate("return document.querySelector('#play').getAttribute('href')")
        #expect(link as? String == "laurel://activities/race?partyCode=\(code)")

        let changed = try await server.administration.json(
            "PATCH", app, ["link": "https://beach.example/play", "hasDesktopGame": true])
        try #require(changed.status == 200, "\(changed.text)")
        try await both(ada, game, match: id, code: code)
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    /// The page comes first; beside it stands what starts the game on the device.
    private func both(_ ada: Person, _ game: TestGame, match id: String, code: String) async throws {
        func address(_ selector: String) async throws -> String? {
            let script = "return document.querySelector('\(selector)').getAttribute('href')"
            return try await ada.browser.evaluate(script) as? String
        }
        let page = "/games/?id=\(game.bundleID)"
        #expect(
            try await offered(ada, page, ".activities a[data-act=play-activity] + [data-act=desktop]")
                == "laurel://activities/race")
        #expect(try await address(".activities a")?.hasPrefix("https://beach.example/play?") == true)
        #expect(
            try await offered(ada, page, ".board-title a[data-act=play-activity] + [data-act=desktop]")
                == "laurel://activities/race?course=wet%20sand")
        #expect(
            try await offered(ada, "/matches/?match=\(id)", "a[data-act=play] + [data-act=desktop]")
                == "laurel://matches/\(id)")
        try await ada.browser.photograph("match-both")
        try await ada.go("/join/" + code, until: "document.querySelector('#launch')")
        #expect(try await address("#launch") == "laurel://activities/race?partyCode=\(code)")
        #expect(try await address("#play")?.hasPrefix("https://beach.example/play?") == true)
    }

    /// Where the dialog that a button of a page opens leads.
    private func offered(_ person: Person, _ page: String, _ button: String) async throws -> String? {
        try await person.go(page, until: "document.querySelector('\(button)')")
        try await person.browser.click(button)
        try await person.browser.waits(until: "document.querySelector('dialog[open] a')")
        let link = try await person.browser.evaluate("return document.querySelector('dialog a').getAttribute('href')")
        return link as? String
    }

    /// Created with the picker; nobody hears of it before a turn was handed over.
    private func invited(_ bob: Person, by ada: Person) async throws -> String {
        try await ada.go(
            "/matches/new/?game=com.ali.MonkeyJump", until: "document.querySelector('.pick input') && \(Self.badge)")
        try await ada.browser.click(".picker-bar button")
        try await ada.browser.waits(until: "!document.querySelector('.picker [role=alert]').hidden")
        try await ada.browser.click(".pick label")
        try await ada.browser.click(".picker-bar button")
        try await ada.browser.waits(until: "document.querySelector('#done a[data-act=play]')")
        let address = try await ada.browser.evaluate("return document.querySelector('#done [data-act=play]').href")
        let link = try #require((address as? String).flatMap { URLComponents(string: $0) })
        #expect(link.path == "/play/monkeyjump/")
        let id = try #require(link.queryItems?.first { $0.name == "match" }?.value)
        try await ada.browser.waits(until: "\(Self.badge).innerText.startsWith('1')")

        // A banner goes by itself: it is waited for from before it can come.
        async let told: Void = bob.browser.waits(
            until: "document.querySelector('a.banner')?.innerText.includes('asking-ada')")
        try await takeTurn(id, ada, to: 1)
        try await told
        let lead = try await bob.browser.evaluate("return document.querySelector('a.banner').getAttribute('href')")
        let query = URLComponents(string: lead as? String ?? "")
        #expect(query?.path == "/matches/" && query?.queryItems?.first { $0.name == "match" }?.value == id)
        return id
    }

    private func accepted(_ id: String, by bob: Person) async throws {
        // The page was empty: the invitation came by itself.
        try await bob.sees("asking-ada", in: Self.card("invited"))
        try await bob.browser.waits(until: "\(Self.badge).innerText.startsWith('1')")
        #expect(try await bob.browser.count(of: "[data-section=turn]:not([hidden])") == 0, "somebody waits for him")
        #expect(try await bob.browser.count(of: ".view-links a[href^='/matches/new/']") == 1)
        try await bob.browser.click(Self.card("invited") + " [data-act=accept]")
        try await bob.sees(Self.card("turn"))
        #expect(try await bob.browser.text(of: Self.card("turn") + " h3") == "It's your turn")
        try await bob.browser.waits(until: "document.activeElement.dataset.act === 'play'")
        // He never had the game: its link opens it, in this match.
        let play = try await bob.browser.evaluate("return document.activeElement.href")
        let opened = URLComponents(string: play as? String ?? "")
        #expect(opened?.path == "/play/monkeyjump/")
        #expect(opened?.queryItems?.first { $0.name == "match" }?.value == id)
        try await bob.browser.photograph("match-turn")
        // A state, not a message: every notice is read, and the number of turns stays.
        let told = try await bob.call("GET", "/v1/notices")
        let newest = try #require((told["notices"] as? [[String: Any]])?.first?["id"] as? String, "\(told)")
        try await bob.call("PATCH", "/v1/notices", #"{"upTo":"\#(newest)"}"#)
        try await bob.go("/", until: "\(Self.badge).innerText.startsWith('1')")
    }

    /// The page follows what others do, without being loaded again; a reminder is sent once.
    private func waited(_ id: String, _ ada: Person, _ bob: Person) async throws {
        try await ada.go(
            "/matches/?game=com.ali.MonkeyJump", until: "document.querySelector('\(Self.card("waiting"))')")
        try await ada.sees("It's playing-bob's turn", in: Self.card("waiting"))
        try await ada.browser.evaluate("window.isSame = true")
        try await takeTurn(id, bob, to: 0)
        try await ada.sees(Self.card("turn"))
        try await ada.browser.waits(until: "\(Self.badge).innerText.startsWith('1')")
        #expect(try await ada.browser.evaluate("return window.isSame") as? Bool == true)

        try await bob.go("/matches/", until: "document.querySelector('[data-act=remind]')")
        async let told: Void = ada.browser.waits(
            until: "document.querySelector('.banner')?.innerText.includes('playing-bob reminded you')")
        try await bob.browser.click("[data-act=remind]")
        try await bob.browser.waits(until: "document.querySelector('[data-act=remind]').disabled")
        try await told
        try await bob.go("/matches/", until: "document.querySelector('[data-act=remind]')")
        #expect(
            try await bob.browser.evaluate("return document.querySelector('[data-act=remind]').disabled") as? Bool
                == true)
        // It waits in her inbox, with the way into the match.
        let play = ".notice-row[data-unread] .notice-play[href]:not([hidden])"
        try await ada.go("/inbox/", until: "document.querySelector('\(play)')")
        let address = try await ada.browser.evaluate("return document.querySelector('\(play)').href")
        let opened = URLComponents(string: address as? String ?? "")
        #expect(opened?.path == "/play/monkeyjump/")
        #expect(opened?.queryItems?.first { $0.name == "match" }?.value == id)
        try await stoodInOneRow(id, ada, bob)
        try await bob.go("/matches/", until: "document.querySelector('\(Self.card("waiting"))')")
        try await ada.go(
            "/matches/?game=com.ali.MonkeyJump", until: "document.querySelector('\(Self.card("turn"))')")
    }

    /// However many turns there were, the inbox has a row of the last one, and none once it has passed.
    private func stoodInOneRow(_ id: String, _ ada: Person, _ bob: Person) async throws {
        let count = "document.querySelectorAll('.notice-link[href*=match]').length"
        try await ada.browser.waits(until: "\(count) === 1")
        try await takeTurn(id, ada, to: 1)
        try await ada.browser.waits(until: "\(count) === 0")
        try await takeTurn(id, bob, to: 0, saying: "Hurry up")
        try await ada.browser.waits(until: "\(count) === 1")
        try await ada.go("/inbox/", until: "\(count) === 1")
        try await ada.browser.photograph("inbox-turn")
        try await stayedUnread(ada)
    }

    /// Whatever is marked as read, a turn that is hers is unread, and its row offers nothing of the kind.
    private func stayedUnread(_ ada: Person) async throws {
        let told = try await ada.call("GET", "/v1/notices")
        let newest = try #require((told["notices"] as? [[String: Any]])?.first?["id"] as? String, "\(told)")
        let marked = try await ada.call("PATCH", "/v1/notices", #"{"upTo":"\#(newest)"}"#)
        #expect(marked["unread"] as? Int == 1, "\(marked)")
        let row = ".notice-row[data-unread]:has(.notice-link[href*=match])"
        let count = "document.querySelector('[data-section=inbox] .nav-count')"
        let readAll = ".inbox-head button"
        // Without being loaded anew, and then anew.
        for isAnew in [false, true] {
            if isAnew { try await ada.go("/inbox/") }
            try await ada.browser.waits(until: "\(count).innerText.startsWith('1')")
            try await ada.browser.waits(until: "document.querySelector('\(readAll)[data-idle]')")
            #expect(try await ada.browser.count(of: ".notice-row[data-unread]") == 1)
            #expect(try await ada.browser.count(of: row) == 1)
        }
        try await ada.browser.click(row + " .menu-button")
        // Two ways to mute, and to delete.
        try await ada.browser.waits(until: "document.querySelectorAll('\(row) .menu-item').length === 3")
    }

    /// What somebody else says shows on the match's own page, and can be reported there (rules 4.12, 12.20).
    private func reported(_ id: String, _ ada: Person) async throws {
        try await ada.go(
            "/matches/?game=com.ali.MonkeyJump&match=\(id)", until: "document.querySelector('.match q')")
        #expect(try await ada.browser.text(of: ".match q") == "Hurry up")
        try await ada.browser.click(".match .menu-button")
        let item = "[...document.querySelectorAll('.match .menu-item')].find(item => item.innerText.includes('Report'))"
        try await ada.browser.evaluate("\(item).click()")
        try await ada.sees("dialog input[name=thing][value=message]:checked")
        try await ada.browser.click("dialog input[name=reason]")
        try await ada.browser.click("dialog button[type=submit]")
        try await ada.browser.waits(until: "!document.querySelector('dialog') && document.querySelector('.banner')")
        try await ada.go(
            "/matches/?game=com.ali.MonkeyJump", until: "document.querySelector('\(Self.card("turn"))')")
    }

    /// Out of turn at once; with the turn, the game is asked.
    private func quit(_ id: String, _ ada: Person, _ bob: Person) async throws {
        try await quitByMenu(ada, "turn")
        try await ada.sees("You asked to quit", in: Self.card("turn"))
        try await quitByMenu(bob, "waiting")
        try await bob.sees("You quit", in: Self.card("over"))

        let seen = try await ada.call("GET", "\(Self.matches)/\(id)")
        let ended = try await ada.call(
            "POST", "\(Self.matches)/\(id)/end",
            try body(["version": seen["version"] ?? 0, "data": "", "outcomes": [2, NSNull()]]))
        try #require(ended["status"] as? String == "ended", "\(ended)")
        // Bob is told of the end, and who won stands first.
        try await bob.browser.waits(
            until: "document.querySelector('.match-ranking li')?.innerText.includes('asking-ada')")
        #expect(try await bob.browser.text(of: Self.card("over") + " h3") == "asking-ada won")
        #expect(try await bob.browser.count(of: ".match-ranking [data-medal='1']") == 1)
        try await bob.browser.photograph("match-ended")
    }

    private func again(_ id: String, _ ada: Person, _ bob: Person) async throws {
        try await bob.browser.click("[data-act=rematch]")
        try await bob.sees(Self.card("turn"))
        try await ada.go("/matches/?match=\(id)", until: "document.querySelector('[data-act=rematch]')")
        // Who asks second gets the first one's.
        try await ada.browser.click("[data-act=rematch]")
        try await ada.browser.waits(until: "new URLSearchParams(location.search).get('match') !== '\(id)'")
        try await ada.sees("It's playing-bob's turn", in: ".match")

        try await bob.browser.click(Self.card("over") + " .menu-button")
        try await bob.browser.click(Self.card("over") + " button.menu-item:last-child")
        try await bob.browser.waits(until: "document.querySelector('dialog[open]')")
        try await bob.browser.click("dialog .button-danger")
        try await bob.browser.waits(until: "!document.querySelector('\(Self.card("over"))')")
        #expect(try await bob.browser.count(of: ".match") == 1)
    }

    // MARK: What a person does

    private func quitByMenu(_ person: Person, _ section: String) async throws {
        let card = Self.card(section)
        try await person.browser.click(card + " .menu-button")
        try await person.browser.click(card + " .menu-danger")
        try await person.browser.waits(until: "document.querySelector('dialog[open]')")
        try await person.browser.click("dialog .button-danger")
        try await person.browser.waits(until: "!document.querySelector('dialog')")
    }

    /// As the game would.
    private func takeTurn(
        _ id: String, _ person: Person, to seat: Int, saying text: String? = nil
    ) async throws {
        let seen = try await person.call("GET", "\(Self.matches)/\(id)")
        var turn: [String: Any] = ["version": seen["version"] ?? 0, "data": "AAEC", "next": [seat]]
        if let text { turn["message"] = ["text": text] }
        let ended = try await person.call("POST", "\(Self.matches)/\(id)/turns", try body(turn))
        try #require(ended["state"] as? String == "waiting", "\(ended)")
    }

    /// With a key of its own.
    private func body(_ members: [String: Any]) throws -> String {
        let key = UUID().uuidString.replacing("-", with: "").lowercased()
        let data = try JSONSerialization.data(withJSONObject: members.merging(["key": key]) { $1 })
        return String(decoding: data, as: UTF8.self)
    }
}
