import Foundation
import LaurelProcess
import Testing

/// The module for web games of others, and its types: what they promise to one another.
@Suite("Web module") struct ModuleTests {
    static func module() throws -> String { try Site.text(of: "/sdk/laurel.js") }
    static func types() throws -> String { try Site.text(of: "/sdk/laurel.d.ts") }

    /// The lines of a class, without its braces.
    static func members(of name: String, in text: String) throws -> [Substring] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.contains("class \(name) ") })
        let end = try #require(lines[start...].firstIndex { $0 == "}" })
        return Array(lines[(start + 1)..<end])
    }

    @Test("the types name every public member of the module, and none that is not there")
    func members() throws {
        let method = /^    (?:async )?(?:get )?\*?([a-zA-Z]+)(?:\(| ?\{)/
        let made = Set(
            try Self.members(of: "Laurel", in: Self.module()).compactMap { line in
                try? method.firstMatch(in: String(line)).map { String($0.output.1) }
            })
        let fields = Set(
            try Self.module().matches(of: /^ {8}this\.([a-zA-Z]+) =/.anchorsMatchLineEndings())
                .map { String($0.output.1) }.filter { $0 != "name" })
        let declared = Set(
            try Self.members(of: "Laurel", in: Self.types()).compactMap { line in
                try? /^    (?:readonly |get )?([a-zA-Z]+)(?:\(|:|<)/.firstMatch(in: String(line))
                    .map { String($0.output.1) }
            })
        #expect(made.count > 15)
        #expect(made.union(fields).symmetricDifference(declared).sorted() == [])
    }

    @Test("the types name every export of the module")
    func exports() throws {
        let made = try Self.module().matches(
            of: /^export (?:const|class|function) ([a-zA-Z]+)/.anchorsMatchLineEndings())
        let declared = try Self.types().matches(
            of: /^export declare (?:const|class|function) ([a-zA-Z]+)/.anchorsMatchLineEndings())
        #expect(Set(made.map { String($0.output.1) }) == Set(declared.map { String($0.output.1) }))
        #expect(made.count == 7)
    }

    @Test("rule 8.1: a challenge whose answer got lost is sent again with its key; another challenge has another one")
    func keys() throws {
        let script = #"""
            const { Laurel } = await import(process.argv[1]);
            const keys = [];
            const fetch = async (address, { body }) => {
                keys.push(JSON.parse(body).key);
                if (keys.length === 1) throw new TypeError("The answer got lost.");
                // As a server of the release before keys answers.
                if (keys.length === 4) {
                    return new Response('{"type":"https://games.example/problems/invalid-parameter","field":"key"}', {
                        status: 400, headers: { "Content-Type": "application/problem+json" } });
                }
                return new Response('{"challenges":[]}', {
                    status: 201, headers: { "Content-Type": "application/json" } });
            };
            const laurel = new Laurel({ server: "https://games.example", bundleID: "org.example.game", fetch });
            for (const value of [7n, 8n, 9n]) await laurel.challenge(["A:_1"], { leaderboard: "best", value });
            console.log(keys.map((key) => /^[0-9a-f]{32}$/.test(key) && key === keys[0]).join(" "), keys[4]);
            """#
        let module = Site.root.appending(path: "sdk/laurel.js").absoluteString
        let node = try ChildProcess(
            URL(filePath: "/usr/bin/env"), ["node", "--input-type=module", "-e", script, module])
        #expect(node.remainingOutput() == "true true false false false undefined")
        #expect(node.wait() == 0)
    }

    @Test("rule 14.16: the ghost of a group challenge comes as bytes; where there is none, it fails with not-found")
    func ghost() throws {
        let script = #"""
            const { Laurel } = await import(process.argv[1]);
            const asked = [];
            const fetch = async (address, { method }) => {
                asked.push(`${method} ${address}`);
                if (asked.length > 1) {
                    return new Response('{"type":"https://games.example/problems/not-found"}', {
                        status: 404, headers: { "Content-Type": "application/problem+json" } });
                }
                return new Response(new Uint8Array([1, 2, 3]), {
                    headers: { "Content-Type": "application/octet-stream" } });
            };
            const laurel = new Laurel({ server: "https://games.example", bundleID: "org.example.game",
                environment: "sandbox", fetch });
            const ghost = await laurel.groupChallengeGhost("GC:_1");
            const none = await laurel.groupChallengeGhost("GC:_1").catch((error) => error);
            const noID = await laurel.groupChallengeGhost().catch((error) => error);
            console.log(ghost.constructor.name, ghost.join(), none.kind, noID.field, asked[0], asked.length);
            """#
        let module = Site.root.appending(path: "sdk/laurel.js").absoluteString
        let node = try ChildProcess(
            URL(filePath: "/usr/bin/env"), ["node", "--input-type=module", "-e", script, module])
        #expect(
            node.remainingOutput() == "Uint8Array 1,2,3 not-found id "
                + "GET https://games.example/v1/group-challenges/GC%3A_1/ghost 2")
        #expect(node.wait() == 0)
    }

    @Test("rule 12.23: ends of turns are kept up to a limit, in order, for their maker alone, and where they last")
    func keptTurns() throws {
        let script = #"""
            const { Laurel } = await import(process.argv[1]);
            const stored = new Map();
            let room = Infinity;
            const storage = {
                getItem: (key) => stored.get(key) ?? null, removeItem: (key) => stored.delete(key),
                setItem: (key, text) => {
                    if (text.length > room) throw new Error("full");
                    stored.set(key, text);
                },
            };
            let answer = () => new Response("{}", { status: 429 });
            let asked = [];
            const fetch = async (address, { headers, body }) => {
                asked.push([headers.Authorization, String(address), JSON.parse(body).key]);
                return answer();
            };
            const signedIn = (id) => {
                stored.set("laurel:https://games.example:org.example.game:production:session",
                    JSON.stringify({ player: { id }, token: id }));
                return new Laurel({ server: "https://games.example", bundleID: "org.example.game", storage, fetch });
            };
            const end = async (laurel, count, size) => {
                const kept = await Promise.all(Array.from({ length: count }, (_, number) => laurel.endTurn(
                    { id: `M${number}`, version: 1 }, new Uint8Array(size), [1]).catch((error) => error.isKept)));
                return [kept.filter((isKept) => isKept).length, laurel.waitingTurns.length].join();
            };
            const said = [];

            // So many; tried again, they are the same ones. And so many bytes.
            const ada = signedIn("A");
            said.push(await end(ada, 32, 1), await end(ada, 30, 1));
            said.push(await end(signedIn("B"), 14, 60_000));
            room = 100;
            said.push(await end(signedIn("C"), 1, 100));
            room = Infinity;

            // Another page, later.
            asked = [];
            answer = () => new Response('{"id":"M","version":2,"data":"","exchanges":[]}');
            const bob = signedIn("B");
            const keys = bob.waitingTurns.map(({ id }, number) => [
                "Bearer B", `https://games.example/v1/games/org.example.game/matches/M${number}/turns`, id]);
            await bob.sendWaiting();
            await bob.sendWaiting();
            said.push(`${keys.length} ${String(asked) === String(keys)} ${bob.waitingTurns.length}`);

            // Too late, they are lost turns until the game has them.
            answer = () => new Response('{"type":"/problems/not-your-turn"}', { status: 409 });
            const again = signedIn("A");
            const late = [];
            again.addEventListener("lateTurn", ({ detail }) => late.push(detail.outcome.error.kind));
            await again.sendWaiting();
            said.push(late.length, again.waitingTurns.length, again.lostTurns.length, again.lostTurns.at(-1).match);
            again.discardLostTurn(again.lostTurns[0]);
            said.push(again.lostTurns.length, again.lostTurns[0].why, signedIn("B").lostTurns.length);
            console.log(said.join(" | "));
            """#
        let module = Site.root.appending(path: "sdk/laurel.js").absoluteString
        let node = try ChildProcess(
            URL(filePath: "/usr/bin/env"), ["node", "--input-type=module", "-e", script, module])
        #expect(
            node.remainingOutput()
                == "30,30 | 30,30 | 12,12 | 0,0 | 12 true 0 | 30 | 0 | 30 | M29 | 29 | not-your-turn | 0")
        #expect(node.wait() == 0)
    }

    @Test("the module stands alone: it imports nothing, and our own pages ask and read with it")
    func alone() throws {
        let module = try Self.module()
        #expect(module.matches(of: /^\s*import\b|\bimport\(/.anchorsMatchLineEndings()).isEmpty)
        for path in ["/lib/api.js", "/play/gamecenter.js"] {
            #expect(try Site.imports(of: path, in: Site.text(of: path)).contains("/sdk/laurel.js"), "\(path)")
        }
        // One client. The worker can import nothing; the others read the games' modules.
        let asking = try Site.files(".js").filter { $0.text.contains(/\bfetch\(/) }.map(\.path)
        #expect(
            asking == [
                "/lib/api.js", "/notifications-worker.js", "/play/host/module.js", "/sdk/laurel.js", "/watch/run.js",
            ])
    }
}
