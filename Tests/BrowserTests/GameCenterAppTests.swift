import Foundation
import LaurelProcess
import Testing

/// The Game Center app as its players use it: home, profile, settings and inbox.
@Suite("The Game Center app", .serialized, .timeLimit(.minutes(15))) struct GameCenterAppTests {
    @Test("a game is found by typing, without accents and in any case; what is not there is said with a way on")
    func findsGames() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page("/"))
        try await browser.waits(until: "document.querySelectorAll('#game-list .game h3').length > 1")
        try await browser.type("whäck", into: "#find-game")
        try await browser.waits(until: "document.querySelectorAll('#game-list .game').length === 1")
        #expect(try await browser.text(of: "#game-list h3") == "Whack-a-Cac")
        #expect(try await browser.text(of: ".shelf [role=status]") == "1 game found")
        try await browser.type("no such game", into: "#find-game")
        try await browser.waits(until: "document.querySelector('#game-list .state')")
        #expect(try await browser.text(of: "#game-list h3").contains("no such game"))
        try await browser.click("#game-list .state button")
        try await browser.waits(until: "document.querySelectorAll('#game-list .game h3').length > 1")
        #expect(try await browser.evaluate("return document.activeElement.id") as? String == "find-game")
        #expect(try await browser.consoleErrors() == [])
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("the first page comes over the wire in under 100 KB, and the game that runs on it in under 100 KB more")
    func firstPage() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.phone)
        try await browser.go(to: server.page("/"))
        try await browser.waits(until: "document.querySelector('#game-list .game h3')?.textContent")
        // The game comes after the page, and its button when it runs: nothing is on its way any more.
        try await browser.waits(until: "document.querySelector('.stage-pause')")
        let bytes = """
            const sums = { page: 0, game: 0 };
            const ofGame = /\\/play\\/|\\/home\\/demo\\.js|\\/i18n\\/monkeyjump\\//;
            for (const type of ["navigation", "resource"]) {
                for (const { name, initiatorType, transferSize } of performance.getEntriesByType(type)) {
                    if (initiatorType === "img" || name.includes("/v1/")) continue;
                    sums[ofGame.test(name) ? "game" : "page"] += transferSize;
                }
            }
            return sums;
            """
        let sums = try await browser.evaluate(bytes) as? [String: Double] ?? [:]
        for part in ["page", "game"] {
            let sum = sums[part] ?? 0
            #expect(sum > 40_000, "a sum that is too small has missed the files: \(part) \(sum)")
            #expect(sum < 100_000, "\(part) \(sum)")
        }
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("a profile is edited with the keyboard: a bad name is marked at its field, and the focus comes back")
    func editsProfile() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop)
        try await browser.signUp("first-one", at: server)
        try await browser.go(to: server.page("/me/"))
        try await browser.waits(until: "document.querySelector('#edit-profile')")
        try await browser.evaluate("document.querySelector('#edit-profile').focus()")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('dialog[open] #alias')")
        try await browser.type("admin", into: "#alias")
        try await browser.type("Up a <b>tree</b>", into: "#status")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('#alias[aria-invalid=true]')")
        #expect(try await browser.evaluate("return document.activeElement.id") as? String == "alias")
        try await browser.type("second-name", into: "#alias")
        try await browser.press(.enter)
        try await browser.waits(until: "!document.querySelector('dialog')")
        try await browser.waits(until: "document.querySelector('.account-name').innerText.includes('second-name')")
        #expect(try await browser.text(of: "h1") == "second-name")
        #expect(try await browser.text(of: ".profile-status") == "Up a <b>tree</b>")
        #expect(try await browser.evaluate("return document.activeElement.id") as? String == "edit-profile")
        #expect(try await browser.consoleErrors().filter { !$0.contains("409") } == [])
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("what happens slides in, counts and stands in the inbox at once; read in one browser, read in the other")
    func inboxIsLive() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let driver = try WebDriver()
        let (desk, phone) = (try await driver.open(.desktop), try await driver.open(.phone))
        try await desk.signUp("first-one", at: server)
        try await phone.signIn("first-one", at: server)
        try await desk.go(to: server.page("/inbox/"))
        try await desk.waits(until: "document.querySelector('.inbox-list .state')")
        try await phone.go(to: server.page("/"))
        try await phone.waits(until: "document.querySelector('.new-none')")
        let other = try await driver.open(.desktop)
        try await other.signUp("other-one", at: server)
        // A banner goes by itself: it is waited for from before it can come.
        async let told: Void = phone.waits(
            until: "document.querySelector('a.banner')?.innerText.includes('other-one')")
        try await other.evaluate(Self.sending, ["POST", "/v1/friend-requests", ["alias": "first-one"]])
        try await desk.waits(until: "document.querySelector('.notice-row[data-unread]')")
        #expect(try await desk.text(of: ".notice-row").contains("other-one"))
        #expect(try await desk.count(of: ".banner") == 0, "the inbox itself shows no banner")
        try await told
        try await phone.waits(
            until: "document.querySelector('[data-section=inbox] .nav-count').innerText.startsWith('1')")
        try await phone.waits(until: "document.querySelector('.new-line')")
        try await desk.click(".notice-row .menu-button")
        try await desk.waits(until: "document.querySelector('.notice-row .menu-list:not([hidden])')")
        try await desk.press(.enter)
        try await desk.waits(until: "!document.querySelector('[data-unread]')")
        try await phone.waits(until: "document.querySelector('[data-section=inbox] .nav-count').hidden")
        try await phone.waits(until: "document.querySelector('.new-none')")
        // The request is answered in place, and once.
        try await desk.click(".notice-row .notice-play:not([hidden])")
        try await desk.waits(until: "document.querySelector('.notice-row .notice-play').hidden")
        try await desk.waits(until: "document.activeElement.matches('.notice-link')")
        try await other.go(to: server.page("/friends/"))
        try await other.waits(until: "document.querySelector('#friends .person')?.innerText.includes('first-one')")
        try await desk.go(to: server.page("/inbox/"))
        try await desk.waits(until: "document.querySelector('.notice-row .notice-play')?.hidden")
        for browser in [desk, phone, other] {
            #expect(try await browser.consoleErrors() == [])
            try await browser.close()
        }
        #expect(server.stop() == 0)
    }

    @Test("a second factor is set up, asked for at the next sign-in, and one comes back to where one was")
    func secondFactor() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.phone)
        try await browser.signUp("first-one", at: server)
        try await browser.go(to: server.page("/me/settings/?view=security"))
        try await browser.waits(until: "document.querySelector('.two-factor-begin')")
        try await browser.click(".two-factor-begin")
        try await browser.waits(until: "document.activeElement.matches('dialog[open] #password')")
        try await browser.press(.escape)
        try await browser.waits(
            until: "document.activeElement.matches('.two-factor-begin') && !document.querySelector('dialog')")
        try await browser.click(".two-factor-begin")
        try await browser.waits(until: "document.querySelector('dialog[open] #password')")
        try await browser.type("jump over first-one", into: "dialog #password")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('svg.qr[aria-label]')")
        try await browser.waits(until: "document.activeElement.id === 'code'")
        #expect(try await browser.evaluate(Self.isPictureInSight) as? Bool == true, "it's scanned next")
        try await browser.type("000000", into: "#code")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('#code[aria-invalid=true]')")
        let code = try #require(try await browser.evaluate(Self.oneTimeCode) as? String)
        try await browser.type(code, into: "#code")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelectorAll('.codes code').length === 8")
        // What else has happened stands above the codes, not in a banner over them.
        #expect(try await browser.text(of: "form:has(.codes) .enter-title p").contains("signed out everywhere else"))
        let kept = try await browser.text(of: ".codes code")
        try await browser.click("#kept")
        try await browser.click("form:has(.codes) button[type=submit]")
        try await browser.waits(until: "!document.querySelector('.codes')")

        try await browser.evaluate("return fetch('/v1/sessions/current', { method: 'DELETE' })")
        try await browser.go(to: server.page("/me/settings/?view=sessions"))
        try await browser.waits(until: "location.pathname === '/sign-in/' && document.querySelector('#username')")
        try await browser.type("first-one", into: "#username")
        try await browser.type("jump over first-one", into: "#password")
        try await browser.press(.enter)
        try await browser.waits(until: "document.activeElement.id === 'code'")
        try await browser.type(kept, into: "#code")
        try await browser.press(.enter)
        try await browser.waits(until: "location.search === '?view=sessions' && document.querySelector('.list-row')")
        #expect(try await browser.text(of: ".list-row").contains("Current"))
        try await browser.close()
        #expect(server.stop() == 0)
    }

    @Test("erasing asks for the password, says what goes, and leaves a receipt and nobody signed in")
    func erases() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.phone, language: "zh-CN", dark: true)
        try await browser.signUp("first-one", at: server)
        try await browser.go(to: server.page("/me/settings/?view=data"))
        try await browser.waits(until: "document.querySelector('.button-danger')")
        try await browser.click(".button-danger")
        try await browser.waits(until: "document.querySelectorAll('dialog[open] .goes li').length === 4")
        try await browser.type("not the password", into: "dialog #password")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('dialog #password[aria-invalid=true]')")
        try await browser.type("jump over first-one", into: "dialog #password")
        try await browser.press(.enter)
        try await browser.waits(until: "document.querySelector('.receipt code')?.textContent.length > 8")
        try await browser.waits(until: "document.querySelector('laurel-header a[href^=\"/sign-in\"]')")
        #expect(try await browser.text(of: "h1") == "账户已注销")
        try await browser.close()
        #expect(server.stop() == 0)
    }

    // MARK: What a person does

    /// Sends as the page would, with its cookie.
    private static let sending = """
        const [method, path, body] = arguments;
        return fetch(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
            .then(({ status }) => status);
        """

    /// Whether the whole QR code can be seen, under nothing else, once the browser has scrolled.
    private static let isPictureInSight = """
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => {
            const { left, top, right, bottom } = document.querySelector("svg.qr").getBoundingClientRect();
            return [[left + 1, top + 1], [right - 1, bottom - 1]].every(([x, y]) =>
                document.elementFromPoint(x, y)?.closest(".two-factor-picture"));
        });
        """

    /// What an authenticator app shows for the secret on the page (RFC 6238).
    private static let oneTimeCode = """
        const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        const secret = document.querySelector(".secret").textContent.replace(/ /g, "");
        const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
        const bytes = Uint8Array.from(bits.match(/.{8}/g), (byte) => Number.parseInt(byte, 2));
        const time = new DataView(new ArrayBuffer(8));
        time.setBigUint64(0, BigInt(Math.floor(Date.now() / 30_000)));
        return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-1" }, false, ["sign"])
            .then((key) => crypto.subtle.sign("HMAC", key, time)).then((signature) => {
                const view = new DataView(signature);
                const number = view.getUint32(view.getUint8(19) & 15) & 0x7fffffff;
                return String(number % 1_000_000).padStart(6, "0");
            });
        """
}
