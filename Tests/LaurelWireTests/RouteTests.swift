import Foundation
import LaurelDomain
import LaurelWire
import Testing

/// A target taken apart as the HTTP server does it.
func parse(_ method: LaurelWire.Method, _ target: String) throws(Route.Refusal) -> Route {
    let sides = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return try matched(method, sides[0], sides.dropFirst().first ?? "").route
}

private func matched(
    _ method: LaurelWire.Method, _ path: Substring, _ query: Substring
) throws(Route.Refusal) -> RouteMatch {
    let path = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(decoded)
    var pairs: [(name: String, value: String)] = []
    for pair in query.split(separator: "&") {
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        pairs.append((decoded(sides[0]), sides.count > 1 ? decoded(sides[1]) : ""))
    }
    return try RouteMatch(method, path: path, query: pairs)
}

private func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
            bytes.append(value)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

@Suite("Routes")
struct RouteTests {
    @Test("a printed route parses as itself", arguments: Route.examples + full)
    func roundTrip(route: Route) throws {
        #expect(try parse(route.method, route.target) == route)
    }

    /// What the parameters' own examples leave out: everything at once, and texts that have to be encoded.
    static let full: [Route] = {
        do {
            let game = try BundleID("com.ali.MonkeyJump")
            let board = try LeaderboardID("HighScores")
            let chinese = try LanguageTag("zh-Hans")
            let reading = ReadingQuery(
                time: .week, occurrence: .previous, language: chinese, version: JournalSequence(7),
                environment: .sandbox)
            let save = try SavedGameID("save-1")
            let slot = try #require(SavedGameName("存档 1/2 + ü"))
            let noon = try #require(Timestamp(rfc3339: "2026-11-21T12:00:00.000Z"))
            let challenge = try #require(ChallengeID("C:_00112233445566778899aabbccddeeff"))
            let origin = try #require(WebOrigin("http://[::1]:8081"))
            return [
                .players(.list(ids: ["A:_00ff", "A:_ü /"], .sandbox)),
                .games(.leaderboard(game, board, language: chinese, .sandbox)),
                .games(.entries(game, board, .friends, try RankWindow(first: 101, count: 1), reading)),
                .games(.entriesOfPlayers(game, board, ids: ["A:_1", "A:_2"], reading)),
                .games(
                    .entries(
                        game, board, .global, try RankWindow(first: 1, count: 1),
                        ReadingQuery(occurrence: .number(7)))),
                .games(.entriesAround(game, board, count: 1, reading)),
                .games(.entriesAroundFriends(game, board, count: 7, reading)),
                .matches(.activity(game, group: Int64.min, .sandbox)),
                .notifications(.events(leaderboards: [], nil, after: nil)),
                .notifications(
                    .events(
                        leaderboards: [LeaderboardName(game, board), LeaderboardName(game, board)], .sandbox,
                        after: NoticeID(7))),
                .notifications(.notices(before: NoticeID(7), count: 1)),
                .notifications(
                    .webhookDeliveries(game, .sandbox, before: WebhookDeliveryID(7), count: 1)),
                .accounts(.endSession(SessionID(.max))), .accounts(.pendingDevice(userCode: "wdjb mjht")),
                .administration(.findPlayers(prefix: "zoë", after: "G:1000001")),
                .friends(.remove(playerID: "ü /?")), .friends(.list(from: 101, count: 25)),
                .moderation(.inspectPlayers(game, search: "jungle jim")), .moderation(.ban(game, "T:_ü /")),
                .moderation(.ban(nil, "G:1")), .moderation(.bans(nil)), .moderation(.bans(game)),
                .moderation(.inspectEntries(game, board, try RankWindow(first: 3, count: 7), .sandbox)),
                .moderation(
                    .inspectScores(game, board, player: "T:_1", before: JournalSequence(7), .sandbox)),
                .moderation(.reviews(game, .rejected, after: ReviewID(7))),
                .moderation(.reviews(nil, .pending, after: ReviewID(7))),
                .exports(.scores(game, .json, leaderboard: board, after: JournalSequence(7), .sandbox)),
                .exports(.achievements(game, .json, .sandbox)),
                .achievements(.list(game, of: "G:1000001", language: chinese, .sandbox)),
                .achievements(.reset(game, waiting: 0, .sandbox)),
                .challenges(
                    .list(
                        ChallengesQuery(
                            role: .sent, state: .completed, before: challenge, count: 7, language: chinese,
                            environment: .sandbox))),
                .savedGames(.save(game, save, SaveQuery(name: slot, basedOn: []), nil)),
                .savedGames(
                    .save(
                        game, save,
                        SaveQuery(name: slot, deviceName: "Ali's", modified: noon, basedOn: [save, save]), .sandbox)),
                .savedGames(.delete(game, slot, .sandbox)), .apps(.importConfiguration(game, isPlan: false)),
                .teams(.serverAudit(AuditQuery(before: AuditID(7), count: 1))),
                .webGames(
                    .describeAuthorization(
                        game, origin: origin, redirect: "http://[::1]:8081/hop/?a=b&c", .sandbox)),
            ]
                + [
                    "icon", "screenshots/10", "leaderboards/HighScores/en", "achievements/first/zh-Hans",
                    "sets/jungle/en",
                ]
                .compactMap { ImageSlot($0) }.flatMap {
                    [Route.images(.set(game, $0)), .images(.remove(game, $0))]
                }
        } catch {
            Issue.record(error)
            return []
        }
    }()

    @Test("a declaration's template has the parameters that its parts read", arguments: Endpoint.allCases)
    func templates(endpoint: Endpoint) {
        let named = endpoint.template.split(separator: "/").filter { $0.first == "{" }.map { $0.dropFirst().dropLast() }
        #expect(endpoint.pathParameters.map(\.name) == named.map(String.init))
        #expect(Set(endpoint.queryParameters.map(\.name)).count == endpoint.queryParameters.count)
    }

    @Test("every declaration is in its feature's list, under its own name, and no name is used twice")
    func declarations() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appending(path: "Sources/LaurelWire/Routes")
        var declared: [String] = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let text = try String(contentsOf: file, encoding: .utf8)
            // Actions on one thing are declared by a function that says once what is theirs.
            for match in text.matches(of: /static let (\w+) = (?:\w+\.endpoint|of\w+)\(\s*(?:\.\w+, )?"(\w+)"/) {
                #expect(match.1 == match.2)
                declared.append(String(match.1))
            }
        }
        #expect(declared.sorted() == Endpoint.allCases.map(\.name).sorted())
        #expect(Set(declared).count == declared.count)
    }

    @Test(
        "a cursor is the rank with 36 digits behind a p, and reads back",
        arguments: [1, 35, 36, 101, 1_295, 1_296, 1_000_001, Int.max - RankWindow.countLimit])
    func cursors(first: Int) throws {
        let cursor = try #require(Cursor(first: first))
        #expect(cursor.text == "p" + String(first, radix: 36))
        #expect(Cursor(cursor.text) == cursor)
    }

    @Test("a path tells the app and the team that rights depend on")
    func owners() throws {
        let board = try RouteMatch(.get, path: ["v1", "games", "a.b", "leaderboards", "x"], query: [])
        #expect(board.bundleID == (try BundleID("a.b")))
        #expect(board.teamID == nil)
        let members = try RouteMatch(.get, path: ["v1", "connect", "teams", "9QK2M9XA0T", "members"], query: [])
        #expect(members.bundleID == nil)
        #expect(members.teamID == (try TeamID("9QK2M9XA0T")))
        for endpoint in Endpoint.allCases {
            for route in endpoint.examples {
                let sides = route.target.split(separator: "?", maxSplits: 1)
                let match = try matched(endpoint.method, sides[0], sides.dropFirst().first ?? "")
                #expect((match.bundleID != nil) == endpoint.template.contains("{bundleID}"), "\(endpoint)")
                #expect((match.teamID != nil) == endpoint.template.contains("{teamID}"), "\(endpoint)")
                #expect(Endpoint.allCases[match.endpointIndex] == match.endpoint)
            }
        }
    }

    @Test("every endpoint has an example of its own", arguments: Endpoint.allCases)
    func examples(endpoint: Endpoint) {
        #expect(!endpoint.examples.isEmpty)
        #expect(endpoint.examples.allSatisfy { $0.endpoint == endpoint })
    }

    @Test("no two endpoints share method and path")
    func distinct() {
        #expect(Set(Endpoint.allCases.map { $0.method.rawValue + $0.template }).count == Endpoint.allCases.count)
    }

    @Test(
        "every documented parameter is understood, one that is not documented is refused",
        arguments: Route.examples + full)
    func parameters(route: Route) throws {
        let target = route.target
        #expect(throws: Route.Refusal.unknownParameter("surprise")) {
            try parse(route.method, target + (target.contains("?") ? "&" : "?") + "surprise=1")
        }
        let documented = Set(route.endpoint.queryParameters.map(\.name))
        let printed = target.split(separator: "?").dropFirst().flatMap { $0.split(separator: "&") }
            .compactMap { $0.split(separator: "=").first.map(String.init) }
        #expect(documented.isSuperset(of: printed))
        for name in documented {
            let rest = printed.contains(name) ? target : target + (target.contains("?") ? "&" : "?") + name + "=%00"
            let twice = rest + "&" + name + "=%00"
            #expect(throws: Route.Refusal.self, "\(name) is there twice") { try parse(route.method, twice) }
        }
    }

    @Test("another method is refused with those that are allowed", arguments: Endpoint.allCases)
    func methods(endpoint: Endpoint) throws {
        let route = try #require(endpoint.examples.first)
        let path = String(route.target.split(separator: "?")[0])
        let allowed = Set(Endpoint.allCases.filter { $0.template == endpoint.template }.map(\.method))
        for method in LaurelWire.Method.allCases where !allowed.contains(method) {
            do throws(Route.Refusal) {
                _ = try parse(method, path)
                Issue.record("\(method) \(path) parsed")
            } catch {
                if case .methodNotAllowed(let allow) = error {
                    #expect(Set(allow) == allowed)
                } else {
                    Issue.record("\(error)")
                }
            }
        }
    }

    @Test(
        "what is no path of ours is not found",
        arguments: [
            "/", "//", "/v1", "/v1/", "/v1/games/", "/v1/players/", "/v1/players/you", "/healthz/", "/v1/games/a.b/x",
            "/v1/games/a.b/leaderboards/x/entries/near", "/v2/games", "/v1/a/b/c/d/e/f/g/h/i/j", "/V1/games",
            "/v1/games/a.b/leaderboards/x%2Fentries/y",
        ])
    func notFound(target: String) {
        #expect(throws: Route.Refusal.self) { try parse(.get, target) }
    }

    @Test(
        "rule 4.9: a range starts at 1 and has at most 100 places",
        arguments: [
            ("from=0", "from"), ("from=-1", "from"), ("from=01", "from"), ("from=+1", "from"), ("from=", "from"),
            ("from=9223372036854775807", "from"), ("from=9223372036854775808", "from"), ("from=1.0", "from"),
            ("count=0", "count"), ("count=101", "count"), ("time=month", "time"), ("time=", "time"),
            ("players=friendly", "players"), ("version=-1", "version"), ("version=281474976710656", "version"),
            ("cursor=x", "cursor"), ("cursor=p", "cursor"), ("cursor=p0", "cursor"), ("cursor=p-1", "cursor"),
            ("cursor=p01", "cursor"), ("cursor=pzzzzzzzzzzzzzzzz", "cursor"), ("cursor=p2&from=2", "cursor"),
            ("environment=staging", "environment"), ("language=e", "language"), ("language=en_GB", "language"),
            ("ids=", "ids"), ("ids=a,,b", "ids"), ("from=1&from=1", "from"), ("ids=a&count=3", "count"),
        ])
    func refusals(query: String, name: String) {
        let refusal = #expect(throws: Route.Refusal.self) {
            try parse(.get, "/v1/games/com.ali.MonkeyJump/leaderboards/HighScores/entries?" + query)
        }
        #expect(refusal?.parameter == name)
    }

    @Test(
        "a value that isn't one of a parameter's words or numbers is refused with what it must be",
        arguments: [
            ("/v1/matches?state=pending", "state", "invited, turn, waiting or over"),
            ("/v1/challenges?state=over", "state", "invalid, pending, completed or declined"),
            ("/v1/friend-suggestions?count=51", "count", "an integer from 1 to 50"),
        ])
    func expectations(target: String, name: String, expected: String) {
        #expect(throws: Route.Refusal.invalidParameter(name, expected: expected)) { try parse(.get, target) }
    }

    @Test(
        "rule 4.9: the edges of a range are inside",
        arguments: ["from=1&count=1", "from=1&count=100", "from=9223372036854775707&count=100"])
    func edges(query: String) throws {
        _ = try parse(.get, "/v1/games/com.ali.MonkeyJump/leaderboards/HighScores/entries?" + query)
    }

    @Test("at most a hundred ids, at most fifty leaderboards")
    func lists() throws {
        let ids = (0..<100).map { "G:\($0)" }.joined(separator: ",")
        _ = try parse(.get, "/v1/players?ids=" + ids)
        #expect(throws: Route.Refusal.invalidParameter("ids")) { try parse(.get, "/v1/players?ids=" + ids + ",G:100") }
        #expect(throws: Route.Refusal.invalidParameter("ids")) { try parse(.get, "/v1/players") }
        let boards = (0..<50).map { "a.b/\($0)" }.joined(separator: ",")
        _ = try parse(.get, "/v1/events?leaderboards=" + boards)
        #expect(throws: Route.Refusal.invalidParameter("leaderboards")) {
            try parse(.get, "/v1/events?leaderboards=" + boards + ",a.b/x")
        }
        #expect(throws: Route.Refusal.invalidParameter("leaderboards")) {
            try parse(.get, "/v1/events?leaderboards=a.b")
        }
    }

    @Test("identifiers in a path are checked", arguments: ["x", "a..b", "a.b ", "a.ü", ".a"])
    func identifiers(id: String) {
        #expect(throws: Route.Refusal.invalidParameter("bundleID")) {
            try Route(.get, path: ["v1", "games", id], query: [])
        }
        #expect(throws: Route.Refusal.invalidParameter("bundleID")) {
            try Route(.patch, path: ["v1", "connect", "apps", id], query: [])
        }
        #expect(throws: Route.Refusal.invalidParameter("leaderboardID")) {
            try Route(.get, path: ["v1", "games", "a.b", "leaderboards", "a/b"], query: [])
        }
    }
}

@Suite("Problems")
struct ProblemTests {
    @Test("kinds are stable words in kebab case with a title and an error status", arguments: Problem.Kind.allCases)
    func kinds(kind: Problem.Kind) {
        #expect(kind.rawValue.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) })
        #expect((400...599).contains(kind.status))
        #expect(!kind.title.isEmpty)
    }

    @Test("the reference has a row for each kind with its status and title and for each reason, and names each route")
    func reference() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let reference = try String(contentsOf: root.appending(path: "docs/reference.md"), encoding: .utf8)
        let rows = reference.split(separator: "\n")
        let missing = Problem.Kind.allCases.filter { kind in
            !rows.contains { $0.hasPrefix("| `\(kind.rawValue)` | \(kind.status) | \(kind.title) |") }
        }
        #expect(missing == [])
        let reasons = Problem.Reason.allCases.filter { $0 != .unknown }
        #expect(reasons.filter { reason in !rows.contains { $0.hasPrefix("| `\(reason.rawValue)` | ") } } == [])
        #expect(Set(Endpoint.allCases.map(\.template)).filter { !reference.contains($0 + "`") } == [])
    }

    @Test("a problem is RFC 9457 with a request id")
    func json() throws {
        let problem = Problem(JSONError(.notAnInteger, path: "scores[2].value"))
        let json = try JSONValue(json: problem.json(requestID: "r-1"))
        #expect(json["type"] == .string("/problems/invalid-parameter"))
        #expect(json["status"] == .integer(400))
        #expect(json["field"] == .string("scores[2].value"))
        #expect(json["requestID"] == .string("r-1"))
        #expect(json["detail"] == .string("scores[2].value must be a whole number."))
    }

    @Test(
        "a problem is written and read by its definition, also one of a newer server", arguments: Problem.Kind.allCases)
    func definition(kind: Problem.Kind) throws {
        let whole = Problem(kind, "Try \"again\".", field: "ids")
        let start = #"{"type":"/problems/\#(kind.rawValue)","title":"\#(kind.title)","status":\#(kind.status),"#
        #expect(
            String(decoding: whole.json(requestID: "r-1"), as: UTF8.self)
                == start + #""detail":"Try \"again\".","requestID":"r-1","field":"ids"}"#)
        let short = Problem(kind).json(requestID: "r-2")
        #expect(String(decoding: short, as: UTF8.self) == start + #""requestID":"r-2"}"#)
        #expect(
            try ProblemAnswer.shape.answer(json: short) == ProblemAnswer(Problem(kind), requestID: "r-2"))
        let newer =
            #"{"type":"/problems/too-loud","title":"Too loud","status":400,"requestID":"r","volume":11,"#
            + #""reason":"shouted"}"#
        let read = try ProblemAnswer.shape.answer(json: Array(newer.utf8))
        #expect(read.kind == nil && read.reason == .unknown)
        let breached = Problem(kind, field: "password", reason: .breached)
        let json = breached.json(requestID: "r-3")
        #expect(
            String(decoding: json, as: UTF8.self) == start
                + #""requestID":"r-3","field":"password","reason":"breached"}"#)
        #expect(try ProblemAnswer.shape.answer(json: json).reason == .breached)
        let tooMany = Problem(kind, field: "ids", reason: .tooMany, values: Problem.Values(maximum: 100, id: "a"))
        let limited = tooMany.json(requestID: "r-4")
        #expect(
            String(decoding: limited, as: UTF8.self) == start
                + #""requestID":"r-4","field":"ids","reason":"too-many","values":{"maximum":100,"id":"a"}}"#)
        #expect(try ProblemAnswer.shape.answer(json: limited) == ProblemAnswer(tooMany, requestID: "r-4"))
    }
}
