import LaurelWire

/// `/sdk/wire.d.ts`: TypeScript types of every named schema in the OpenAPI document and of every route, made from the
/// same descriptions.
public enum TypeScriptDeclarations {
    /// Fields that have 64 bits: `bigint`, as /sdk/laurel.js reads them. Other integers are exact as a `number`.
    static let wide: Set<String> = ["value", "context", "lowest", "highest"]

    /// The file, made once.
    public static let text: String = {
        var text = "// The JSON of this server, made from its OpenAPI document: laurel types.\n"
        for (name, schema) in OpenAPIDocument.namedSchemas.sorted(by: { $0.key < $1.key }) {
            guard case .object(_, let properties) = schema else { continue }
            text += "\nexport interface \(name) {\n"
            for property in properties { text += "    \(member(property));\n" }
            text += "}\n"
        }
        return text + routes
    }()

    /// One member a route: a null query or body is none.
    private static var routes: String {
        var text = "\n/** What each route takes and answers, by its method and path. */\nexport interface Routes {\n"
        for endpoint in Endpoint.allCases where endpoint.template.hasPrefix("/v1/") {
            let query = endpoint.queryParameters.map(member)
            text += "    \"\(endpoint.method.rawValue) \(endpoint.template)\": {\n"
            text += "        query: \(query.isEmpty ? "null" : "{ \(query.joined(separator: "; ")) }");\n"
            text += "        body: \(type(of: endpoint.body));\n        answer: \(type(of: endpoint.answer));\n    };\n"
        }
        return text + "}\n"
    }

    private static func member(_ property: Schema.Property) -> String {
        "\(property.name)\(property.isRequired ? "" : "?"): \(type(of: property.schema, named: property.name))"
    }

    private static func type(of body: Endpoint.Body) -> String {
        switch body {
        case .none: "null"
        case .json(let schema), .jsonOrForm(let schema, _, _): type(of: schema, named: "")
        case .file, .bytes: "Blob | BufferSource"
        }
    }

    private static func type(of answer: Endpoint.Answer) -> String {
        switch answer {
        case .json(_, let schema): type(of: schema, named: "")
        case .text, .export, .events: "string"
        case .anyJSON: "Record<string, unknown>"
        case .noContent: "null"
        case .bytes: "Uint8Array"
        }
    }

    private static func type(of schema: Schema, named name: String) -> String {
        switch schema {
        case .string: return "string"
        case .integer: return wide.contains(name) ? "bigint" : "number"
        case .number: return "number"
        case .boolean: return "boolean"
        case .anyObject: return "Record<string, unknown>"
        case .enumeration(let words): return words.map { "\"\($0)\"" }.joined(separator: " | ")
        case .array(let element, _):
            let inner = type(of: element, named: name)
            return inner.contains(" ") ? "(\(inner))[]" : inner + "[]"
        case .object(let name, _): return name
        case .nullable(let inner): return type(of: inner, named: name) + " | null"
        }
    }
}
