/// What is wrong with a JSON text, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// The path of the value, such as `scores[2].value`; empty for the whole text.
    public internal(set) var path: String
    public let reason: Reason

    public init(_ reason: Reason, path: String = "") {
        self.reason = reason
        self.path = path
    }

    public enum Reason: Hashable, Sendable {
        /// Not valid JSON (RFC 8259), at a byte offset.
        case syntax(offset: Int)
        /// Invalid UTF-8, or half of an escaped surrogate pair, at a byte offset.
        case encoding(offset: Int)
        /// Extra data after the value, at a byte offset.
        case trailing(offset: Int)
        /// Nested deeper than ``JSONReader/depthLimit``.
        case tooDeep
        /// JSON, but not of this type.
        case wrongType(expected: String)
        /// A number with a fraction or an exponent where an integer belongs.
        case notAnInteger
        /// An integer that the field cannot hold.
        case outOfRange(lowest: Int64, highest: Int64)
        case tooShort(minimum: Int)
        case tooLong(limit: Int)
        case tooMany(limit: Int)
        case missing
        case unknownField
        case duplicateField
        /// The right type but an invalid value; says what is expected.
        case invalid(expected: String)
    }

    /// A sentence for the developer who sent it. Never repeats what was sent.
    public var explanation: String {
        switch reason {
        case .syntax(let offset): "isn't valid JSON at byte \(offset)"
        case .encoding(let offset): "isn't valid UTF-8 at byte \(offset)"
        case .trailing(let offset): "has extra data after the JSON value at byte \(offset)"
        case .tooDeep: "is nested more than \(JSONReader.depthLimit) levels deep"
        case .wrongType(let expected): "must be \(expected)"
        case .notAnInteger: "must be a whole number"
        case .outOfRange(let lowest, let highest): "must be an integer from \(lowest) to \(highest)"
        case .tooShort(let minimum): "must have at least \(minimum) character\(minimum == 1 ? "" : "s")"
        case .tooLong(let limit): "must have at most \(limit) characters"
        case .tooMany(let limit): "must have at most \(limit) elements"
        case .missing: "is required"
        case .unknownField: "isn't a field of this body"
        case .duplicateField: "appears more than once"
        case .invalid(let expected): "must be \(expected)"
        }
    }

    /// The error as seen from the object that holds the value under `name`.
    func under(_ name: String) -> JSONError {
        var error = self
        if path.isEmpty {
            error.path = name
        } else if path.utf8.first == UInt8(ascii: "[") {
            error.path = name + path
        } else {
            error.path = name + "." + path
        }
        return error
    }

    /// The error as seen from the array that holds the value at `index`.
    func under(_ index: Int) -> JSONError { under("[\(index)]") }
}
