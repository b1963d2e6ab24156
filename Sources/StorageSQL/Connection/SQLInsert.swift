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
        SQLInsertion.known(into: table, row.map(\.name), ifThere: conflict).with(row.map(\.value))
    }
}

/// The INSERTs that there are. A turn of a match takes several, and putting their texts together was a tenth of its
/// processor time.
private enum SQLInsertion {
    /// Names of columns come from literals, so two that are the same are found to be so without looking at them.
    private struct Key: Hashable {
        let table: SQL
        let names: [String]
        let conflict: SQLConflict

        func hash(into hasher: inout Hasher) {
            hasher.combine(table.text)
            hasher.combine(names.count)
        }
    }

    private static let known = Mutex<[Key: SQL]>([:])

    /// The statement with NULL for each column.
    static func known(into table: SQL, _ names: [String], ifThere conflict: SQLConflict) -> SQL {
        let key = Key(table: table, names: names, conflict: conflict)
        return known.withLock { known in
            if let sql = known[key] { return sql }
            var sql = make(into: table, names, ifThere: conflict)
            sql.makeText()
            // Tables and columns are ours: there are as many as places that insert.
            known[key] = sql
            return sql
        }
    }

    private static func make(into table: SQL, _ names: [String], ifThere conflict: SQLConflict) -> SQL {
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
