import Foundation
import LaurelProcess
import Testing

/// What one of the two people of the first tutorial does in a browser: by what is to be seen there, as a hand does it.
struct TutorialPlayer {
    static let game = "com.ali.MonkeyJump"
    static let board = "HighScores"

    let name: String
    let browser: Browser
    let server: LaurelProcess
    let environment: String

    init(_ name: String, _ browser: Browser, _ server: LaurelProcess, _ environment: String) {
        self.name = name
        self.browser = browser
        self.server = server
        self.environment = environment
    }

    /// Opens a page of the environment in which the two play.
    func go(_ path: String, until expression: String) async throws {
        let mark = path.contains("?") ? "&" : "?"
        let suffix = environment == "production" ? "" : "\(mark)environment=\(environment)"
        try await open(path + suffix, until: expression)
    }

    func sees(_ text: String, in selector: String) async throws {
        try await browser.waits(
            until: "document.querySelector(`\(selector)`).innerText.replaceAll(',', '').includes(`\(text)`)")
    }

    /// Clicks a link and waits for the page behind it.
    func follow(_ selector: String) async throws {
        try await browser.waits(until: "document.querySelector(`\(selector)`)")
        let origin = try await browser.evaluate("return performance.timeOrigin") as? Double ?? 0
        try await browser.click(selector)
        try await browser.waits(until: "performance.timeOrigin !== \(origin) && document.querySelector('main h1')")
    }

    // MARK: An account, and friends

    /// From the first page, as a stranger.
    func signUpFromHome() async throws {
        let join = ".hero-actions a[href$='&new']"
        try await open("/", until: "document.querySelector(`\(join)`)")
        try await follow(join)
        try await browser.type(name, into: "#username")
        try await browser.type("jump over \(name)", into: "#password")
        try await browser.click("form .button-primary")
        try await browser.waits(until: "document.querySelector('#kept')")
        try await browser.click("#kept")
        try await browser.click("form .button-primary")
        try await browser.waits(
            until: "location.pathname === '/' && document.querySelector('.account-name').innerText.includes('\(name)')")
    }

    /// With the account that is there.
    func signIn() async throws {
        try await open("/sign-in/", until: "document.querySelector('#username')")
        try await browser.type(name, into: "#username")
        try await browser.type("jump over \(name)", into: "#password")
        try await browser.press(.enter)
        try await browser.waits(
            until: "location.pathname === '/' && document.querySelector('.account-name').innerText.includes('\(name)')")
    }

    /// Asks by name; the other accepts what arrives.
    func befriend(_ other: TutorialPlayer) async throws {
        try await other.open("/friends/?view=requests", until: "document.querySelector('#content .state')")
        try await open("/friends/?view=invite", until: "document.querySelector('#ask')")
        try await browser.type(other.name, into: "#alias")
        try await browser.press(.enter)
        try await other.sees(name, in: "#content .person")
        try await other.browser.click(".person .button-primary")
        try await open("/friends/", until: "document.querySelector('#friends .person')")
        #expect(try await browser.text(of: "#friends").contains(other.name))
    }

    // MARK: Playing

    /// With the advice of the game's bot, until this score; then nobody jumps any more.
    @discardableResult func play(to goal: Int) async throws -> Int {
        let path = environment == "production" ? "" : "?environment=\(environment)"
        if try await browser.evaluate("return location.pathname") as? String != "/play/monkeyjump/" {
            try await open("/play/monkeyjump/\(path)", until: "document.body.dataset.screen === 'menu'")
        }
        return try await run(to: goal)
    }

    /// Again and again, until it is better.
    func play(beating goal: Int) async throws -> Int {
        while true {
            let score = try await run(to: goal + 5)
            if score > goal { return score }
        }
    }

    private func run(to goal: Int) async throws -> Int {
        try await browser.evaluate(Self.pilot)
        // The key that jumps begins a run, too, as soon as the screen has been up for a moment.
        try await browser.waits(until: "document.body.dataset.screen === 'play' || pilot.begin()")
        try await browser.evaluate("pilot.fly(\(goal))")
        try await browser.waits(until: "document.body.dataset.screen === 'over'")
        // It is kept on the device until the server has it.
        try await browser.waits(
            until: """
                Object.keys(localStorage).filter(key => key.includes(':queue:'))
                    .every(key => localStorage[key] === '[]')
                """)
        return try #require(try await browser.evaluate("return monkeyjump.state().score") as? Int)
    }

    /// Presses the button when the game's bot would.
    private static let pilot = """
        const press = (type, code) => dispatchEvent(new KeyboardEvent(type, { code, cancelable: true }));
        globalThis.pilot = {
            begin() {
                press("keydown", "ArrowUp");
                press("keyup", "ArrowUp");
                return false;
            },
            fly(goal) {
                let isDown = false;
                const frame = () => {
                    const isOver = document.body.dataset.screen !== "play";
                    const wants = !isOver && monkeyjump.state().score < goal && monkeyjump.advice() === 1;
                    if (wants !== isDown) press(wants ? "keydown" : "keyup", "Space");
                    isDown = wants;
                    if (!isOver) requestAnimationFrame(frame);
                };
                frame();
            },
        };
        """

    /// On the game's page, where the best is now.
    func seesOwnScore() async throws -> Int {
        try await go(
            "/games/?id=\(Self.game)&time=allTime", until: "document.querySelector('laurel-board tr[data-mine]')")
        try await browser.waits(until: "document.querySelector('.own strong')")
        return try #require(Int(try await browser.text(of: ".own strong").filter(\.isNumber)))
    }

    // MARK: Challenges

    /// From the own place on the leaderboard, with the friend picker.
    func challenge(_ other: TutorialPlayer, message: String) async throws {
        try await follow(".own a[href^='/challenges/new/']")
        try await pick(other, message: message)
    }

    private func pick(_ other: TutorialPlayer, message: String) async throws {
        try await browser.waits(until: "document.querySelector('.pick')")
        try await sees(other.name, in: ".pick")
        if try await browser.count(of: ".pick input:checked") == 0 { try await browser.click(".pick label") }
        try await browser.type(message, into: "#message")
        try await browser.click("#challenge")
        try await browser.waits(until: "document.querySelector('#done')")
    }

    /// From the list of what is over.
    func challengeBack(_ other: TutorialPlayer) async throws {
        try await go("/challenges/?view=history", until: "document.querySelector('[data-state=completed] .button')")
        try await follow("[data-state=completed] .button")
        try await pick(other, message: "Once more")
    }

    /// "Play now" on the challenge: no game runs, so its page opens.
    func playNow() async throws {
        try await browser.click(".challenge .button-primary")
        try await browser.waits(
            until: "location.pathname === '/play/monkeyjump/' && document.body.dataset.screen === 'menu'")
        let asked = try await browser.evaluate("return new URLSearchParams(location.search).get('environment')")
        #expect(asked as? String ?? "production" == environment)
        let challenge = try await browser.evaluate("return new URLSearchParams(location.search).get('challenge')")
        #expect((challenge as? String)?.isEmpty == false, "the game is started with the challenge")
    }

    // MARK: Web Push

    /// From the menu of the account. The browser's push service is its maker's, out on the internet; the test's own
    /// takes its place where the page asks for a subscription.
    func turnPushOn(_ push: PushService) async throws {
        try await allowNotifications()
        try await browser.beforeEachPage(
            """
            PushManager.prototype.subscribe = async (options) => {
                if (options.applicationServerKey.length !== 65) throw new Error("no key of the server");
                return { toJSON: () => (\(push.subscriptionJSON)) };
            };
            """)
        try await open("/", until: "document.querySelector('.account-name')")
        try await browser.click(".account-name")
        try await browser.waits(until: "document.querySelector('#account-menu:popover-open [aria-pressed=false]')")
        try await browser.click("#account-menu [aria-pressed]")
        try await browser.waits(until: "document.querySelector('#account-menu [aria-pressed=true]:not([aria-busy])')")
    }

    /// No page of ours is open there any more.
    func putAway() async throws {
        let site = try await browser.window
        try await browser.openTab()
        let other = try await browser.window
        try await browser.switchTo(site)
        try await browser.closeTab(goingTo: other)
        // What a tab was allowed by a test goes with it.
        try await allowNotifications()
        try await browser.go(to: server.page("/lib/api.js"))
    }

    private func allowNotifications() async throws {
        try await browser.command(
            "Browser.setPermission",
            ["permission": ["name": "notifications"], "setting": "granted", "origin": server.base.absoluteString])
    }

    /// Waits for a push of this kind, hands it to the browser's own service worker, and says what that shows.
    func hearsByPush(_ push: PushService, _ kind: String) async throws -> String {
        var text = ""
        var notice: [String: Any] = [:]
        repeat {
            let message = try await push.next()
            #expect(message["isTokenGood"] as? Bool == true)
            text = try #require(message["text"] as? String)
            notice = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        } while notice["kind"] as? String != kind
        let id = try #require(notice["id"])
        try await browser.command("ServiceWorker.enable")
        let shown = """
            return navigator.serviceWorker.getRegistration("/").then((registration) => registration.getNotifications())
                .then((list) => list.find(({ data }) => data.id === arguments[0]))
                .then((found) => found === undefined ? "" : `${found.title}: ${found.body}`);
            """
        // Chromium learns of its workers a moment after it was asked to tell of them, and drops what comes before. The
        // first one has the number 0; the same notice never stands there twice.
        while true {
            try await browser.command(
                "ServiceWorker.deliverPushMessage",
                ["origin": server.base.absoluteString, "registrationId": "0", "data": text])
            let found = try await browser.evaluate(shown, [id]) as? String ?? ""
            if !found.isEmpty { return found }
        }
    }

    func open(_ path: String, until expression: String) async throws {
        try await browser.go(to: server.page(path))
        try await browser.waits(until: expression)
    }
}
