/// A field of an answer that is too large to be held whole. A server writes it piece by piece while it reads the store;
/// a client reads it as any other field.
///
/// ```swift
/// public static let scores = StreamedField("scores", listOf: Score.shape, \PlayerExportAnswer.scores)
/// public static let fields = Fields(profile.field, scores.field, make: Self.init(profile:scores:))
/// ```
public struct StreamedField<Root, Value, Piece>: Sendable {
    public let name: String
    /// What is written at a time: the whole value, or one element of a list.
    public let piece: Shape<Piece>
    /// For the list of all fields.
    public let field: AnswerField<Root, Value>

    /// A field that is one piece.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public init(
        _ name: StaticString, _ shape: Shape<Value>, _ property: any KeyPath<Root, Value> & Sendable
    ) where Piece == Value {
        self.name = "\(name)"
        piece = shape
        field = AnswerField(name, shape, property)
    }

    /// A list of any length, one piece an element.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public init(
        _ name: StaticString, listOf element: Shape<Piece>, _ property: any KeyPath<Root, [Piece]> & Sendable
    ) where Value == [Piece] {
        self.name = "\(name)"
        piece = element
        field = AnswerField(name, listOf: element, countLimit: .max, property)
    }
}
