import Foundation
import LaurelProcess
import Testing

/// What somebody else may have written into a link to our pages.
@Suite("Links from elsewhere", .serialized, .timeLimit(.minutes(15))) struct PageSafetyTests {
    @Test("where to go after signing in is a page of this site, or the first one")
    func returnParameter() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page("/"))
        let elsewhere = [
            "//evil.example/", "/.//evil.example/", "/x/..//evil.example/", "/%2e//evil.example/", "/\\evil.example/",
            "/./\\evil.example/", "/\t/evil.example/", "https://evil.example/", "javascript:alert(1)", "evil", "",
            "/sign-in/?return=/",
        ]
        let script = "return import('/lib/session.js').then(({ safeReturn }) => safeReturn(arguments[0]))"
        for address in elsewhere {
            #expect(try await browser.evaluate(script, [address]) as? String == "/", "\(address.debugDescription)")
        }
        let own = "/play/monkeyjump/?environment=sandbox#menu"
        #expect(try await browser.evaluate(script, [own]) as? String == own)
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("a link for the first administrator that was cut or mangled leads to a page that says so")
    func mangledSetupLink() async throws {
        let server = try LaurelProcess()
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page("/"))
        try await browser.evaluate("location.assign('/setup/#abc%')")
        try await browser.waits(until: "location.pathname === '/setup/' && document.querySelector('#main form')")
        #expect(try await browser.consoleErrors() == [])
        try await browser.close()
        #expect(server.stop() == 0)
    }
}
