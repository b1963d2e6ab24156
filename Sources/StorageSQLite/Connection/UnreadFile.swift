import CLaurelSQLite
import Glibc
import LaurelStorage

/// Pages that the disk didn't give.
///
/// SQLite takes an error of the disk on a read for damage of the file (`SQLITE_CORRUPT`), which is final: the server
/// would end, and a backup be restored. Nobody knows yet what stands there; the next read may succeed, as it does when
/// a cable is put back. What the system said is kept with the file that it said it of.
extension StoreError {
    /// What is damage to SQLite. Source: os_unix.c, unixRead.
    private static let readErrors: Set<Int32> = [EIO, ENXIO, ERANGE]
    /// `SQLITE_IOERR_READ` and `SQLITE_IOERR_CORRUPTFS`, macros that Swift doesn't see.
    private static let readCodes: Set<Int32> = [SQLITE_IOERR | (1 << 8), SQLITE_IOERR | (33 << 8)]

    /// Why a call on a connection failed, from SQLite's code.
    init(code: Int32, on connection: OpaquePointer?) {
        let message = String(cString: sqlite3_errmsg(connection))
        let isOfFile = [SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF)
        // Asked of whatever fails, so that it doesn't stand there when something else does.
        let unread = isOfFile ? Self.unread(on: connection) : nil
        let isRead = code & 0xFF != SQLITE_IOERR || Self.readCodes.contains(code)
        self = (isRead ? unread : nil) ?? StoreError(code: code, message: message)
    }

    /// The file that the disk didn't read when a call failed; nil: it wasn't that. It's forgotten then.
    static func unread(on connection: OpaquePointer?) -> StoreError? {
        var found: StoreError?
        for (pointer, suffix) in [(SQLITE_FCNTL_FILE_POINTER, ""), (SQLITE_FCNTL_JOURNAL_POINTER, "-wal")] {
            var file: UnsafeMutablePointer<sqlite3_file>?
            guard sqlite3_file_control(connection, "main", pointer, &file) == SQLITE_OK, let file else { continue }
            let error = takeError(of: file)
            guard found == nil, readErrors.contains(error) else { continue }
            let path = sqlite3_db_filename(connection, "main").map { String(cString: $0) } ?? "the store"
            found = .failing(
                reason: "can't read \(path)\(suffix): \(String(cString: strerror(error))). The kernel's log (dmesg) "
                    + "says more")
        }
        return found
    }

    /// The system's error of the file's last call that failed; 0: none.
    private static func takeError(of file: UnsafeMutablePointer<sqlite3_file>) -> Int32 {
        var error: Int32 = 0
        guard let methods = file.pointee.pMethods?.pointee,
            methods.xFileControl?(file, SQLITE_FCNTL_LAST_ERRNO, &error) == SQLITE_OK, error != 0
        else { return 0 }
        // Calls that succeed leave it there. A read behind the end sets it to 0, and asks no disk (os_unix.c).
        var size: sqlite3_int64 = 0
        var byte: UInt8 = 0
        if methods.xFileSize?(file, &size) == SQLITE_OK { _ = methods.xRead?(file, &byte, 1, size + (1 << 20)) }
        return error
    }
}

extension SQLiteConnection {
    /// Why a check of the file found a page wrong that it couldn't read; nil: what it found is damage.
    func unread(_ finding: String) -> StoreError? {
        if let unread = StoreError.unread(on: handle) { return unread }
        // Source: btree.c, checkTreePage.
        guard let start = finding.firstRange(of: "error code=")?.upperBound,
            let code = Int32(finding[start...].prefix(while: \.isNumber))
        else { return nil }
        let error = StoreError(code: code, message: finding)
        return error.canPass ? error : nil
    }
}
