import CLaurelSQLite
public import LaurelStorage
public import LaurelStorageSQL

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
public final class SQLiteStatement: SQLCells {
    private let pointer: OpaquePointer
    /// Somebody reads its rows.
    var isInUse = false
    /// Read when first asked for.
    private lazy var columns = SQLColumns(
        (0..<sqlite3_column_count(pointer)).map { index in
            sqlite3_column_name(pointer, index).map { String(cString: $0) } ?? ""
        })

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

    /// All values, in order.
    func bind(_ values: [SQLValue]) {
        for (offset, value) in values.enumerated() {
            let index = Int32(offset) + 1
            switch value {
            case .null: bindNull(index)
            case .integer(let number): bind(index, number)
            case .text(let text): bind(index, text)
            case .blob(let bytes): bind(index, blob: bytes)
            }
        }
    }

    /// Ready for other values; these are forgotten.
    func clear() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    public func column(_ name: String) -> Int? { columns.index(of: name) }

    /// Not copied: the bytes, one at least, stay where they are until the statement is run for the last time and
    /// cleared.
    func bind(_ index: Int32, borrowedText text: UnsafeRawBufferPointer) {
        let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(pointer, index, start, Int32(clamping: text.count), nil)
    }

    /// The same.
    func bind(_ index: Int32, borrowedBlob bytes: UnsafeRawBufferPointer) {
        sqlite3_bind_blob(pointer, index, bytes.baseAddress, Int32(clamping: bytes.count), nil)
    }

    /// - Returns: whether there is a row to read.
    public func step() throws(StoreError) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let error = StoreError(code: code, on: sqlite3_db_handle(pointer))
            sqlite3_reset(pointer)
            throw error
        }
    }

    /// Runs a statement that gives no rows and makes it ready for the next.
    public func run() throws(StoreError) {
        _ = try step()
        sqlite3_reset(pointer)
    }

    /// Ready to run again; values stay bound until rebound.
    public func reset() { sqlite3_reset(pointer) }

    public func integer(_ column: Int) -> Int64 { sqlite3_column_int64(pointer, Int32(column)) }
    public func isNull(_ column: Int) -> Bool { sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL }
    public func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
    public func text(_ column: Int) -> String {
        let column = Int32(column)
        guard let start = sqlite3_column_text(pointer, column) else { return "" }
        let count = Int(sqlite3_column_bytes(pointer, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
    public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
    public func blob(_ column: Int) -> [UInt8] {
        let column = Int32(column)
        guard let start = sqlite3_column_blob(pointer, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }

    public func withBytes(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        let column = Int32(column)
        // A text's bytes too: SQLite converts nothing then.
        let start = sqlite3_column_blob(pointer, column)
        body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(pointer, column))))
    }

    /// SQLITE_TRANSIENT, a macro that Swift does not see: SQLite copies the value.
    private static var copied: sqlite3_destructor_type? { unsafeBitCast(-1, to: sqlite3_destructor_type?.self) }
}
