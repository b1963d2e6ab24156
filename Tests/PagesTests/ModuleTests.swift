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
