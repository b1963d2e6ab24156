import CLaurelSQLite
import LaurelStorage
import Synchronization

/// Moves what the write-ahead log holds into the database, on a connection and a thread of its own, so that no
/// commit waits for it.
final class LogKeeper: Sendable {
    private struct State {
        var isStopped = false
    }

    private let path: String
    /// Pages from which on the log is begun anew.
    private let longLog: Int
    /// Called once a second while something is written.
    private let onRound: @Sendable () -> Void
    private let signal = ThreadSignal()
    private let state = Mutex(State())
    private let commits = Atomic<Int>(0)
    /// One checkpoint at a time: SQLite refuses a second one at once.
    private let turn = Mutex(())

    /// Looked at so often at the least; an idle server's log is empty after it.
    private static let periodMilliseconds = 1_000
    /// A signal before that, about when the log is worth the two flushes.
    static let commitsBetween = 2_000

    init(path: String, longLog: Int = SQLiteStore.logPagesLimit, onRound: @escaping @Sendable () -> Void) {
        self.path = path
        self.longLog = longLog
        self.onRound = onRound
    }

    /// - Parameter holdUpWriter: runs what it is given while nobody writes.
    func start(_ holdUpWriter: @escaping @Sendable (() -> Void) -> Void) {
        BlockingThread.start { [self] in
            while !state.withLock({ $0.isStopped }) {
                if commits.exchange(0, ordering: .relaxed) > 0 {
                    turn.withLock { _ in
                        guard !state.withLock({ $0.isStopped }) else { return }
                        checkpoint(holdUpWriter)
                        onRound()
                    }
                }
                signal.wait(milliseconds: Self.periodMilliseconds)
            }
        }
    }

    /// Returns when no checkpoint is under way, nor will be.
    func stop() {
        state.withLock { $0.isStopped = true }
        signal.set()
        turn.withLock { _ in }
    }

    /// Runs a checkpoint of somebody else's, with none beside it.
    func alone<Value>(_ checkpoint: () throws(StoreError) -> sending Value) throws(StoreError) -> sending Value {
        try turn.withLock { _ throws(StoreError) in try checkpoint() }
    }

    func noteCommit() {
        let (_, count) = commits.add(1, ordering: .relaxed)
        if count == Self.commitsBetween { signal.set() }
    }

    /// First beside the writer; then, when the log has grown long, once more with the writer waiting for the little
    /// that came meanwhile, so that it starts again at the front of the file. Without that a log under steady load
    /// would grow for ever.
    private func checkpoint(_ holdUpWriter: (() -> Void) -> Void) {
        do throws(StoreError) {
            let connection = try Self.connection(path)
            let pages = connection.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
            guard pages >= longLog else {
                try LogRoom(connection: connection, path: path, longLog: longLog)
                    .make(afterPages: pages, holdUpWriter) { !state.withLock { $0.isStopped } }
                return
            }
            // What came while the long one was moved may be long as well.
            connection.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
            connection.setPatience(milliseconds: SQLiteStore.readerPatience)
            // Not by SQLite's lock alone: a connection that finds it taken sleeps, and longer than it lasts.
            holdUpWriter { connection.checkpoint(SQLITE_CHECKPOINT_RESTART) }
        } catch {
            // The log keeps everything; the next second tries again.
        }
    }

    /// Moves what no reader needs. It waits for nobody, and nobody for it.
    /// - Returns: how many pages the log has.
    @discardableResult
    static func checkpoint(_ path: String) throws(StoreError) -> Int {
        try connection(path).checkpoint(SQLITE_CHECKPOINT_PASSIVE)
    }

    /// Opened anew: it must not outlive the file, and once a second costs nothing.
    private static func connection(_ path: String) throws(StoreError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READWRITE)
        try connection.execute("PRAGMA synchronous = FULL")
        return connection
    }
}
