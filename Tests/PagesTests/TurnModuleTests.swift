import Foundation
import LaurelProcess
import Testing

/// Ends of turns that wait in the module for web games: whose they stay, and that none is lost.
@Suite("Web module's turns") struct TurnModuleTests {
    /// A browser's storage, and pages of one game in it. `full` says which keys have no room.
    static let stage = #"""
        const { Laurel } = await import(process.argv[1]);
        const stored = new Map();
        let full = () => false;
        const storage = {
            getItem: (key) => stored.get(key) ?? null, removeItem: (key) => stored.delete(key),
            setItem: (key, text) => {
                if (full(key)) throw new Error("full");
                stored.set(key, text);
            },
        };
        let asked = [];
        let answer = () => new Response("{}", { status: 429 });
        const fetch = async (address, { method, headers, body }) => {
            const path = new URL(address).pathname;
            asked.push(`${method} ${path.split("/").pop()} ${headers.Authorization?.slice(7)}`);
            return answer(path, body);
        };
        const json = (value, status = 200) => new Response(JSON.stringify(value), { status });
        const refused = (kind, status) => json({ type: `/problems/${kind}` }, status);
        const origin = "laurel:https://games.example:";
        const game = `${origin}org.example.game:production:`;
        const put = (key, value) => stored.set(key, JSON.stringify(value));
        const page = (session) => new Laurel({
            server: "https://games.example", bundleID: "org.example.game", storage, fetch, session });
        const signIn = (id) => put(`${game}session`, { player: { id }, token: id });
        const signedIn = (id) => {
            signIn(id);
            return page();
        };
        const end = (laurel, names, size = 1) => Promise.all(names.map((name) => laurel.endTurn(
            { id: name, version: 1 }, new Uint8Array(size), [1]).catch(({ isKept }) => isKept)));
        const names = (letter, count) => Array.from({ length: count }, (_, number) => `${letter}${number}`);
        const said = [];

        """#

    private func output(of script: String) throws -> String {
        let module = Site.root.appending(path: "sdk/laurel.js").absoluteString
        let node = try ChildProcess(
            URL(filePath: "/usr/bin/env"), ["node", "--input-type=module", "-e", Self.stage + script, module])
        let output = node.remainingOutput()
        #expect(node.wait() == 0)
        return output
    }

    @Test("rule 12.23: a write is sent again only while its maker is the player; the end of a turn stays theirs")
    func otherPlayer() throws {
        let script = #"""
            // The wait before a write is sent again: meanwhile, another tab signs somebody in.
            let meanwhile = () => {};
            globalThis.setTimeout = (action) => {
                meanwhile();
                queueMicrotask(action);
                return {};
            };
            let hear = () => {};
            globalThis.addEventListener = (type, listener) => { if (type === "storage") hear = listener; };
            const another = () => {
                signIn("B");
                hear({ key: null });
            };
            const losing = (next) => {
                asked = [];
                answer = (path) => {
                    answer = next;
                    throw new TypeError("The answer got lost.");
                };
            };
            const gone = () => refused("unknown-match", 404);
            const match = { id: "M", version: 1, state: "turn" };
            const tell = (promise) => promise.then((found) => said.push(`${found?.id}`, asked.join()),
                ({ kind, isKept }) => said.push(`${kind} ${isKept}`, asked.join()));

            const laurel = signedIn("A");
            losing(() => json({ id: "M" }));
            await tell(laurel.acceptMatch(match));

            meanwhile = another;
            losing(gone);
            await tell(laurel.quitMatch(match, { data: new Uint8Array(1), next: [0] }));
            // Their maker is back.
            asked = [];
            answer = () => json({ match: null });
            signIn("A");
            hear({ key: null });
            await laurel.sendWaiting();
            said.push(laurel.waitingTurns.length, asked.join());

            losing(gone);
            await tell(laurel.quitMatch(match));

            // With a cookie, only the server knows who it is.
            put(`${origin}session`, { player: { id: "A" } });
            meanwhile = () => {};
            const other = page("cookie");
            losing(() => json({ player: { id: "B" }, isGuest: false }));
            await tell(other.acceptMatch(match));
            console.log(said.join(" | "));
            """#
        #expect(
            try output(of: script)
                == [
                    "M", "POST accept A,POST accept A",
                    "unauthenticated true", "POST quit A",
                    "0", "POST quit A",
                    "unauthenticated false", "POST quit A",
                    "unauthenticated false", "POST accept undefined,GET me undefined",
                ].joined(separator: " | "))
    }

    @Test("rule 12.23: a merged guest's turns become the account's, as soon as they fit, and so do lost ones")
    func merge() throws {
        let script = #"""
            const turns = () => asked.filter((one) => one.includes("turns"));
            const me = (id, turn) => (path) => (path.endsWith("/me") ? json({ player: { id }, isGuest: false })
                : path.endsWith("/guests") ? json({}) : turn());
            const busy = () => new Response("{}", { status: 429 });
            const late = () => refused("not-your-turn", 409);
            const done = () => json({ id: "M", version: 2, data: "", exchanges: [] });
            const guest = async (id, count) => {
                put(`${origin}guest`, "secret");
                put(`${game}guestPlayer`, id);
                answer = busy;
                await end(signedIn(id), names(id, count));
            };

            // Too many together: those of the guest follow.
            await guest("G", 2);
            const ada = signedIn("A");
            await end(ada, names("A", 29));
            answer = me("A", busy);
            await ada.mergeGuest();
            said.push(ada.waitingTurns.length);
            answer = me("A", done);
            asked = [];
            const later = page();
            await later.start();
            said.push(turns().length);
            await later.start();
            said.push(turns().length, new Set(turns()).size, stored.has(`${game}guestPlayer`));

            // Nothing waits; one is lost. And the account's list has no room at first.
            await guest("H", 1);
            answer = late;
            const lost = signedIn("H");
            await lost.sendWaiting();
            said.push(lost.lostTurns.length);
            put(`${origin}merged`, "secret");
            full = (key) => key.endsWith("lost:A");
            answer = me("A", done);
            const tight = signedIn("A");
            await tight.start();
            said.push(tight.lostTurns.length);
            full = () => false;
            const roomy = page();
            await roomy.start();
            said.push(roomy.lostTurns.map(({ match }) => match), stored.has(`${game}lost:H`));

            // A guest who has a password now merges another game's guest.
            await guest("P", 1);
            answer = late;
            const upgraded = signedIn("P");
            await upgraded.sendWaiting();
            answer = me("P", done);
            await upgraded.mergeGuest();
            said.push(upgraded.lostTurns.length);

            // Somebody else signs in while the server merges.
            await guest("Q", 1);
            let hear = () => {};
            globalThis.addEventListener = (type, listener) => { if (type === "storage") hear = listener; };
            const slow = signedIn("A");
            answer = (path) => {
                if (!path.endsWith("/guests")) return busy();
                signIn("B");
                hear({ key: null });
                return json({});
            };
            await slow.mergeGuest();
            said.push(slow.player.id, ...["Q", "A", "B"].map(
                (id) => JSON.parse(stored.get(`${game}turns:${id}`) ?? "[]").length));
            console.log(said.join(" | "));
            """#
        #expect(
            try output(of: script)
                == "29 | 29 | 31 | 1 | false | 1 | 0 | H0 | false | 1 | B | 0 | 1 | 0")
    }

    @Test("rule 12.23: all that is refused is handed back, and waits on where it can't be stored")
    func refusals() throws {
        let script = #"""
            const refuse = () => {
                asked = [];
                answer = () => refused("not-your-turn", 409);
            };
            const away = () => { answer = () => new Response("{}", { status: 429 }); };
            let late = 0;
            const tell = (laurel) => said.push([asked.length, late, laurel.waitingTurns.length,
                laurel.lostTurns.length, laurel.lostTurns.at(-1)?.match].join());

            const ada = signedIn("A");
            ada.addEventListener("lateTurn", () => { late += 1; });
            await end(ada, names("M", 30));
            full = (key) => key.endsWith("lost:A");
            refuse();
            await ada.sendWaiting();
            tell(ada);
            full = () => false;
            refuse();
            await ada.sendWaiting();
            tell(ada);

            // The newest ones stay.
            away();
            await end(ada, ["N"]);
            refuse();
            await ada.sendWaiting();
            tell(ada);

            // So many characters: 80,000 each.
            const bob = signedIn("B");
            for (const round of ["R", "S"]) {
                away();
                await end(bob, names(round, 12), 60_000);
                refuse();
                await bob.sendWaiting();
            }
            tell(bob);
            console.log(said.join(" | "));
            """#
        #expect(try output(of: script) == "30,0,30,0, | 30,30,0,30,M29 | 1,31,0,30,N | 12,31,0,12,S11")
    }
}
