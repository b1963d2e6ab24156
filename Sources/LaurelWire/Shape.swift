/// How one kind of value stands in JSON: its schema, how it is read and how it is written.
public struct Shape<Value>: Sendable {
    public let schema: Schema
    let read: @Sendable (inout JSONReader) throws(JSONError) -> Value
    let write: @Sendable (Value, inout JSONWriter) -> Void

    public init(
        _ schema: Schema, read: @escaping @Sendable (inout JSONReader) throws(JSONError) -> Value,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        self.schema = schema
        self.read = read
        self.write = write
    }

    /// The value made into a better one; nil is refused.
    ///
    /// - Parameter back: what is written for it.
    @inline(never)
    public func map<Other>(
        expected: String, _ transform: @escaping @Sendable (Value) -> Other?,
        back: @escaping @Sendable (Other) -> Value
    ) -> Shape<Other> {
        let (read, write) = (read, write)
        return Shape<Other>(schema) { (reader) throws(JSONError) in
            guard let other = transform(try read(&reader)) else { throw JSONError(.invalid(expected: expected)) }
            return other
        } write: {
            write(back($0), &$1)
        }
    }

    /// At most `countLimit` of these; `Int.max`: any number.
    @inline(never)
    public func list(countLimit: Int) -> Shape<[Value]> {
        let (read, write) = (read, write)
        return Shape<[Value]>(.array(schema, countLimit: countLimit)) { (reader) throws(JSONError) in
            var values: [Value] = []
            do throws(JSONError) {
                try reader.array { (reader, index) throws(JSONError) in
                    guard index < countLimit || reader.isOfNewerServer else {
                        throw JSONError(.tooMany(limit: countLimit))
                    }
                    values.append(try read(&reader))
                }
            } catch {
                // The array has too many, not its first element beyond the limit.
                guard error.reason == .tooMany(limit: countLimit), error.path == "[\(countLimit)]" else { throw error }
                throw JSONError(error.reason)
            }
            return values
        } write: { values, writer in
            writer.beginArray()
            // By index: an iterator's elements are optional, so each would look a type up (see ``OptionalValue``).
            for index in values.indices { write(values[index], &writer) }
            writer.endArray()
        }
    }

    /// This or `null`.
    public var orNull: Shape<Value?> {
        let (read, write) = (read, write)
        return Shape<Value?>(
            .nullable(schema),
            read: { (reader) throws(JSONError) in reader.takeNull() ? nil : try read(&reader) },
            write: Value?.writingNull(write))
    }
}

/// An optional as a generic parameter of its own.
///
/// Code that is generic in `Wrapped` finds the type `Wrapped?` in a table of the runtime each time that it handles such
/// a value, and that table counts its readers in memory that all processors share. Where the optional is the parameter,
/// its type comes along. Lists of matches took four times as long without this.
protocol OptionalValue: SendableMetatype {
    associatedtype Wrapped

    /// Writes what is there.
    ///
    /// - Returns: false for nil, where nothing is written.
    func write(to writer: inout JSONWriter, as write: (Wrapped, inout JSONWriter) -> Void) -> Bool
}

extension Optional: OptionalValue {
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func write(to writer: inout JSONWriter, as write: (Wrapped, inout JSONWriter) -> Void) -> Bool {
        guard let self else { return false }
        write(self, &writer)
        return true
    }
}

extension OptionalValue {
    /// Writes `null` for nil.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func writingNull(
        _ write: @escaping @Sendable (Wrapped, inout JSONWriter) -> Void
    ) -> @Sendable (Self, inout JSONWriter) -> Void {
        { value, writer in
            if !value.write(to: &writer, as: write) { writer.null() }
        }
    }

    /// Writes key and value of a member that is left out for nil.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func writingMember(
        _ name: StaticString, _ write: @escaping @Sendable (Wrapped, inout JSONWriter) -> Void
    ) -> @Sendable (Self, inout JSONWriter) -> Void {
        { value, writer in
            _ = value.write(to: &writer) { value, writer in
                writer.key(name)
                write(value, &writer)
            }
        }
    }

    /// Writes nothing for nil.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func writingNothing(
        _ write: @escaping @Sendable (Wrapped, inout JSONWriter) -> Void
    ) -> @Sendable (Self, inout JSONWriter) -> Void {
        { value, writer in
            _ = value.write(to: &writer, as: write)
        }
    }
}

extension JSONWriter {
    /// A value in its shape.
    public mutating func value<Value>(_ value: Value, as shape: Shape<Value>) { shape.write(value, &self) }
}

/// One field of a request's body: its name, what it may hold, and which property of the body holds it.
///
/// Fields by key path, and what reads bodies of any type, are not made once more for each type (see ``AnswerField``).
/// Bodies on the hot path have closures in place of key paths, and an `init(json:)` of their own.
public struct Field<Body>: Sendable {
    let name: StaticString
    public var nameText: String { "\(name)" }
    let schema: Schema
    let isRequired: Bool
    let read: @Sendable (inout JSONReader, inout Body) throws(JSONError) -> Void
    /// Writes key and value; nothing for a field that says nothing.
    let write: @Sendable (Body, inout JSONWriter) -> Void

    /// A field that must be there.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static func required<Value>(
        _ name: StaticString, _ shape: Shape<Value>, _ property: any WritableKeyPath<Body, Value> & Sendable
    ) -> Field {
        required(name, shape, get: { $0[keyPath: property] }, set: { $0[keyPath: property] = $1 })
    }

    /// A field that must be there, for a property that is nil only until it was read.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static func required<Value>(
        _ name: StaticString, _ shape: Shape<Value>, _ property: any WritableKeyPath<Body, Value?> & Sendable
    ) -> Field {
        let field = optional(name, shape, property)
        return Field(
            name: name, schema: shape.schema, isRequired: true,
            read: { (reader, body) throws(JSONError) in body[keyPath: property] = try shape.read(&reader) },
            write: field.write)
    }

    /// A field that must be there, in a body that is read too often for key paths.
    @inline(never)
    public static func required<Value>(
        _ name: StaticString, _ shape: Shape<Value>, get: @escaping @Sendable (Body) -> Value,
        set: @escaping @Sendable (inout Body, Value) -> Void
    ) -> Field {
        let (read, write) = (shape.read, shape.write)
        return Field(name: name, schema: shape.schema, isRequired: true) { (reader, body) throws(JSONError) in
            set(&body, try read(&reader))
        } write: { body, writer in
            writer.key(name)
            write(get(body), &writer)
        }
    }

    /// A field that may be missing or `null`, which mean the same.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static func optional<Value>(
        _ name: StaticString, _ shape: Shape<Value>, _ property: any WritableKeyPath<Body, Value?> & Sendable
    ) -> Field {
        optional(name, shape, get: { $0[keyPath: property] }, set: { $0[keyPath: property] = $1 })
    }

    /// A field that may be missing or `null`: then the property keeps what it holds from the beginning.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static func optional<Value>(
        _ name: StaticString, _ shape: Shape<Value>, _ property: any WritableKeyPath<Body, Value> & Sendable
    ) -> Field {
        optional(name, shape, get: { $0[keyPath: property] }, set: { $0[keyPath: property] = $1 })
    }

    /// A field that may be missing or `null`, in a body that is read too often for key paths.
    @inline(never)
    public static func optional<Value>(
        _ name: StaticString, _ shape: Shape<Value>, get: @escaping @Sendable (Body) -> Value?,
        set: @escaping @Sendable (inout Body, Value) -> Void
    ) -> Field {
        let (read, write) = (shape.read, shape.write)
        return Field(name: name, schema: .nullable(shape.schema), isRequired: false) {
            (reader, body) throws(JSONError) in
            if !reader.takeNull() { set(&body, try read(&reader)) }
        } write: { body, writer in
            guard let value = get(body) else { return }
            writer.key(name)
            write(value, &writer)
        }
    }

    /// A field that may be missing or `null`, and is written as `null` for nil: an export says that there is none.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func nullable<Value>(
        _ name: StaticString, _ shape: Shape<Value>, _ property: any WritableKeyPath<Body, Value?> & Sendable
    ) -> Field {
        let (field, write) = (optional(name, shape, property), shape.orNull.write)
        return Field(name: name, schema: field.schema, isRequired: false, read: field.read) { body, writer in
            writer.key(name)
            write(body[keyPath: property], &writer)
        }
    }

    /// A field of a change: missing changes nothing, `null` takes the value away.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static func clearable<Value>(
        _ name: StaticString, _ shape: Shape<Value>, _ property: any WritableKeyPath<Body, Value??> & Sendable
    ) -> Field {
        let (read, write) = (shape.read, shape.orNull.write)
        return Field(name: name, schema: .nullable(shape.schema), isRequired: false) {
            (reader, body) throws(JSONError) in
            body[keyPath: property] = .some(reader.takeNull() ? nil : try read(&reader))
        } write: { body, writer in
            guard let value = body[keyPath: property] else { return }
            writer.key(name)
            write(value, &writer)
        }
    }

    /// A field of a change that cannot be taken away: missing changes nothing.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static func changeable<Value>(
        _ name: StaticString, _ shape: Shape<Value>, _ property: any WritableKeyPath<Body, Value?> & Sendable
    ) -> Field {
        let (read, write) = (shape.read, shape.write)
        return Field(name: name, schema: shape.schema, isRequired: false) { (reader, body) throws(JSONError) in
            body[keyPath: property] = try read(&reader)
        } write: { body, writer in
            guard let value = body[keyPath: property] else { return }
            writer.key(name)
            write(value, &writer)
        }
    }
}

/// The body of a request, read strictly: unknown fields, fields that are there twice and missing ones are refused.
public protocol RequestBody: Sendable {
    /// Its name in the OpenAPI document.
    static var name: String { get }
    /// At most 64.
    static var fields: [Field<Self>] { get }
    /// Fields that the body's example leaves out: they don't go with others, or their values can't be made up.
    static var alternatives: Set<String> { get }
    /// What stands when the body names nothing; required fields are always overwritten.
    init()
    /// - Throws: the first thing that is wrong, and where.
    init(json bytes: [UInt8]) throws(JSONError)
}

extension RequestBody {
    public static var alternatives: Set<String> { [] }

    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static var schema: Schema {
        let alternatives = alternatives
        return .object(
            name,
            fields.map { field in
                let name = "\(field.name)"
                return Schema.Property(
                    name, field.schema, isRequired: field.isRequired, isInExample: !alternatives.contains(name))
            })
    }

    /// As a value inside another body.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static var shape: Shape<Self> {
        let fields = fields
        return Shape(schema) { (reader) throws(JSONError) in
            try Self(from: &reader, fields)
        } write: { body, writer in
            body.write(to: &writer)
        }
    }

    /// What a client sends.
    public var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.finish()
    }

    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for field in Self.fields { field.write(self, &writer) }
        writer.endObject()
    }

    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
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
                if reader.isOfNewerServer { return try reader.skipValue() }
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
        // By index: a field as a whole would be a copy, with its schema and closures, for each field of each body.
        for index in fields.indices where fields[index].isRequired && found & 1 << UInt64(index) == 0 {
            throw JSONError(.missing, path: "\(fields[index].name)")
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
