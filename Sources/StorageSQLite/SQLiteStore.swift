import CLaurelSQLite
import Glibc
import LaurelDomain
public import LaurelStorage
import Synchronization

/// A data folder's `laurel.db`: one connection that writes, some that read.
///
/// Opening takes the folder's lock, refuses a file that is no store, is damaged or is newer than the program, and
/// brings an older one up to date. Calls block; see ``Storage/Journal``.
public final class SQLiteStore: Sendable {
    public static let fileName = "laurel.db"
    /// Readers beyond this many are closed again after use.
    static let idleReadersLimit = 4
    /// From this size on the log is emptied while the writer waits a moment; 64 MiB, about a second at full load.
    static let logPagesLimit = 16_384

    struct Writer: ~Copyable {
        // SAFETY: connections are handed from thread to thread, one at a time, under the mutex that holds this.
        nonisolated(unsafe) let connection: SQLiteConnection
        var streams: [StreamID: StreamRecord] = [:]
        var streamNumbers: [StreamID] = []
    }

    struct StreamRecord {
        var number: Int64
        var last: JournalPosition?
    }

    // SAFETY: a reader is taken out of the pool before use and put back after it, so it has one user.
    private struct Reader: @unchecked Sendable {
        let connection: SQLiteConnection
    }

    /// The folder that holds the file.
    public let directory: String
    /// A restore that ended in the middle, and what opening the store made of it.
    public let interruptedRestore: InterruptedRestore?
    public var path: String { directory + "/" + Self.fileName }

    /// Nil once closed.
    private let lock: Mutex<DataDirectoryLock?>
    private let writer: Mutex<Writer>
    private let readers = Mutex<[Reader]>([])
    private let checkpoints: LogKeeper
    private let hasNoRoom = Atomic(false)

    /// Whether the last change was refused because the disk has no room.
    public var isFull: Bool { hasNoRoom.load(ordering: .relaxed) }

    /// - Throws: ``StorageSQLite/OpenError``, whose description says what to do.
    public init(directory: String) throws(OpenError) {
        try Self.makeDirectory(directory)
        lock = Mutex(try DataDirectoryLock(directory: directory))
        self.directory = directory
        do throws(BackupError) { interruptedRestore = try RestoreSwap.resume(in: directory) } catch {
            throw .folder(path: directory, reason: error.description)
        }
        let path = directory + "/" + Self.fileName
        let connection = try Self.open(path)
        var state = Writer(connection: connection)
        do throws(StoreError) { try Self.loadStreams(into: &state) } catch {
            throw .damaged(path: path, reason: String(describing: error))
        }
        writer = Mutex(state)
        checkpoints = LogKeeper(path: path)
        checkpoints.start()
    }

    deinit { checkpoints.stop() }

    /// Whether there is a store in the folder, or one that an interrupted restore has yet to put in its place.
    public static func exists(in directory: String) -> Bool {
        access(directory + "/" + fileName, F_OK) == 0 || RestoreSwap.find(in: directory) != nil
    }

    /// Whether a server, or a command, has this folder open.
    public static func isInUse(directory: String) -> Bool { DataDirectoryLock.isTaken(directory: directory) }

    /// Lets go of the folder. Nothing can be written any more; the files close with the last reference.
    ///
    /// All is moved into the one file first, so that it can be copied by itself.
    public func close() {
        checkpoints.stop()
        do throws(StoreError) {
            _ = try cutLog()
        } catch {
            // Closed before, or the disk is full: the log stays beside the file, and the next start reads it.
        }
        lock.withLock { $0 = nil }
    }

    /// Moves the log into the database and cuts it to nothing.
    /// - Returns: false while a reader holds on to an older state.
    func cutLog() throws(StoreError) -> Bool {
        try checkpoints.alone { () throws(StoreError) in
            try write { connection throws(StoreError) in
                try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
            }
        }
    }

    private func requireOpen() throws(StoreError) {
        guard lock.withLock({ $0 != nil }) else { throw .unavailable }
    }

    // MARK: Use of connections

    /// Blocks until the writing connection is free. Take a ``SQLiteConnection/transaction(_:)`` inside.
    public func write<Result: Sendable>(
        _ body: (SQLiteConnection) throws(StoreError) -> sending Result
    ) throws(StoreError) -> sending Result {
        try writer.withLock { writer throws(StoreError) -> Result in
            try requireOpen()
            do throws(StoreError) {
                let result = try body(writer.connection)
                hasNoRoom.store(false, ordering: .relaxed)
                return result
            } catch {
                noteFailure(error)
                throw error
            }
        }
    }

    /// To be called after a change that failed.
    func noteFailure(_ error: StoreError) { if error == .full { hasNoRoom.store(true, ordering: .relaxed) } }

    func withWriter<Result: Sendable>(
        _ body: (inout Writer) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try writer.withLock { writer throws(StoreError) -> Result in
            try requireOpen()
            return try body(&writer)
        }
    }

    /// Reads beside the writer: `body` sees what was committed when its first statement ran.
    public func read<Result>(
        _ body: (SQLiteConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let reader: Reader
        if let idle = readers.withLock({ $0.popLast() }) {
            reader = idle
        } else {
            reader = Reader(connection: try Self.openReader(path))
        }
        let result = try body(reader.connection)
        // After a failure it is not put back: the next one starts with a new connection.
        readers.withLock { if $0.count < Self.idleReadersLimit { $0.append(reader) } }
        return result
    }

    /// Tells the background that so much was written.
    func noteCommit() {
        hasNoRoom.store(false, ordering: .relaxed)
        checkpoints.noteCommit()
    }

    // MARK: Opening

    static func makeDirectory(_ directory: String) throws(OpenError) {
        var missing: [String] = []
        var path = directory
        while mkdir(path, 0o700) != 0 {
            if errno == EEXIST { break }
            guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
                throw .folder(path: directory, reason: String(cString: strerror(errno)))
            }
            missing.append(path)
            path = String(path[..<slash])
        }
        for path in missing.reversed() where mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw .folder(path: directory, reason: String(cString: strerror(errno)))
        }
    }

    static func openReader(_ path: String) throws(StoreError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READONLY)
        try connection.execute("PRAGMA cache_size = -8192")
        return connection
    }

    private static func open(_ path: String) throws(OpenError) -> SQLiteConnection {
        do {
            let connection = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            let version = try StoreFile.check(connection, path: path)
            guard version <= Migration.latest else {
                throw OpenError.newer(path: path, version: version, supported: Migration.latest)
            }
            chmod(path, 0o600)
            // FULL: a commit is on the disk when it returns. The log is emptied by a thread of its own.
            for pragma in [
                "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON",
                "wal_autocheckpoint = 0", "cache_size = -16384",
            ] { try connection.execute("PRAGMA \(pragma)") }
            connection.addSkeletonFunction()
            try Migration.run(on: connection, from: version)
            return connection
        } catch let error as OpenError {
            throw error
        } catch {
            throw .damaged(path: path, reason: String(describing: error))
        }
    }

    private static func loadStreams(into writer: inout Writer) throws(StoreError) {
        let connection = writer.connection
        let statement = try connection.prepare("SELECT number, team, environment FROM streams ORDER BY number")
        defer { statement.reset() }
        while try statement.step() {
            guard let team = UInt32(exactly: statement.integer(1)),
                let environment = UInt8(exactly: statement.integer(2)).flatMap(Environment.init(rawValue:))
            else { throw .broken(reason: "stream \(statement.integer(0)) is invalid") }
            let stream = StreamID(team: TeamNumber(team), environment: environment)
            let number = statement.integer(0)
            let last = try JournalTable.last(ofStream: number, on: connection)
            writer.streams[stream] = StreamRecord(number: number, last: last)
            writer.streamNumbers.append(stream)
        }
    }
}
