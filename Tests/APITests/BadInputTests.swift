@testable import LaurelAPI
import LaurelDomain
import LaurelWire
import Testing

/// Every route against everything that is not as the document says. The cases are made from the routes and from the
/// very schemas that the document prints, so a new route or field is in here from its first day.
@Suite("Bad input", .timeLimit(.minutes(15)))
struct BadInputTests {
    /// One request that must be refused.
    struct Bad: Sendable {
        let label: String
        let method: String
        let target: String
        var headers: [(String, String)] = []
        var body: [UInt8]?
    }

    /// One world for all endpoints: nothing may be changed by any case, so none can spoil it for the next.
    @Test(
        "rules 4.4, 4.9: each endpoint refuses bad bodies, parameters, ids and tokens with a problem, changing nothing")
    func table() async throws {
        var limits = APILimits()
        limits.bodyBytes = 65_536
        try await TestServer.run(limits: limits) { server in
            var world = try await World(server)
            try await world.prepareChallenges()
            try await world.prepareShares()
            // Something to be lost: an entry, and its row in the journal.
            let first = world.call(.submitScore)
            let submitted = try await world.send(first.method, first.target, first.token, first.body)
            try #require(submitted.status == 200)
            let before = try server.export()
            for endpoint in Endpoint.allCases {
                let cases = Self.cases(endpoint, world, bodyBytes: limits.bodyBytes)
                #expect(cases.count > 3, "\(endpoint)")
                for bad in cases { try await Self.isRefused(bad, of: endpoint, by: server) }
                // The first endpoint that changed something; behind it all would differ.
                try #require(try server.export() == before, "\(endpoint) changed something")
            }
            let alive = try await server.client.send("GET", "/readyz")
            #expect(alive.status == 200)
        }
    }

    private static func isRefused(_ bad: Bad, of endpoint: Endpoint, by server: TestServer) async throws {
        let answer = try await server.client.send(bad.method, bad.target, bad.headers, body: bad.body)
        let label = "\(endpoint), \(bad.label)"
        // A 429 would hide what the endpoint itself says.
        let isRefused = (400...499).contains(answer.status) && answer.status != 429
        #expect(isRefused, "\(label): \(answer.status) \(answer.text)")
        #expect(answer.kind.map { Problem.Kind(rawValue: $0) } != .some(nil), "\(label): \(answer.text)")
        if case .string(let detail)? = answer.json?["detail"] {
            #expect(detail.contains(" ") && detail.last?.isPunctuation == true, "\(label): no sentence: \(detail)")
        }
        guard case .string(let id)? = answer.json?["requestID"], !id.isEmpty else {
            Issue.record("\(label): no request id in \(answer.text)")
            return
        }
    }

    // MARK: The table

    static func cases(_ endpoint: Endpoint, _ world: World, bodyBytes: Int) -> [Bad] {
        let call = world.call(endpoint)
        return methods(endpoint, call) + queries(endpoint, call) + paths(endpoint, call, world)
            + tokens(endpoint, call, world) + bodies(endpoint, call, bodyBytes: bodyBytes)
    }

    private static func make(
        _ label: String, _ call: Call, method: String? = nil, target: String? = nil, token: String? = nil,
        body: [UInt8]? = nil
    ) -> Bad {
        var bad = Bad(label: label, method: method ?? call.method, target: target ?? call.target)
        let token = token ?? call.token
        if !token.isEmpty { bad.headers.append(("Authorization", "Bearer " + token)) }
        bad.body = body ?? call.body.map { Array($0.utf8) }
        if bad.body != nil { bad.headers.append(("Content-Type", "application/json")) }
        return bad
    }

    private static func methods(_ endpoint: Endpoint, _ call: Call) -> [Bad] {
        let allowed = Set(Endpoint.allCases.filter { $0.template == endpoint.template }.map { $0.method.rawValue })
        return ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter { !allowed.contains($0) }
            .map { name in make("method " + name, call, method: name) }
    }

    private static func queries(_ endpoint: Endpoint, _ call: Call) -> [Bad] {
        let sides = call.target.split(separator: "?", maxSplits: 1).map(String.init)
        let present = sides.count > 1 ? sides[1].split(separator: "&").map(String.init) : []
        func target(_ name: String, _ value: String) -> String {
            let rest = present.filter { !$0.hasPrefix(name + "=") }
            return sides[0] + "?" + (rest + [name + "=" + value]).joined(separator: "&")
        }
        var cases = [make("unknown parameter", call, target: target("surprise", "1"))]
        for parameter in endpoint.queryParameters {
            // A search takes any words.
            for value in badValues(parameter.schema) where parameter.name != "search" || !value.contains(",") {
                cases.append(make("\(parameter.name)=\(value)", call, target: target(parameter.name, value)))
            }
            cases.append(
                make("\(parameter.name) twice", call, target: target(parameter.name, "1") + "&\(parameter.name)=1"))
            if parameter.isRequired { cases.append(make("without \(parameter.name)", call, target: sides[0])) }
        }
        return cases
    }

    private static func badValues(_ schema: Schema) -> [String] {
        let long = String(repeating: "x", count: 12_000)
        switch schema {
        case .integer(let range):
            var values = ["", "x", "1.0", "1e3", "+1", "01", "NaN", "0x10", "%20 1", "9223372036854775808", "true"]
            let (below, under) = range.lowerBound.subtractingReportingOverflow(1)
            if !under { values.append(String(below)) }
            let (above, over) = range.upperBound.addingReportingOverflow(1)
            if !over { values.append(String(above)) }
            return values.map { $0.replacing(" ", with: "") }
        case .enumeration: return ["", "x", "1", "TODAY", "%00", "%FF"]
        case .string(let text):
            // A list of ids takes any word; too many and too long are bad for all.
            let many = Array(repeating: "x", count: 200).joined(separator: ",")
            let empty = text.pattern.map { Self.fits("", $0) } ?? false ? [] : [""]
            return empty + [long, many, "%FF", "%00"]
                + (text.pattern.map { pattern in ["%20", "a_b!", "p--1", "%2F"].filter { !Self.fits($0, pattern) } }
                    ?? [",", "x,,y"])
        default: return [""]
        }
    }

    /// Whether a pattern of the document takes this value of a query.
    private static func fits(_ encoded: String, _ pattern: String) -> Bool {
        let value = encoded.replacing("%20", with: " ").replacing("%2F", with: "/")
        return (try? Regex(pattern).firstMatch(in: value)) != nil
    }

    private static func paths(_ endpoint: Endpoint, _ call: Call, _ world: World) -> [Bad] {
        var cases: [Bad] = []
        let bundles = ["com.ali.MonkeyJump", "com.example.Other"].filter {
            call.target.contains($0) && !call.target.contains("?leaderboards")
        }
        for bundle in bundles where !endpoint.pathParameters.isEmpty {
            for id in [
                "com.nobody.Nothing", "x", "a..b", ".", "..", "%2e%2e", "com.ali.monkeyjump", "com.ali%2FMonkeyJump",
                "com.ali.MonkeyJump%20", "%F0%9F%90%92.b", "%FF.b", "%00.b", String(repeating: "a.", count: 60) + "b",
            ] {
                cases.append(
                    make("bundleID \(id)", call, target: call.target.replacing("/" + bundle, with: "/" + id)))
            }
        }
        if endpoint.pathParameters.contains(where: { $0.name == "leaderboardID" }) {
            for id in ["Nothing", "highscores", "a%2Fb", "%20", "%FF", "..%2F..", String(repeating: "x", count: 101)] {
                let target = call.target.replacing("/HighScores", with: "/" + id)
                    .replacing("/leaderboards/Runs/", with: "/leaderboards/\(id)/")
                cases.append(make("leaderboardID \(id)", call, target: target))
            }
        }
        if endpoint.pathParameters.contains(where: { $0.name == "achievementID" }) {
            for id in ["Nothing", "firstrun", "a%2Fb", "%20", "%FF", String(repeating: "x", count: 101)] {
                let target = call.target.replacing("/FirstRun", with: "/" + id)
                cases.append(make("achievementID \(id)", call, target: target.replacing("/Disposable", with: "/" + id)))
            }
        }
        if endpoint.pathParameters.contains(where: { $0.name == "challengeID" }) {
            let none = "C:_" + String(repeating: "0", count: 32)
            for id in [none, none.replacing("0", with: "f"), none + "0", "1", "C:_", "%20", "%FF", none.uppercased()] {
                let target = call.target.replacing("/" + world.challengeID, with: "/" + id)
                cases.append(
                    make(
                        "challengeID \(id)", call,
                        target: target.replacing("/" + world.replayedChallengeID, with: "/" + id)))
            }
        }
        if endpoint.pathParameters.contains(where: { $0.name == "teamID" }) {
            for id in ["9QK2M9XA0T", "9qk2m9xa0t", "x", "%20", "%FF", "..", String(repeating: "A", count: 11)] {
                let target = call.target.split(separator: "/").enumerated().map { $0 == 3 ? id : String($1) }
                cases.append(make("teamID \(id)", call, target: "/" + target.joined(separator: "/")))
            }
        }
        if endpoint.template.hasPrefix("/v1/connect/"), let last = endpoint.pathParameters.last?.name,
            ["playerID", "invitationID", "keyID"].contains(last)
        {
            for id in ["0", "-1", "01", "x", "99999999999999999999", "%FF", "%2F", "9223372036854775807"] {
                let target = call.target.split(separator: "/").dropLast() + [Substring(id)]
                cases.append(make("\(last) \(id)", call, target: "/" + target.joined(separator: "/")))
            }
        }
        if !endpoint.template.hasPrefix("/v1/connect/"),
            endpoint.pathParameters.contains(where: { $0.name == "playerID" })
        {
            let path = call.target.split(separator: "/").dropLast().joined(separator: "/")
            for id in [
                "G:0", "x", "%20", "%FF", "%00", "A:_00112233445566778899aabbccddeeff",
                String(repeating: "x", count: 81),
            ] {
                cases.append(make("playerID \(id)", call, target: "/" + path + "/" + id))
            }
        }
        if !endpoint.template.hasPrefix("/v1/connect/"),
            endpoint.pathParameters.contains(where: { $0.name == "friendInvitationID" })
        {
            for id in ["0", "-1", "01", "x", "%20", "99999", "9223372036854775808"] {
                cases.append(
                    make(
                        "invitationID \(id)", call,
                        target: call.target.replacing("/" + world.invitationID, with: "/" + id)))
            }
        }
        if endpoint.pathParameters.contains(where: { $0.name == "shareID" }) {
            let none = String(repeating: "0", count: 32)
            let own = endpoint == .sharedReplay ? world.replayShareID : world.shareID
            for id in [none, none + "0", "1", none.replacing("0", with: "F"), "%20", "%FF", "..", "x.png"] {
                cases.append(
                    make("shareID \(id)", call, target: call.target.replacing("/" + own, with: "/" + id)))
            }
        }
        return cases
    }

    private static func tokens(_ endpoint: Endpoint, _ call: Call, _ world: World) -> [Bad] {
        var cases: [Bad] = []
        let madeUp = String(repeating: "x", count: 43)
        switch endpoint.access {
        case .anyone: return []
        case .playerOrAnonymous: break
        case .player: cases.append(make("nobody", call, token: "-").without("Authorization"))
        case .server, .person, .developer, .team, .operator:
            cases.append(make("nobody", call, token: "-").without("Authorization"))
            cases.append(make("a game", call, token: world.game))
            cases.append(make("a key that nobody made", call, token: "laurel_" + madeUp))
            // Every player may have teams of his own.
            if ![.apps, .teams, .foundTeam, .joinTeam].contains(endpoint) {
                cases.append(make("a player", call, token: world.player))
            }
        }
        for token in [madeUp, "x", "", "ü", String(repeating: "x", count: 5_000), madeUp + " " + madeUp] {
            cases.append(make("token \(token.prefix(20))", call, token: token.isEmpty ? " " : token))
        }
        var basic = make("basic", call).without("Authorization")
        basic.headers.append(("Authorization", "Basic eDp5"))
        cases.append(basic)
        var twice = make("two tokens", call, token: madeUp)
        twice.headers.append(("Authorization", "Bearer " + madeUp))
        cases.append(twice)
        if endpoint != .games, endpoint != .game, !endpoint.pathParameters.isEmpty, !endpoint.access.isDevelopers {
            cases.append(make("another game's session", call, token: world.stranger))
        }
        if endpoint.method != .get, endpoint.access != .anyone {
            var foreign = make("a cookie from another origin", call).without("Authorization")
            foreign.headers += [("Cookie", "laurel_session=" + call.token), ("Origin", "https://evil.example")]
            cases.append(foreign)
            var unsaid = make("a cookie without an origin", call).without("Authorization")
            unsaid.headers += [("Cookie", "laurel_session=" + call.token)]
            cases.append(unsaid)
        }
        return cases
    }

    private static func bodies(_ endpoint: Endpoint, _ call: Call, bodyBytes: Int) -> [Bad] {
        guard let schema = endpoint.body.schema, case .object(_, let properties) = schema, let good = call.body
        else { return [] }
        // A list with a type of its own: without one the compiler takes seconds.
        let wrong: [String] = [
            "", " ", "{", "[]", "null", "1", "\"x\"", "true", "NaN", "{}x", "{\"\":1}", good + "x", good + good,
            "\u{FEFF}" + good, String(good.dropLast()), String(good.dropLast()) + ",\"surprise\":1}",
            String(good.dropLast()) + ",\"\\u0000\":1}", String(repeating: "[", count: 10_000),
            String(repeating: "{\"scores\":", count: 5_000), "{\"x\":\"\\ud800\"}",
        ]
        var texts: [(String, [UInt8])] = wrong.map { ("body \($0.prefix(30))", Array($0.utf8)) }
        texts.append(("bad UTF-8", Array("{\"".utf8) + [0xFF, 0xC0] + Array("\":1}".utf8)))
        texts.append(("too large", Array(good.utf8) + Array(repeating: 0x20, count: bodyBytes)))
        guard case .object(let members)? = try? JSONValue(json: Array(good.utf8)) else { return [] }
        for property in properties {
            for value in candidates where !accepts(property.schema, value) {
                texts.append(("\(property.name): \(value.prefix(40))", body(members, property.name, value)))
            }
            for value in edges(property.schema) {
                texts.append(("\(property.name): \(value.prefix(40))", body(members, property.name, value)))
            }
            if property.isRequired {
                texts.append(("without \(property.name)", body(members, property.name, nil)))
            }
            if let member = members[property.name] {
                let twice = String(decoding: body(members, nil, nil), as: UTF8.self).dropLast()
                texts.append(
                    ("\(property.name) twice", Array((twice + ",\"\(property.name)\":" + Self.text(member) + "}").utf8))
                )
            }
        }
        var cases = texts.map { make($0.0, call, body: $0.1) }
        for type in [
            "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "", "application/json, text/plain",
        ] where endpoint.body.form == nil || !type.hasSuffix("form-urlencoded") {
            var bad = make("type \(type)", call).without("Content-Type")
            bad.headers.append(("Content-Type", type))
            cases.append(bad)
        }
        return cases
    }

    /// One of each kind, and the edges of Int64.
    private static let candidates = [
        "null", "true", "0", "-1", "1.0", "1e3", "1E400", "0.1", "NaN", "Infinity", "-", "01", "+1", "0x1F",
        "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "\"\"", "\"1\"",
        "\"\\ud83d\"", "\"\\u12\"", "\"unterminated", "[]", "[1]", "[null]", "[[]]", "{}", "{\"a\":1}",
        "{\"value\":\"1\"}",
        "[{}]", "[{\"value\":1.5}]", "[{\"value\":1,\"x\":1}]", "[{\"value\":9223372036854775808}]",
    ]

    /// Just outside of what the schema allows.
    private static func edges(_ schema: Schema) -> [String] {
        switch schema {
        case .nullable(let inner): return edges(inner)
        case .integer(let range):
            return [range.lowerBound.subtractingReportingOverflow(1), range.upperBound.addingReportingOverflow(1)]
                .filter { !$0.overflow }.map { String($0.partialValue) }
        case .string(let text):
            var edges = ["\"" + String(repeating: "x", count: text.length.upperBound + 1) + "\""]
            if text.length.lowerBound > 0 {
                edges.append("\"" + String(repeating: "x", count: text.length.lowerBound - 1) + "\"")
            }
            if text.pattern != nil || text.format != nil { edges += ["\"a b!\"", "\"ü\"", "\"a/b\"", "\"\\u0000\""] }
            return edges
        case .enumeration: return ["\"x\"", "\"\"", "\"INTEGER\""]
        case .array(_, let limit):
            return ["[" + Array(repeating: "{}", count: limit + 1).joined(separator: ",") + "]"]
        case .object, .anyObject, .boolean: return []
        case .number(let range): return [String(range.lowerBound - 0.5), String(range.upperBound + 0.5)]
        }
    }

    private static func accepts(_ schema: Schema, _ text: String) -> Bool {
        guard let value = try? JSONValue(json: Array(text.utf8)) else { return false }
        return accepts(schema, value)
    }

    private static func accepts(_ schema: Schema, _ value: JSONValue) -> Bool {
        switch (schema, value) {
        case (.nullable, .null): true
        case (.nullable(let inner), _): accepts(inner, value)
        case (.integer(let range), .integer(let number)): range.contains(number)
        case (.integer(let range), .number(let number)): Int64(exactly: number).map(range.contains) ?? false
        case (.boolean, .boolean): true
        case (.number(let range), .integer(let number)): range.contains(Double(number))
        case (.number(let range), .number(let number)): range.contains(number)
        case (.string(let text), .string(let string)): text.length.contains(string.unicodeScalars.count)
        case (.enumeration(let names), .string(let string)): names.contains(string)
        case (.array(let element, _), .array(let elements)): elements.allSatisfy { accepts(element, $0) }
        case (.object(_, let properties), .object(let members)):
            properties.allSatisfy { property in
                members[property.name].map { accepts(property.schema, $0) } ?? !property.isRequired
            } && members.keys.allSatisfy { name in properties.contains { $0.name == name } }
        default: false
        }
    }

    /// The good body with one field replaced, or taken out.
    private static func body(_ members: [String: JSONValue], _ name: String?, _ value: String?) -> [UInt8] {
        var parts = members.filter { $0.key != name }.sorted { $0.key < $1.key }
            .map { "\"\($0.key)\":" + text($0.value) }
        if let name, let value { parts.append("\"\(name)\":" + value) }
        return Array(("{" + parts.joined(separator: ",") + "}").utf8)
    }

    private static func text(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.finish(), as: UTF8.self)
    }
}

extension BadInputTests.Bad {
    func without(_ name: String) -> BadInputTests.Bad {
        var bad = self
        bad.headers.removeAll { $0.0 == name }
        return bad
    }
}
