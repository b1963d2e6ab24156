import LaurelWire

/// Judges JSON by a JSON Schema (2020-12): the words that our OpenAPI document uses, and a failure for any other, so
/// that none is silently ignored.
struct SchemaCheck {
    let document: JSONValue

    /// - Returns: what is wrong, with the place; empty when it fits.
    func errors(_ value: JSONValue, _ schema: JSONValue, at path: String = "$") -> [String] {
        guard case .object(let words) = schema else { return ["\(path): the schema is no object"] }
        var errors: [String] = []
        for (word, argument) in words.sorted(by: { $0.key < $1.key }) {
            switch (word, argument) {
            case ("$ref", .string(let reference)):
                var target: JSONValue? = document
                for part in reference.split(separator: "/").dropFirst() { target = target?[String(part)] }
                guard let target else { return ["\(path): \(reference) leads nowhere"] }
                errors += self.errors(value, target, at: path)
            case ("anyOf", .array(let choices)):
                if !choices.contains(where: { self.errors(value, $0).isEmpty }) {
                    errors.append("\(path): fits no choice")
                }
            case ("type", .string(let type)):
                if !Self.isOf(type, value) { errors.append("\(path): is no \(type): \(value)") }
            case ("enum", .array(let values)):
                if !values.contains(value) { errors.append("\(path): is none of the words: \(value)") }
            case ("minimum", .integer(let bound)):
                if case .integer(let number) = value, number < bound { errors.append("\(path): \(number) < \(bound)") }
                if case .number(let number) = value, number < Double(bound) {
                    errors.append("\(path): \(number) < \(bound)")
                }
            case ("maximum", .integer(let bound)):
                if case .integer(let number) = value, number > bound { errors.append("\(path): \(number) > \(bound)") }
                if case .number(let number) = value, number > Double(bound) {
                    errors.append("\(path): \(number) > \(bound)")
                }
            case ("minLength", .integer(let bound)):
                if case .string(let text) = value, text.unicodeScalars.count < bound {
                    errors.append("\(path): too short")
                }
            case ("maxLength", .integer(let bound)):
                if case .string(let text) = value, text.unicodeScalars.count > bound {
                    errors.append("\(path): too long")
                }
            case ("pattern", .string(let pattern)):
                if case .string(let text) = value, let regex = try? Regex(pattern), text.firstMatch(of: regex) == nil {
                    errors.append("\(path): \(text) is not \(pattern)")
                }
            case ("maxItems", .integer(let bound)):
                if case .array(let elements) = value, elements.count > bound { errors.append("\(path): too many") }
            case ("items", let item):
                guard case .array(let elements) = value else { continue }
                for (index, element) in elements.enumerated() {
                    errors += self.errors(element, item, at: "\(path)[\(index)]")
                }
            case ("properties", .object(let properties)):
                guard case .object(let members) = value else { continue }
                for (name, member) in members {
                    if let property = properties[name] {
                        errors += self.errors(member, property, at: path + "." + name)
                    } else if words["additionalProperties"] == .boolean(false) {
                        errors.append("\(path): has \(name) too")
                    }
                }
            case ("required", .array(let names)):
                guard case .object(let members) = value else { continue }
                for case .string(let name) in names where members[name] == nil {
                    errors.append("\(path): lacks \(name)")
                }
            case ("format", .string("date-time")):
                if case .string(let text) = value, text.utf8.last != UInt8(ascii: "Z") && !text.contains("+") {
                    errors.append("\(path): \(text) is no date-time")
                }
            case ("format", .string("int64")), ("format", .string("binary")), ("additionalProperties", _),
                ("examples", _), ("description", _):
                break
            default: errors.append("\(path): the check does not know \(word)")
            }
        }
        return errors
    }

    private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
        switch (type, value) {
        case ("string", .string), ("integer", .integer), ("boolean", .boolean), ("array", .array), ("object", .object),
            ("null", .null), ("number", .number), ("number", .integer):
            true
        // 12.0 is an integer (2020-12, section 6.1.1).
        case ("integer", .number(let number)): number.rounded() == number
        default: false
        }
    }
}
