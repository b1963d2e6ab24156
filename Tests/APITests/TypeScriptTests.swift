import LaurelWire
import Testing

@testable import LaurelAPI

@Suite("TypeScript declarations") struct TypeScriptTests {
    @Test("have every schema of the OpenAPI document, with each field, and whether it must be there")
    func schemas() throws {
        let document = try JSONValue(json: OpenAPIDocument.bytes(server: "https://games.example"))
        guard case .object(let schemas)? = document["components"]?["schemas"] else {
            Issue.record("no schemas")
            return
        }
        let text = TypeScriptDeclarations.text
        #expect(schemas.count > 20)
        for (name, schema) in schemas {
            let start = try #require(text.firstRange(of: "\nexport interface \(name) {\n"), "\(name)")
            let body = text[start.upperBound...].prefix { $0 != "}" }
            let declared = body.split(separator: "\n").compactMap { line in
                line.split(separator: ":", maxSplits: 1).first.map { $0.drop { $0 == " " } }
            }
            guard case .object(let properties)? = schema["properties"] else { continue }
            let required: [JSONValue] = if case .array(let names)? = schema["required"] { names } else { [] }
            let expected = properties.keys.map { $0 + (required.contains(.string($0)) ? "" : "?") }
            #expect(Set(declared.map(String.init)) == Set(expected), "\(name)")
        }
        #expect(text.matches(of: /export interface/).count == schemas.count + 1, "and Routes")
    }

    @Test("have every route, with its query, its body and its answer")
    func routes() throws {
        let text = TypeScriptDeclarations.text
        let start = try #require(text.firstRange(of: "\nexport interface Routes {\n"))
        let routes = text[start.upperBound...]
        for endpoint in Endpoint.allCases where endpoint.template.hasPrefix("/v1/") {
            #expect(routes.contains("    \"\(endpoint.method.rawValue) \(endpoint.template)\": {\n"))
        }
        #expect(
            text.contains(
                """
                    "GET /v1/friends": {
                        query: { from?: number; count?: number };
                        body: null;
                        answer: Friends;
                    };

                """))
        #expect(text.contains("/v1/challenges/{challengeID}/replay\": {\n        query: null;\n        body: null;\n"))
        #expect(text.contains("        answer: Uint8Array;\n"))
        #expect(text.contains("        answer: null;\n"))
    }

    @Test("64-bit fields are bigint, words are unions, and what may be missing says so")
    func kinds() {
        let text = TypeScriptDeclarations.text
        #expect(text.contains("    value: bigint;\n"))
        #expect(text.contains("    rank: number;\n"))
        #expect(text.contains("    environment: \"production\" | \"sandbox\";\n"))
        #expect(text.contains("    local: Entry | null;\n    entries: Entry[];\n"))
        #expect(text.contains("    environments: (\"production\" | \"sandbox\")[];\n"))
    }
}

@Suite("Pages for other origins", .timeLimit(.minutes(15))) struct ForeignPageTests {
    @Test("anybody may load the module; the way in may be opened by others, and everything else keeps openers out")
    func headers() async throws {
        let paths = ["sdk/laurel.js", "authorize/index.html", "sign-in/index.html", "games/index.html"]
        let files = Dictionary(uniqueKeysWithValues: paths.map { ($0, Array("x".utf8)) })
        try await TestServer.run(pages: files, publicURL: "https://games.example") { server in
            func headers(_ path: String) async throws -> [String: String] {
                let answer = try await server.client.send("GET", path, [("Origin", "https://anywhere.example")])
                #expect(answer.status == 200)
                return answer.headers
            }
            let module = try await headers("/sdk/laurel.js")
            #expect(module["access-control-allow-origin"] == "*")
            #expect(module["cross-origin-resource-policy"] == "cross-origin")
            for path in ["/authorize/", "/sign-in/", "/games/"] {
                let page = try await headers(path)
                #expect(page["access-control-allow-origin"] == nil)
                #expect(page["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
                #expect(page["strict-transport-security"] != nil)
                #expect(page["cross-origin-opener-policy"] == (path == "/games/" ? "same-origin" : "unsafe-none"))
            }
        }
    }
}
