/// One field of an answer: its name, its shape, and the property that holds it.
///
/// Neither these initialisers nor those of ``Fields`` are made once more for each type of value, nor inlined: for some
/// 800 fields that was half of this module's code and of the time that it takes to compile. The answers that are sent
/// most often, entries and scores, have writers of their own.
public struct AnswerField<Root, Value>: Sendable {
    let properties: [Schema.Property]
    private let property: any KeyPath<Root, Value> & Sendable
    private let writeValue: @Sendable (Value, inout JSONWriter) -> Void
    private let readValue: @Sendable (JSONMembers) throws(JSONError) -> Value

    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public init(_ name: StaticString, _ shape: Shape<Value>, _ property: any KeyPath<Root, Value> & Sendable) {
        properties = [Schema.Property("\(name)", shape.schema)]
        self.property = property
        writeValue = { value, writer in
            writer.key(name)
            shape.write(value, &writer)
        }
        readValue = { (members) throws(JSONError) in try members.read("\(name)", shape) }
    }

    /// A field that is `null` for nil.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public init<Wrapped>(
        orNull name: StaticString, _ shape: Shape<Wrapped>, _ property: any KeyPath<Root, Wrapped?> & Sendable
    ) where Value == Wrapped? {
        self.init(name, shape.orNull, property)
    }

    /// A field that is left out for nil.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public init<Wrapped>(
        optional name: StaticString, _ shape: Shape<Wrapped>, _ property: any KeyPath<Root, Wrapped?> & Sendable
    ) where Value == Wrapped? {
        properties = [Schema.Property("\(name)", shape.schema, isRequired: false)]
        self.property = property
        writeValue = { value, writer in
            guard let value else { return }
            writer.key(name)
            shape.write(value, &writer)
        }
        readValue = { (members) throws(JSONError) in try members.read("\(name)", shape.orNull) }
    }

    /// A list; `countLimit` is for the schema, `Int.max` means no limit.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public init<Element>(
        _ name: StaticString, listOf shape: Shape<Element>, countLimit: Int,
        _ property: any KeyPath<Root, [Element]> & Sendable
    ) where Value == [Element] {
        self.init(name, shape.list(countLimit: countLimit), property)
    }

    /// All fields of another value, side by side with this one's.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public init(_ fields: Fields<Value>, _ property: any KeyPath<Root, Value> & Sendable) {
        properties = fields.properties
        self.property = property
        writeValue = fields.write
        readValue = fields.read
    }

    /// All fields of another value, side by side with this one's, or none of them for nil.
    ///
    /// - Parameter fields: reads as nil where all of them are missing.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public init<Wrapped>(
        optional fields: Fields<Wrapped>, _ property: any KeyPath<Root, Wrapped?> & Sendable
    ) where Value == Wrapped? {
        let names = fields.properties.map(\.name)
        properties = fields.properties.map { Schema.Property($0.name, $0.schema, isRequired: false) }
        self.property = property
        writeValue = { value, writer in
            if let value { fields.write(value, &writer) }
        }
        readValue = { (members) throws(JSONError) in
            names.contains(where: members.has) ? try fields.read(members) : nil
        }
    }

    func write(_ root: Root, to writer: inout JSONWriter) { writeValue(root[keyPath: property], &writer) }
    func read(_ members: JSONMembers) throws(JSONError) -> Value { try readValue(members) }
}
