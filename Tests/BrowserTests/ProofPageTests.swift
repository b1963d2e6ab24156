import Foundation
import LaurelProcess
import Testing

/// What asks for a password or a code once more, as people meet it.
@Suite("Proof in the pages", .serialized, .timeLimit(.minutes(15))) struct ProofPageTests {
    private static let password = "keeper of the keys"

    @Test("a dialog asks an administrator, says what is wrong, and then does what was asked for; once in ten minutes")
    func asked() async throws {
        let server = try LaurelProcess(arguments: [])
        let keeper = try await claim(server)
        let made = try await server.http.json(
            "POST", "/v1/players", ["alias": "jungle-jim", "password": "jump over a log"])
        #expect(made.status == 201)
        let browser = try await WebDriver().open(.desktop)
        try await enter(browser, server, keeper)
        try await browser.go(to: server.page("/connect/server/?view=players"))
        try await press(browser, "Manage jungle-jim")
        try await press(browser, "Reset password for jungle-jim")
        try await browser.waits(until: "document.querySelector('dialog[open] form [type=submit]')")
        try await browser.click("dialog[open] form [type=submit]")
        try await browser.waits(until: "document.activeElement.matches('#password')")
        #expect(try await browser.text(of: "dialog:has(#password) h2") == "Confirm that it's you")
        try await browser.photograph("proof-desktop")
        try await browser.type("a wrong guess", into: "#password")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('#password-error').textContent !== ''")
        try await browser.type(Self.password, into: "#password")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('dialog[open] code.secret')")
        let code = try await browser.text(of: "dialog[open] code.secret")
        let recovered = try await server.http.json(
            "POST", "/v1/recovery",
            ["alias": "jungle-jim", "recoveryCode": code, "newPassword": "jump over two logs"])
        #expect(recovered.status == 204)
        try await browser.photograph("proof-reset-code")
        // A second act within ten minutes asks for nothing.
        try await browser.click("dialog:has(code.secret) .dialog-actions button")
        try await press(browser, "End all sessions of jungle-jim")
        try await browser.waits(until: "document.querySelectorAll('dialog[open]').length === 2")
        try await browser.click("dialog[open]:last-of-type form [type=submit]")
        try await browser.waits(until: "document.querySelectorAll('dialog[open]').length === 1")
        #expect(try await browser.count(of: "#password") == 0)
        let errors = try await browser.consoleErrors().filter { !$0.contains("403") && !$0.contains("401") }
        #expect(errors == [])
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test(
        "on a phone, in Chinese and by the keyboard: Escape leaves everything as it was; a backup code proves as well")
    func left() async throws {
        let server = try LaurelProcess(arguments: [])
        let keeper = try await claim(server)
        let browser = try await WebDriver().open(.phone, language: "zh-CN")
        try await browser.go(to: server.page("/"))
        let codes = try await turnOn(server, keeper, browser)
        try await enter(browser, server, keeper)
        let view = try server.page("/me/settings/?view=sessions")
        func endOthers() async throws {
            try await browser.waits(until: "document.querySelector('.setting .button-danger:not([hidden])')")
            try await browser.click(".setting .button-danger")
            try await browser.waits(until: "document.querySelector('dialog[open] .button-danger')")
            try await browser.click("dialog[open] .button-danger")
            try await browser.waits(until: "document.querySelector('dialog[open] #password')")
        }
        try await browser.go(to: view)
        try await endOthers()
        #expect(try await browser.text(of: "dialog h2") == "请确认是你本人")
        let isNarrow = "return document.documentElement.scrollWidth <= innerWidth"
        #expect(try await browser.evaluate(isNarrow) as? Bool == true)
        try await browser.photograph("proof-phone")
        try await browser.press(.escape)
        try await browser.waits(until: "document.querySelector('[role=status]').textContent !== ''")
        let me = try await server.http.json("GET", "/v1/players/me", nil, token: keeper)
        #expect(me.status == 200, "nothing was ended")
        try await endOthers()
        try await browser.click("dialog[open] .link-button:not(.field-with-button .link-button)")
        try await browser.waits(until: "document.activeElement.matches('#proof-code')")
        try await browser.type(try #require(codes.first), into: "#proof-code")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('dialog') === null")
        try await browser.waits(until: "document.querySelectorAll('.setting .list-row').length === 1")
        #expect(try await server.http.json("GET", "/v1/players/me", nil, token: keeper).status == 401)
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("an administrator is led to a second factor at each sign-in and may say later, unless it is required")
    func led() async throws {
        for isRequired in [false, true] {
            let server = try LaurelProcess(
                arguments: isRequired ? ["--require-two-factor", "administrators"] : [])
            _ = try await claim(server)
            let browser = try await WebDriver().open(.phone)
            try await browser.go(to: server.page("/sign-in/?return=/friends/"))
            try await browser.waits(until: "document.querySelector('#username')")
            try await browser.type("keeper", into: "#username")
            try await browser.type(Self.password, into: "#password")
            try await browser.press(.enter)
            try await browser.waits(until: "document.querySelector('.enter a[href*=security]')")
            try await browser.photograph(isRequired ? "protect-required" : "protect")
            #expect(try await browser.count(of: ".enter button") == (isRequired ? 0 : 1))
            if isRequired {
                try await browser.go(to: server.page("/connect/server/?view=players"))
                try await browser.waits(until: "document.querySelector('#main').innerText.includes('two-factor')")
                try await browser.go(to: server.page("/friends/"))
                try await browser.waits(until: "document.querySelector('h1')")
            } else {
                try await browser.click(".enter button")
                try await browser.waits(until: "location.pathname === '/friends/'")
            }
            try await browser.close()
            #expect(server.stop() == 0)
        }
    }

    // MARK: What is there before

    /// - Returns: the token of a session of the first administrator's.
    private func claim(_ server: LaurelProcess) async throws -> String {
        let token = try #require(server.setupLink?.fragment())
        let made = try await server.http.json(
            "POST", "/v1/connect/administrators", ["token": token, "alias": "keeper", "password": Self.password])
        return try #require(made.object["token"] as? String, "\(made.text)")
    }

    /// - Returns: backup codes.
    private func turnOn(_ server: LaurelProcess, _ token: String, _ browser: Browser) async throws -> [String] {
        let route = "/v1/players/me/two-factor"
        let offer = try await server.http.json("POST", route, ["password": Self.password], token: token)
        let secret = try #require(offer.object["secret"] as? String, "\(offer.text)")
        let code = try await code(of: secret, browser)
        let on = try await server.http.json("POST", route + "/confirmation", ["code": code], token: token)
        return try #require(on.object["recoveryCodes"] as? [String], "\(on.text)")
    }

    /// As an authenticator app makes it (RFC 6238), by the browser's own HMAC.
    private func code(of secret: String, _ browser: Browser) async throws -> String {
        let script = """
            const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
            const five = letter => alphabet.indexOf(letter).toString(2).padStart(5, "0");
            const bits = [...arguments[0]].map(five).join("");
            const key = new Uint8Array(bits.match(/.{8}/g).map(byte => Number.parseInt(byte, 2)));
            const counter = new DataView(new ArrayBuffer(8));
            counter.setBigUint64(0, BigInt(Math.floor(Date.now() / 30000)));
            return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-1" }, false, ["sign"])
                .then(made => crypto.subtle.sign("HMAC", made, counter.buffer))
                .then(signed => {
                    const view = new DataView(signed);
                    const word = view.getUint32(view.getUint8(19) & 15) & 0x7FFFFFFF;
                    return String(word % 1000000).padStart(6, "0");
                });
            """
        return try #require(try await browser.evaluate(script, [secret]) as? String)
    }

    /// Gives the browser a session that was only allowed on another device, and so has proved nothing.
    private func enter(_ browser: Browser, _ server: LaurelProcess, _ token: String) async throws {
        let asked = try await server.http.json("POST", "/v1/device-authorizations", ["title": "A browser"])
        let user = try #require(asked.object["userCode"] as? String, "\(asked.text)")
        let decided = try await server.http.json(
            "POST", "/v1/device-authorizations/\(user)/decision", ["allow": true], token: token)
        #expect(decided.status == 204)
        let polled = try await server.http.json(
            "POST", "/v1/device-authorizations/token", ["deviceCode": try #require(asked.object["deviceCode"])])
        let session = try #require(polled.object["token"] as? String, "\(polled.text)")
        try await browser.go(to: server.page("/"))
        try await browser.command(
            "Network.setCookie",
            [
                "name": "laurel_session", "value": session, "url": try server.page("/").absoluteString,
                "httpOnly": true,
            ])
    }

    /// Waits for the button of this name, as a screen reader reads it, and clicks it.
    private func press(_ browser: Browser, _ name: String) async throws {
        let selector = "button[aria-label='\(name)']"
        try await browser.waits(until: "document.querySelector(\"\(selector)\")")
        try await browser.click(selector)
    }
}
