/// What a JSON value may be: the part of JSON Schema (2020-12) that our bodies need, and no more.
///
/// The readers of requests carry their schema with them (``Shape``, ``Field``), and `/openapi.json` prints it: what is
/// documented is what is checked.
public indirect enum Schema: Hashable, Sendable {
    case string(Text)
    case integer(ClosedRange<Int64>)
    case boolean
    /// With a fraction or without.
    case number(ClosedRange<Double>)
    case enumeration([String])
    /// `countLimit` is `Int.max` for a list of any length.
    case array(Schema, countLimit: Int)
    /// An object with these fields and no others. The name is the one in the document's components.
    case object(String, [Property])
    case nullable(Schema)
    /// An object with any members: what other parts of the system say, passed on.
    case anyObject

    /// Constraints of a string.
    public struct Text: Hashable, Sendable {
        /// In Unicode scalars, as JSON Schema counts.
        public let length: ClosedRange<Int>
        /// A regular expression (ECMA-262), anchored.
        public let pattern: String?
        /// Such as `date-time`.
        public let format: String?
        public let example: String

        public init(length: ClosedRange<Int>, pattern: String? = nil, format: String? = nil, example: String) {
            self.length = length
            self.pattern = pattern
            self.format = format
            self.example = example
        }
    }

    /// A field of an object.
    public struct Property: Hashable, Sendable {
        public let name: String
        public let schema: Schema
        public let isRequired: Bool
        /// Whether ``Schema/example`` has it: not what doesn't go with the others.
        public let isInExample: Bool

        public init(_ name: String, _ schema: Schema, isRequired: Bool = true, isInExample: Bool = true) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.isInExample = isInExample
        }
    }

    /// A value that fits, with every field that goes with the others.
    public var example: JSONValue { example(with: .none) }

    /// The same as a document shows it.
    ///
    /// - Parameter notes: have the examples of some fields, in place of those that their schemas give.
    public func example(with notes: Notes) -> JSONValue {
        switch self {
        case .string(let text): .string(text.example)
        case .integer(let range): .integer(min(max(1, range.lowerBound), range.upperBound))
        case .boolean: .boolean(true)
        case .number(let range): .number(range.lowerBound + (range.upperBound - range.lowerBound) / 4)
        case .enumeration(let names): .string(names.first ?? "")
        case .array(let element, _): .array([element.example(with: notes)])
        case .object(let name, let properties): Self.example(of: name, properties, with: notes)
        case .nullable(let schema): schema.example(with: notes)
        case .anyObject: .object([:])
        }
    }

    private static func example(of name: String, _ properties: [Property], with notes: Notes) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for property in properties where property.isInExample {
            switch notes.example(name, property.name) {
            case .value(let value)?: members[property.name] = value
            case .leftOut?: break
            case nil: members[property.name] = property.schema.example(with: notes)
            }
        }
        return .object(members)
    }

    /// This schema and all in it that have a name, each once.
    public func named(into found: inout [String: Schema]) {
        switch self {
        case .string, .integer, .boolean, .enumeration, .anyObject: break
        case .number: break
        case .array(let element, _): element.named(into: &found)
        case .nullable(let schema): schema.named(into: &found)
        case .object(let name, let properties):
            found[name] = self
            for property in properties { property.schema.named(into: &found) }
        }
    }
}

extension Schema {
    /// What a document says of the fields of its objects, besides what their schemas check.
    public struct Notes: Sendable {
        /// What a field means, by the name of its object and its own; nil: nothing is said.
        let description: @Sendable (_ object: String, _ field: String) -> String?
        /// What stands for a field in examples; nil: what its schema gives.
        let example: @Sendable (_ object: String, _ field: String) -> Example?

        public enum Example: Hashable, Sendable {
            case value(JSONValue)
            /// It isn't in the example of its object.
            case leftOut
        }

        public init(
            description: @escaping @Sendable (_ object: String, _ field: String) -> String?,
            example: @escaping @Sendable (_ object: String, _ field: String) -> Example?
        ) {
            self.description = description
            self.example = example
        }

        public static let none = Notes(description: { _, _ in nil }, example: { _, _ in nil })
    }
}

extension JSONWriter {
    /// A JSON Schema; named objects as references to the components of an OpenAPI document.
    public mutating func reference(_ schema: Schema) { reference(schema, description: nil, example: nil) }

    /// A JSON Schema in full.
    public mutating func definition(_ schema: Schema, notes: Schema.Notes = .none) {
        beginObject()
        keywords(of: schema, example: nil, notes)
        endObject()
    }

    private mutating func reference(_ schema: Schema, description: String?, example: JSONValue?) {
        beginObject()
        if case .object(let name, _) = schema {
            field("$ref", "#/components/schemas/" + name)
        } else {
            keywords(of: schema, example: example, .none)
        }
        // Beside a reference, too: JSON Schema 2020-12, core, section 8.2.3.1.
        if let description { field("description", description) }
        endObject()
    }

    /// - Parameter example: in place of the one that a string's schema gives; nil: there's no other.
    private mutating func keywords(of schema: Schema, example: JSONValue?, _ notes: Schema.Notes) {
        switch schema {
        case .string(let text):
            constraints(text)
            return examples(example ?? .string(text.example))
        case .integer(let range):
            field("type", "integer")
            field("format", "int64")
            field("minimum", range.lowerBound)
            field("maximum", range.upperBound)
        case .boolean: field("type", "boolean")
        case .number(let range):
            field("type", "number")
            field("minimum", range.lowerBound)
            field("maximum", range.upperBound)
        case .enumeration(let names):
            field("type", "string")
            key("enum")
            beginArray()
            for name in names { value(name) }
            endArray()
        case .array(let element, let countLimit):
            field("type", "array")
            key("items")
            reference(element)
            if countLimit < Int.max { field("maxItems", countLimit) }
        case .object(let name, let properties): fields(properties, of: name, notes)
        case .anyObject: field("type", "object")
        case .nullable(let inner):
            key("anyOf")
            beginArray()
            reference(inner)
            beginObject()
            field("type", "null")
            endObject()
            endArray()
        }
        if let example, example != .null { examples(example) }
    }

    private mutating func constraints(_ text: Schema.Text) {
        field("type", "string")
        if text.length.lowerBound > 0 { field("minLength", text.length.lowerBound) }
        if text.length.upperBound < Int.max { field("maxLength", text.length.upperBound) }
        if let pattern = text.pattern { field("pattern", pattern) }
        if let format = text.format { field("format", format) }
    }

    private mutating func examples(_ example: JSONValue) {
        key("examples")
        beginArray()
        value(example)
        endArray()
    }

    private mutating func fields(_ properties: [Schema.Property], of object: String, _ notes: Schema.Notes) {
        field("type", "object")
        key("properties")
        beginObject()
        for property in properties {
            key(text: property.name)
            var example: JSONValue?
            if case .value(let value)? = notes.example(object, property.name) { example = value }
            reference(
                property.schema, description: notes.description(object, property.name), example: example)
        }
        endObject()
        key("required")
        beginArray()
        for property in properties where property.isRequired { value(property.name) }
        endArray()
        field("additionalProperties", false)
    }

    /// Any JSON, object members in the order of their names.
    public mutating func value(_ json: JSONValue) {
        switch json {
        case .null: null()
        case .boolean(let value): self.value(value)
        case .integer(let value): self.value(value)
        // A Double prints as JSON has numbers: digits, a point, an exponent; and JSONValue holds finite ones alone.
        case .number(let value): self.value(encoded: Array(value.description.utf8))
        case .string(let value): self.value(value)
        case .array(let elements):
            beginArray()
            for element in elements { value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                key(text: name)
                value(member)
            }
            endObject()
        }
    }
}
