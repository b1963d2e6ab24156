import Foundation
import LaurelProcess
import Testing

/// What a server keeps for itself, nodes must have in common, and the next owner must go on with: the table at the end
/// of docs/internals/cluster.md names a function here for each line of the design that no other test holds.
///
/// They're steps of one test. A cluster and a takeover take seconds each, so there's one of both for all of them.
@Suite("What nodes have in common", .serialized, .timeLimit(.minutes(15))) struct ClusterLineTests {
    private static let achievements = ["a1", "a2", "a3", "a4", "a5"]
    private static let origin = "https://jump.example"
    /// RFC 7636, appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    @Test("limits count over all nodes, and what was done before an owner was killed holds at the others")
    func lines() async throws {
        let cluster = try ClusterTests.Cluster()
        for _ in 0..<3 { try cluster.start(options: ["--allow-private-deliveries"]) }
        // Made at a node that doesn't own the store: the first one does.
        let game = try await TestGame(on: cluster.nodes[1])
        let guesses = try await Self.guesses(cluster.nodes)
        try await Self.budgets(cluster.nodes)
        try await Self.sendings(cluster.nodes)
        try await Self.gates(cluster.nodes, game)

        let hook = try HookServer()
        defer { hook.stop() }
        try await Self.configure(game, hook)
        let amy = try await game.player("amy")
        let barred = try await Self.bar(cluster.nodes, game, amy)
        let heard = try await Self.listen(cluster.nodes, game, amy, hook)
        // Good for a minute.
        let codes = try await Self.allow(cluster.nodes, game)
        hook.leaveNext()
        try await Self.report("a3", at: cluster.nodes[2], game, amy)
        await hook.hear("a3")
        cluster.nodes[0].kill()
        cluster.remove(0)

        let nodes = cluster.nodes
        // Reads, which wait for the next owner, and are sent to it again where the former one had them.
        for node in nodes { try await Self.expectSession(amy, 200, at: node) }
        try await Self.expectNoMore(guesses, nodes)
        try await Self.codes(codes, nodes)
        try await Self.bans(barred.banned, nodes)
        try await Self.erasures(barred.erased, nodes)
        try await Self.expectAmyAlone(nodes, game, amy)
        try await Self.streams(heard, nodes, game, amy)
        await Self.deliveries(hook)
        try await Self.numbers(nodes, game, amy)
    }

    // MARK: Before the owner is killed

    /// AttemptLimiter: guesses at one alias from one address.
    private static func guesses(_ nodes: [LaurelProcess]) async throws -> Taken {
        _ = try await account("max", at: nodes[0])
        return try await exhaust("guesses", burst: 10, interval: .seconds(60), over: nodes) { node, number in
            try await guess(number, at: node)
        }
    }

    private static func guess(_ number: Int, at node: LaurelProcess) async throws -> LocalHTTP.Answer {
        let answer = try await node.http.json(
            "POST", "/v1/sessions", ["alias": "max", "password": "wrong horse \(number)"])
        #expect(answer.status == 429 || answer.status == 401, "\(answer.text)")
        return answer
    }

    /// The next owner knows of the guesses before it. Another one is checked once it was earned, and no sooner.
    private static func expectNoMore(_ guesses: Taken, _ nodes: [LaurelProcess]) async throws {
        var taken = guesses.count
        for (index, node) in nodes.enumerated() {
            if try await guess(100 + index, at: node).status == 401 { taken += 1 }
        }
        let most = 10 + (ContinuousClock.now - guesses.begin) / Duration.seconds(60)
        #expect(Double(taken) <= most, "\(taken) guesses were checked, also by the next owner")
    }

    /// What was let through since a moment.
    private struct Taken {
        let count: Int
        let begin: ContinuousClock.Instant
    }

    /// RequestBudgets: the smallest one, by requests that cost nothing else.
    private static func budgets(_ nodes: [LaurelProcess]) async throws {
        let token = try await account("bob", at: nodes[0])
        try await exhaust("requests", burst: 60, interval: .milliseconds(500), over: nodes) { node, _ in
            // No guest's secret.
            let answer = try await node.http.json(
                "POST", "/v1/players/me/guests/preview", ["secret": verifier], token: token)
            if answer.status == 429 {
                let policy = answer.headers["ratelimit-policy"] ?? ""
                #expect(policy.hasPrefix("\"player-expensive\";q=60;"), "\(policy)")
            } else {
                #expect(answer.status == 404, "\(answer.text)")
            }
            return answer
        }
    }

    /// SendingCaps: invitation links. Beyond twenty that are good there are no more, but asking for one counts.
    private static func sendings(_ nodes: [LaurelProcess]) async throws {
        let token = try await account("ivy", at: nodes[0])
        try await exhaust("links", burst: 50, interval: .seconds(1_000), over: nodes) { node, _ in
            let answer = try await node.http.json("POST", "/v1/friend-invitations", [:], token: token)
            #expect([201, 409, 429].contains(answer.status), "\(answer.text)")
            return answer
        }
    }

    /// Asks the nodes in turn until each has refused, and expects that together they let through what one limit does.
    ///
    /// - Parameters:
    ///   - burst: so many at once…
    ///   - interval: …and then one every so often.
    @discardableResult private static func exhaust(
        _ what: String, burst: Int, interval: Duration, over nodes: [LaurelProcess],
        _ ask: (_ node: LaurelProcess, _ number: Int) async throws -> LocalHTTP.Answer
    ) async throws -> Taken {
        let begin = ContinuousClock.now
        var asked = 0
        var taken = 0
        var refusing: Set<Int> = []
        // With a limit of its own, each node would let through as many.
        while refusing.count < nodes.count, taken < burst * nodes.count {
            let index = asked % nodes.count
            let answer = try await ask(nodes[index], asked)
            if answer.status == 429 { refusing.insert(index) } else { taken += 1 }
            asked += 1
        }
        // A slow machine is given back more meanwhile.
        let most = Double(burst) + (ContinuousClock.now - begin) / interval
        #expect(taken >= burst && Double(taken) <= most, "\(taken) \(what) were let through, not \(burst)")
        #expect(refusing.count == nodes.count, "only the nodes \(refusing.sorted()) refuse \(what)")
        return Taken(count: taken, begin: begin)
    }

    /// SerialGate: of many that make a set with the same ID at once, one does, and no more are made than an app may
    /// have. The store refuses neither: without the gate, all that come while the first one is written pass the checks.
    private static func gates(_ nodes: [LaurelProcess], _ game: TestGame) async throws {
        // Rule 3.5.
        let limit = 100
        let same = try await makeSets(Array(repeating: "s0", count: 24), nodes, game)
        #expect(same == [201: 1, 409: 23])
        let others = try await makeSets((1..<limit + 12).map { "s\($0)" }, nodes, game)
        #expect(others == [201: limit - 1, 409: 12])
        for node in nodes {
            let listed = try await node.administration.json("GET", "/v1/connect/apps/\(game.bundleID)/sets")
            #expect((listed.object["sets"] as? [Any])?.count == limit, "\(listed.text)")
        }
    }

    /// Asks the nodes in turn, without waiting for answers.
    /// - Returns: how many answers had each status.
    private static func makeSets(
        _ ids: [String], _ nodes: [LaurelProcess], _ game: TestGame
    ) async throws -> [Int: Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for (index, id) in ids.enumerated() {
                let node = nodes[index % nodes.count]
                group.addTask {
                    let made = try await node.administration.json(
                        "POST", "/v1/connect/apps/\(game.bundleID)/sets",
                        ["id": id, "localizations": [["language": "en", "name": id]], "leaderboards": ["best"]])
                    return made.status
                }
            }
            var counts: [Int: Int] = [:]
            for try await status in group { counts[status, default: 0] += 1 }
            return counts
        }
    }

    /// Achievements, a page that the game is played on, and the game's own server.
    private static func configure(_ game: TestGame, _ hook: HookServer) async throws {
        let (connect, app) = (game.server.administration, "/v1/connect/apps/\(game.bundleID)")
        for id in achievements {
            let made = try await connect.json(
                "POST", app + "/achievements",
                [
                    "id": id, "points": 10,
                    "localizations": [
                        ["language": "en", "title": id, "descriptionBefore": "Do it.", "descriptionAfter": "Done."]
                    ],
                ])
            try #require(made.status == 201, "\(made.text)")
        }
        try await release(game)
        let origins = try await connect.json("PUT", app + "/web-origins", ["webOrigins": [origin]])
        try #require(origins.status == 200, "\(origins.text)")
        let set = try await connect.json(
            "PUT", app + "/webhook", ["url": "http://127.0.0.1:\(hook.port)/", "events": ["achievementEarned"]])
        try #require(set.status == 200, "\(set.text)")
    }

    /// The tokens of two players whom the server is rid of.
    private struct Barred {
        let banned, erased: String
    }

    private static func bar(_ nodes: [LaurelProcess], _ game: TestGame, _ amy: String) async throws -> Barred {
        let barred = Barred(banned: try await game.player("zorro"), erased: try await game.player("quentin"))
        for (value, token) in [(10, amy), (20, barred.banned), (30, barred.erased)] {
            let sent = try await nodes[0].http.json("POST", game.scores, ["value": value], token: token)
            #expect(sent.status == 200, "\(sent.text)")
        }
        let page = try await nodes[1].http.json("GET", game.entries, token: amy)
        #expect(page.object["total"] as? Int == 3, "\(page.text)")
        let banned = try await nodes[2].administration.json(
            "PUT", "/v1/connect/bans/zorro", ["reason": "a speed hack"])
        try #require(banned.status == 200, "\(banned.text)")
        let erased = try await nodes[1].administration.json(
            "POST", "/v1/connect/players/erasures", ["alias": "quentin"])
        try #require(erased.object["isFinished"] as? Bool == true, "\(erased.text)")
        return barred
    }

    /// A stream at the owner that has heard of two achievements.
    private struct Listening {
        let stream: EventStream
        /// The notice that its client goes on after.
        let last: Int
    }

    private static func listen(
        _ nodes: [LaurelProcess], _ game: TestGame, _ amy: String, _ hook: HookServer
    ) async throws -> Listening {
        let first = try EventStream(nodes[2], amy, after: 0)
        try await report("a1", at: nodes[0], game, amy)
        let one = try await first.next()
        await hook.hear("a1")
        try await report("a2", at: nodes[1], game, amy)
        await hook.hear("a2")
        let second = try EventStream(nodes[0], amy, after: one.id)
        let two = try await second.next()
        #expect(one.subject == "a1" && two.subject == "a2" && one.id < two.id, "\(one), \(two)")
        return Listening(stream: second, last: two.id)
    }

    /// What the game's page has been given to fetch sessions with.
    private struct Codes {
        let unused, used: String
        /// What the used one gave.
        let session: String
    }

    private static func allow(_ nodes: [LaurelProcess], _ game: TestGame) async throws -> Codes {
        let kim = try await account("kim", at: nodes[2])
        var codes: [String] = []
        for node in nodes.prefix(2) {
            let allowed = try await node.http.json(
                "POST", "/v1/authorizations",
                ["bundleID": game.bundleID, "origin": origin, "challenge": challenge], token: kim)
            codes.append(try #require(allowed.object["code"] as? String, "\(allowed.text)"))
        }
        let fetched = try await redeem(codes[1], at: nodes[2])
        let session = try #require(fetched.object["token"] as? String, "\(fetched.text)")
        return Codes(unused: codes[0], used: codes[1], session: session)
    }

    // MARK: After another node owns the store

    /// Each code gives one session, and ends it when it's shown once more: somebody else has seen it.
    private static func codes(_ codes: Codes, _ nodes: [LaurelProcess]) async throws {
        let fetched = try await redeem(codes.unused, at: nodes[0])
        let session = try #require(fetched.object["token"] as? String, "\(fetched.text)")
        for (code, token) in [(codes.unused, session), (codes.used, codes.session)] {
            try await expectSession(token, 200, at: nodes[1])
            let again = try await redeem(code, at: nodes[1])
            #expect(again.status == 401, "\(again.text)")
            try await expectSession(token, 401, at: nodes[0])
        }
    }

    private static func bans(_ token: String, _ nodes: [LaurelProcess]) async throws {
        for node in nodes {
            try await expectSession(token, 401, at: node)
            let signIn = try await node.http.json(
                "POST", "/v1/sessions", ["alias": "zorro", "password": "correct horse zorro"])
            #expect(signIn.status == 403 && signIn.text.contains("banned"), "\(signIn.text)")
        }
    }

    private static func erasures(_ token: String, _ nodes: [LaurelProcess]) async throws {
        for node in nodes {
            try await expectSession(token, 401, at: node)
            let signIn = try await node.http.json(
                "POST", "/v1/sessions", ["alias": "quentin", "password": "correct horse quentin"])
            #expect(signIn.status == 401, "\(signIn.text)")
            let found = try await node.administration.json("GET", "/v1/connect/players?prefix=quentin")
            #expect((found.object["players"] as? [Any])?.isEmpty == true, "\(found.text)")
        }
    }

    /// Those who were banned and erased had better scores.
    private static func expectAmyAlone(_ nodes: [LaurelProcess], _ game: TestGame, _ amy: String) async throws {
        for node in nodes {
            let page = try await node.http.json("GET", game.entries, token: amy)
            #expect(page.object["total"] as? Int == 1 && page.text.contains("amy"), "\(page.text)")
            #expect(!page.text.contains("zorro") && !page.text.contains("quentin"), "\(page.text)")
        }
    }

    /// Each notice comes once and in order, whenever and at whichever node it was made.
    private static func streams(
        _ listening: Listening, _ nodes: [LaurelProcess], _ game: TestGame, _ amy: String
    ) async throws {
        // What came over the old stream before it ended with its node. Its client has read none of it.
        let rest = await listening.stream.rest()
        #expect(rest.isEmpty || rest == ["a3"], "\(rest)")
        try await report("a4", at: nodes[1], game, amy)
        let stream = try EventStream(nodes[0], amy, after: listening.last)
        var notices: [EventStream.Notice] = []
        for _ in 0..<2 { notices.append(try await stream.next()) }
        try await report("a5", at: nodes[0], game, amy)
        notices.append(try await stream.next())
        #expect(notices.map(\.subject) == ["a3", "a4", "a5"])
        let ids = [listening.last] + notices.map(\.id)
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }, "\(ids)")
    }

    /// The event that the former owner had no answer for comes again under its ID, and no event has two.
    private static func deliveries(_ hook: HookServer) async {
        await hook.hear("a3", times: 2)
        for achievement in ["a4", "a5"] { await hook.hear(achievement) }
        let ids = Dictionary(grouping: hook.messages, by: \.subject).mapValues { Set($0.map(\.id)) }
        #expect(ids.keys.sorted() == achievements && ids.values.allSatisfy { $0.count == 1 }, "\(ids)")
        #expect(Set(ids.values.joined()).count == achievements.count, "\(ids)")
    }

    /// A leaderboard that the next owner makes has a number of its own.
    private static func numbers(_ nodes: [LaurelProcess], _ game: TestGame, _ amy: String) async throws {
        let made = try await nodes[1].administration.json(
            "POST", "/v1/connect/apps/\(game.bundleID)/leaderboards",
            [
                "id": "second", "referenceName": "Second", "format": "integer", "submissionType": "best",
                "sortOrder": "highToLow", "localizations": [["language": "en", "name": "Second"]],
            ])
        try #require(made.status == 201, "\(made.text)")
        try await release(game)
        let second = TestGame(known: nodes[0], bundleID: game.bundleID, leaderboard: "second")
        let sent = try await nodes[0].http.json("POST", second.scores, ["value": 7], token: amy)
        #expect(sent.status == 200, "\(sent.text)")
        for (board, value) in [(game, 10), (second, 7)] {
            let page = try await nodes[1].http.json("GET", board.entries, token: amy)
            let local = page.object["local"] as? [String: Any]
            #expect(local?["value"] as? Int == value && page.object["total"] as? Int == 1, "\(page.text)")
        }
    }

    // MARK: Requests

    /// Signs a player up on the server's own pages.
    /// - Returns: the token.
    private static func account(_ alias: String, at node: LaurelProcess) async throws -> String {
        let answer = try await node.http.json(
            "POST", "/v1/players", ["alias": alias, "password": "correct horse \(alias)"])
        return try #require(answer.object["token"] as? String, "\(answer.text)")
    }

    private static func expectSession(_ token: String, _ status: Int, at node: LaurelProcess) async throws {
        let me = try await node.http.json("GET", "/v1/players/me", token: token)
        #expect(me.status == status, "\(me.text)")
    }

    private static func redeem(_ code: String, at node: LaurelProcess) async throws -> LocalHTTP.Answer {
        try await node.http.json("POST", "/v1/authorizations/session", ["code": code, "verifier": verifier])
    }

    private static func report(
        _ achievement: String, at node: LaurelProcess, _ game: TestGame, _ token: String
    ) async throws {
        let report: [String: Any] = ["id": achievement, "percentComplete": 100]
        let answer = try await node.http.json(
            "POST", "/v1/games/\(game.bundleID)/achievements", ["achievements": [report]], token: token)
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// What was configured since the last release goes to Production.
    private static func release(_ game: TestGame) async throws {
        let released = try await game.server.administration.json(
            "PATCH", "/v1/connect/apps/\(game.bundleID)", ["isReleased": true])
        try #require(released.status == 200, "\(released.text)")
    }
}
