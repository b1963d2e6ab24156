import Synchronization

/// What becomes of a row that is there already.
enum SQLConflict: Equatable {
    /// The statement fails.
    case fails
    /// It stays as it is.
    case stays
    /// It gets the new values. With the columns that make it the same row, and those that stay as they are.
    case takesOver(key: [String], keeping: [String] = [])
}

extension SQL {
    /// An INSERT of one row. A column stands in one line with its value.
    static func insert(
        into table: SQL, _ row: KeyValuePairs<String, any SQLColumnValue>, ifThere conflict: SQLConflict = .fails
    ) -> SQL {
        insert(into: table, row.map { ($0.key, $0.value.sql) }, ifThere: conflict)
    }

    /// - Parameter computed: columns whose values are expressions.
    static func insert(
        into table: SQL, _ row: KeyValuePairs<String, any SQLColumnValue>, computed: [(name: String, value: SQL)]
    ) -> SQL {
        let names = row.map(\.key) + computed.map(\.name)
        var sql: SQL = "INSERT INTO \(table) ("
        sql.append(text: names.joined(separator: ", "))
        sql.append(text: ") VALUES (")
        for column in row {
            sql.append(value: column.value.sql)
            sql.append(text: ", ")
        }
        sql.append(computed.map(\.value).joined(separator: ", "))
        sql.append(text: ")")
        return sql
    }

    static func insert(into table: SQL, _ row: [(name: String, value: SQLValue)], ifThere conflict: SQLConflict) -> SQL
    {
        SQLRowStatement.known(.insertion(conflict), of: table, row.map(\.name)).with(row.map(\.value))
    }

    /// An UPDATE of the row with this key.
    static func update(
        _ table: SQL, _ row: [(name: String, value: SQLValue)], where key: [(name: String, value: SQLValue)]
    ) -> SQL {
        SQLRowStatement.known(.update(keyCount: key.count), of: table, row.map(\.name) + key.map(\.name))
            .with(row.map(\.value) + key.map(\.value))
    }
}

/// The statements of one row that there are. A turn of a match takes several, and putting their texts together was a
/// tenth of its processor time.
private enum SQLRowStatement {
    enum Kind: Equatable {
        case insertion(SQLConflict)
        /// The last columns are the key.
        case update(keyCount: Int)
    }

    /// Names of columns come from literals, so two that are the same are found to be so without looking at them.
    private struct Key: Hashable {
        let kind: Kind
        let table: SQL
        let names: [String]

        func hash(into hasher: inout Hasher) {
            hasher.combine(table.text)
            hasher.combine(names.count)
        }
    }

    private static let known = Mutex<[Key: SQL]>([:])

    /// The statement with NULL for each column.
    static func known(_ kind: Kind, of table: SQL, _ names: [String]) -> SQL {
        let key = Key(kind: kind, table: table, names: names)
        return known.withLock { known in
            if let sql = known[key] { return sql }
            var sql: SQL =
                switch kind {
                case .insertion(let conflict): insertion(into: table, names, ifThere: conflict)
                case .update(let keyCount): update(table, names.dropLast(keyCount), where: names.suffix(keyCount))
                }
            sql.makeText()
            // Tables and columns are ours: there are as many as statements in our code.
            known[key] = sql
            return sql
        }
    }

    private static func update(_ table: SQL, _ names: ArraySlice<String>, where key: ArraySlice<String>) -> SQL {
        var sql: SQL = "UPDATE \(table) SET "
        append(names, separator: ", ", to: &sql)
        sql.append(text: " WHERE ")
        append(key, separator: " AND ", to: &sql)
        return sql
    }

    private static func append(_ names: ArraySlice<String>, separator: String, to sql: inout SQL) {
        for (index, name) in names.enumerated() {
            sql.append(text: "\(index > 0 ? separator : "")\(name) = ")
            sql.append(value: .null)
        }
    }

    private static func insertion(into table: SQL, _ names: [String], ifThere conflict: SQLConflict) -> SQL {
        var sql: SQL = "INSERT INTO \(table) ("
        sql.append(text: names.joined(separator: ", "))
        sql.append(text: ") VALUES (")
        for index in names.indices {
            if index > 0 { sql.append(text: ", ") }
            sql.append(value: .null)
        }
        sql.append(text: ")")
        switch conflict {
        case .fails: break
        case .stays: sql.append(text: " ON CONFLICT DO NOTHING")
        case .takesOver(let key, let keeping):
            let new = names.filter { !key.contains($0) && !keeping.contains($0) }
            sql.append(text: " ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET ")
            sql.append(text: new.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        }
        return sql
    }
}
