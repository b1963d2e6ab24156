import CLaurelSQLite
public import LaurelStorage

/// One connection to a database file. Whoever holds it is alone with it.
public final class SQLiteConnection {
    let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    init(path: String, flags: Int32) throws(StoreError) {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(handle)
            throw .broken(reason: "can't open \(path): \(message)")
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        setPatience()
    }

    deinit {
        for statement in statements.values { statement.finalize() }
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows.
    public func execute(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// The statement for `sql`, prepared once, with no values bound. Not to be used twice at a time.
    public func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
        if let statement = statements[sql] {
            statement.reset()
            return statement
        }
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer else { throw failure(code) }
        let statement = SQLiteStatement(pointer: pointer)
        statements[sql] = statement
        return statement
    }

    /// The first column of the first row; nil without a row or when it is NULL.
    public func integer(_ sql: String) throws(StoreError) -> Int64? {
        let statement = try prepare(sql)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return statement.isNull(0) ? nil : statement.integer(0)
    }

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
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }
    /// How many rows the last INSERT, UPDATE or DELETE changed.
    public var changedRows: Int { Int(sqlite3_changes64(handle)) }

    func failure(_ code: Int32) -> StoreError {
        StoreError(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
public final class SQLiteStatement {
    private let pointer: OpaquePointer

    init(pointer: OpaquePointer) { self.pointer = pointer }
    func finalize() { sqlite3_finalize(pointer) }

    public func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(pointer, index, value) }
    public func bindNull(_ index: Int32) { sqlite3_bind_null(pointer, index) }
    public func bind(_ index: Int32, _ value: Int64?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }
    public func bind(_ index: Int32, _ value: Bool) { bind(index, value ? 1 : 0) }
    public func bind(_ index: Int32, _ value: String) {
        var value = value
        value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                // An empty buffer may have no address, and SQLite would take that for NULL.
                let start = text.baseAddress ?? UnsafePointer(bitPattern: 1)
                sqlite3_bind_text(pointer, index, start, Int32(clamping: text.count), Self.copied)
            }
        }
    }
    public func bind(_ index: Int32, _ value: String?) {
        if let value { bind(index, value) } else { bindNull(index) }
    }
    public func bind(_ index: Int32, blob value: [UInt8]) {
        value.withUnsafeBytes { bytes in
            let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
            sqlite3_bind_blob(pointer, index, start, Int32(clamping: bytes.count), Self.copied)
        }
    }

    func bind(_ index: Int32, _ seal: RowSeal) {
        let words = (
            seal.digest.first.littleEndian, seal.digest.second.littleEndian, seal.rest.first.littleEndian,
            seal.rest.second.littleEndian
        )
        withUnsafeBytes(of: words) { bytes in
            _ = sqlite3_bind_blob(pointer, index, bytes.baseAddress, Int32(RowSeal.byteCount), Self.copied)
        }
    }

    /// - Returns: whether there is a row to read.
    public func step() throws(StoreError) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer)))
            sqlite3_reset(pointer)
            throw StoreError(code: code, message: message)
        }
    }

    /// Runs a statement that gives no rows and makes it ready for the next.
    public func run() throws(StoreError) {
        _ = try step()
        sqlite3_reset(pointer)
    }

    /// Ready to run again; values stay bound until rebound.
    public func reset() { sqlite3_reset(pointer) }

    public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }
    public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }
    public func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    public func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(pointer, column) else { return "" }
        let count = Int(sqlite3_column_bytes(pointer, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
    public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
    public func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(pointer, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }
    /// Nil: it isn't one.
    func seal(_ column: Int32, isEmptied: Bool) -> RowSeal? {
        guard let start = sqlite3_column_blob(pointer, column),
            Int(sqlite3_column_bytes(pointer, column)) == RowSeal.byteCount
        else { return nil }
        func word(_ place: Int) -> UInt64 {
            UInt64(littleEndian: start.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self))
        }
        return RowSeal(
            digest: JournalDigest(word(0), word(1)), rest: JournalDigest(word(2), word(3)), isEmptied: isEmptied)
    }

    /// SQLITE_TRANSIENT, a macro that Swift does not see: SQLite copies the value.
    private static var copied: sqlite3_destructor_type? { unsafeBitCast(-1, to: sqlite3_destructor_type?.self) }
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

extension SQLiteConnection {
    /// Ends a transaction that only read; there is nothing to lose if it failed.
    func endReading() { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
}
