import LaurelProcess
import Testing

/// Who has no page open is told by Web Push: a page that sleeps in the back-forward cache must not look like an open
/// one.
@Suite("Pages that sleep", .serialized, .timeLimit(.minutes(15))) struct SleepingPageTests {
    @Test("a page that is left has no event stream, and has one again when one comes back")
    func streams() async throws {
        let server = try LaurelProcess(arguments: ["--demo", "--budget", "off"])
        let ada = try await Person("ada", .desktop, WebDriver(), server)
        try await ada.go("/inbox/", until: "document.querySelector('h1')")
        try await streams(1, server)
        // A script that waits in the page would fall asleep with it.
        try await ada.browser.go(to: server.page("/openapi.json"))
        try await streams(0, server)
        try await ada.browser.back()
        try await streams(1, server)
        try await ada.browser.close()
        server.stop()
    }

    /// Waits until so many streams are open; the test's time limit is the limit.
    private func streams(_ count: Int, _ server: LaurelProcess) async throws {
        while true {
            let text = try await server.http.call("GET", "/metrics").text
            if text.contains("\nlaurel_event_streams \(count)\n") { return }
        }
    }
}
