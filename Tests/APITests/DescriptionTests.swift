import LaurelWire
import Testing

@testable import LaurelAPI

/// What developers read of each field and parameter, and the examples beside it.
@Suite("Descriptions", .timeLimit(.minutes(15))) struct DescriptionTests {
    /// A field or a parameter, with the keys that hold for it.
    private struct Named {
        /// As a failure names it.
        let name: String
        let schema: Schema
        let description: String?
        var example: String?
    }

    private static let fields: [Named] = OpenAPIDocument.namedSchemas.flatMap { object, schema -> [Named] in
        guard case .object(_, let properties) = schema else { return [] }
        return properties.map { property in
            Named(
                name: "\(object).\(property.name)", schema: property.schema,
                description: Descriptions.key(of: property.name, in: object),
                example: Examples.key(of: property.name, in: object))
        }
    }

    private static let parameters: [Named] = Endpoint.allCases.flatMap { endpoint -> [Named] in
        let path = endpoint.pathParameters.map { one in
            Named(
                name: "\(endpoint.name){\(one.name)}", schema: one.schema,
                description: Descriptions.key(ofPath: one.name, of: endpoint))
        }
        let query = endpoint.queryParameters.map { one in
            Named(
                name: "\(endpoint.name)?\(one.name)", schema: one.schema,
                description: Descriptions.key(ofQuery: one.name, of: endpoint))
        }
        return path + query
    }

    @Test("every field and every parameter has one, and none is left over")
    func complete() {
        let all = Self.fields + Self.parameters
        #expect(Self.fields.count > 1_000 && Self.parameters.count > 400)
        for one in all where one.description == nil { Issue.record("\(one.name) has no description") }
        let used = Set(all.compactMap(\.description))
        for (key, _) in Descriptions.table.entries where !used.contains(key) {
            Issue.record("\(key) describes nothing: it isn't there, or others stand for it everywhere")
        }
        let keys = Descriptions.table.entries.map(\.key)
        #expect(Set(keys).count == keys.count, "a key is there twice")
    }

    @Test("each says sentences, in the present")
    func sentences() {
        for (key, text) in Descriptions.table.entries {
            #expect(text.hasSuffix(".") && text.count > 8 && !text.contains("  "), "\(key): \(text)")
            let first = text.first.map { $0.isUppercase || $0 == "`" || $0.isNumber } ?? false
            #expect(first, "\(key): \(text)")
            #expect(text.filter { $0 == "`" }.count.isMultiple(of: 2), "\(key): \(text)")
        }
    }

    @Test("where a value is one of a few words, it names each of them")
    func words() {
        for one in Self.fields + Self.parameters {
            let words = Self.words(of: one.schema)
            // Kinds of problems, notices and actions are too many; their names say what they are.
            guard !words.isEmpty, words.count <= 20, let key = one.description, key != "formatOverride" else {
                continue
            }
            let text = Descriptions.table[key] ?? ""
            for word in words { #expect(text.contains("`\(word)`"), "\(one.name) doesn't say what \(word) is") }
        }
    }

    private static func words(of schema: Schema) -> [String] {
        switch schema {
        case .enumeration(let words): words
        case .array(let element, _): words(of: element)
        case .nullable(let inner): words(of: inner)
        case .string, .integer, .boolean, .number, .object, .anyObject: []
        }
    }

    @Test("the document has them, and so has the schema of configuration files")
    func printed() throws {
        let document = try JSONValue(json: OpenAPIDocument.bytes(server: "https://games.example"))
        let configuration = try JSONValue(json: Array(ConfigurationSchema.text.utf8))
        for json in [document, configuration] {
            guard case .object(let schemas)? = json["components"]?["schemas"] else {
                Issue.record("no schemas")
                continue
            }
            for (object, schema) in schemas {
                guard case .object(let properties)? = schema["properties"] else { continue }
                for (name, property) in properties {
                    let text = Descriptions.key(of: name, in: object).flatMap { Descriptions.table[$0] }
                    #expect(property["description"] == text.map { .string($0) }, "\(object).\(name)")
                }
            }
        }
        for endpoint in Endpoint.allCases {
            let operation = document["paths"]?[endpoint.template]?[endpoint.method.rawValue.lowercased()]
            #expect(operation?["description"] == .string(endpoint.callers))
            guard case .array(let parameters)? = operation?["parameters"] else { continue }
            for parameter in parameters {
                guard case .string(let text)? = parameter["description"], !text.isEmpty else {
                    Issue.record("\(endpoint): \(parameter)")
                    continue
                }
            }
        }
        #expect(document["externalDocs"]?["url"] == .string("https://games.example/reference/"))
    }

    @Test("every example is JSON and stands for a field that there is")
    func examples() {
        let used = Set(Self.fields.compactMap(\.example))
        for (key, text) in Examples.table.entries {
            #expect(used.contains(key), "\(key) is no example of any field")
            #expect(Examples.parsed[key] != nil, "\(key): \(text)")
        }
        let keys = Examples.table.entries.map(\.key)
        #expect(Set(keys).count == keys.count, "a key is there twice")
    }

    @Test("all examples tell of one game with one leaderboard, and of players whose IDs and names go together")
    func oneWorld() throws {
        let document = try JSONValue(json: OpenAPIDocument.bytes(server: "https://games.example"))
        var names: [String: Set<String>] = [:]
        var players: [String: Set<String>] = [:]
        func read(_ json: JSONValue) {
            switch json {
            case .array(let elements): for element in elements { read(element) }
            case .object(let members):
                for (name, member) in members {
                    if case .string(let text) = member { names[name, default: []].insert(text) }
                    read(member)
                }
                // A player, in whatever field.
                if case .string(let id)? = members["id"], case .string(let alias)? = members["displayName"] {
                    players[id, default: []].insert(alias)
                }
            case .null, .boolean, .integer, .number, .string: break
            }
        }
        for example in Self.examples(in: document) { read(example) }
        #expect(names["bundleID"] == ["com.ali.MonkeyJump"])
        #expect(names["leaderboard"] == ["HighScores"])
        #expect(names["achievement"] == ["FirstRun"])
        #expect(players.count > 1 && players.values.allSatisfy { $0.count == 1 }, "\(players)")
        #expect(players["G:1000001"] == ["jungle-jim"])
    }

    @Test(
        "the fields of an example fit one another: kind, state and what comes with them",
        arguments: [
            ("GET /v1/challenges/{challengeID}", "state", JSONValue.string("pending"), ["settled", "achievement"]),
            ("GET /v1/games/{bundleID}/matches/{matchID}", "status", JSONValue.string("open"), ["ended", "rematch"]),
            ("GET /v1/shares/{shareID}", "kind", JSONValue.string("score"), ["achievement"]),
            (
                "GET /v1/connect/apps/{bundleID}/reviews/{review}", "kind", JSONValue.string("name"),
                ["score", "decision"]
            ),
        ])
    func fitting(path: String, field: String, value: JSONValue, empty: [String]) throws {
        let document = try JSONValue(json: OpenAPIDocument.bytes(server: "https://games.example"))
        let template = String(path.dropFirst(4))
        let response = document["paths"]?[template]?["get"]?["responses"]?["200"]
        let example = try #require(response?["content"]?["application/json"]?["example"])
        #expect(example[field] == value)
        for name in empty { #expect(example[name] == .null, "\(name)") }
        if let score = example["value"], score != .null {
            #expect(score == .integer(1_234) && example["formatted"] == .string("1,234 m"))
        }
    }

    @Test("the code of a link has four groups in every example, as the server makes it")
    func linkCodes() {
        let challenge = ChallengeLinkAnswer.schema.example(with: Descriptions.notes)
        let invitation = NewFriendInvitationAnswer.schema.example(with: Descriptions.notes)
        let examples = [
            challenge["code"], challenge["url"], invitation["code"], invitation["url"],
            ChallengeLinkCodeBody.schema.example(with: Descriptions.notes)["code"],
            FriendInvitationViewBody.schema.example(with: Descriptions.notes)["code"],
        ]
        for (index, example) in examples.enumerated() {
            guard case .string(let text)? = example else {
                Issue.record("\(index): \(String(describing: example))")
                continue
            }
            #expect(text.wholeMatch(of: /(.*#)?[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/) != nil, "\(index): \(text)")
        }
    }

    /// What stands under `example`, wherever it is.
    private static func examples(in json: JSONValue) -> [JSONValue] {
        switch json {
        case .array(let elements): elements.flatMap { examples(in: $0) }
        case .object(let members):
            members.flatMap { name, member in name == "example" ? [member] : examples(in: member) }
        case .null, .boolean, .integer, .number, .string: []
        }
    }
}
