import Foundation
import LaurelProcess
import Testing

/// Lists that are drawn anew while somebody is at work in them.
@Suite("Lists that change by themselves", .serialized, .timeLimit(.minutes(15))) struct LiveListTests {
    @Test("friends come and go while one types: the focus stays, or goes to the page when its row is gone")
    func focus() async throws {
        let server = try LaurelProcess(arguments: ["--demo", "--budget", "off"])
        let ada = try await Person("busy-ada", .desktop, WebDriver(), server)
        var others: [Other] = []
        for number in 1...10 { others.append(try await Other("busy-friend-\(number)", server)) }
        for other in others.prefix(9) {
            try await ada.call("POST", "/v1/friend-requests", #"{"alias":"\#(other.alias)"}"#)
        }
        for other in others.prefix(8) { try await other.asks(ada.alias) }
        try await ada.go("/friends/", until: "document.querySelectorAll('#friends .person').length === 8")
        try await ada.browser.click("#find")
        try await ada.browser.write("busy-friend")
        try await others[8].asks(ada.alias)
        try await ada.browser.waits(until: "document.querySelectorAll('#friends .person').length === 9")
        #expect(try await ada.browser.evaluate("return document.activeElement.id") as? String == "find")
        try await ada.browser.write("-9")
        #expect(
            try await ada.browser.evaluate("return document.querySelector('#find').value") as? String
                == "busy-friend-9")
        #expect(try await ada.browser.count(of: "#friends .person:not([hidden])") == 1)

        try await ada.browser.click("#friends .person:not([hidden]) .menu-button")
        try await ada.browser.click("#friends .person:not([hidden]) .menu-danger")
        try await ada.sees("dialog .button-danger")
        try await ada.browser.click("dialog .button-danger")
        try await ada.browser.waits(until: "document.querySelectorAll('#friends .person').length === 8")
        try await hasFocusOnPage(ada)

        try await ada.call("POST", "/v1/blocked-players", #"{"playerID":"\#(others[0].id)"}"#)
        try await ada.go("/friends/", until: "document.querySelector('.sections .person')")
        try await ada.browser.click(".sections .person-actions .button")
        try await ada.browser.waits(until: "!document.querySelector('.sections .person')")
        try await hasFocusOnPage(ada)

        try await others[9].asks(ada.alias)
        try await ada.go("/friends/?view=requests", until: "document.querySelector('.person .button-primary')")
        try await ada.browser.click(".person .button-primary")
        try await ada.sees("#content .state")
        try await hasFocusOnPage(ada)
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("more challenges are shown, the reader comes back to the tab, and more of them again: each stands there once")
    func challengesOnce() async throws {
        let server = try LaurelProcess(arguments: ["--demo", "--budget", "off"])
        let ada = try await Person("often-ada", .desktop, WebDriver(), server)
        let id = try await ada.id
        // So many a day from one friend (rule 6.2), and three pages in all.
        for number in 1...11 {
            let friend = try await Other("keen-friend-\(number)", server)
            try await ada.call("POST", "/v1/friend-requests", #"{"alias":"\#(friend.alias)"}"#)
            try await friend.asks(ada.alias)
            try await friend.call("POST", Person.scores, ["value": 100])
            for _ in 1...10 { try await challenge(ada, id, by: friend) }
        }
        let more = "#content > .button"
        try await ada.go("/challenges/?view=history", until: "\(Self.shown) === 50")
        try await ada.browser.click(more)
        try await ada.browser.waits(until: "\(Self.shown) === 100 && !document.querySelector('[aria-busy]')")
        let asked =
            "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/players?')).length"
        let before = try await ada.browser.evaluate("return \(asked)") as? Int ?? -1
        try await ada.browser.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        // Photos are the last that it reads.
        try await ada.browser.waits(until: "\(asked) > \(before)")
        try await ada.browser.click(more)
        try await ada.browser.waits(until: "\(Self.shown) > 100")
        let distinct =
            "new Set([...document.querySelectorAll('[data-challenge]')].map(one => one.dataset.challenge)).size"
        #expect(try await ada.browser.evaluate("return [\(Self.shown), \(distinct)].join()") as? String == "110,110")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("a match that is told before the page listens is counted, and no late answer takes it away")
    func counts() async throws {
        let server = try LaurelProcess(arguments: ["--demo", "--budget", "off"])
        let ada = try await Person("counting-ada", .desktop, WebDriver(), server)
        let bob = try await Other("asking-bob", server)
        try await ada.call("POST", "/v1/friend-requests", #"{"alias":"\#(bob.alias)"}"#)
        try await bob.asks(ada.alias)
        try await ada.browser.beforeEachPage(Self.slowPage)
        try await ada.go("/friends/", until: "window.openStream && document.querySelector('.person')")
        try await bob.asksToPlay(try await ada.id)
        // All that was asked for is answered, and it was none.
        try await ada.browser.waits(until: "window.answered === window.asked")
        try await ada.browser.evaluate("openStream()")
        try await ada.browser.waits(until: "\(Self.badge)?.innerText.startsWith('1')")

        try await ada.browser.evaluate("holdNext(); dispatchEvent(new Event('matchchange'))")
        try await ada.browser.waits(until: "window.answerHeld")
        try await bob.asksToPlay(try await ada.id)
        try await ada.browser.waits(until: "document.querySelector('.banner')")
        try await ada.browser.evaluate("answerHeld()")
        try await ada.browser.waits(
            until: "window.answered === window.asked && \(Self.badge).innerText.startsWith('2')")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("a list is read again when the stream is open again after it was lost")
    func reopened() async throws {
        let server = try LaurelProcess(arguments: ["--demo", "--budget", "off"])
        let ada = try await Person("patient-ada", .desktop, WebDriver(), server)
        try await ada.browser.beforeEachPage(Self.slowPage)
        try await ada.go("/friends/", until: "window.openStream && document.querySelector('#content .state')")
        let reads =
            "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/friends?')).length"
        for number in 1...2 {
            try await ada.browser.waits(until: "window.streams === \(number)")
            let before = try await ada.browser.evaluate("return \(reads)") as? Int ?? -1
            try await ada.browser.evaluate("openStream()")
            try await ada.browser.waits(until: "\(reads) > \(before)")
            if number == 1 { try await ada.browser.evaluate("loseStream()") }
        }
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test(
        "a page whose SharedWorker fails or says nothing listens by itself",
        arguments: ["setTimeout(() => this.onerror(new Event('error')))", ""])
    func withoutWorker(fails: String) async throws {
        let server = try LaurelProcess(arguments: ["--demo", "--budget", "off"])
        let ada = try await Person("lonely-ada", .desktop, WebDriver(), server)
        let bob = try await Other("asking-bob", server)
        try await ada.call("POST", "/v1/friend-requests", #"{"alias":"\#(bob.alias)"}"#)
        try await bob.asks(ada.alias)
        // No message ever comes from it, and its page has been patient as soon as it waits.
        try await ada.browser.beforeEachPage(
            """
            window.SharedWorker = class {
                constructor() { this.port = { postMessage() {}, close() {} }; \(fails) }
            };
            const later = window.setTimeout;
            window.setTimeout = (action, time, ...rest) => later(action, time === 5_000 ? 0 : time, ...rest);
            """)
        try await ada.go("/friends/", until: "document.querySelector('.person')")
        try await bob.asksToPlay(try await ada.id)
        try await ada.browser.waits(until: "\(Self.badge)?.innerText.startsWith('1')")
        try await ada.leave()
        #expect(server.stop() == 0)
    }

    @Test("a stream that opens late leaves the newer one, which is still on its way")
    func lateStream() async throws {
        let server = try LaurelProcess(arguments: [])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page("/problems/"))
        let closed = try await browser.evaluate(
            """
            return import("/lib/event-hub.js").then(async ({ EventHub }) => {
                const streams = [];
                const hub = new EventHub(() => {
                    const stream = { isClosed: false, addEventListener() {}, close() { this.isClosed = true; } };
                    streams.push(stream);
                    return stream;
                });
                const listen = (name) => new Promise((resolve) => {
                    hub.add({ environment: "production", leaderboards: [name], deliver() {} });
                    // After the turn in which the hub opens a stream.
                    setTimeout(resolve);
                });
                await listen("com.example.one/best");
                await listen("com.example.two/best");
                streams[0].onopen();
                const before = streams.map(({ isClosed }) => isClosed);
                streams[1].onopen();
                return [...before, ...streams.map(({ isClosed }) => isClosed)];
            });
            """)
        #expect(closed as? [Bool] == [false, false, true, false])
        try await browser.close()
        #expect(server.stop() == 0)
    }

    private static let badge = "document.querySelector('[data-section=matches] .nav-count')"

    /// A page that opens its stream when it is told to, and holds the next answer about matches when it is told to.
    private static let slowPage = """
        delete window.SharedWorker;
        const Stream = window.EventSource;
        window.EventSource = class {
            constructor(address) {
                this.address = address;
                this.heard = [];
                window.streams = (window.streams ?? 0) + 1;
                window.openStream = () => this.begin();
                window.loseStream = () => this.onerror();
            }
            addEventListener(type, listener) { this.heard.push([type, listener]); }
            begin() {
                this.stream = new Stream(this.address);
                this.stream.onopen = this.onopen;
                this.stream.onerror = this.onerror;
                for (const [type, listener] of this.heard) this.stream.addEventListener(type, listener);
            }
            close() { this.stream?.close(); }
        };
        window.asked = window.answered = 0;
        let held;
        window.holdNext = () => { held = new Promise((answer) => { window.letGo = answer; }); };
        const ask = window.fetch;
        window.fetch = async (...request) => {
            if (!String(request[0]?.url ?? request[0]).includes("/v1/matches")) return ask(...request);
            window.asked += 1;
            const before = held;
            held = undefined;
            const answer = await ask(...request);
            if (before) { window.answerHeld = window.letGo; await before; }
            window.answered += 1;
            return answer;
        };
        """

    private static let shown = "document.querySelectorAll('[data-challenge]').length"

    private func hasFocusOnPage(_ person: Person) async throws {
        try await person.browser.waits(until: "document.activeElement.id === 'main'")
    }

    /// Sent, and declined at once: it is history.
    private func challenge(_ receiver: Person, _ id: String, by sender: Other) async throws {
        let sent = try await sender.call(
            "POST", Person.game + "/challenges", ["players": [id], "leaderboard": "HighScores", "message": "Now you"])
        let one = try #require((sent["challenges"] as? [[String: Any]])?.first?["id"] as? String, "\(sent)")
        try await receiver.call("DELETE", "/v1/challenges/\(one)")
    }
}

/// Somebody who needs no browser.
private struct Other {
    let alias: String
    let id: String
    private let token: String
    private let server: LaurelProcess

    init(_ alias: String, _ server: LaurelProcess) async throws {
        let body = ["alias": alias, "password": "jump over \(alias)"]
        let made = try await server.http.json("POST", "/v1/players", body).object
        self.alias = alias
        self.server = server
        id = try #require((made["player"] as? [String: Any])?["id"] as? String, "\(made)")
        token = try #require(made["token"] as? String)
    }

    @discardableResult
    func call(_ method: String, _ path: String, _ body: [String: Any]) async throws -> [String: Any] {
        let answer = try await server.http.json(method, path, body, token: token)
        try #require((200...299).contains(answer.status), "\(method) \(path): \(answer.text)")
        return answer.object
    }

    /// Begins a match, and hands the first turn over.
    func asksToPlay(_ player: String) async throws {
        let matches = Person.game + "/matches"
        let key = { UUID().uuidString.replacing("-", with: "").lowercased() }
        let made = try await call(
            "POST", matches, ["key": key(), "minPlayers": 2, "maxPlayers": 2, "players": [player]])
        let match = try #require(made["id"] as? String, "\(made)")
        try await call(
            "POST", "\(matches)/\(match)/turns",
            ["key": key(), "version": made["version"] ?? 0, "data": "AAEC", "next": [1]])
    }

    /// The player who was asked first becomes a friend by that.
    func asks(_ alias: String) async throws { try await call("POST", "/v1/friend-requests", ["alias": alias]) }
}
