import LaurelProcess
import Testing

/// A developer has the game's own server told, and looks after it in the portal.
@Suite("Webhooks in the portal", .serialized, .timeLimit(.minutes(15))) struct WebhookPageTests {
    private static let bundleID = "com.example.hooks"
    private static let app = "/v1/connect/apps/\(bundleID)"
    private static let achievement = "FirstHop"
    private static let rows = ".card-table tbody tr"
    private static let resend = "button[aria-label^='Resend Achievement earned']"

    @Test("a developer adds a webhook, keeps its secret, tests it, resends an event, and deletes the webhook")
    func webhook() async throws {
        let hook = try HookServer()
        defer { hook.stop() }
        let server = try LaurelProcess(arguments: ["--developer-sign-up", "open", "--allow-private-deliveries"])
        let ada = try await Person("hook-ada", .desktop, WebDriver(), server)
        try await configure(ada)

        let secret = try await add(ada, hook)
        try await press(ada, "Send test event")
        await hook.hear("test")
        try await showsDelivered(ada, 1)
        #expect(try await ada.browser.text(of: Self.rows).contains("HTTP 204"))
        try await expectSigned(try #require(hook.messages.last), with: secret, ada)

        try await earn(server)
        await hook.hear(Self.achievement)
        try await showsDelivered(ada, 2)
        try await ada.browser.photograph("connect-webhook")
        try await resendByKeyboard(ada, hook)
        try await resendOutOfSight(ada, hook)

        try await press(ada, "Delete")
        try await ada.sees("dialog[open] .button-danger")
        try await ada.browser.click("dialog[open] .button-danger")
        try await ada.sees("No webhook yet", in: ".state h2")
        let gone = try await ada.call("GET", Self.app + "/webhook?environment=sandbox")
        #expect(gone["type"] as? String == "/problems/not-found", "\(gone)")
        // Of an address that isn't taken, and of a webhook that isn't there.
        try await ada.leave(refusals: ["/webhook"])
        #expect(server.stop() == 0)
    }

    // MARK: What is there before

    private func configure(_ ada: Person) async throws {
        try await ada.call("POST", "/v1/connect/teams", #"{"name":"Hooks"}"#)
        try await ada.call("POST", "/v1/connect/apps", #"{"name":"Hooks","bundleID":"\#(Self.bundleID)"}"#)
        let made = try await ada.call(
            "POST", Self.app + "/achievements",
            """
            {"id":"\(Self.achievement)","referenceName":"First hop","points":5,"localizations":[{"language":"en",
            "title":"First hop","descriptionBefore":"Hop once.","descriptionAfter":"You hopped."}]}
            """)
        try #require(made["id"] != nil, "\(made)")
        let enabled = try await ada.call("PATCH", Self.app, #"{"isGameCenterEnabled":true}"#)
        try #require(enabled["isGameCenterEnabled"] as? Bool == true, "\(enabled)")
    }

    /// A player of a development build earns the achievement.
    private func earn(_ server: LaurelProcess) async throws {
        let player = try await server.http.json(
            "POST", "/v1/players",
            [
                "alias": "hopper", "password": "jump over a log", "bundleID": Self.bundleID, "environment": "sandbox",
            ])
        let token = try #require(player.object["token"] as? String, "\(player.text)")
        let report: [String: Any] = ["id": Self.achievement, "percentComplete": 100]
        let answer = try await server.http.json(
            "POST", "/v1/games/\(Self.bundleID)/achievements", ["achievements": [report]], token: token)
        try #require(answer.status == 200, "\(answer.text)")
    }

    // MARK: What a person does

    /// - Returns: the secret, which is shown this once.
    private func add(_ ada: Person, _ hook: HookServer) async throws -> String {
        try await ada.go("/connect/app/?id=\(Self.bundleID)&view=webhooks")
        try await press(ada, "Add webhook")
        let address = "dialog[open] input[type=url]"
        try await ada.sees(address)
        try await ada.browser.type("ftp://127.0.0.1/", into: address)
        try await ada.browser.click("dialog[open] [type=submit]")
        try await ada.sees("Enter a URL such as https://", in: "dialog[open] .field-error")
        try await ada.browser.type("http://127.0.0.1:\(hook.port)/hook", into: address)
        try await ada.browser.click("dialog[open] [type=submit]")
        try await ada.sees("dialog[open] .secret-box")
        let secret = try await ada.browser.text(of: "dialog[open] .secret-box code")
        #expect(secret.hasPrefix("whsec_") && secret.count > 40, "\(secret)")
        try await press(ada, "I've saved it")
        try await ada.sees(":\(hook.port)/hook", in: "main code.secret")
        try await ada.sees("No deliveries yet", in: "main")
        let text = try await ada.browser.text(of: "main")
        #expect(text.contains("Enabled") && !text.contains("whsec_"), "\(text)")
        return secret
    }

    /// The focus stays with the delivery, whose row is drawn anew twice, and what became of it is read aloud.
    private func resendByKeyboard(_ ada: Person, _ hook: HookServer) async throws {
        try await sendAgain(ada)
        await hook.hear(Self.achievement, times: 2)
        let told = hook.messages.filter { $0.subject == Self.achievement }
        #expect(Set(told.map(\.id)).count == 1 && Set(told.map(\.body)).count == 1, "\(told)")
        try await ada.browser.waits(until: "document.activeElement.matches(\"\(Self.resend):not([data-old])\")")
        try await ada.browser.waits(
            until: """
                [...document.querySelectorAll('main [role=status]')]
                    .some(({ textContent }) => textContent.startsWith('Achievement earned: '))
                """)
        #expect(
            try await ada.browser.evaluate("return document.activeElement.matches(arguments[0])", [Self.resend])
                as? Bool == true)
        try await showsDelivered(ada, 2)
    }

    /// What is sent again waits, so a list of what was delivered loses it: the focus is at the list's heading then.
    private func resendOutOfSight(_ ada: Person, _ hook: HookServer) async throws {
        hook.refuse()
        try await ada.browser.click("select[aria-label='Filter by status'] option[value=delivered]")
        try await isStill(ada)
        try await sendAgain(ada)
        await hook.hear(Self.achievement, times: 3)
        try await ada.browser.waits(
            until: "document.activeElement.matches('h2') && document.activeElement.innerText === 'Deliveries'")
        #expect(try await ada.browser.count(of: Self.rows) == 1)
    }

    private func sendAgain(_ ada: Person) async throws {
        try await ada.browser.evaluate(
            "const button = document.querySelector(arguments[0]); button.dataset.old = ''; button.focus()",
            [Self.resend])
        try await ada.browser.press(.enter)
    }

    /// The server has delivered so many events, and the list says so.
    private func showsDelivered(_ ada: Person, _ count: Int) async throws {
        while true {
            let log = try await ada.call("GET", Self.app + "/webhook/deliveries?environment=sandbox&count=25")
            let states = (log["deliveries"] as? [[String: Any]] ?? []).map { $0["state"] as? String }
            if states == Array(repeating: "delivered", count: count) { break }
        }
        try await press(ada, "Refresh")
        try await ada.browser.waits(
            until: "document.querySelectorAll('\(Self.rows)[data-state=delivered]').length === \(count)")
        try await isStill(ada)
    }

    /// Nothing is being drawn anew.
    private func isStill(_ ada: Person) async throws {
        try await ada.browser.waits(until: "!document.querySelector('main [aria-busy=true]')")
    }

    /// As the game's server verifies it (Standard Webhooks).
    private func expectSigned(_ message: HookServer.Message, with secret: String, _ ada: Person) async throws {
        let script = """
            const [secret, id, timestamp, body, signature] = arguments;
            const bytes = Uint8Array.from(atob(secret.slice("whsec_".length)), (one) => one.charCodeAt(0));
            const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
            return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
                .then((key) => crypto.subtle.sign("HMAC", key, signed))
                .then((code) => signature === "v1," + btoa(String.fromCharCode(...new Uint8Array(code))));
            """
        let isSigned = try await ada.browser.evaluate(
            script, [secret, message.id, message.timestamp, message.body, message.signature])
        #expect(isSigned as? Bool == true, "\(message)")
    }

    /// Clicks the button that says this.
    private func press(_ ada: Person, _ text: String) async throws {
        let found = """
            [...document.querySelectorAll('button')].findLast((button) =>
                button.offsetParent !== null && button.innerText.trim() === "\(text)")
            """
        try await ada.browser.waits(until: found)
        try await ada.browser.evaluate(
            """
            document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
            (\(found)).setAttribute('data-pressed', '');
            """)
        try await ada.browser.click("[data-pressed]")
    }
}
