import Foundation
import LaurelProcess
import LaurelTestRuns
import Testing

/// /sdk/laurel.js on another origin, in the situations that games get into.
@Suite("The module for web games", .serialized, .timeLimit(.minutes(15))) struct SDKTests {
    /// A released game whose origin is registered, and a browser on its page with a `laurel` of its own.
    struct Stage {
        let server: LaurelProcess
        let game: TestGame
        let site: ForeignSite
        let browser: Browser

        init(registers: Bool = true, fields: [String: any Sendable] = [:]) async throws {
            server = try LaurelProcess(arguments: ["--budget", "off"])
            game = try await TestGame(on: server, fields: fields)
            site = try ForeignSite(page: "<!doctype html><title>Game</title>")
            if registers {
                let set = try await server.administration.json(
                    "PUT", "/v1/connect/apps/\(game.bundleID)/web-origins", ["webOrigins": [site.origin]])
                try #require(set.status == 200, "\(set.text)")
            }
            browser = try await WebDriver().open(.desktop)
            try await open()
        }

        /// Loads the page in the present tab and makes `laurel`. A `gate` in its way stands for the network.
        func open() async throws {
            try await browser.go(to: try #require(URL(string: site.origin)))
            _ = try await run(
                """
                globalThis.sdk = await import(server + "/sdk/laurel.js");
                globalThis.network = (...request) => globalThis.fetch(...request);
                globalThis.laurel = new sdk.Laurel({ server, bundleID: "\(game.bundleID)",
                    fetch: (...request) => network(...request) });
                globalThis.heard = [];
                globalThis.late = [];
                laurel.addEventListener("late", ({ detail }) => late.push(detail.outcome.kind));
                globalThis.failure = (promise) => promise.then(() => null, (error) => ({ kind: error.kind,
                    message: error.message, field: error.field, isOurs: error instanceof sdk.LaurelError }));
                """)
        }

        /// Runs the body of an async function in the page.
        @discardableResult func run(_ body: String) async throws -> Any? {
            try await browser.evaluate(
                "const server = arguments[0]; return (async () => { \(body) })();", [server.base.absoluteString])
        }

        /// A session as the module stores it.
        func session(_ token: String) async throws -> String {
            let me = try await server.http.json("GET", "/v1/players/me", token: token)
            let player = try #require(me.object["player"] as? [String: Any])
            let text = try JSONSerialization.data(withJSONObject: ["player": player, "token": token])
            return String(decoding: text, as: UTF8.self)
        }

        /// An achievement that players can earn.
        func makeAchievement(_ id: String) async throws {
            let app = "/v1/connect/apps/\(game.bundleID)"
            let made = try await server.administration.json(
                "POST", app + "/achievements",
                [
                    "id": id, "referenceName": "First", "points": 10,
                    "localizations": [
                        [
                            "language": "en", "title": "First", "descriptionBefore": "Do it.",
                            "descriptionAfter": "Done.",
                        ]
                    ],
                ])
            try #require(made.status == 201, "\(made.text)")
            // It joined after the release, so the app is released again.
            _ = try await server.administration.json("PATCH", app, ["isReleased": true])
        }

        /// What another tab's sign-in leaves in the storage. The page hears of it only when `tells`.
        func store(_ alias: String, _ token: String, tells: Bool = true) async throws {
            let session = try await session(token)
            _ = try await browser.evaluate(
                """
                const key = `laurel:${arguments[0]}:\(game.bundleID):production:session`;
                localStorage.setItem(key, arguments[1]);
                if (arguments[2]) dispatchEvent(new StorageEvent("storage", { key }));
                """, [server.base.absoluteString, session, tells])
        }

        func close() async throws {
            try await browser.close()
            await site.stop()
            #expect(server.stop() == 0)
        }
    }

    @Test("tabs share the session: a sign-in in one replaces the other's, and a late 401 takes nothing away")
    func tabs() async throws {
        let stage = try await Stage()
        let old = try await stage.game.player("ada")
        try await stage.store("ada", old)
        #expect(try await stage.run("return laurel.player.displayName") as? String == "ada")
        let first = try await stage.browser.window
        try await stage.browser.openTab()
        try await stage.open()
        #expect(try await stage.run("return laurel.isSignedIn") as? Bool == true)
        // Here the player signs out, and in again.
        try await stage.run("await laurel.signOut()")
        try await stage.store("ada", try await stage.game.token("ada"))
        let second = try await stage.browser.window
        try await stage.browser.switchTo(first)
        try await stage.browser.waits(until: "laurel.isSignedIn")
        #expect(
            try await stage.run("return (await laurel.submitScore(3, { leaderboard: 'best' })).kind") as? String
                == "sent")
        try await stage.browser.switchTo(second)
        #expect(
            try await stage.run("return (await laurel.submitScore(4, { leaderboard: 'best' })).kind") as? String
                == "sent")

        // The same when the tab has not heard of it: what the server refused is the old one.
        let present = try await stage.game.token("ada")
        let ended = try await stage.server.http.json(
            "DELETE", "/v1/sessions/current",
            token: try #require(
                try await stage.run(
                    "return JSON.parse(localStorage.getItem(Object.keys(localStorage)"
                        + ".find((key) => key.endsWith(':session')))).token") as? String))
        #expect(ended.status == 204)
        try await stage.store("ada", present, tells: false)
        #expect(
            try await stage.run("return (await laurel.submitScore(5, { leaderboard: 'best' })).kind") as? String
                == "sent")
        // And a session that ended is gone in both.
        _ = try await stage.server.http.json("DELETE", "/v1/sessions/current", token: present)
        let kind = try await stage.run("return (await laurel.submitScore(6, { leaderboard: 'best' })).why") as? String
        #expect(kind == "signed-out")
        try await stage.browser.switchTo(first)
        try await stage.browser.waits(until: "!laurel.isSignedIn")
        try await stage.close()
    }

    @Test("rules 4.4, 8.1: a score that waits for its turn while another player signs in is not sent as theirs")
    func otherPlayer() async throws {
        let stage = try await Stage()
        try await stage.store("ada", try await stage.game.player("ada"))
        try await stage.run(
            """
            const real = network;
            const gate = new Promise((resolve) => { globalThis.open = resolve; });
            // Who it is for is asked before: that question isn't held up.
            network = (address, options) => {
                if (options?.method !== "POST") return real(address, options);
                globalThis.isUnderWay = true;
                return gate.then(() => real(address, options));
            };
            globalThis.first = laurel.submitScore(1, { leaderboard: "best" });
            globalThis.second = laurel.submitScore(2, { leaderboard: "best" });
            """)
        // Before that the first one may still wait for its turn.
        try await stage.browser.waits(until: "isUnderWay")
        try await stage.store("bob", try await stage.game.player("bob"))
        let outcomes =
            try await stage.run(
                """
                open();
                const [one, two] = [await first, await second];
                return [one.kind, two.kind, two.why, laurel.player.displayName, (await laurel.entries("best")).local];
                """) as? [Any]
        #expect(outcomes?.prefix(4).map { $0 as? String } == ["sent", "kept", "signed-out", "bob"])
        #expect(outcomes?.last is NSNull, "bob was given ada's score")
        try await stage.close()
    }

    @Test("listening that began signed out brings the player's own events once they are signed in, and then others'")
    func listening() async throws {
        let stage = try await Stage()
        try await stage.run(
            """
            laurel.listen(["best"], (type, data) => heard.push(type));
            laurel.listen([], (type, data) => heard.push("own " + type));
            """)
        try await stage.browser.waits(until: "heard.includes('leaderboard')")
        let token = try await stage.game.player("ada")
        try await stage.store("ada", token)
        try await stage.browser.waits(until: "heard.includes('inbox') && heard.includes('own inbox')")
        // A session that ends takes the player's own events along; the leaderboard's go on.
        try await stage.run("await laurel.signOut(); heard.length = 0;")
        _ = try await stage.server.http.json(
            "POST", stage.game.scores, ["value": 7], token: try await stage.game.player("bob"))
        try await stage.browser.waits(until: "heard.includes('leaderboard')")
        #expect(try await stage.run("return heard.includes('inbox')") as? Bool == false)
        try await stage.close()
    }

    @Test("a board that checks replays works with the queue: a ticket, a run, no network, and the score is live later")
    func replays() async throws {
        let stage = try await Stage(fields: [
            "replays": ["simulator": "monkeyjump", "requires": "replay"] as [String: String]
        ])
        try await stage.store("ada", try await stage.game.player("ada"))
        let log = PlayedLog.monkeyJump(seed: 7, ticks: 120)
        let kept =
            try await stage.run(
                """
                const ticket = await laurel.ticket();
                network = () => Promise.reject(new TypeError("no network"));
                const replay = Uint8Array.from(atob("\(log.base64)"), (letter) => letter.charCodeAt(0));
                const { kind, why, isStored } = await laurel.submitScore(\(log.score), { leaderboard: "best", replay });
                return [ticket.ticket.constructor.name, typeof ticket.seed, ticket.player, kind, why, String(isStored)];
                """) as? [String]
        #expect(kept?.prefix(2) == ["Uint8Array", "number"] && kept?.suffix(3) == ["kept", "away", "true"])
        // Another page, later.
        try await stage.open()
        let sent =
            try await stage.run(
                """
                const outcomes = [];
                laurel.addEventListener("late", ({ detail }) => outcomes.push(detail.outcome));
                await laurel.start();
                return [outcomes[0].kind, outcomes[0].score?.verification, String(outcomes[0].score?.value)];
                """) as? [String]
        #expect(sent == ["sent", "verified", "\(log.score)"])
        try await stage.close()
    }

    @Test("a report made signed out waits for a player, like a score")
    func reports() async throws {
        let stage = try await Stage()
        try await stage.makeAchievement("first")
        let outcome =
            try await stage.run(
                """
                const { kind } = await laurel.reportAchievement("first");
                await laurel.submitScore(2, { leaderboard: "best" });
                return [kind, laurel.unowned.length];
                """) as? [Any]
        #expect(outcome?.first as? String == "unowned" && outcome?.last as? Int == 2)
        try await stage.store("ada", try await stage.game.player("ada"))
        try await stage.run("await laurel.acceptUnowned()")
        #expect(try await stage.run("return laurel.waiting + laurel.unowned.length") as? Int == 0)
        let earned = try await stage.run(
            "return (await laurel.achievements()).achievements[0].progress?.percentComplete"
        )
        #expect(earned as? Int == 100)
        try await stage.close()
    }

    @Test("what a game does with answers and mistakes: JSON, decimals, messages")
    func values() async throws {
        let stage = try await Stage()
        try await stage.store("ada", try await stage.game.player("ada"))
        let texts =
            try await stage.run(
                """
                const outcome = await laurel.submitScore(9007199254740993n, { leaderboard: "best" });
                const { score } = JSON.parse(JSON.stringify(outcome));
                return [score.value, typeof score.context, typeof outcome.score.value, sdk.encodeJSON(outcome.score)];
                """) as? [String]
        #expect(texts?.prefix(3) == ["9007199254740993", "number", "bigint"])
        #expect(texts?.last?.contains("\"value\":9007199254740993,") == true)
        for call in [
            "submitScore(3.5)", "submitScore(NaN)", "submitScore('a')", "submitScore(2n ** 63n)", "submitScore(null)",
            "submitScore(1, { context: 0.5 })", "reportAchievement('a', 101)", "reportAchievement('a', NaN)",
            "submitScore(3, { leaderbord: 'best' })", "challenge([], { mesage: 'a' })",
            "saveGame('a', null, { idd: 1 })",
            "reportAchievement()", "entries()", "entriesAround(null)",
        ] {
            let failure = try await stage.run("return failure(laurel.\(call))") as? [String: Any]
            #expect(failure?["kind"] as? String == "invalid-parameter", "\(call)")
            #expect(failure?["isOurs"] as? Bool == true && failure?["field"] != nil, "\(call)")
        }
        for (call, field) in [
            ("new sdk.Laurel()", "server"), ("new sdk.Laurel({ server: 'games.example', bundleID: 'a.b' })", "server"),
            ("new sdk.Laurel({ server })", "bundleID"), ("laurel.listen('best')", "leaderboards"),
            ("new sdk.Laurel({ server, bundleID: 'a.b', environment: 'sandbx' })", "environment"),
            ("new sdk.Laurel({ server, bundleID: 'a.b', enviroment: 'sandbox' })", "enviroment"),
        ] {
            let failure =
                try await stage.run("return failure((async () => { \(call); })())") as? [String: Any]
            #expect(failure?["kind"] as? String == "invalid-parameter", "\(call)")
            #expect(failure?["field"] as? String == field, "\(call)")
        }
        // Both the title and the detail.
        let missing = try await stage.run("return failure(laurel.entries('nothing'))") as? [String: Any]
        #expect((missing?["message"] as? String)?.hasPrefix("Leaderboard not found: ") == true, "\(missing ?? [:])")
        try await stage.close()
    }

    @Test("another tab's sign-in while the page asks who plays stays: the answer is not given its session")
    func otherSession() async throws {
        let stage = try await Stage()
        try await stage.store("ada", try await stage.game.player("ada"))
        try await stage.run(
            """
            const real = network;
            network = (address, options) => real(address, options).then(async (answer) => {
                if (!String(address).includes("/v1/players/me")) return answer;
                network = real;
                await new Promise((resolve) => { globalThis.letGo = resolve; });
                return answer;
            });
            globalThis.started = laurel.start();
            """)
        try await stage.browser.waits(until: "globalThis.letGo")
        try await stage.store("bob", try await stage.game.player("bob"))
        let names =
            try await stage.run(
                """
                letGo();
                await started;
                const key = Object.keys(localStorage).find((one) => one.endsWith(":session"));
                return [laurel.player.displayName, JSON.parse(localStorage.getItem(key)).player.displayName];
                """) as? [String]
        #expect(names == ["bob", "bob"])
        try await stage.close()
    }

    @Test("a sign-in by redirect that fails is told by signInError, and who was signed in goes on")
    func failedRedirect() async throws {
        let stage = try await Stage()
        try await stage.store("ada", try await stage.game.player("ada"))
        let told =
            try await stage.run(
                """
                const key = Object.keys(localStorage).find((one) => one.endsWith(":session"));
                localStorage.setItem(key.replace(/session$/, "redirect"),
                    JSON.stringify({ verifier: "wrong", state: "mine" }));
                history.replaceState(null, "", "?laurel_state=mine&laurel_code=wrong");
                const player = await laurel.start();
                return [player.displayName, String(laurel.signInError instanceof sdk.LaurelError), location.search];
                """) as? [String]
        #expect(told == ["ada", "true", ""])
        try await stage.close()
    }

    @Test("a match that can't be read for the moment is read again, though nothing more is told of it")
    func followedMatch() async throws {
        let stage = try await Stage()
        try await stage.store("ada", try await stage.game.player("ada"))
        try await stage.run(
            """
            globalThis.real = network;
            globalThis.count = 0;
            network = (address, options) => {
                if (!String(address).includes("/matches/")) return real(address, options);
                count += 1;
                return Promise.resolve(new Response("{}", { status: 503 }));
            };
            laurel.followMatch("nothing", (match, error) => heard.push(error.status));
            """)
        // Once at first, and once when its stream has begun.
        try await stage.browser.waits(until: "count >= 2")
        // That the server doesn't know it is the last word.
        try await stage.run("network = real;")
        try await stage.browser.waits(until: "heard.length === 1 && heard[0] >= 400 && heard[0] < 500")
        try await stage.close()
    }

    @Test("rule 12.22: a quit that has deleted its match, and whose answer got lost, is done when it is sent again")
    func lostQuit() async throws {
        let stage = try await Stage()
        try await stage.store("ada", try await stage.game.player("ada"))
        let told =
            try await stage.run(
                """
                const match = await laurel.findMatch();
                const real = network;
                let count = 0;
                network = async (address, options) => {
                    const answer = await real(address, options);
                    if (!String(address).includes("/quit")) return answer;
                    count += 1;
                    if (count === 1) throw new TypeError("Failed to fetch");
                    return answer;
                };
                const left = await laurel.quitMatch(match);
                const again = await failure(laurel.quitMatch(match));
                return [String(left), String(count), again?.kind ?? ""];
                """) as? [String]
        // Of a first request it says that there is no such match.
        #expect(told == ["null", "3", "unknown-match"])
        try await stage.close()
    }

    @Test("what waits is sent when the network is back, whatever the next attempt was planned for")
    func online() async throws {
        let stage = try await Stage()
        try await stage.store("ada", try await stage.game.player("ada"))
        let kind =
            try await stage.run(
                """
                globalThis.real = network;
                network = async () => new Response("{}", { status: 429, headers: { "Retry-After": "3600" } });
                return (await laurel.submitScore(5, { leaderboard: "best" })).kind;
                """) as? String
        #expect(kind == "kept")
        try await stage.run("network = real; dispatchEvent(new Event('online'));")
        try await stage.browser.waits(until: "late.includes('sent') && laurel.waiting === 0")
        try await stage.close()
    }

    @Test("rules 4.12 and 8.1: a score for which there is no room yet holds up none that waits behind it")
    func passedOver() async throws {
        let stage = try await Stage()
        try await stage.store("ada", try await stage.game.player("ada"))
        try await stage.run(
            """
            globalThis.real = network;
            network = async () => new Response("{}", { status: 503 });
            for (const [value, leaderboard] of [[7, "held"], [8, "held"], [5, "best"]]) {
                await laurel.submitScore(value, { leaderboard });
            }
            globalThis.refusals = 0;
            const full = { type: "/problems/too-many-requests", title: "Full", status: 429,
                field: "scores[0].leaderboard" };
            network = (address, options) => {
                if (!String(options?.body).includes('"held"')) return real(address, options);
                refusals += 1;
                return new Response(JSON.stringify(full), { status: 429,
                    headers: { "Content-Type": "application/problem+json", "Retry-After": "3600" } });
            };
            await laurel.sendWaiting();
            """)
        #expect(
            try await stage.run("return `${late.join()} ${laurel.waiting} ${refusals}`") as? String == "sent 2 1")
        // The server, which doesn't know that leaderboard, refuses them for good.
        try await stage.run("network = real; await laurel.sendWaiting();")
        #expect(
            try await stage.run("return `${late.join()} ${laurel.waiting}`") as? String == "sent,refused,refused 0")
        try await stage.close()
    }

    @Test("a refusal by origin or by route is told as such, not as a missing network, and drops no score")
    func refusals() async throws {
        let stage = try await Stage(registers: false)
        let token = try await stage.game.player("ada")
        try await stage.store("ada", token)
        let start = try await stage.run("return failure(laurel.start())") as? [String: Any]
        #expect(start?["kind"] as? String == "origin-not-allowed")
        #expect((start?["message"] as? String)?.contains("Register \(stage.site.origin)") == true)
        let kept = try await stage.run(
            "const { kind, why } = await laurel.submitScore(5, { leaderboard: 'best' }); return [kind, why];")
        #expect(kept as? [String] == ["kept", "origin-not-allowed"])
        let set = try await stage.server.administration.json(
            "PUT", "/v1/connect/apps/\(stage.game.bundleID)/web-origins", ["webOrigins": [stage.site.origin]])
        #expect(set.status == 200)
        try await stage.run("await laurel.sendWaiting()")
        #expect(try await stage.run("return late.join()") as? String == "sent")
        for (call, kind) in [
            ("request('GET', '/v1/notices')", "forbidden"),
            ("request('PATCH', '/v1/notices', { body: {} })", "forbidden"),
            ("request('GET', '/v1/nothing')", "not-found"),
            ("request('PUT', '/v1/players/me', { body: {} })", "method-not-allowed"),
        ] {
            let failure = try await stage.run("return failure(laurel.\(call))") as? [String: Any]
            #expect(failure?["kind"] as? String == kind, "\(call): \(failure ?? [:])")
        }
        try await stage.close()
    }

    @Test("signed out, a route of players asks for a sign-in, also one that takes no environment")
    func signedOut() async throws {
        let stage = try await Stage()
        for path in ["challengeable-friends", "matches"] {
            let failure =
                try await stage.run(
                    "return failure(laurel.request('GET', `/v1/games/${laurel.bundleID}/\(path)`))") as? [String: Any]
            #expect(failure?["kind"] as? String == "unauthenticated", "\(path): \(failure ?? [:])")
        }
        try await stage.close()
    }

    @Test("in Node it starts, keeps what is submitted, and says that signing in takes a page")
    func node() throws {
        let server = try LaurelProcess()
        let module = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Web/site/sdk/laurel.js")
        let script = """
            const { Laurel } = await import(process.argv[1]);
            const laurel = new Laurel({ server: "\(server.base.absoluteString)", bundleID: "org.example.game" });
            console.log(await laurel.start());
            await laurel.signIn().catch((error) => console.log(error.kind));
            await laurel.leaderboards().catch((error) => console.log(error.kind));
            """
        let node = try ChildProcess(
            URL(filePath: "/usr/bin/env"), ["node", "--input-type=module", "-e", script, module.absoluteString])
        #expect(node.remainingOutput() == "null\nsign-in-unavailable\nunknown-game")
        #expect(node.wait() == 0)
        #expect(server.stop() == 0)
    }
}
