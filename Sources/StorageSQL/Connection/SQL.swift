/// A statement, or a part of one, with the values of its parameters.
///
/// ```swift
/// "SELECT alias FROM players WHERE number = \(number) AND team = \(team)"
/// ```
///
/// An interpolated value is bound, never spliced: the text has `$1`, `$2`, … in its place, which SQLite and PostgreSQL
/// both read as the first, the second, … parameter. Text comes from literals of ours alone, and from other parts, which
/// come from literals: what a player wrote can't become text. ``text`` is the same however the values differ, so a
/// driver keeps the prepared statement by it.
public struct SQL: Hashable, Sendable {
    /// What stands before, between and behind the parameters: one more than there are values.
    private var pieces: [String] = [""]
    public private(set) var values: [SQLValue] = []
    /// Whether the same text is likely to come again. A list of numbers within the text makes it one of many.
    public private(set) var isKept = true
    /// ``text``, where it was made before.
    private var madeText: String?

    init() {}

    public static func == (one: SQL, other: SQL) -> Bool {
        one.pieces == other.pieces && one.values == other.values && one.isKept == other.isKept
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(pieces)
        hasher.combine(values)
    }

    public var text: String {
        if let madeText { return madeText }
        guard values.count > 0 else { return pieces[0] }
        var text = pieces[0]
        for (index, piece) in pieces.dropFirst().enumerated() {
            text += "$\(index + 1)"
            text += piece
        }
        return text
    }

    var isEmpty: Bool { values.isEmpty && pieces[0].isEmpty }

    /// The same statement with other values, as many: its text isn't made again.
    func with(_ values: [SQLValue]) -> SQL {
        var sql = self
        sql.values = values
        return sql
    }

    /// Keeps its text, for ``with(_:)``.
    mutating func makeText() { madeText = text }

    mutating func append(text: String) {
        madeText = nil
        pieces[pieces.count - 1] += text
    }

    mutating func append(value: SQLValue) {
        madeText = nil
        values.append(value)
        pieces.append("")
    }

    mutating func append(_ other: SQL) {
        append(text: other.pieces[0])
        pieces += other.pieces.dropFirst()
        values += other.values
        isKept = isKept && other.isKept
    }

    fileprivate mutating func append(numbers: [Int64]) {
        append(text: numbers.map(String.init).joined(separator: ", "))
        isKept = false
    }

    public static func + (before: SQL, after: SQL) -> SQL {
        var sum = before
        sum.append(after)
        return sum
    }
}

extension SQL: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { append(text: value) }
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql = SQL()

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { sql.append(text: literal) }

        /// A parameter.
        public mutating func appendInterpolation(_ value: some SQLColumnValue) { sql.append(value: value.sql) }

        /// A parameter that may be NULL.
        public mutating func appendInterpolation<Value: SQLColumnValue>(_ value: Value?) {
            sql.append(value: value.sql)
        }

        /// A part of the statement, with its own parameters.
        public mutating func appendInterpolation(_ part: SQL) { sql.append(part) }

        /// Parameters, with commas between them: what `IN (…)` wants. A store takes 32,766 of them.
        public mutating func appendInterpolation(list values: [some SQLColumnValue]) {
            for (index, value) in values.enumerated() {
                if index > 0 { sql.append(text: ", ") }
                sql.append(value: value.sql)
            }
        }

        /// Numbers within the text, with commas between them: for lists that may be longer than parameters can be.
        public mutating func appendInterpolation(numbers: [Int64]) { sql.append(numbers: numbers) }
    }
}

extension [SQL] {
    func joined(separator: SQL) -> SQL {
        var all = SQL()
        for (index, part) in enumerated() {
            if index > 0 { all.append(separator) }
            all.append(part)
        }
        return all
    }
}
