import LaurelWire

/// `/sdk/wire.d.ts`: TypeScript types of every named schema in the OpenAPI document, made from the same descriptions.
public enum TypeScriptDeclarations {
    /// Fields that have 64 bits: `bigint`, as /sdk/laurel.js reads them. Other integers are exact as a `number`.
    static let wide: Set<String> = ["value", "context", "lowest", "highest"]

    /// The file, made once.
    public static let text: String = {
        var text = "// The JSON of this server, made from its OpenAPI document: laurel types.\n"
        for (name, schema) in OpenAPIDocument.namedSchemas.sorted(by: { $0.key < $1.key }) {
            guard case .object(_, let properties) = schema else { continue }
            text += "\nexport interface \(name) {\n"
            for property in properties {
                let mark = property.isRequired ? "" : "?"
                text += "    \(property.name)\(mark): \(type(of: property.schema, named: property.name));\n"
            }
            text += "}\n"
        }
        return text
    }()

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
