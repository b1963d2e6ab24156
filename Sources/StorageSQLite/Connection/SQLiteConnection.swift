import CLaurelSQLite
public import LaurelStorage
public import LaurelStorageSQL
import Synchronization

/// One connection to a database file. Its holder is alone with it.
public final class SQLiteConnection: SQLConnection {
    let handle: OpaquePointer
    /// One connection of a store writes, and no other process does.
    public let noticeMemory: NoticeMemory? = NoticeMemory()
    private var statements: [String: SQLiteStatement] = [:]

    init(path: String, flags: Int32) throws(StoreError) {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(handle)
            // Of another user, or no descriptor is left: nothing is wrong with what is in it.
            throw StoreError(code: code, message: "can't open \(path): \(message)")
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        setPatience()
    }

    deinit {
        for statement in statements.values { statement.finalize() }
        sqlite3_close_v2(handle)
    }

    /// Called with each statement that a table prepares; what it throws is thrown. For tests of all statements.
    static let inspection = Mutex(Inspection())

    /// A closure by itself would be wrapped once more by each access, until a call overflows the stack.
    struct Inspection {
        var inspect: (@Sendable (String, SQLiteConnection) throws(StoreError) -> Void)?
    }

    /// Runs statements that give no rows.
    public func execute(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// The statement for `sql`, prepared once, with no values bound. Not to be used twice at a time.
    ///
    /// For what is asked of the file itself, and for tests. Tables use ``LaurelStorageSQL/SQL``.
    public func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
        if let statement = statements[sql] {
            statement.reset()
            return statement
        }
        return try keep(sql)
    }

    /// The same for a table. Its values are bound by position: the journal's rows alone.
    func statement(_ sql: String) throws(StoreError) -> SQLiteStatement {
        if let statement = statements[sql] {
            statement.reset()
            return statement
        }
        return try keepInspected(sql)
    }

    private func keep(_ sql: String) throws(StoreError) -> SQLiteStatement {
        let statement = try compile(sql)
        statements[sql] = statement
        return statement
    }

    private func keepInspected(_ sql: String) throws(StoreError) -> SQLiteStatement {
        let statement = try keep(sql)
        if let inspect = Self.inspection.withLock({ $0.inspect }) { try inspect(sql, self) }
        return statement
    }

    private func compile(_ sql: String) throws(StoreError) -> SQLiteStatement {
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer else { throw failure(code) }
        return SQLiteStatement(pointer: pointer)
    }

    /// Runs `body` with a statement of its own, with all values bound.
    private func with<Value>(
        _ sql: SQL, _ body: (SQLiteStatement) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let text = sql.text
        var kept: SQLiteStatement?
        if sql.isKept {
            if let present = statements[text] {
                // One that somebody reads the rows of is not to be disturbed.
                if !present.isInUse {
                    present.reset()
                    kept = present
                }
            } else {
                kept = try keepInspected(text)
            }
        }
        let statement = if let kept { kept } else { try compile(text) }
        statement.isInUse = true
        defer {
            statement.isInUse = false
            if kept == nil { statement.finalize() } else { statement.clear() }
        }
        statement.bind(sql.values)
        return try body(statement)
    }

    /// The first column of the first row; nil without a row or when it is NULL.
    public func integer(_ sql: String) throws(StoreError) -> Int64? {
        let statement = try prepare(sql)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return statement.isNull(0) ? nil : statement.integer(0)
    }

    @discardableResult
    public func run(_ sql: SQL) throws(StoreError) -> Int {
        try with(sql) { statement throws(StoreError) in
            _ = try statement.step()
            return Int(sqlite3_changes64(handle))
        }
    }

    public func each(_ sql: SQL, _ body: (SQLRow) throws(StoreError) -> Bool) throws(StoreError) {
        try with(sql) { statement throws(StoreError) in
            let row = SQLRow(statement)
            while try statement.step() { guard try body(row) else { return } }
        }
    }

    public var lastNumber: Int64? { sqlite3_last_insert_rowid(handle) }

    public static let dialect = SQLDialect(
        randomDigits: "upper(hex(randomblob(5)))",
        // Not the highest row: that one may have been deleted, and its number was given out all the same.
        lastNotice: "SELECT seq FROM sqlite_sequence WHERE name = 'notices'",
        writingOrder: "rowid", isRemote: false)

    public func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try execute("BEGIN")
        defer { endReading() }
        return try body()
    }

    /// Ends a transaction that only read; there is nothing to lose if it failed.
    func endReading() { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }

    /// All that `body` writes, or nothing.
    public func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do throws(StoreError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // A failed COMMIT may have rolled back by itself already; there is nothing more to undo then.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            noticeMemory?.forget()
            throw error
        }
    }

    /// How long to wait for somebody else: another process may hold the file for a moment, as a shell or a backup does.
    func setPatience(milliseconds: Int32 = 5_000) { sqlite3_busy_timeout(handle, milliseconds) }

    /// Whether the log is left as it is when the last connection closes.
    func keepLogOnClose(_ keeps: Bool) { _ = laurel_sqlite3_keep_log_on_close(handle, keeps ? 1 : 0) }

    /// Moves the log into the database.
    ///
    /// - Parameter mode: how far, and who waits: `SQLITE_CHECKPOINT_PASSIVE` and its kin.
    /// - Returns: how many pages the log has; less than 1 if that is unknown.
    @discardableResult
    func checkpoint(_ mode: Int32) -> Int {
        var pages: Int32 = 0
        sqlite3_wal_checkpoint_v2(handle, nil, mode, &pages, nil)
        return Int(pages)
    }

    /// Ends what runs on another thread.
    func interrupt() { sqlite3_interrupt(handle) }

    /// Rows that were ever changed on this connection.
    var totalChanges: Int64 { sqlite3_total_changes64(handle) }

    func failure(_ code: Int32) -> StoreError { StoreError(code: code, on: handle) }
}

extension StoreError {
    /// SQLite's codes in our words. Source: https://www.sqlite.org/rescode.html
    init(code: Int32, message: String) {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_INTERRUPT: self = .unavailable
        case SQLITE_FULL: self = .full
        case SQLITE_IOERR, SQLITE_CANTOPEN: self = .failing(reason: "SQLite \(code): \(message)")
        case SQLITE_CONSTRAINT: self = .conflict
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(reason: "SQLite \(code): \(message)")
        default: self = .broken(reason: "SQLite \(code): \(message)")
        }
    }
}
