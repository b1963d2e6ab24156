/// A value as a database has it. Truth is 1 or 0, a moment its milliseconds.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

/// What can stand in a column.
public protocol SQLColumnValue: Sendable {
    var sql: SQLValue { get }

    /// Reads it back. Nil: the column has something that was never written there.
    /// - Parameter cell: not NULL, unless this is an optional.
    init?(_ cell: SQLCell)

    /// Whether NULL is a value, too.
    static var takesNull: Bool { get }

    /// Whether no program ever wrote what can't be read. Otherwise a newer one may have.
    static var isDamagedWhenUnreadable: Bool { get }
}

extension SQLColumnValue {
    public static var takesNull: Bool { false }
    public static var isDamagedWhenUnreadable: Bool { false }
}

extension Optional: SQLColumnValue where Wrapped: SQLColumnValue {
    public var sql: SQLValue { self?.sql ?? .null }

    public init?(_ cell: SQLCell) {
        if cell.isNull {
            self = .none
        } else {
            guard let value = Wrapped(cell) else { return nil }
            self = .some(value)
        }
    }

    public static var takesNull: Bool { true }
    public static var isDamagedWhenUnreadable: Bool { Wrapped.isDamagedWhenUnreadable }
}

extension Int64: SQLColumnValue {
    public var sql: SQLValue { .integer(self) }
    public init?(_ cell: SQLCell) { self = cell.integer }
}

extension Int: SQLColumnValue {
    public var sql: SQLValue { .integer(Int64(self)) }
    public init?(_ cell: SQLCell) { self.init(clamping: cell.integer) }
}

extension UInt32: SQLColumnValue {
    public var sql: SQLValue { .integer(Int64(self)) }
    public init?(_ cell: SQLCell) { self.init(exactly: cell.integer) }
}

extension Bool: SQLColumnValue {
    public var sql: SQLValue { .integer(self ? 1 : 0) }
    public init?(_ cell: SQLCell) { self = cell.integer != 0 }
}

extension String: SQLColumnValue {
    public var sql: SQLValue { .text(self) }
    public init?(_ cell: SQLCell) { self = cell.text }
}

extension [UInt8]: SQLColumnValue {
    public var sql: SQLValue { .blob(self) }
    public init?(_ cell: SQLCell) { self = cell.blob }
}
