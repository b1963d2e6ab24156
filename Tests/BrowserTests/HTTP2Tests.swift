import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// A server that has its own certificate, as Chromium reaches it.
@Suite("Chromium over HTTP/2", .serialized, .timeLimit(.minutes(15))) struct HTTP2Tests {
    @Test("pages come by h2, and more streams than six live beside them, each told of what happens")
    func streams() async throws {
        let certificate = try CertificateFiles(in: try TemporaryFolder().path)
        let server = try LaurelProcess(
            arguments: [
                "--tls-certificate", certificate.certificate.path, "--tls-key", certificate.key.path,
            ])
        #expect(server.base.scheme == "https")
        let browser = try await WebDriver().open(
            .desktop, trusted: try certificate.publicKeyDigest(), keepsRequests: true)
        try await browser.go(to: server.page("/sign-in/?new&return=/inbox/"))
        try await browser.waits(until: "document.querySelector('#username')")
        let navigation = "return performance.getEntriesByType('navigation')[0].nextHopProtocol"
        #expect(try await browser.evaluate(navigation) as? String == "h2")
        let alias = #"{"alias":"secure-ada","password":"a log over water","cookie":true}"#
        let made = """
            return fetch("/v1/players", { method: "POST", headers: { "Content-Type": "application/json" },
                body: arguments[0] }).then((answer) => answer.status);
            """
        #expect(try await browser.evaluate(made, [alias]) as? Int == 201)
        try await browser.go(to: server.page("/inbox/"))
        try await browser.waits(until: "document.querySelector('h1')")

        // Over HTTP/1.1 a browser has six connections for one server: the seventh stream would never open.
        try await browser.evaluate(
            """
            globalThis.told = 0;
            globalThis.streams = Array.from({ length: 8 }, () => {
                const stream = new EventSource("/v1/events?environment=production");
                stream.addEventListener("notice", () => { told += 1; });
                return stream;
            });
            """)
        try await browser.waits(until: "streams.every((stream) => stream.readyState === EventSource.OPEN)")
        // A request of the page's beside them is answered, too.
        let beside = "return fetch('/v1/players/me').then((answer) => answer.status)"
        #expect(try await browser.evaluate(beside) as? Int == 200)
        let bob = try await server.administration.json(
            "POST", "/v1/players", ["alias": "secure-bob", "password": "a log over water"])
        let token = try #require(bob.object["token"] as? String, "\(bob.text)")
        let asked = try await server.administration.json(
            "POST", "/v1/friend-requests", ["alias": "secure-ada"], token: token)
        #expect(asked.status == 200, "\(asked.text)")
        try await browser.waits(until: "told === 8")

        let answers = try await browser.protocols().filter { $0.address.hasPrefix("https://") }
        #expect(answers.count { $0.address.contains("/v1/events?") } >= 8)
        let others = answers.filter { $0.name != "h2" }.map(\.address)
        #expect(!answers.isEmpty && others.isEmpty, "\(others)")
        try await browser.close()
        #expect(server.stop() == 0)
    }
}
