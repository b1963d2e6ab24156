extension SQLSchema {
    /// A table, as its statement declares it.
    public struct Table: Hashable, Sendable {
        public let name: String
        /// A table without a primary key has `rowid` before those of its statement.
        public let columns: [Column]
        /// The columns that tell its rows from each other, and order them alike in all engines.
        public let key: [String]
        /// Whether the engine gives its numbers, and none twice, not even one whose row is gone.
        public let givesNumbersOnce: Bool

        /// The key, if it's one number.
        public var numberColumn: String? {
            guard key.count == 1, columns.contains(where: { $0.name == key[0] && $0.type == .integer }) else {
                return nil
            }
            return key[0]
        }
    }

    public struct Column: Hashable, Sendable {
        public let name: String
        public let type: ColumnType
    }

    public enum ColumnType: String, Sendable {
        case integer = "INTEGER"
        case text = "TEXT"
        case blob = "BLOB"
    }

    /// All tables, each behind those that it refers to.
    public static let tables: [Table] = statements.compactMap { Table($0) }

    /// What a statement that makes a table declares: its columns, and what is said of several of them; nil: it makes
    /// none.
    public static func declarations(of statement: String) -> [Substring]? {
        guard statement.hasPrefix("CREATE TABLE "), let open = statement.firstIndex(of: "("),
            let end = statement.lastIndex(of: ")")
        else { return nil }
        return parts(of: statement[statement.index(after: open)..<end])
    }

    /// What stands between commas that no parentheses enclose.
    private static func parts(of text: Substring) -> [Substring] {
        var parts: [Substring] = []
        var (start, depth) = (text.startIndex, 0)
        for index in text.indices {
            switch text[index] {
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 0:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        parts.append(text[start...])
        return parts.map { $0.drop { $0 == " " } }
    }

    /// Tables that a new store has rows in already.
    public static let startedTables: Set<String> = Set(
        statements.filter { $0.hasPrefix("INSERT INTO ") }.map { String($0.split(separator: " ")[2]) })
}

extension SQLSchema.Table {
    /// Nil: the statement makes no table.
    init?(_ statement: String) {
        guard let declarations = SQLSchema.declarations(of: statement) else { return nil }
        name = statement.prefix { $0 != "(" }.dropFirst("CREATE TABLE ".count).split(separator: " ").joined()
        var columns: [SQLSchema.Column] = []
        var key: [String] = []
        for part in declarations {
            let words = part.split(separator: " ").map(String.init)
            if words.count > 1, let type = SQLSchema.ColumnType(rawValue: words[1]) {
                columns.append(SQLSchema.Column(name: words[0], type: type))
                if part.contains(" PRIMARY KEY") { key = [words[0]] }
            } else if part.hasPrefix("PRIMARY KEY"), let from = part.firstIndex(of: "("),
                let to = part.lastIndex(of: ")")
            {
                key = part[part.index(after: from)..<to].split(whereSeparator: { $0 == "," || $0 == " " })
                    .map(String.init)
            }
        }
        if key.isEmpty {
            columns.insert(SQLSchema.Column(name: "rowid", type: .integer), at: 0)
            key = ["rowid"]
        }
        self.columns = columns
        self.key = key
        givesNumbersOnce = statement.contains(" AUTOINCREMENT")
    }
}
