/// Any JSON, for readers who do not know what comes: clients of a newer server, and tests.
public enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// Every integer that fits, exact.
    case integer(Int64)
    /// Every other number.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// - Throws: what ``JSONReader`` refuses; a key that is there twice too.
    public init(json bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try reader.value()
        try reader.finish()
    }

    /// A member of an object; nil for everything else.
    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// An element of an array; nil for everything else and past the end.
    public subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }
}

extension JSONReader {
    /// Whatever is next.
    public mutating func value() throws(JSONError) -> JSONValue {
        switch peek() {
        case UInt8(ascii: "{"):
            var members: [String: JSONValue] = [:]
            try object { (reader, key, hasEscapes) throws(JSONError) in
                let name = try reader.text(key, hasEscapes: hasEscapes)
                guard members[name] == nil else { throw JSONError(.duplicateField, path: name) }
                do throws(JSONError) { members[name] = try reader.value() } catch { throw error.under(name) }
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try array { (reader, _) throws(JSONError) in elements.append(try reader.value()) }
            return .array(elements)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try boolean())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let text = try number()
            if let integer = Int64(text) { return .integer(integer) }
            guard let number = Double(text), number.isFinite else {
                throw JSONError(.outOfRange(lowest: .min, highest: .max))
            }
            return .number(number)
        default:
            if takeNull() { return .null }
            throw unexpected("a value")
        }
    }
}
