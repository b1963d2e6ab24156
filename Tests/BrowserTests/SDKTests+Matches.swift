import Foundation
import LaurelProcess
import Testing

/// Turn-based matches by the module: ada plays in the page, and beside her bob and another device of hers.
extension SDKTests {
    @Test(
        "rules 12.1, 12.9, 12.15, 12.17, 12.20, 12.22 and 12.23: trades, scores, long lists, and turns made offline"
    )
    func matches() async throws {
        let stage = try await Stage()
        let (ada, bob) = (try await stage.game.player("ada"), try await stage.game.player("bob"))
        try await stage.store("ada", ada)
        try await stage.makeAchievement("first")
        let others = [try await stage.session(ada), try await stage.session(bob)]
        try await gather(others, on: stage)
        try await trade(stage)
        try await list(stage)
        try await keep(stage)
        try await reload(others, stage, bob)
        try await lose(stage)
        try await giveBack(others, stage)
        try await stage.close()
    }

    /// Makes the others' clients, each with a storage of its own, and what is said in all of these scripts.
    private func gather(_ sessions: [String], on stage: Stage) async throws {
        _ = try await stage.browser.evaluate(
            """
            const [server, bundleID, sessions] = arguments;
            [globalThis.tablet, globalThis.bob] = sessions.map((session) => {
                const stored = new Map([[`laurel:${server}:${bundleID}:production:session`, session]]);
                return new sdk.Laurel({ server, bundleID, storage: { getItem: (key) => stored.get(key) ?? null,
                    setItem: (key, text) => stored.set(key, text), removeItem: (key) => stored.delete(key) } });
            });
            globalThis.bytes = (text) => new TextEncoder().encode(text);
            globalThis.text = (data) => new TextDecoder().decode(data);
            globalThis.real = network;
            globalThis.goOffline = (fetch) => {
                network = fetch;
                Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false });
            };
            globalThis.told = [];
            laurel.addEventListener("lateTurn", ({ detail }) => told.push(detail));
            """, [stage.server.base.absoluteString, stage.game.bundleID, sessions])
    }

    /// Something between two players needs no turn; whose turn it is puts it into the match, which ends with scores.
    private func trade(_ stage: Stage) async throws {
        let traded =
            try await stage.run(
                """
                const keys = [];
                network = (address, options) => {
                    if (options.method === "POST") keys.push(JSON.parse(options.body).key);
                    return real(address, options);
                };
                const made = await laurel.findMatch({ group: 1 });
                await laurel.endTurn(made, bytes("dealt"), [1]);
                let match = await bob.findMatch({ group: 1 });
                const sent = await laurel.sendExchange(match, [1], bytes("wood"), { message: { text: "A stone?" } });
                const [offer] = (await bob.match(made.id)).exchanges;
                match = await bob.replyToExchange(match, offer, bytes("stone"), { message: { text: "Here" } });
                const [complete] = (await laurel.match(made.id)).exchanges;
                const early = await failure(bob.endTurn(match, bytes("early"), [0]));
                const other = await bob.sendExchange(match, [0], bytes("more"));
                const canceled = await bob.cancelExchange(match, other, { message: { text: "Never mind" } });
                match = await bob.saveMatch(canceled, bytes("traded"), { resolved: [sent.id] });
                globalThis.traded = match;
                network = real;
                return [match.id === made.id, sent.match.exchanges.length, offer.id === sent.id, text(offer.data),
                    offer.message?.text, complete.status, text(complete.replies[0].data),
                    complete.replies[0].message?.text, early?.kind, bob.waitingTurns.length, other.id,
                    canceled.exchanges.length, match.exchanges.length, text(match.data),
                    keys.length, new Set(keys).size, keys.every((key) => /^[0-9a-f]{32}$/.test(key))].join();
                """) as? String
        #expect(
            traded
                == "true,1,true,wood,A stone?,complete,stone,Here,match-state-invalid,0,2,1,0,traded,3,3,true")
        let ended =
            try await stage.run(
                """
                const score = (seat, leaderboard, value) => ({ seat, leaderboard, value });
                const end = (options) => bob.endMatch(traded, bytes("over"), [3, 2], options);
                const typo = await failure(end({ score: [] }));
                const half = await failure(end({ scores: [score(0, "best", 0.5)] }));
                const none = await failure(end({ scores: [score(1, "best", 1), score(0, "none", 1)] }));
                const match = await end({ scores: [score(0, "best", 7), score(1, "best", 9007199254740993n)],
                    achievements: [{ seat: 0, id: "first", percentComplete: 100 }] });
                const { entries, local } = await laurel.entries("best");
                const { achievements } = await laurel.achievements();
                return [typo?.field, half?.field, none?.kind, none?.field, match.status, match.state,
                    ...entries.map(({ player, value }) => `${player.displayName} ${value}`), local?.rank,
                    achievements[0].progress?.percentComplete].join();
                """) as? String
        #expect(
            ended
                == "score,scores[0].value,unknown-leaderboard,scores[1].leaderboard,ended,over,"
                + "bob 9007199254740993,ada 7,2,100")
    }

    /// An old open match is in the list, however many have ended since.
    private func list(_ stage: Stage) async throws {
        let listed =
            try await stage.run(
                """
                const old = await laurel.findMatch({ group: 2 });
                const playAlone = async () => {
                    const match = await laurel.findMatch({ group: 2 });
                    return laurel.endMatch(match, bytes(""), [2, 3]);
                };
                // Only so many can be open at once.
                for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 26 }, playAlone));
                const all = await laurel.matches();
                const turns = await laurel.matches({ state: "turn" });
                const ended = await laurel.matches({ state: "over" });
                return [all.length, new Set(all.map(({ id }) => id)).size, all.some(({ id }) => id === old.id),
                    turns.map(({ id }) => id === old.id).join(" "), ended.length].join();
                """) as? String
        #expect(listed == "106,106,true,true,105")
    }

    /// Two ends of turns without a network: one never leaves, the other arrives and its answer gets lost.
    private func keep(_ stage: Stage) async throws {
        let kept =
            try await stage.run(
                """
                const matches = [await laurel.findMatch({ group: 3 }), await laurel.findMatch({ group: 4 })];
                const end = (number, data, message) => laurel.endTurn(matches[number], bytes(data), [1], { message })
                    .then(() => "sent", ({ kind, isKept }) => `${kind} ${isKept}`);
                goOffline(() => Promise.reject(new TypeError("offline")));
                const first = await end(0, "offline", { text: "Yours" });
                goOffline((...request) => real(...request).then(() => { throw new TypeError("lost"); }));
                const second = await end(1, "arrived");
                // A game that tries again by itself.
                const again = await end(1, "arrived");
                const { version } = await tablet.match(matches[1].id);
                localStorage.setItem("arrived", String(version));
                return [first, second, again, laurel.waiting, ...laurel.waitingTurns.map((turn, number) =>
                    `${turn.match === matches[number].id} ${turn.kind} ${text(turn.data)} ${turn.next}`)].join();
                """) as? String
        let away = "communications-failure true"
        #expect(kept == "\(away),\(away),\(away),0,true turn offline 1,true turn arrived 1")
    }

    /// Another page sends both once, with the keys that they had.
    private func reload(_ others: [String], _ stage: Stage, _ bob: String) async throws {
        try await stage.open()
        try await gather(others, on: stage)
        let sent =
            try await stage.run(
                """
                const keys = laurel.waitingTurns.map(({ id }) => id);
                const sent = [];
                network = (address, options) => {
                    if (options.method === "POST") sent.push(JSON.parse(options.body).key);
                    return real(address, options);
                };
                await laurel.start();
                dispatchEvent(new Event("online"));
                await laurel.sendWaiting();
                network = real;
                const match = await bob.findMatch({ group: 3 });
                await laurel.remindOfMatch(await laurel.match(match.id), [1], { message: { text: "Your move" } });
                await bob.quitMatch(match, { data: bytes("gone"), next: [0], message: { text: "Sorry" } });
                const left = await laurel.match(match.id);
                return [keys.length, String(sent) === String(keys), laurel.waitingTurns.length,
                    laurel.lostTurns.length, ...told.map(({ turn, outcome }) => `${text(turn.data)} ${outcome.kind}`),
                    told[1]?.outcome.match.version === Number(localStorage.getItem("arrived")),
                    text(match.data), match.message?.text, left.state, text(left.data), left.message?.text].join();
                """) as? String
        #expect(sent == "2,true,0,0,offline sent,arrived sent,true,offline,Yours,turn,gone,Sorry")
        let inbox = try await stage.server.http.json("GET", "/v1/notices", token: bob)
        let notices = inbox.object["notices"] as? [[String: Any]] ?? []
        let reminder = notices.first { $0["kind"] as? String == "matchReminder" }?["details"] as? [String: Any]
        #expect((reminder?["message"] as? [String: Any])?["text"] as? String == "Your move", "\(inbox.text)")
    }

    /// Another device ends the turn, while this one has no network: the game hears of it when it has.
    private func lose(_ stage: Stage) async throws {
        let isKept =
            try await stage.run(
                """
                told.length = 0;
                const match = await laurel.findMatch({ group: 5 });
                goOffline(() => Promise.reject(new TypeError("offline")));
                const error = await laurel.endTurn(match, bytes("too late"), [1]).catch((error) => error);
                await tablet.endTurn(match, bytes("on time"), [1]);
                network = real;
                delete navigator.onLine;
                dispatchEvent(new Event("online"));
                return error.isKept;
                """) as? Bool
        #expect(isKept == true)
        try await stage.browser.waits(until: "told.length > 0")
        let told = try await stage.run(
            """
            return told.map(({ turn, outcome: { kind, error } }) => [turn.match === error.match?.id, text(turn.data),
                kind, error.kind, text(error.match.data), laurel.waitingTurns.length].join()).join("; ");
            """)
        #expect(told as? String == "true,too late,refused,not-your-turn,on time,0")
    }

    /// The data is there until the game has taken it: nobody may have heard the event.
    private func giveBack(_ others: [String], _ stage: Stage) async throws {
        try await stage.open()
        try await gather(others, on: stage)
        let lost =
            try await stage.run(
                """
                await laurel.start();
                const lost = laurel.lostTurns;
                for (const turn of lost) laurel.discardLostTurn(turn);
                return [...lost.map(({ data, why }) => `${text(data)} ${why}`), laurel.lostTurns.length, told.length,
                    tablet.lostTurns.length, bob.lostTurns.length].join();
                """) as? String
        #expect(lost == "too late not-your-turn,0,0,0,0")
    }
}
