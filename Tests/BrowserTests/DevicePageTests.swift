import Foundation
import LaurelProcess
import Testing

/// Sign-in on a device without a keyboard: the device's calls by hand, its player in a browser.
@Suite("The page for devices", .serialized, .timeLimit(.minutes(15))) struct DevicePageTests {
    @Test("a player signs in first, types the code, sees who asks, says yes, and the device is signed in")
    func allow() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let asked = try await ask(server, title: "Living room <b>")
        let browser = try await WebDriver().open(.phone)
        try await browser.signUp("second-one", at: server)
        try await browser.go(to: server.page("/device/"))
        try await browser.waits(until: "document.querySelector('#code')")
        // Every wrong code is told from a right one.
        try await browser.type("BBBB-BBBB", into: "#code")
        try await browser.click("button[type=submit]")
        try await browser.waits(until: "document.querySelector('#code-error').textContent !== ''")
        try await browser.type(asked.user.lowercased().replacingOccurrences(of: "-", with: " "), into: "#code")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('[data-allow=yes]')")
        let facts = try await browser.text(of: ".device-facts")
        #expect(facts.contains("MonkeyJump") && facts.contains("Living room <b>") && facts.contains(asked.user))
        let isNarrow = "return document.documentElement.scrollWidth <= innerWidth"
        #expect(try await browser.evaluate(isNarrow) as? Bool == true)
        #expect(try await poll(server, asked.device).0 == 400)
        try await browser.click("[data-allow=yes]")
        try await browser.waits(until: "document.querySelector('[data-outcome=allowed]')")
        let (status, body) = try await poll(server, asked.device)
        #expect(status == 201 && (body["player"] as? [String: Any])?["alias"] as? String == "second-one")
        #expect(try await browser.consoleErrors().filter { !$0.contains("404") } == [])
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("a link brings the code through sign-in; with the keyboard alone a player says no; in Chinese")
    func deny() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let asked = try await ask(server, title: nil)
        let browser = try await WebDriver().open(.desktop, language: "zh-CN")
        try await browser.signUp("first-one", at: server)
        try await browser.evaluate("return fetch('/v1/sessions/current', { method: 'DELETE' })")
        let link = try #require(URL(string: asked.link))
        try await browser.go(to: link)
        try await browser.waits(until: "location.pathname === '/sign-in/' && document.querySelector('#username')")
        try await browser.type("first-one", into: "#username")
        try await browser.type("jump over first-one", into: "#password")
        try await browser.press(.enter)
        try await browser.waits(until: "location.pathname === '/device/' && document.querySelector('#code')?.value")
        #expect(try await browser.evaluate("return document.querySelector('#code').value") as? String == asked.user)
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('[data-allow=no]')")
        #expect(try await browser.text(of: "h1") == "是你本人吗？")
        for _ in 0..<2 { try await browser.press(.tab) }
        #expect(try await browser.evaluate("return document.activeElement.dataset.allow") as? String == "no")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('[data-outcome=denied]')")
        let (status, body) = try await poll(server, asked.device)
        #expect(status == 400 && body["type"] as? String == "/problems/access-denied")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    private func ask(
        _ server: LaurelProcess, title: String?
    ) async throws -> (device: String, user: String, link: String) {
        var body: [String: Any] = ["bundleID": "com.ali.MonkeyJump"]
        if let title { body["title"] = title }
        let answer = try await server.http.json("POST", "/v1/device-authorizations", body)
        return (
            try #require(answer.object["deviceCode"] as? String, "\(answer.text)"),
            try #require(answer.object["userCode"] as? String),
            try #require(answer.object["verificationURIComplete"] as? String)
        )
    }

    private func poll(_ server: LaurelProcess, _ code: String) async throws -> (Int, [String: Any]) {
        let answer = try await server.http.json("POST", "/v1/device-authorizations/token", ["deviceCode": code])
        return (answer.status, answer.object)
    }
}
