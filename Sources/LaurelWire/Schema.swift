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
    public var example: JSONValue {
        switch self {
        case .string(let text): .string(text.example)
        case .integer(let range): .integer(min(max(1, range.lowerBound), range.upperBound))
        case .boolean: .boolean(true)
        case .number(let range): .number(range.lowerBound + (range.upperBound - range.lowerBound) / 4)
        case .enumeration(let names): .string(names.first ?? "")
        case .array(let element, _): .array([element.example])
        case .object(_, let properties):
            .object(
                Dictionary(properties.filter(\.isInExample).map { ($0.name, $0.schema.example) }) { first, _ in first })
        case .nullable(let schema): schema.example
        case .anyObject: .object([:])
        }
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

extension JSONWriter {
    /// A JSON Schema; named objects as references to the components of an OpenAPI document.
    public mutating func reference(_ schema: Schema) {
        if case .object(let name, _) = schema {
            beginObject()
            field("$ref", "#/components/schemas/" + name)
            endObject()
        } else {
            definition(schema)
        }
    }

    /// A JSON Schema in full.
    public mutating func definition(_ schema: Schema) {
        beginObject()
        switch schema {
        case .string(let text): constraints(text)
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
        case .object(_, let properties): fields(properties)
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
        endObject()
    }

    private mutating func constraints(_ text: Schema.Text) {
        field("type", "string")
        if text.length.lowerBound > 0 { field("minLength", text.length.lowerBound) }
        if text.length.upperBound < Int.max { field("maxLength", text.length.upperBound) }
        if let pattern = text.pattern { field("pattern", pattern) }
        if let format = text.format { field("format", format) }
        key("examples")
        beginArray()
        value(text.example)
        endArray()
    }

    private mutating func fields(_ properties: [Schema.Property]) {
        field("type", "object")
        key("properties")
        beginObject()
        for property in properties {
            key(text: property.name)
            reference(property.schema)
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
