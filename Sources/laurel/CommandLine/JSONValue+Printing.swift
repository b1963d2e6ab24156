import LaurelWire

// A whole document for people: a member a line, sorted by name whatever the case.
extension JSONValue {
    var pretty: String { pretty(indent: "") }

    private func pretty(indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .array(let elements):
            let lines = elements.map { inner + $0.pretty(indent: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            let lines = members.map { (name: $0.key, order: $0.key.lowercased(), value: $0.value) }
                .sorted { ($0.order, $0.name) < ($1.order, $1.name) }
                .map { inner + JSONValue.string($0.name).compact + " : " + $0.value.pretty(indent: inner) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        case .null, .boolean, .integer, .number, .string: return compact
        }
    }

    /// Text without quotes, and everything else as JSON.
    var plain: String { if case .string(let text) = self { text } else { compact } }

    /// On one line, as it is sent.
    private var compact: String { String(decoding: json, as: UTF8.self) }

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.finish()
    }
}
