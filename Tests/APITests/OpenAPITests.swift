@testable import LaurelAPI
import LaurelWire
import Testing

@Suite("OpenAPI document", .timeLimit(.minutes(15)))
struct OpenAPITests {
    let document: JSONValue
    let check: SchemaCheck

    /// Made once: each case of a test is a suite of its own.
    private static let made = Result { try JSONValue(json: OpenAPIDocument.bytes(server: "https://games.example")) }

    init() throws {
        document = try Self.made.get()
        check = SchemaCheck(document: document)
    }

    func operation(_ endpoint: Endpoint) throws -> JSONValue {
        try #require(document["paths"]?[endpoint.template]?[endpoint.method.rawValue.lowercased()])
    }

    func names(_ operation: JSONValue, in location: String) -> Set<String> {
        guard case .array(let parameters)? = operation["parameters"] else { return [] }
        return Set(
            parameters.compactMap { parameter in
                guard parameter["in"] == .string(location), case .string(let name)? = parameter["name"] else {
                    return nil
                }
                return name
            })
    }

    @Test("has an operation with parameters, body, answers and problems for every route", arguments: Endpoint.allCases)
    func operations(endpoint: Endpoint) throws {
        let operation = try operation(endpoint)
        #expect(operation["operationId"] == .string(endpoint.name))
        #expect(names(operation, in: "path") == Set(endpoint.pathParameters.map(\.name)))
        #expect(names(operation, in: "query") == Set(endpoint.queryParameters.map(\.name)))
        let hasBody = !endpoint.body.isNone
        #expect((operation["requestBody"] != nil) == hasBody)
        guard case .object(let responses)? = operation["responses"] else {
            Issue.record("no answers")
            return
        }
        #expect(responses.keys.contains { $0.hasPrefix("2") })
        for kind in endpoint.problems { #expect(responses[String(kind.status)] != nil) }
        // Every budget can be used up, and every address can be too long.
        #expect((responses["429"] != nil) == !endpoint.isAnsweredBeforeReady)
        #expect(responses["414"] != nil)
        #expect(!names(operation, in: "query").contains("version") || responses["409"] != nil)
        guard case .array(let tags)? = operation["tags"], case .array(let known)? = document["tags"] else {
            Issue.record("no tags")
            return
        }
        #expect(tags.count == 1 && known.contains { $0["name"] == tags.first })
        switch endpoint.method {
        case .get, .delete: #expect(!hasBody)
        // The address says all that there is to say.
        case .post
        where [
            .playChallenge, .playMatch, .issueTicket, .joinParty, .joinGroupChallenge, .rematchGroupChallenge,
        ].contains(endpoint):
            #expect(!hasBody)
        case .put where endpoint == .like: #expect(!hasBody)
        case .post, .put, .patch: #expect(hasBody)
        }
    }

    @Test("says where the server is, and names nothing as generated clients name their own")
    func names() throws {
        #expect(document["servers"] == .array([.object(["url": .string("https://games.example")])]))
        #expect(OpenAPIDocument.namedSchemas["AppConfiguration"] != nil)
        for taken in ["Configuration", "ApiClient", "ApiResponse", "Client", "Response", "Error", "Model"] {
            #expect(OpenAPIDocument.namedSchemas[taken] == nil, "\(taken)")
        }
        let exports = try operation(.exportScores)["responses"]?["200"]?["content"]
        #expect(exports?["text/csv"] != nil && exports?["application/x-ndjson"] != nil)
        // What only the socket takes says which; the others have an address.
        for endpoint in Endpoint.allCases {
            let socket: JSONValue? = endpoint.access == .operator ? .string("laurel.sock") : nil
            #expect(try operation(endpoint)["x-socket"] == socket, "\(endpoint)")
        }
        for endpoint in [Endpoint.requestDevice, .pollDevice] {
            let form = try operation(endpoint)["requestBody"]?["content"]?["application/x-www-form-urlencoded"]
            let (schema, example) = (try #require(form?["schema"]), try #require(form?["example"]))
            #expect(check.errors(example, schema).isEmpty)
        }
        let save = try operation(.saveGame)["requestBody"]?["content"]?["application/octet-stream"]?["schema"]
        #expect(save?["format"] == .string("binary"))
    }

    @Test("describes nothing that is no route")
    func nothingElse() throws {
        guard case .object(let paths)? = document["paths"] else {
            Issue.record("no paths")
            return
        }
        let count = paths.values.reduce(0) { count, item in
            if case .object(let methods) = item { count + methods.count } else { count }
        }
        #expect(count == Endpoint.allCases.count)
    }

    @Test("examples of bodies and answers are as their schemas say", arguments: Endpoint.allCases)
    func examples(endpoint: Endpoint) throws {
        let operation = try operation(endpoint)
        var contents = [operation["requestBody"]?["content"]?["application/json"]]
        if case .object(let responses)? = operation["responses"] {
            contents += responses.values.map { $0["content"]?["application/json"] }
        }
        for case .some(let content) in contents {
            guard let schema = content["schema"], let example = content["example"] else { continue }
            #expect(check.errors(example, schema).isEmpty)
        }
    }

    @Test("examples of bodies are taken for what they say: whatever is refused, it isn't a field")
    func examplesAreTaken() async throws {
        try await TestServer.run { server in
            let world = try await World.prepared(server)
            // What Apple's server answers, nobody can make up.
            for endpoint in World.inOrder where endpoint != .importFromAppStoreConnect {
                let content = try operation(endpoint)["requestBody"]?["content"]?["application/json"]
                guard let example = content?["example"] else { continue }
                var writer = JSONWriter()
                writer.value(example)
                let body = String(decoding: writer.finish(), as: UTF8.self)
                let call = world.call(endpoint)
                let answer = try await world.send(call.method, call.target, call.token, body)
                #expect(answer.kind != "invalid-parameter", "\(endpoint): \(body): \(answer.text)")
            }
        }
    }

    @Test("a live server answers each operation as documented: one with each good call")
    func conformance() async throws {
        try await TestServer.run { server in
            let world = try await World.prepared(server)
            for endpoint in World.inOrder {
                if endpoint == .events { continue }
                let call = world.call(endpoint)
                var answer = try await world.send(call.method, call.target, call.token, call.body)
                if let bytes = call.bytes {
                    let headers = [
                        ("Authorization", "Bearer " + call.token), ("Content-Type", try #require(call.type)),
                    ]
                    answer = try await server.client.send(call.method, call.target, headers, body: bytes)
                }
                try expect(answer, endpoint)
            }
            // A stream has no end to wait for: its first event is enough. The player's sessions have ended by now.
            let call = world.call(.events)
            let text = try await server.client.stream(call.target) {
                $0.contains("\"version\":")
            }
            #expect(text.contains("200 OK") && text.contains("text/event-stream"))
        }
    }

    @Test("is sent compressed, and not again to a client that has it")
    func sending() async throws {
        try await TestServer.run { server in
            let plain = try await server.client.send("GET", "/openapi.json")
            let packed = try await server.client.send("GET", "/openapi.json", [("Accept-Encoding", "gzip")])
            #expect(plain.headers["content-encoding"] == nil && packed.headers["content-encoding"] == "gzip")
            #expect(packed.body.count * 5 < plain.body.count, "\(packed.body.count) of \(plain.body.count) bytes")
            for (answer, coding) in [(plain, "identity"), (packed, "gzip")] {
                let tag = try #require(answer.headers["etag"])
                let again = try await server.client.send(
                    "GET", "/openapi.json", [("Accept-Encoding", coding), ("If-None-Match", tag)])
                #expect(again.status == 304 && again.body.isEmpty)
            }
        }
    }

    /// The administrator is there already and is not the operator, so links are refused as documented, recovery codes
    /// were made anew, and nobody has got a mail; everything else succeeds.
    private func expect(_ answer: Answer, _ endpoint: Endpoint) throws {
        let responses = try #require(try operation(endpoint)["responses"])
        let response = try #require(responses[String(answer.status)], "\(endpoint): \(answer.status) \(answer.text)")
        #expect(
            answer.status < 300
                || [
                    .claimAdministration, .renewAdministratorLink, .rotateIdentityKey, .redeemAuthorization, .photo,
                    .redeemGuestCode,
                    .recover, .confirmMailAddress, .resetByMail,
                    // There are no providers here.
                    .beginProviderSignIn, .makeProviderNonce, .proveToProvider, .signInByProvider, .linkProvider,
                    .unlinkProvider,
                    // Their players judge this game's matches.
                    .makeMove,
                    // None is over.
                    .rematchGroupChallenge, .groupChallengeGhost,
                    // Nobody has been away for months.
                    .claimTurn,
                    // Nobody has reported a photo or set a picture; their own tests see them.
                    .reviewPhoto, .image,
                ]
                .contains(endpoint),
            "\(endpoint): \(answer.text)")
        guard case .object(let contents)? = response["content"] else {
            #expect(answer.body.isEmpty, "\(endpoint)")
            return
        }
        let sent = answer.headers["content-type"] ?? ""
        guard let (type, content) = contents.first(where: { sent.hasPrefix($0.key) }) else {
            Issue.record("\(endpoint): \(sent) is not documented")
            return
        }
        #expect(answer.headers["x-content-type-options"] == "nosniff", "\(endpoint)")
        guard type.hasSuffix("json"), let schema = content["schema"] else { return }
        let json = try #require(answer.json, "\(endpoint): \(answer.text)")
        let errors = check.errors(json, schema)
        #expect(errors.isEmpty, "\(endpoint): \(errors) in \(answer.text)")
    }

    @Test("the schema check sees what is wrong")
    func checkOfTheCheck() throws {
        let good = try JSONValue(
            json: Array(#"{"id":"x","displayName":"y"}"#.utf8))
        let schema = try JSONValue(json: Array(##"{"$ref":"#/components/schemas/Player"}"##.utf8))
        #expect(check.errors(good, schema).isEmpty)
        for bad in [
            #"{"id":1,"displayName":"y"}"#, #"{"id":"x"}"#, #"{"id":"x","displayName":"y","z":1}"#, "[]", "null",
        ] {
            #expect(!check.errors(try JSONValue(json: Array(bad.utf8)), schema).isEmpty, "\(bad)")
        }
    }
}
