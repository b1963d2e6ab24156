public import LaurelStorage

/// What the tables need of a database. The holder of a connection is alone with it; its calls block.
public protocol SQLConnection: AnyObject {
    /// - Returns: how many rows it changed.
    @discardableResult
    func run(_ sql: SQL) throws(StoreError) -> Int

    /// Calls `body` with each row, until it returns false.
    func each(_ sql: SQL, _ body: (SQLRow) throws(StoreError) -> Bool) throws(StoreError)

    /// All that `body` writes, or nothing.
    func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result

    /// All that `body` reads is of the same moment. It writes nothing.
    func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result

    /// What databases have no common word for.
    static var dialect: SQLDialect { get }

    /// What is known of notices without looking. Nil: nothing, since others write them, too.
    var noticeMemory: NoticeMemory? { get }

    /// The number of the row that was inserted last, in a table that numbers its rows. Nil: only the store knows it.
    var lastNumber: Int64? { get }
}

extension SQLConnection {
    public var noticeMemory: NoticeMemory? { nil }
    public var lastNumber: Int64? { nil }
}

/// Where databases differ.
public struct SQLDialect: Sendable {
    /// An expression: ten random hexadecimal digits, in capitals.
    public let randomDigits: SQL
    /// A statement: the last number that a notice was given.
    public let lastNotice: SQL
    /// A statement that makes ``lastNotice`` the number of the next notice, and lets nobody else do so before the end
    /// of the transaction: who reads notices in order must not see one before a lower number that is still to be
    /// committed. Nil: the table numbers them, since one connection alone writes.
    public let noticeRaising: SQL?
    /// What orders rows as they were written, in a table without a number.
    public let writingOrder: SQL
    /// Whether a read costs a round trip. Then a change that depends on what is there is one statement; else it may be
    /// cheaper to look first.
    public let isRemote: Bool

    public init(
        randomDigits: SQL, lastNotice: SQL, noticeRaising: SQL? = nil, writingOrder: SQL, isRemote: Bool
    ) {
        self.randomDigits = randomDigits
        self.lastNotice = lastNotice
        self.noticeRaising = noticeRaising
        self.writingOrder = writingOrder
        self.isRemote = isRemote
    }
}

extension SQLConnection {
    func rows<Value>(
        _ sql: SQL, _ read: (SQLRow) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
        var values: [Value] = []
        try each(sql) { row throws(StoreError) in
            values.append(try read(row))
            return true
        }
        return values
    }

    /// Nil: there is none.
    func first<Value>(
        _ sql: SQL, _ read: (SQLRow) throws(StoreError) -> Value
    ) throws(StoreError) -> Value? {
        var value: Value?
        try each(sql) { row throws(StoreError) in
            value = try read(row)
            return false
        }
        return value
    }

    /// The only column of all rows.
    func values<Value: SQLColumnValue>(_ sql: SQL, of type: Value.Type = Value.self) throws(StoreError) -> [Value] {
        try rows(sql) { row throws(StoreError) in try row.first() }
    }

    /// The only column of the first row; nil without a row, or when it is NULL.
    func value<Value: SQLColumnValue>(_ sql: SQL, of type: Value.Type = Value.self) throws(StoreError) -> Value? {
        try first(sql) { row throws(StoreError) -> Value? in try row.first() } ?? nil
    }

    /// The only column of the only row, of a statement that always has one.
    func number(_ sql: SQL) throws(StoreError) -> Int {
        guard let number = try value(sql, of: Int.self) else { throw .broken(reason: "a count gave no number") }
        return number
    }

    /// The number that a new row got, of an INSERT with RETURNING.
    func newNumber<Value: SQLColumnValue>(
        _ sql: SQL, of type: Value.Type = Value.self
    ) throws(StoreError) -> Value {
        guard let number = try value(sql, of: Value.self) else { throw .broken(reason: "a new row has no number") }
        return number
    }

    /// An UPDATE of one row that is there, as a rule.
    ///
    /// - Returns: false: nothing is written. The row isn't there; or what the statement says would be known with the
    ///   commit alone, and a change that no row has taken would be acknowledged and lost.
    func update(
        _ table: SQL, _ row: [(name: String, value: SQLValue)], where key: [(name: String, value: SQLValue)]
    ) throws(StoreError) -> Bool {
        guard !Self.dialect.isRemote else { return false }
        return try run(.update(table, row, where: key)) == 1
    }

    /// Whether there is a row.
    func has(_ sql: SQL) throws(StoreError) -> Bool {
        var has = false
        try each(sql) { _ throws(StoreError) in
            has = true
            return false
        }
        return has
    }
}
