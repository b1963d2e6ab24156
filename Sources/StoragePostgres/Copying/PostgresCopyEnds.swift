public import LaurelStorage
public import LaurelStorageSQL

/// A database to be copied.
public final class PostgresCopySource: CopySource {
    private let session: PostgresConnection
    public var connection: any SQLConnection { session }

    /// - Parameter server: libpq's address.
    /// - Throws: with nothing changed, ``PostgresOpenError/noTables`` when there is no store,
    ///   ``PostgresOpenError/older``, and ``PostgresOpenError/inUse`` while a server is connected.
    public init(server: String) throws(PostgresOpenError) {
        session = try PostgresConnection.alone(at: server)
        guard let version = try session.version() else { throw .noTables }
        guard version > 0 else { throw .unfinishedCopy }
        guard try !session.isOlder() else { throw .older }
    }

    /// Each change leaves the number of its mark, and a mark isn't deleted before there is a later one.
    public func changes() throws(StoreError) -> [Int64] {
        var numbers: [Int64] = []
        try session.each("SELECT line, max(turn) AS turn FROM commit_marks GROUP BY line ORDER BY line") {
            row throws(StoreError) in
            numbers += [try row["line"], try row["turn"]]
            return true
        }
        return numbers
    }

    public func lastNumber(of table: SQLSchema.Table) throws(StoreError) -> Int64 {
        try session.lastNumber(of: table)
    }
}

/// A database that a store is copied into. Its tables' version is negative until the copy is finished, so a server that
/// is started on it refuses it.
public final class PostgresCopyTarget: CopyTarget {
    private let session: PostgresConnection
    public private(set) var origin: [UInt8]?
    private let hasTables: Bool
    public var connection: any SQLConnection { session }

    /// - Parameter server: libpq's address.
    /// - Throws: with nothing changed, ``PostgresOpenError/notEmpty(table:)`` unless there are no tables, none with a
    ///   row, or an unfinished copy; ``PostgresOpenError/inUse`` while a server is connected.
    public init(server: String) throws(PostgresOpenError) {
        session = try PostgresConnection.alone(at: server)
        let encoding: String
        do throws(StoreError) { encoding = try session.serverEncoding() } catch { throw .store(error) }
        guard encoding == "UTF8" else { throw .encoding(encoding) }
        guard let version = try session.version() else {
            hasTables = false
            return
        }
        hasTables = true
        guard try !session.isOlder() else { throw .older }
        let filled: String?
        do throws(StoreError) {
            filled = version > 0 ? try session.filledTable() : nil
            if version < 0 { origin = try session.copyOrigin() }
        } catch {
            throw .store(error)
        }
        if let filled { throw .notEmpty(table: filled) }
    }

    public func begin(_ origin: [UInt8]) throws(StoreError) {
        try session.transaction { () throws(StoreError) in
            if !hasTables { for statement in PostgresSchema.statements { try session.execute(statement) } }
            guard try session.filledTable() == nil else { throw .conflict }
            for table in SQLSchema.startedTables { try session.execute("DELETE FROM \(table)") }
            try session.execute("UPDATE schema_version SET version = -version WHERE version > 0")
            try session.execute("CREATE TABLE copy_origin (origin bytea NOT NULL)")
            try session.run("INSERT INTO copy_origin (origin) VALUES (\(origin))")
        }
        self.origin = origin
    }

    /// All in one statement and one round trip.
    public func insert(_ rows: [[SQLValue]], into table: SQLSchema.Table) throws(StoreError) {
        var parameters = PostgresParameters()
        var arrays: [String] = []
        for (index, column) in table.columns.enumerated() {
            let (type, word): (PostgresType, String) =
                switch column.type {
                case .integer: (.integer64, "bigint")
                case .text: (.text, "text")
                case .blob: (.bytes, "bytea")
                }
            parameters.append(column: rows.map { $0[index] }, of: type)
            arrays.append("$\(index + 1)::\(word)[]")
        }
        let names = table.columns.map(\.name).joined(separator: ", ")
        let insert = SQL(
            stringLiteral:
                "INSERT INTO \(table.name) (\(names)) SELECT * FROM unnest(\(arrays.joined(separator: ", ")))")
        session.forgetFailure()
        do throws(StoreError) {
            try session.finish([
                PostgresCommand(PostgresConnection.Isolation.readCommitted.statement),
                PostgresCommand(insert, parameters),
            ])
        } catch {
            session.rollBack()
            throw error
        }
    }

    public func lastNumber(of table: SQLSchema.Table) throws(StoreError) -> Int64 {
        try session.lastNumber(of: table)
    }

    public func setLastNumber(_ number: Int64, of table: SQLSchema.Table) throws(StoreError) {
        guard let column = table.numberColumn else { return }
        // Nothing happens to a column that PostgreSQL doesn't number.
        try session.run(
            """
            SELECT setval(CAST(pg_get_serial_sequence(\(table.name), \(column)) AS regclass), \(number)) AS last
            """)
        if table.name == PostgresConnection.noticeTable { try session.run("UPDATE notice_head SET last = \(number)") }
    }

    public func finish() throws(StoreError) {
        try session.transaction { () throws(StoreError) in
            try session.execute("DROP TABLE copy_origin")
            try session.execute("UPDATE schema_version SET version = -version WHERE version < 0")
        }
        origin = nil
    }
}

extension PostgresConnection {
    /// Its numbers come from a row, not from a sequence.
    fileprivate static let noticeTable = "notices"
    /// A server that was just stopped may still be there for PostgreSQL.
    private static let looks = 100
    private static let pauseMilliseconds = 20

    /// - Throws: ``PostgresOpenError/inUse`` while another connection of ours is there.
    fileprivate static func alone(at server: String) throws(PostgresOpenError) -> PostgresConnection {
        let connection = try opened(to: server)
        let pause = ThreadSignal()
        for look in 0..<looks {
            if look > 0 { pause.wait(milliseconds: pauseMilliseconds) }
            do throws(StoreError) { if try !connection.hasOthers() { return connection } } catch {
                throw .store(error)
            }
        }
        throw .inUse
    }

    private func hasOthers() throws(StoreError) -> Bool {
        var hasOthers = false
        try each(
            """
            SELECT 1 AS one FROM pg_stat_activity WHERE application_name = 'laurel'
                AND datname = current_database() AND pid <> pg_backend_pid()
            """
        ) { _ throws(StoreError) in
            hasOthers = true
            return false
        }
        return hasOthers
    }

    /// Of the tables: negative while a copy isn't finished; nil: there are none.
    fileprivate func version() throws(PostgresOpenError) -> Int64? {
        let version: Int64?
        do throws(StoreError) { version = try schemaVersion() } catch { throw .store(error) }
        if let version, abs(version) > PostgresSchema.version {
            throw .newer(version: abs(version), supported: PostgresSchema.version)
        }
        return version
    }

    /// Whether its tables lack something that this program's have.
    fileprivate func isOlder() throws(PostgresOpenError) -> Bool {
        do throws(StoreError) { return PostgresUpgrade(from: try found()).isNeeded } catch { throw .store(error) }
    }

    /// A table with a row that a new store doesn't have; nil: there is none.
    fileprivate func filledTable() throws(StoreError) -> String? {
        for table in SQLSchema.tables where !SQLSchema.startedTables.contains(table.name) {
            var isFilled = false
            try each(SQL(stringLiteral: "SELECT 1 AS one FROM \(table.name) LIMIT 1")) { _ throws(StoreError) in
                isFilled = true
                return false
            }
            if isFilled { return table.name }
        }
        return nil
    }

    fileprivate func copyOrigin() throws(StoreError) -> [UInt8]? {
        var origin: [UInt8]?
        try each("SELECT origin FROM copy_origin") { row throws(StoreError) in
            origin = try row["origin"]
            return false
        }
        return origin
    }

    /// 0 of a table whose numbers PostgreSQL doesn't give, or of which it has given none.
    fileprivate func lastNumber(of table: SQLSchema.Table) throws(StoreError) -> Int64 {
        guard let column = table.numberColumn else { return 0 }
        var (sequence, last): (String?, Int64) = (nil, 0)
        try each("SELECT pg_get_serial_sequence(\(table.name), \(column)) AS name") { row throws(StoreError) in
            sequence = try row["name"]
            return false
        }
        guard let sequence else { return 0 }
        let select: SQL = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM "
        try each(select + SQL(stringLiteral: sequence)) { row throws(StoreError) in
            last = try row["last"]
            return false
        }
        if table.name == Self.noticeTable {
            try each("SELECT last FROM notice_head") { row throws(StoreError) in
                last = max(last, try row["last"])
                return false
            }
        }
        return last
    }
}
