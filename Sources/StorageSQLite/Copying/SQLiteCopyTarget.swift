import CLaurelSQLite
import Glibc
public import LaurelStorage
public import LaurelStorageSQL

/// A data folder that a store is copied into. It keeps the folder's lock.
///
/// The file has its name from the beginning and another application ID (``Migration/unfinishedID``), so a server that
/// is started there refuses it; without it the server would make a new, empty store.
public final class SQLiteCopyTarget: CopyTarget {
    private let lock: DataFolderLock
    private let path: String
    private let dataFolder: String
    private let writer: SQLiteConnection
    public private(set) var origin: [UInt8]?
    public var connection: any SQLConnection { writer }

    /// - Throws: with nothing changed, ``OpenError/hasStore(dataFolder:)`` unless there is no store at all, or an
    ///   unfinished copy.
    public init(dataFolder: String) throws(OpenError) {
        try StoreFolder.prepare(dataFolder)
        lock = try DataFolderLock(dataFolder: dataFolder)
        self.dataFolder = dataFolder
        path = dataFolder + "/" + SQLiteStore.fileName
        guard try Self.isFree(dataFolder, path) else { throw .hasStore(dataFolder: dataFolder) }
        do throws(StoreError) {
            try Self.makeFile(path)
            writer = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READWRITE)
            for pragma in [
                "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON",
                "cache_size = -16384",
            ] { try writer.execute("PRAGMA \(pragma)") }
            writer.addSkeletonFunction()
            origin = try Self.origin(on: writer)
        } catch {
            throw OpenError(error, path: path, dataFolder: dataFolder)
        }
    }

    /// Whether there is nothing, not even what is left of a store, or a copy that isn't finished.
    private static func isFree(_ dataFolder: String, _ path: String) throws(OpenError) -> Bool {
        guard RestoreSwap.find(in: dataFolder) == nil else { return false }
        guard access(path, F_OK) == 0 else {
            return ["-wal", HighWaterMark.suffix].allSatisfy { access(path + $0, F_OK) != 0 }
        }
        let connection: SQLiteConnection
        do throws(StoreError) { connection = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READWRITE) } catch {
            throw OpenError(error, path: path, dataFolder: dataFolder)
        }
        connection.keepLogOnClose(true)
        do throws(OpenError) {
            // An empty file: a copy was ended before it began.
            let version = try StoreFile.check(connection, path: path)
            return version == 0 && access(path + HighWaterMark.suffix, F_OK) != 0
        } catch {
            if case .unfinishedCopy = error { return true }
            throw error
        }
    }

    /// Not made by SQLite, whose files others can read.
    private static func makeFile(_ path: String) throws(StoreError) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .failing(reason: String(cString: strerror(errno))) }
        close(file)
    }

    private static func origin(on connection: SQLiteConnection) throws(StoreError) -> [UInt8]? {
        guard try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'copy_origin'") == 1 else {
            return nil
        }
        let select = try connection.prepare("SELECT origin FROM copy_origin")
        defer { select.reset() }
        return try select.step() ? select.blob(0) : nil
    }

    public func begin(_ origin: [UInt8]) throws(StoreError) {
        let version = try writer.integer("PRAGMA user_version") ?? 0
        try Migration.run(on: writer, from: version, as: Migration.unfinishedID)
        try writer.transaction { () throws(StoreError) in
            for table in SQLSchema.startedTables { try writer.execute("DELETE FROM \(table)") }
            try writer.execute("CREATE TABLE copy_origin (origin BLOB NOT NULL)")
            try writer.run("INSERT INTO copy_origin (origin) VALUES (\(origin))")
        }
        self.origin = origin
    }

    public func insert(_ rows: [[SQLValue]], into table: SQLSchema.Table) throws(StoreError) {
        let names = table.columns.map(\.name).joined(separator: ", ")
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        let insert = try writer.prepare("INSERT INTO \(table.name) (\(names)) VALUES (\(marks))")
        try writer.transaction { () throws(StoreError) in
            defer { insert.clear() }
            for row in rows {
                insert.bind(row)
                try insert.run()
            }
        }
    }

    public func lastNumber(of table: SQLSchema.Table) throws(StoreError) -> Int64 {
        try writer.lastNumber(of: table)
    }

    /// What SQLite doesn't keep is the greatest number that is there, and one more.
    public func setLastNumber(_ number: Int64, of table: SQLSchema.Table) throws(StoreError) {
        guard table.givesNumbersOnce else { return }
        try writer.transaction { () throws(StoreError) in
            for sql in [
                "DELETE FROM sqlite_sequence WHERE name = $1",
                "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)",
            ] {
                let statement = try writer.prepare(sql)
                statement.bind(1, table.name)
                statement.bind(2, number)
                try statement.run()
            }
        }
    }

    public func finish() throws(StoreError) {
        try writer.transaction { () throws(StoreError) in
            try writer.execute("DROP TABLE copy_origin")
            try writer.execute("PRAGMA application_id = \(Migration.applicationID)")
        }
        origin = nil
        writer.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
        // Of a store that was here before.
        SnapshotFolder(dataFolder: dataFolder).removeAll()
    }
}
