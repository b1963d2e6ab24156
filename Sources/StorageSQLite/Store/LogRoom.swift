import CLaurelSQLite
import Glibc
import LaurelStorage

/// Makes the write-ahead log longer than it is used, with zeros, so that commits write over bytes that the file has.
///
/// A commit that makes a file longer waits for the file system's own journal as well: measured on ext4, one in four
/// then takes 20 to 200 ms instead of 0.3 ms, and the log grows to ``SQLiteStore/logPagesLimit`` before it starts
/// again at its front. SQLite stops reading a log at the first frame that isn't one, so zeros behind it are nothing
/// to it. Zeros are written, not just allocated: a block that was never written costs the same wait.
struct LogRoom {
    /// A log shorter than this isn't worth it. Unit: bytes, as all that follow.
    private static let leastUsed: Int64 = 256 << 10
    /// With less than that ahead, more is made: about a second's writes at full load.
    private static let least: Int64 = 8 << 20
    private static let most: Int64 = 16 << 20
    /// The writer waits while so much is written, and nothing is flushed meanwhile.
    private static let slice = 1 << 20
    /// What a disk must have left: zeros may not take it from what somebody has to say.
    private static let leastFree: UInt64 = 1 << 30
    private static let frameHeader: Int64 = 24
    private static let logHeader: Int64 = 32

    let connection: SQLiteConnection
    let path: String
    /// Pages that the log may come to have, about.
    let longLog: Int

    /// Blocks for a flush a slice.
    ///
    /// - Parameters:
    ///   - pages: how many the log has.
    ///   - holdUpWriter: runs what it is given while nobody writes.
    ///   - isWanted: asked before each slice.
    func make(
        afterPages pages: Int, _ holdUpWriter: (() -> Void) -> Void, while isWanted: () -> Bool
    ) throws(StoreError) {
        let frame = Self.frameHeader + (try connection.integer("PRAGMA page_size") ?? 4_096)
        let used = Self.logHeader + Int64(pages) * frame
        guard used >= Self.leastUsed, let log = connection.log, let size = log.size,
            size - used < min(Self.least, used), hasRoom
        else { return }
        let end = min(used + min(Self.most, used * 4), Int64(longLog) * frame + Self.least)
        var length = size
        while length < end, isWanted() {
            var longer: Int64?
            holdUpWriter { longer = lengthen(log) }
            guard let longer else { return }
            length = longer
            guard log.flush() else { return }
        }
    }

    /// Nobody may write meanwhile, not even a shell: zeros on a frame would end the log there.
    /// - Returns: the new length; nil if it is as it was.
    private func lengthen(_ log: SQLiteConnection.Log) -> Int64? {
        connection.setPatience(milliseconds: 0)
        defer { connection.setPatience() }
        do throws(StoreError) { try connection.execute("BEGIN IMMEDIATE") } catch { return nil }
        defer { connection.endReading() }
        guard let size = log.size else { return nil }
        guard log.appendZeros(Self.slice, at: size) else {
            log.cut(to: size)
            return nil
        }
        return size + Int64(Self.slice)
    }

    private var hasRoom: Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0
            && UInt64(status.f_bavail) >= Self.leastFree / max(1, UInt64(status.f_frsize))
    }
}

extension SQLiteConnection {
    /// The write-ahead log's file, as SQLite has it open; valid for as long as the connection.
    struct Log {
        fileprivate let file: UnsafeMutablePointer<sqlite3_file>

        private var methods: sqlite3_io_methods? { file.pointee.pMethods?.pointee }

        /// Unit: bytes.
        var size: Int64? {
            var size: sqlite3_int64 = 0
            return methods?.xFileSize?(file, &size) == SQLITE_OK ? size : nil
        }

        /// SQLite's own files take less than 128 KiB in one call.
        private static let block = 1 << 16

        /// - Parameter count: a multiple of 64 KiB.
        /// - Returns: false if not all of it was written.
        func appendZeros(_ count: Int, at offset: Int64) -> Bool {
            let zeros = [UInt8](repeating: 0, count: Self.block)
            return zeros.withUnsafeBytes { zeros in
                stride(from: 0, to: count, by: Self.block).allSatisfy {
                    methods?.xWrite?(file, zeros.baseAddress, Int32(Self.block), offset + Int64($0)) == SQLITE_OK
                }
            }
        }

        func cut(to size: Int64) { _ = methods?.xTruncate?(file, size) }

        func flush() -> Bool { methods?.xSync?(file, SQLITE_SYNC_FULL) == SQLITE_OK }
    }

    /// Nil before anything was read, or without such a log.
    var log: Log? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) == SQLITE_OK, let file,
            file.pointee.pMethods != nil
        else { return nil }
        return Log(file: file)
    }
}
