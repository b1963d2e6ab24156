/// One field of an answer: its name, its shape, and the property that holds it.
///
/// Neither these initialisers nor those of ``Fields`` are made once more for each type of value, nor inlined: for some
/// 800 fields that was half of this module's code and of the time that it takes to compile. The answers that are sent
/// most often, entries, scores and matches, have writers of their own.
public struct AnswerField<Root, Value>: Sendable {
    let properties: [Schema.Property]
    let write: @Sendable (Root, inout JSONWriter) -> Void
    private let readValue: @Sendable (JSONMembers) throws(JSONError) -> Value

    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public init(_ name: StaticString, _ shape: Shape<Value>, _ property: any KeyPath<Root, Value> & Sendable) {
        properties = [Schema.Property("\(name)", shape.schema)]
        let writeValue = shape.write
        write = { root, writer in
            writer.key(name)
            writeValue(root[keyPath: property], &writer)
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
        write = Self.writing(property, Value.writingMember(name, shape.write))
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
        write = Self.writing(property, fields.write)
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
        write = Self.writing(property, Value.writingNothing(fields.write))
        readValue = { (members) throws(JSONError) in
            names.contains(where: members.has) ? try fields.read(members) : nil
        }
    }

    /// Here `Value` is a parameter of its own, also where it is an optional (see ``OptionalValue``).
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    private static func writing(
        _ property: any KeyPath<Root, Value> & Sendable, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) -> @Sendable (Root, inout JSONWriter) -> Void {
        { root, writer in write(root[keyPath: property], &writer) }
    }

    func read(_ members: JSONMembers) throws(JSONError) -> Value { try readValue(members) }
}
