/// What changed from one state to another, in short, for the audit log: `isHidden false → true; range none → 0…10`.
public struct FieldChanges: Sendable {
    private var parts: [String] = []

    public init() {}

    /// Adds a field, if it is not what it was.
    public mutating func compare<Value: Equatable>(
        _ name: String, _ old: Value, _ new: Value, _ text: (Value) -> String = { "\($0)" }
    ) {
        if old != new { parts.append("\(name) \(text(old)) → \(text(new))") }
    }

    /// Adds something in words.
    public mutating func note(_ words: String) { parts.append(words) }

    public var text: String { parts.joined(separator: "; ") }
}
