/// A value that the server answers with. Its fields are its only definition: the schema in `/openapi.json` and the
/// SDK's types, what the server writes and what a client reads all come from them.
///
/// ```swift
/// public struct MuteAnswer: Answer {
///     public var player: String?
///     public var leaderboard: LeaderboardID?
///
///     public init(player: String?, leaderboard: LeaderboardID?) { … }
///     public static let name = "Mute"
///     public static let fields = Fields(
///         AnswerField(orNull: "player", .playerID, \.player),
///         AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
///         make: Self.init(player:leaderboard:))
/// }
/// ```
public protocol Answer: Sendable {
    /// Its name in the OpenAPI document.
    static var name: String { get }
    static var fields: Fields<Self> { get }
}

extension Answer {
    public static var shape: Shape<Self> { .object(name, fields) }
    public static var schema: Schema { .object(name, fields.properties) }

    /// As a whole answer.
    public var json: [UInt8] { Self.shape.json(self) }
}

/// The fields of an object, in the order in which they are written: one list for schema, writer and reader.
///
/// A reader passes over members that it doesn't know, and takes longer texts and lists than today's: a newer server may
/// have more. A member that is missing reads as `null`.
public struct Fields<Value>: Sendable {
    public let properties: [Schema.Property]
    let write: @Sendable (Value, inout JSONWriter) -> Void
    let read: @Sendable (JSONMembers) throws(JSONError) -> Value

    /// For fields that are a list already.
    init(
        properties: [Schema.Property], write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
        read: @escaping @Sendable (JSONMembers) throws(JSONError) -> Value
    ) {
        self.properties = properties
        self.write = write
        self.read = read
    }

    /// - Parameter make: makes the value of what was read, in the order of the fields: its initialiser.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public init<each Part>(
        _ fields: repeat AnswerField<Value, each Part>, make: @escaping @Sendable (repeat each Part) -> Value
    ) {
        var properties: [Schema.Property] = []
        var writers: [@Sendable (Value, inout JSONWriter) -> Void] = []
        for field in repeat each fields {
            properties += field.properties
            writers.append(field.write)
        }
        self.properties = properties
        // Not the fields themselves, one after the other: for each of them the runtime would look its type up.
        write = { [writers] value, writer in
            for write in writers { write(value, &writer) }
        }
        read = { (members) throws(JSONError) in
            make(repeat try (each fields).read(members))
        }
    }
}

extension Fields {
    /// The same fields with a writer of their own, for what is sent most often.
    ///
    /// - Parameter write: writes what they would, byte by byte: a test holds it to them.
    func written(by write: @escaping @Sendable (Value, inout JSONWriter) -> Void) -> Fields {
        Fields(properties: properties, write: write, read: read)
    }
}

extension Shape {
    /// An object with these fields.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static func object(_ name: String, _ fields: Fields<Value>) -> Shape {
        let writeFields = fields.write
        return Shape(.object(name, fields.properties)) { (reader) throws(JSONError) in
            try fields.read(JSONMembers(of: &reader))
        } write: { value, writer in
            writer.beginObject()
            writeFields(value, &writer)
            writer.endObject()
        }
    }

    /// An object that holds nothing but this value, so that it can grow: `{"teams": […]}`.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public func held(by key: StaticString, of name: String) -> Shape {
        .object(name, Fields(AnswerField(key, self, \.self), make: { $0 }))
    }

    /// As a whole answer.
    public func json(_ value: Value) -> [UInt8] {
        var writer = JSONWriter()
        write(value, &writer)
        return writer.finish()
    }

    /// Reads a whole answer of a server that may be newer.
    ///
    /// - Throws: what is missing or wrong, and where.
    public func answer(json bytes: [UInt8]) throws(JSONError) -> Value {
        var reader = JSONReader(bytes, isOfNewerServer: true)
        let value = try read(&reader)
        try reader.finish()
        return value
    }

    /// A word that a newer server has added reads as this.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public func unknown(as other: Value) -> Shape where Value: Sendable {
        let (read, write) = (read, write)
        return Shape(schema) { (reader) throws(JSONError) in
            guard reader.isOfNewerServer else { return try read(&reader) }
            var ahead = reader
            do throws(JSONError) {
                let value = try read(&ahead)
                reader = ahead
                return value
            } catch {
                try reader.skipValue()
                return other
            }
        } write: {
            write($0, &$1)
        }
    }
}

extension JSONWriter {
    /// An answer inside another value.
    public mutating func value<Value: Answer>(_ answer: Value) {
        beginObject()
        Value.fields.write(answer, &self)
        endObject()
    }
}

extension Shape {
    /// A word that a newer server has added reads as nil.
    ///
    /// Nil is only ever read, never written.
    public var orUnknown: Shape<Value?> {
        let (read, write) = (read, write)
        return Shape<Value?>(schema) { (reader) throws(JSONError) -> Value? in
            guard reader.isOfNewerServer else { return try read(&reader) }
            var ahead = reader
            do throws(JSONError) {
                let value = try read(&ahead)
                reader = ahead
                return value
            } catch {
                try reader.skipValue()
                return nil
            }
        } write: { value, writer in
            if let value { write(value, &writer) } else { writer.null() }
        }
    }

    /// What an older server leaves out reads as this.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public func missing(as other: Value) -> Shape where Value: Sendable {
        let (read, write) = (read, write)
        return Shape(schema) { (reader) throws(JSONError) in
            reader.isOfNewerServer && reader.takeNull() ? other : try read(&reader)
        } write: {
            write($0, &$1)
        }
    }

    /// The same in JSON, as a text that is handed over as it is: for IDs that only the server can read.
    public var asText: Shape<String> { .answered(schema) }
}

extension Shape where Value == String {
    /// A text of answers alone, which isn't checked.
    static func answered(_ schema: Schema) -> Shape {
        Shape(schema) { (reader) throws(JSONError) in
            try reader.string()
        } write: {
            $1.value($0)
        }
    }
}

/// The members of an object, found but not yet read.
struct JSONMembers {
    private let reader: JSONReader
    private var found: [(key: String, start: JSONReader)] = []

    init(of reader: inout JSONReader) throws(JSONError) {
        var found: [(key: String, start: JSONReader)] = []
        try reader.object { (reader, key, hasEscapes) throws(JSONError) in
            let name = try reader.text(key, hasEscapes: hasEscapes)
            found.append((name, reader))
            do throws(JSONError) { try reader.skipValue() } catch { throw error.under(name) }
        }
        self.found = found
        self.reader = JSONReader(Array("null".utf8), isOfNewerServer: reader.isOfNewerServer)
    }

    func has(_ name: String) -> Bool { found.contains { $0.key == name } }

    /// - Throws: where the member is missing and can't be null, or isn't what it should be.
    func read<Value>(_ name: String, _ shape: Shape<Value>) throws(JSONError) -> Value {
        guard let member = found.first(where: { $0.key == name }) else {
            var null = reader
            do throws(JSONError) { return try shape.read(&null) } catch { throw JSONError(.missing, path: name) }
        }
        var reader = member.start
        do throws(JSONError) { return try shape.read(&reader) } catch { throw error.under(name) }
    }
}
