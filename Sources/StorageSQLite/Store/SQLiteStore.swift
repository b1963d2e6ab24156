import CLaurelSQLite
import Glibc
import LaurelDomain
public import LaurelStorage
// Users of this store call its directory, whose members are of that module.
@_exported public import LaurelStorageSQL
import Synchronization

/// The directory of a store in a data folder.
public typealias SQLiteDirectory = SQLDirectory

/// A data folder's `laurel.db`: one connection that writes, some that read.
///
/// Opening takes the folder's lock, refuses a file that is no store, is damaged or is newer than the program, and
/// brings an older one up to date. Calls block; see ``Storage/Journal``.
public final class SQLiteStore: SQLDatabase {
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
        /// Of what is committed.
        var extent = StoreExtent()
        let salts: JournalSalts
    }

    /// Outlives the store for as long as a checkpoint holds it up.
    private final class LockedWriter: Sendable {
        let state: Mutex<Writer>
        init(_ writer: consuming sending Writer) { state = Mutex(writer) }
    }

    struct StreamRecord {
        var number: Int64
        var last: JournalPosition?
        /// Of the stream up to there.
        var digest = JournalDigest.start
    }

    // SAFETY: a reader is taken out of the pool before use and put back after it, so it has one user.
    private struct Reader: @unchecked Sendable {
        let connection: SQLiteConnection
    }

    /// The folder that holds the file.
    public let dataFolder: String
    /// A restore that ended in the middle, and what opening the store made of it.
    public let interruptedRestore: InterruptedRestore?
    /// What the store lacks that it once had, which the operator accepted at this start.
    public let acceptedLoss: LostEnd?
    public var path: String { dataFolder + "/" + Self.fileName }

    /// Nil once closed.
    private let lock: Mutex<DataFolderLock?>
    private let writer: LockedWriter
    private let readers = Mutex<[Reader]>([])
    private let checkpoints: LogKeeper
    private let mark: HighWaterMark
    private let reading: StoreReading
    private let damage = StoreDamage()
    private let disk = DiskFailures()
    private let hasNoRoom = Atomic(false)

    /// Whether the last change was refused because the disk has no room.
    public var isFull: Bool { hasNoRoom.load(ordering: .relaxed) }

    /// - Parameters:
    ///   - acceptsLoss: whether to go on with a store that has less, or something else, than it had, as the mark beside
    ///     it says.
    ///   - salts: what the digests of rows are salted with.
    /// - Throws: ``StorageSQLite/OpenError``, whose description says what to do.
    public convenience init(
        dataFolder: String, acceptsLoss: Bool = false, salts: JournalSalts = .random
    ) throws(OpenError) {
        try self.init(
            dataFolder: dataFolder, acceptsLoss: acceptsLoss, salts: salts, readBytes: StoreOpening.readBytes)
    }

    /// As above; tests have a small store opened as if it were a large one.
    init(
        dataFolder: String, acceptsLoss: Bool = false, salts: JournalSalts = .random, readBytes: Int
    ) throws(OpenError) {
        try StoreFolder.prepare(dataFolder)
        lock = Mutex(try DataFolderLock(dataFolder: dataFolder))
        self.dataFolder = dataFolder
        do throws(BackupError) { interruptedRestore = try RestoreSwap.resume(in: dataFolder) } catch {
            throw .folder(path: dataFolder, reason: error.description)
        }
        let path = dataFolder + "/" + Self.fileName
        let opening = StoreOpening(path: path, acceptsLoss: acceptsLoss, salts: salts, readBytes: readBytes)
        let (connection, loss) = try opening.open()
        acceptedLoss = loss
        var state = Writer(connection: connection, salts: salts)
        do throws(StoreError) {
            try Self.loadStreams(into: &state)
            state.extent = try StoreOpening.extent(of: connection)
            state.extent.end = Self.end(of: state.streams)
        } catch {
            throw OpenError(error, path: path, dataFolder: dataFolder)
        }
        let mark = HighWaterMark(at: path + HighWaterMark.suffix, extent: state.extent)
        self.mark = mark
        let writer = LockedWriter(state)
        self.writer = writer
        reading = StoreReading(path: path)
        checkpoints = LogKeeper(path: path) { mark.flush() }
        // Weakly: the thread may end a moment after the store, which closes its connection when it goes.
        checkpoints.start { [weak writer] checkpoint in writer?.state.withLock { _ in checkpoint() } }
    }

    deinit {
        reading.stop()
        checkpoints.stop()
    }

    /// - Parameter handler: called once if anything that is read turns out to be damaged, in any read: with what.
    ///   From then on starts read the whole store first.
    public func onDamage(_ handler: @escaping @Sendable (String) -> Void) { damage.watch(handler) }

    /// - Parameter handler: called whenever the disk didn't do as asked, on any thread: with what.
    public func onDiskFailure(_ handler: @escaping @Sendable (String) -> Void) { disk.watch(handler) }

    /// Reads the whole store on a thread of its own, beside everything else.
    public func readWhole() {
        BlockingThread.start { [reading, damage, mark] in
            if let problem = reading.run() { damage.note(problem, in: mark) }
        }
    }

    /// Whether there is a store in the folder, or one that an interrupted restore has yet to put in its place.
    ///
    /// - Throws: ``OpenError/folder(path:reason:)`` when nobody can tell, such as of another user's folder.
    public static func exists(in dataFolder: String) throws(OpenError) -> Bool {
        if access(dataFolder + "/" + fileName, F_OK) == 0 { return true }
        let reason = errno
        guard isAbsence(reason) else { throw .folder(path: dataFolder, reason: String(cString: strerror(reason))) }
        return RestoreSwap.find(in: dataFolder) != nil
    }

    /// - Parameter reason: why a file can't be looked at, as `errno` has it.
    static func isAbsence(_ reason: Int32) -> Bool { reason == ENOENT || reason == ENOTDIR }

    /// Whether a server, or a command, has this folder open.
    public static func isInUse(dataFolder: String) -> Bool { DataFolderLock.isTaken(dataFolder: dataFolder) }

    /// The process that has this folder open; nil: none has, or its number isn't known.
    public static func holder(of dataFolder: String) -> Int? {
        isInUse(dataFolder: dataFolder) ? DataFolderLock.holder(in: dataFolder) : nil
    }

    /// Lets go of the folder. Nothing can be written any more; the files close with the last reference.
    ///
    /// All is moved into the one file first, so that it can be copied by itself.
    public func close() {
        reading.stop()
        checkpoints.stop()
        do throws(StoreError) {
            _ = try cutLogOnce(patience: Self.lastReaderPatience)
        } catch {
            // Closed before, or the disk is full: the log stays beside the file, and the next start reads it.
        }
        lock.withLock { $0 = nil }
    }

    /// How long a checkpoint that holds up the writer waits for readers. Unit: milliseconds.
    static let readerPatience: Int32 = 10
    /// The same when nobody waits for the writer any more.
    private static let lastReaderPatience: Int32 = 1_000
    /// A reader that blocks it gets so many pauses, in which the writer goes on, to come to its end.
    private static let cuts = 40
    private static let pauseMilliseconds = 50

    /// For tests of what is in the log alone.
    func stopMovingLog() { checkpoints.stop() }

    /// What the log still holds of deleted cells goes when it is moved into the database and cut to nothing.
    public func scrub() throws(StoreError) -> Bool { try cutLog() }

    /// Moves the log into the database and cuts it to nothing. Blocks for some seconds at most, and the writer for a
    /// moment at a time.
    /// - Returns: false while a reader holds on to an older state.
    func cutLog() throws(StoreError) -> Bool {
        let pause = ThreadSignal()
        for _ in 1..<Self.cuts {
            if try cutLogOnce() { return true }
            pause.wait(milliseconds: Self.pauseMilliseconds)
        }
        return try cutLogOnce()
    }

    /// Most of the log is moved beside the writer, which then waits for the rest, and for readers only a moment.
    func cutLogOnce(patience: Int32 = readerPatience) throws(StoreError) -> Bool {
        try checkpoints.alone { () throws(StoreError) in
            try LogKeeper.checkpoint(path)
            return try write { connection throws(StoreError) in
                connection.setPatience(milliseconds: patience)
                defer { connection.setPatience() }
                return try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
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
        try writer.state.withLock { writer throws(StoreError) -> Result in
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
    func noteFailure(_ error: StoreError) {
        if error == .full { hasNoRoom.store(true, ordering: .relaxed) }
        tell(error)
    }

    /// What concerns more than the caller.
    private func tell(_ error: StoreError) {
        switch error {
        case .damaged(let reason): damage.note(reason, in: mark)
        case .failing(let reason): disk.note(reason)
        case .unavailable, .full, .conflict, .inDoubt, .lostOwnership, .broken: break
        }
    }

    /// One transaction that writes no row of the journal: all that `body` writes, or nothing; durable on return.
    public func change<Result: Sendable>(
        _ body: (SQLiteConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let result = try withWriter { writer throws(StoreError) -> Result in
            var extent = writer.extent
            let connection = writer.connection
            do throws(StoreError) {
                let result = try connection.transaction { () throws(StoreError) -> Result in
                    let before = connection.totalChanges
                    let result = try body(connection)
                    if connection.totalChanges > before {
                        extent.changes += 1
                        try ChangeCounter.write(extent.changes, on: connection)
                    }
                    return result
                }
                reach(extent, &writer)
                return result
            } catch {
                noteFailure(error)
                throw error
            }
        }
        noteCommit()
        return result
    }

    /// To be called after a commit, by the holder of the writer.
    func reach(_ extent: StoreExtent, _ writer: inout Writer) {
        guard extent != writer.extent else { return }
        writer.extent = extent
        mark.note(extent)
    }

    func withWriter<Result: Sendable>(
        _ body: (inout Writer) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try writer.state.withLock { writer throws(StoreError) -> Result in
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
        let result: Result
        do throws(StoreError) { result = try body(reader.connection) } catch {
            tell(error)
            throw error
        }
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

    static func openReader(_ path: String) throws(StoreError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READONLY)
        // In KiB. A reader forgets what it has when anybody writes, so more would hold memory and save no reading.
        try connection.execute("PRAGMA cache_size = -2048")
        return connection
    }

    private static func loadStreams(into writer: inout Writer) throws(StoreError) {
        let connection = writer.connection
        for stream in try StreamTable.all(on: connection) {
            var record = StreamRecord(number: Int64(writer.streamNumbers.count) + 1)
            if let last = try JournalTable.last(ofStream: record.number, on: connection) {
                let row = try JournalReader(stream, number: record.number, on: connection).row(at: last.sequence)
                record.last = last
                record.digest = row?.seal.digest ?? .start
            }
            writer.streams[stream] = record
            writer.streamNumbers.append(stream)
        }
    }

    /// Any stream's last row would do; this one is from the last commit, or from one at the same moment.
    private static func end(of streams: [StreamID: StreamRecord]) -> StoreEnd? {
        let last = streams.values.max { ($0.last?.time ?? .first, $0.number) < ($1.last?.time ?? .first, $1.number) }
        return last.flatMap { StoreEnd($0) }
    }
}
