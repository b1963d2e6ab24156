import Foundation
import LaurelProcess
import Testing

/// Friends, as two people at two screens make them.
@Suite("The pages of friends", .serialized, .timeLimit(.minutes(15))) struct FriendsPageTests {
    @Test("rule 2.1: a request arrives live with its message as text, is accepted, and both lists show it at once")
    func request() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("asking-ada", .desktop, driver, server)
        let bob = try await Person("asked-bob", .phone, driver, server)
        try await bob.go("/friends/?view=requests", until: "document.querySelector('#content .state')")

        // Nobody of that name: said at the field, and what was typed stays.
        try await ada.go("/friends/?view=invite", until: "document.querySelector('#ask')")
        try await ada.browser.type("nobody-there", into: "#alias")
        try await ada.browser.click("#ask button[type=submit]")
        try await ada.sees("#alias[aria-invalid=true]")
        #expect(
            try await ada.browser.evaluate("return document.querySelector('#alias').value") as? String == "nobody-there"
        )
        try await ada.browser.type("asked-bob", into: "#alias")
        try await ada.browser.type("Shall we <b>race</b>?", into: "#message")
        try await ada.browser.press(.enter)
        try await bob.sees("Shall we <b>race</b>?", in: ".person q")
        try await bob.browser.photograph("friend-request-phone")

        try await ada.go("/friends/", until: "document.querySelector('#content .state')")
        try await bob.browser.click(".person .button-primary")
        try await ada.sees("asked-bob", in: "#friends")
        try await bob.go("/friends/", until: "document.querySelector('#friends .person')")
        try await ada.browser.photograph("friends")

        // Side by side, once both have played.
        try await ada.score(400, id: "ada")
        try await bob.score(250, id: "bob")
        try await ada.go(
            "/friends/compare/?player=\(try await bob.id)", until: "document.querySelector('td[data-better]')")
        #expect(try await ada.browser.text(of: "td[data-better] .duel-value").contains("400"))
        try await ada.browser.photograph("compare")
        // A better one moves the mark without a reload.
        try await bob.score(800, id: "bob-again")
        try await ada.sees("800", in: "td[data-better]")

        // Removing asks first; Escape leaves all as it is.
        try await ada.go("/friends/", until: "document.querySelector('#friends .menu-button')")
        for key in [Browser.Key.escape, .enter] {
            try await ada.browser.click("#friends .menu-button")
            try await ada.browser.click("#friends .menu-danger")
            try await ada.browser.waits(until: "document.querySelector('dialog[open]')")
            if key == .enter {
                try await ada.browser.click("dialog .button-danger")
            } else {
                try await ada.browser.press(key)
            }
            try await ada.browser.waits(until: "!document.querySelector('dialog')")
            if key == .escape { #expect(try await ada.browser.count(of: "#friends .person") == 1) }
        }
        try await ada.sees("#content .state")
        try await ada.leave(refusals: ["/v1/friend-requests"])
        try await bob.leave()
        #expect(server.stop() == 0)
    }

    @Test("of nine names, eight are asked at once; the ninth stays in the field with the message, and is asked next")
    func manyNames() async throws {
        let server = try LaurelProcess(arguments: ["--demo", "--budget", "off"])
        let ada = try await Person("many-ada", .desktop, WebDriver(), server)
        let names = (1...9).map { "many-friend-\($0)" }
        for name in names {
            let made = try await server.http.json(
                "POST", "/v1/players", ["alias": name, "password": "jump over \(name)"])
            try #require(made.status == 201, "\(made.text)")
        }
        try await ada.go("/friends/?view=invite", until: "document.querySelector('#ask')")
        try await ada.browser.type(names.joined(separator: ", "), into: "#alias")
        try await ada.browser.type("Shall we race?", into: "#message")
        for (left, message) in [("many-friend-9", "Shall we race?"), ("", "")] {
            try await ada.browser.evaluate("document.querySelector('#ask').requestSubmit()")
            try await ada.browser.waits(
                until: """
                    document.querySelector("#alias").value === "\(left)"
                        && !document.querySelector("#ask [aria-busy]")
                    """)
            #expect(
                try await ada.browser.evaluate("return document.querySelector('#message').value") as? String == message)
        }
        let sent = try await ada.call("GET", "/v1/friend-requests")["sent"] as? [[String: Any]]
        #expect(sent?.count == 9)
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("a link is made with its QR code; a name is reported; a blocked player is listed, and unblocked again")
    func linkReportBlock() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let ada = try await Person("calm-ada", .phone, driver, server)
        let bob = try await Person("loud-bob", .desktop, driver, server)
        try await bob.score(100, id: "bob")
        try await ada.go("/friends/?view=invite", until: "document.querySelector('#make-link')")
        try await ada.browser.click("#make-link")
        try await ada.sees("svg.qr path")
        #expect(
            try await ada.browser.evaluate("return document.querySelector('.link-address').value.includes('/invite/#')")
                as? Bool == true)
        #expect(
            try await ada.browser.evaluate("return document.documentElement.scrollWidth <= innerWidth") as? Bool == true
        )
        try await ada.browser.photograph("invite-link-phone")

        let page = "/players/?id=\(try await bob.id)"
        try await ada.go(page, until: "document.querySelector('.player-head .menu-button')")
        try await ada.browser.click(".player-head .menu-button")
        try await ada.browser.click(".player-head .menu-item")
        try await ada.sees("dialog input[name=reason]")
        try await ada.browser.click("dialog input[name=reason]")
        try await ada.browser.click("dialog button[type=submit]")
        try await ada.browser.waits(until: "!document.querySelector('dialog') && document.querySelector('.banner')")

        try await ada.browser.click(".player-head .menu-button")
        try await ada.browser.click(".player-head .menu-danger")
        try await ada.sees("dialog .button-danger")
        try await ada.browser.click("dialog .button-danger")
        try await ada.sees(".player-head .badge")
        try await ada.go("/friends/", until: "document.querySelector('.sections .person')")
        #expect(try await ada.browser.text(of: ".sections").contains("loud-bob"))
        try await ada.browser.click(".sections .person-actions .button")
        try await ada.browser.waits(until: "!document.querySelector('.sections .person')")
        for person in [ada, bob] { try await person.leave() }
        #expect(server.stop() == 0)
    }
}
