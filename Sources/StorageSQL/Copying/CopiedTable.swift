import LaurelStorage

/// A table's rows as values, whatever they mean, in the order of its key and a batch at a time.
struct CopiedTable {
    /// Rows of a batch.
    let rowsLimit: Int
    /// Bytes of a batch; a longer row is a batch of its own.
    static let bytesLimit = 4 << 20
    /// Rows of these are short, whatever their columns: they are not measured before they are read.
    private static let shortRows: Set<String> = ["journal"]

    let table: SQLSchema.Table

    /// Of the table, whichever way it's asked.
    private func rows(_ what: SQL, after key: [SQLValue]?, limit: Int) -> SQL {
        var sql: SQL = "SELECT \(what)"
        sql.append(text: " FROM \(table.name)")
        if let key {
            sql.append(text: " WHERE (\(list(table.key))) > (")
            for (index, value) in key.enumerated() {
                if index > 0 { sql.append(text: ", ") }
                sql.append(value: value)
            }
            sql.append(text: ")")
        }
        sql.append(text: " ORDER BY \(list(table.key))")
        // Within the text: no statement of a copy is worth keeping.
        return "\(sql) LIMIT \(numbers: [Int64(limit)])"
    }

    private func list(_ names: [String]) -> String { names.joined(separator: ", ") }

    /// - Parameter key: of the row before the first one; nil: from the beginning.
    func rows(after key: [SQLValue]?, on connection: any SQLConnection) throws(StoreError) -> [[SQLValue]] {
        let limit = try fitting(after: key, on: connection)
        let columns = SQL(stringLiteral: list(table.columns.map(\.name)))
        return try connection.rows(rows(columns, after: key, limit: limit)) { row throws(StoreError) in
            values(row, table.columns)
        }
    }

    /// How many rows a batch has, so that its bytes fit into memory: at least 1.
    private func fitting(after key: [SQLValue]?, on connection: any SQLConnection) throws(StoreError) -> Int {
        let blobs = table.columns.filter { $0.type == .blob }.map { "coalesce(length(\($0.name)), 0)" }
        guard !blobs.isEmpty, !Self.shortRows.contains(table.name) else { return rowsLimit }
        let size = SQL(stringLiteral: blobs.joined(separator: " + ") + " AS size")
        var (count, bytes) = (0, 0)
        try connection.each(rows(size, after: key, limit: rowsLimit)) { row throws(StoreError) in
            bytes += try row["size"]
            count += 1
            return bytes < Self.bytesLimit
        }
        return max(1, bytes > Self.bytesLimit ? count - 1 : count)
    }

    private func values(_ row: SQLRow, _ columns: [SQLSchema.Column]) -> [SQLValue] {
        columns.enumerated().map { index, column in
            if row.cells.isNull(index) { return .null }
            return switch column.type {
            case .integer: .integer(row.cells.integer(index))
            case .text: .text(row.cells.text(index))
            case .blob: .blob(row.cells.blob(index))
            }
        }
    }

    /// Of a row that ``rows(after:on:)`` gave.
    func key(of row: [SQLValue]) -> [SQLValue] {
        table.key.compactMap { name in table.columns.firstIndex { $0.name == name }.map { row[$0] } }
    }

    /// Nil: there is no row.
    func lastKey(on connection: any SQLConnection) throws(StoreError) -> [SQLValue]? {
        let columns = table.key.compactMap { name in table.columns.first { $0.name == name } }
        var sql = SQL()
        sql.append(text: "SELECT \(list(table.key)) FROM \(table.name) ORDER BY ")
        sql.append(text: list(table.key.map { $0 + " DESC" }))
        return try connection.first("\(sql) LIMIT \(numbers: [1])") { row throws(StoreError) in values(row, columns) }
    }

    func count(on connection: any SQLConnection) throws(StoreError) -> Int {
        var sql = SQL()
        sql.append(text: "SELECT count(*) FROM \(table.name)")
        return try connection.number("\(sql) LIMIT \(numbers: [1])")
    }
}

extension RowsDigest {
    /// A row, the same from all engines: each value by its kind and its bytes.
    mutating func add(_ row: [SQLValue]) {
        var bytes: [UInt8] = []
        func put(_ kind: UInt8, _ number: Int64) {
            bytes.append(kind)
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        for value in row {
            switch value {
            case .null: bytes.append(0)
            case .integer(let number): put(1, number)
            case .text(let text):
                put(2, Int64(text.utf8.count))
                bytes += text.utf8
            case .blob(let blob):
                put(3, Int64(blob.count))
                bytes += blob
            }
        }
        add(bytes)
    }
}
