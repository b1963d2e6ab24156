import LaurelStorage

/// A table whose rows are values of one type. Its columns are declared once: the list to select, the row to insert and
/// what is read come from that. So a new column of a property with a default is one line here.
///
/// For tables of few rows: reading by key paths takes more than twice as long as naming each property.
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

    /// - Parameter owner: columns in front of the declared ones, for what hangs on another row.
    func insert(_ record: Record, of owner: KeyValuePairs<String, any SQLColumnValue> = [:]) -> SQL {
        .insert(into: name, owner.map { ($0.key, $0.value.sql) } + row(record), ifThere: .fails)
    }

    /// Changes the row with the same key, if there is one: what is written once stays.
    func update(_ record: Record) -> SQL {
        var sql: SQL = "UPDATE \(name)"
        for (index, column) in columns.filter({ !$0.isWrittenOnce && !key.contains($0.name) }).enumerated() {
            sql.append(text: "\(index == 0 ? " SET" : ",") \(column.name) = ")
            sql.append(value: column.value(record))
        }
        for (index, column) in columns.filter({ key.contains($0.name) }).enumerated() {
            sql.append(text: "\(index == 0 ? " WHERE" : " AND") \(column.name) = ")
            sql.append(value: column.value(record))
        }
        return sql
    }

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
