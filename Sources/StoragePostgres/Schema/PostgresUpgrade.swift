import LaurelStorage
import LaurelStorageSQL

/// Brings the tables of an older program up to date: it adds the tables, columns and indexes that are missing, and
/// changes or removes nothing. So servers of both releases can use them side by side, and an older program goes on as
/// before.
///
/// What takes more than that needs a version of its own (``PostgresSchema/version``).
struct PostgresUpgrade {
    /// What there is in the schema of a connection.
    struct Found {
        /// Of each table.
        var columns: [String: Set<String>] = [:]
        var sequences: Set<String> = []
        var indexes: Set<String> = []
        /// Of them those that nobody finished: the server, or the program that made them, had ended.
        var unfinished: Set<String> = []
    }

    /// Of new tables, and columns: together, or none of them.
    private(set) var additions: [String] = []
    /// Indexes of tables that may have many rows, each made by itself while others write there.
    private(set) var indexes: [(name: String, statement: String)] = []

    var isNeeded: Bool { !additions.isEmpty || !indexes.isEmpty }

    init(from found: Found, to statements: [String] = PostgresSchema.statements) {
        for statement in statements {
            // The name stands before what the table or index is made of: "CREATE TABLE name (…", "… INDEX name ON …".
            let words = statement.prefix { $0 != "(" }.split(separator: " ").map(String.init)
            guard let name = Self.name(words) else { continue }
            switch (words[0], words[1]) {
            case ("CREATE", "TABLE"):
                if let columns = found.columns[name] {
                    additions += Self.columns(of: statement).filter { !columns.contains($0.name) }
                        .map { "ALTER TABLE \(name) ADD COLUMN \($0.definition)" }
                } else {
                    additions.append(statement)
                }
            case ("CREATE", "SEQUENCE"): if !found.sequences.contains(name) { additions.append(statement) }
            case ("INSERT", _): if found.columns[name] == nil { additions.append(statement) }
            default:
                guard let on = words.firstIndex(of: "ON"), words.indices.contains(on + 1) else { continue }
                if found.columns[words[on + 1]] == nil {
                    additions.append(statement)
                } else if !found.indexes.contains(name) || found.unfinished.contains(name) {
                    indexes.append((name, statement.replacing("INDEX \(name)", with: "INDEX CONCURRENTLY \(name)")))
                }
            }
        }
    }

    private static func name(_ words: [String]) -> String? {
        let before = ["TABLE", "SEQUENCE", "INTO", "INDEX"]
        guard let index = words.firstIndex(where: { before.contains($0) }) else { return nil }
        return words.indices.contains(index + 1) ? words[index + 1] : nil
    }

    /// The columns of a statement that makes a table, without what is said of several of them.
    static func columns(of statement: String) -> [(name: String, definition: String)] {
        (SQLSchema.declarations(of: statement) ?? []).compactMap { declaration in
            let words = declaration.split(whereSeparator: \.isWhitespace)
            guard let name = words.first.map(String.init), !constraints.contains(name) else { return nil }
            return (name, words.joined(separator: " "))
        }
    }

    private static let constraints: Set<String> = ["PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "CONSTRAINT"]
}

extension PostgresUpgrade {
    /// Who upgrades takes this lock of the database; the number is arbitrary.
    private static let lock: Int64 = 0x6C61_7572_656C
    /// Adding a column waits for those who use the table, and all others wait behind it. So it gives up soon, lets them
    /// pass, and tries again.
    private static let lockMilliseconds = 500
    private static let attempts = 40
    private static let pauseMilliseconds = 250

    /// Adds what is missing. Several may do so at once.
    ///
    /// - Throws: also when the table of a new column that has no default has rows; nothing was added then.
    static func run(_ connection: PostgresConnection) throws(StoreError) {
        guard try PostgresUpgrade(from: connection.found()).isNeeded else { return }
        let pause = ThreadSignal()
        var attempt = 0
        while true {
            attempt += 1
            do throws(StoreError) {
                try add(connection)
                try index(connection)
                return
            } catch {
                guard connection.isConnected, attempt < attempts, error == .unavailable else { throw error }
                pause.wait(milliseconds: pauseMilliseconds)
            }
        }
    }

    private static func add(_ connection: PostgresConnection) throws(StoreError) {
        // Each statement sees what was committed before it: also what was added while this one waited for the lock.
        try connection.begin(.readCommitted)
        do throws(StoreError) {
            try connection.execute("SET LOCAL lock_timeout = \(lockMilliseconds)")
            try connection.execute("SELECT pg_advisory_xact_lock(\(lock))")
            for statement in try PostgresUpgrade(from: connection.found()).additions {
                try connection.execute(statement)
            }
            try connection.commit()
        } catch {
            connection.rollBack()
            throw error
        }
    }

    private static func index(_ connection: PostgresConnection) throws(StoreError) {
        for (name, statement) in try PostgresUpgrade(from: connection.found()).indexes {
            do throws(StoreError) {
                if try connection.found().unfinished.contains(name) {
                    try connection.execute("DROP INDEX CONCURRENTLY IF EXISTS \(name)")
                }
                try connection.execute(statement)
            } catch {
                // Another node made it meanwhile.
                let found = try connection.found()
                guard found.indexes.contains(name), !found.unfinished.contains(name) else { throw error }
            }
        }
    }
}

extension PostgresConnection {
    /// The tables, and what hangs on them.
    func found() throws(StoreError) -> PostgresUpgrade.Found {
        var found = PostgresUpgrade.Found()
        try each(
            """
            SELECT CAST(c.relname AS text) AS name, CAST(c.relkind AS text) AS kind,
                coalesce(i.indisvalid, true) AS is_whole
            FROM pg_class AS c LEFT JOIN pg_index AS i ON i.indexrelid = c.oid
            WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind IN ('r', 'S', 'i')
            """
        ) { row throws(StoreError) in
            let (name, kind): (String, String) = (try row["name"], try row["kind"])
            switch kind {
            case "r": found.columns[name] = []
            case "S": found.sequences.insert(name)
            default:
                found.indexes.insert(name)
                let isWhole: Bool = try row["is_whole"]
                if !isWhole { found.unfinished.insert(name) }
            }
            return true
        }
        try each(
            """
            SELECT CAST(a.attname AS text) AS name, CAST(c.relname AS text) AS relation
            FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
            WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind = 'r' AND a.attnum > 0
                AND NOT a.attisdropped
            """
        ) { row throws(StoreError) in
            let relation: String = try row["relation"]
            found.columns[relation]?.insert(try row["name"])
            return true
        }
        return found
    }
}
