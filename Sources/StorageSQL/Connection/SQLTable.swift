import LaurelStorage

/// A table whose rows are values of one type. Its columns are declared once: the list to select, the row to insert and
/// what is read come from that. So a new column of a property with a default is one line here.
struct SQLTable<Record>: Sendable {
    let name: SQL
    let key: [String]
    private let columns: [SQLColumn<Record>]
    private let make: @Sendable (SQLRow) throws(StoreError) -> Record
    /// What to select.
    let list: SQL

    /// - Parameters:
    ///   - key: the columns that make it the same row.
    ///   - make: a value from what can't be set afterwards.
    init(
        _ name: SQL, key: String..., columns: [SQLColumn<Record>],
        make: @escaping @Sendable (SQLRow) throws(StoreError) -> Record
    ) {
        self.name = name
        self.key = key
        self.columns = columns
        self.make = make
        list = SQL(stringLiteral: columns.map(\.name).joined(separator: ", "))
    }

    func read(_ row: SQLRow) throws(StoreError) -> Record {
        var record = try make(row)
        for column in columns { try column.read?(&record, row) }
        return record
    }

    func insert(_ record: Record) -> SQL { .insert(into: name, row(record), ifThere: .fails) }

    /// Puts it in place of the row with the same key, if there is one.
    func put(_ record: Record) -> SQL {
        let kept = columns.filter { $0.isWrittenOnce }.map(\.name)
        return .insert(into: name, row(record), ifThere: .takesOver(key: key, keeping: kept))
    }

    private func row(_ record: Record) -> [(name: String, value: SQLValue)] {
        columns.map { ($0.name, $0.value(record)) }
    }
}

/// A column of a table, and where its value stands in a record.
struct SQLColumn<Record>: Sendable {
    let name: String
    fileprivate let value: @Sendable (Record) -> SQLValue
    /// Nil: the table's `make` reads it.
    fileprivate let read: (@Sendable (inout Record, SQLRow) throws(StoreError) -> Void)?
    fileprivate var isWrittenOnce = false

    /// A property that can be set: written and read.
    init<Value: SQLColumnValue>(_ name: String, _ path: any WritableKeyPath<Record, Value> & Sendable) {
        self.name = name
        value = { $0[keyPath: path].sql }
        read = { record, row throws(StoreError) in record[keyPath: path] = try row[name] }
    }

    /// What the table's `make` reads.
    init<Value: SQLColumnValue>(_ name: String, made value: @escaping @Sendable (Record) -> Value) {
        self.name = name
        self.value = { value($0).sql }
        read = nil
    }

    /// As above; a row that is there already keeps its own.
    static func once<Value: SQLColumnValue>(
        _ name: String, _ value: @escaping @Sendable (Record) -> Value
    ) -> SQLColumn {
        var column = SQLColumn(name, made: value)
        column.isWrittenOnce = true
        return column
    }
}
