import Foundation
import LaurelProcess
import Testing

/// A mail address and a forgotten password, as people meet them.
@Suite("Mail in the pages", .serialized, .timeLimit(.minutes(15))) struct MailPageTests {
    private static let password = "correct horse battery"
    private static let address = "jim@mail.example"

    @Test("rules 1.9, 1.17: an address is added in the settings and confirmed by its link; a link sets a new password")
    func whole() async throws {
        // Links lead to a port that has to be known before.
        let first = try LaurelProcess()
        let port = try #require(first.base.port)
        #expect(first.stop() == 0)
        let mails = try await MailServer(.plain, folder: first.dataFolder)
        let server = try LaurelProcess(
            dataFolder: first.dataFolder,
            arguments: [
                "--port", String(port), "--public-url", "http://127.0.0.1:\(port)", "--smtp",
                "smtp://127.0.0.1:\(mails.port)", "--mail-from", "games@games.example",
            ])
        let made = try await server.http.json(
            "POST", "/v1/players", ["alias": "jungle-jim", "password": Self.password])
        #expect(made.status == 201, "\(made.text)")
        let browser = try await WebDriver().open(.phone)
        try await browser.go(to: server.page("/sign-in/?return=/friends/"))
        try await browser.waits(until: "document.querySelector('#username')")
        try await browser.type("jungle-jim", into: "#username")
        try await browser.type(Self.password, into: "#password")
        try await browser.press(.enter)
        try await browser.waits(until: "location.pathname === '/friends/'")

        try await browser.go(to: server.page("/me/settings/?view=security"))
        try await browser.waits(until: "document.querySelector('#mail-set')")
        try await browser.click("#mail-set")
        try await browser.waits(until: "document.querySelector('dialog[open] #address')")
        try await browser.type(Self.address, into: "dialog[open] #address")
        try await browser.type(Self.password, into: "dialog[open] #password")
        try await browser.press(.enter)
        try await browser.waits(until: said("We're sending a link to \(Self.address)"))
        try await browser.photograph("mail-settings")

        try await browser.go(to: try link(of: try await mails.next()))
        try await browser.waits(until: "document.querySelector('.enter button[type=submit]')")
        #expect(try await browser.evaluate("return location.hash") as? String == "")
        try await browser.photograph("mail-confirm")
        try await browser.click(".enter button[type=submit]")
        try await browser.waits(until: said("Your mail address is confirmed"))

        try await browser.go(to: server.page("/sign-in/?other"))
        try await browser.waits(until: "document.querySelector('.enter-foot .link-button')")
        try await browser.click(".enter-foot .link-button")
        try await browser.waits(until: "document.querySelector('.enter-foot:not([hidden]) a[href=\"/mail/\"]')")
        try await browser.click(".enter-foot a[href=\"/mail/\"]")
        try await browser.waits(until: "document.querySelector('#address')")
        try await browser.type(Self.address, into: "#address")
        try await browser.press(.enter)
        try await browser.waits(until: said("Look into your mail"))

        try await browser.go(to: try link(of: try await mails.next()))
        try await browser.waits(until: "document.querySelector('#password')")
        try await browser.type("a battery of horses", into: "#password")
        try await browser.photograph("mail-reset")
        try await browser.press(.enter)
        try await browser.waits(until: said("Your password is changed"))
        let signedIn = try await server.http.json(
            "POST", "/v1/sessions", ["alias": "jungle-jim", "password": "a battery of horses"])
        #expect(signedIn.status == 201, "\(signedIn.text)")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("rule 1.17: a server without mail offers none")
    func off() async throws {
        let server = try LaurelProcess()
        _ = try await server.http.json("POST", "/v1/players", ["alias": "jungle-jim", "password": Self.password])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page("/sign-in/?return=/friends/"))
        try await browser.waits(until: "document.querySelector('#username')")
        try await browser.type("jungle-jim", into: "#username")
        try await browser.type(Self.password, into: "#password")
        try await browser.press(.enter)
        try await browser.waits(until: "location.pathname === '/friends/'")
        try await browser.go(to: server.page("/me/settings/?view=security"))
        try await browser.waits(until: "document.querySelector('#new-codes')")
        #expect(try await browser.count(of: "#mail-set") == 0)
        try await browser.close()
        #expect(server.stop() == 0)
    }

    /// Whether the page says so.
    private func said(_ text: String) -> String {
        "document.querySelector('#main').innerText.includes(\"\(text)\")"
    }

    private func link(of mail: [String: Any]) throws -> URL {
        let parts = try #require(mail["parts"] as? [String: String])
        let text = try #require(parts["text/plain"])
        let range = try #require(
            text.range(of: "http://[^ \\n\\r]*/mail/#[^ \\n\\r]*", options: .regularExpression), "\(text)")
        return try #require(URL(string: String(text[range])))
    }
}
