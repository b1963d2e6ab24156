/// How one kind of value is read from JSON, and the schema that says so.
public struct Shape<Value>: Sendable {
    public let schema: Schema
    let read: @Sendable (inout JSONReader) throws(JSONError) -> Value

    public init(
        _ schema: Schema, read: @escaping @Sendable (inout JSONReader) throws(JSONError) -> Value
    ) {
        self.schema = schema
        self.read = read
    }

    /// The value made into a better one; nil is refused.
    public func map<Other>(
        expected: String, _ transform: @escaping @Sendable (Value) -> Other?
    ) -> Shape<Other> {
        let read = read
        return Shape<Other>(schema) { (reader) throws(JSONError) in
            guard let other = transform(try read(&reader)) else { throw JSONError(.invalid(expected: expected)) }
            return other
        }
    }

    /// At most `countLimit` of these.
    public func list(countLimit: Int) -> Shape<[Value]> {
        let read = read
        return Shape<[Value]>(.array(schema, countLimit: countLimit)) { (reader) throws(JSONError) in
            var values: [Value] = []
            try reader.array { (reader, index) throws(JSONError) in
                guard index < countLimit else { throw JSONError(.tooMany(limit: countLimit)) }
                values.append(try read(&reader))
            }
            return values
        }
    }
}

/// One field of a request's body: its name, what it may hold and where it goes.
public struct Field<Body>: Sendable {
    let name: StaticString
    public var nameText: String { "\(name)" }
    let schema: Schema
    let isRequired: Bool
    let read: @Sendable (inout JSONReader, inout Body) throws(JSONError) -> Void

    /// A field that must be there.
    public static func required<Value>(
        _ name: StaticString, _ shape: Shape<Value>, _ set: @escaping @Sendable (inout Body, Value) -> Void
    ) -> Field {
        let read = shape.read
        return Field(name: name, schema: shape.schema, isRequired: true) { (reader, body) throws(JSONError) in
            set(&body, try read(&reader))
        }
    }

    /// A field that may be missing or `null`, which mean the same.
    public static func optional<Value>(
        _ name: StaticString, _ shape: Shape<Value>, _ set: @escaping @Sendable (inout Body, Value) -> Void
    ) -> Field {
        let read = shape.read
        return Field(name: name, schema: .nullable(shape.schema), isRequired: false) {
            (reader, body) throws(JSONError) in
            if !reader.takeNull() { set(&body, try read(&reader)) }
        }
    }

    /// A field of a change: missing changes nothing, `null` takes the value away.
    public static func clearable<Value>(
        _ name: StaticString, _ shape: Shape<Value>, _ set: @escaping @Sendable (inout Body, Value?) -> Void
    ) -> Field {
        let read = shape.read
        return Field(name: name, schema: .nullable(shape.schema), isRequired: false) {
            (reader, body) throws(JSONError) in
            set(&body, reader.takeNull() ? nil : try read(&reader))
        }
    }

    /// A field of a change that cannot be taken away: missing changes nothing.
    public static func changeable<Value>(
        _ name: StaticString, _ shape: Shape<Value>, _ set: @escaping @Sendable (inout Body, Value) -> Void
    ) -> Field {
        let read = shape.read
        return Field(name: name, schema: shape.schema, isRequired: false) { (reader, body) throws(JSONError) in
            set(&body, try read(&reader))
        }
    }
}

/// The body of a request, read strictly: unknown fields, fields that are there twice and missing ones are refused.
public protocol RequestBody: Sendable {
    /// Its name in the OpenAPI document.
    static var name: String { get }
    /// At most 64.
    static var fields: [Field<Self>] { get }
    /// What stands when the body names nothing; required fields are always overwritten.
    init()
    /// - Throws: the first thing that is wrong, and where.
    init(json bytes: [UInt8]) throws(JSONError)
}

extension RequestBody {
    public static var schema: Schema {
        .object(name, fields.map { Schema.Property("\($0.name)", $0.schema, isRequired: $0.isRequired) })
    }

    /// As a value inside another body.
    public static var shape: Shape<Self> {
        let fields = fields
        return Shape(schema) { (reader) throws(JSONError) in try Self(from: &reader, fields) }
    }

    public init(json bytes: [UInt8]) throws(JSONError) { try self.init(parsing: bytes) }

    /// The same for bodies on the hot path to call from an initialiser of their own, where the compiler knows the type.
    init(parsing bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try Self(from: &reader, Self.fields)
        try reader.finish()
    }

    init(from reader: inout JSONReader, _ fields: [Field<Self>]) throws(JSONError) {
        var body = Self()
        var found: UInt64 = 0
        try reader.object { (reader, key, hasEscapes) throws(JSONError) in
            guard let index = try reader.index(of: key, hasEscapes: hasEscapes, in: fields) else {
                let name = try reader.text(key, hasEscapes: hasEscapes)
                throw JSONError(.unknownField, path: String(name.prefix(64)))
            }
            let bit: UInt64 = 1 << UInt64(index)
            guard found & bit == 0 else { throw JSONError(.duplicateField, path: "\(fields[index].name)") }
            found |= bit
            do throws(JSONError) {
                try fields[index].read(&reader, &body)
            } catch {
                throw error.under("\(fields[index].name)")
            }
        }
        for (index, field) in fields.enumerated() where field.isRequired && found & 1 << UInt64(index) == 0 {
            throw JSONError(.missing, path: "\(field.name)")
        }
        self = body
    }
}

extension JSONReader {
    /// Which field a key names.
    fileprivate func index<Body>(
        of key: Range<Int>, hasEscapes: Bool, in fields: [Field<Body>]
    ) throws(JSONError) -> Int? {
        if hasEscapes {
            let name = try text(key, hasEscapes: true)
            return fields.firstIndex { "\($0.name)" == name }
        }
        return bytes.withUnsafeBufferPointer { bytes in
            let key = UnsafeBufferPointer(rebasing: bytes[key])
            for index in fields.indices {
                let name = fields[index].name
                if name.utf8CodeUnitCount == key.count, key.elementsEqual(name.bytes) { return index }
            }
            return nil
        }
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
