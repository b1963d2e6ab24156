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
    private let signal = ThreadSignal()
    private let state = Mutex(State())
    private let commits = Atomic<Int>(0)
    /// One checkpoint at a time: SQLite refuses a second one at once.
    private let turn = Mutex(())

    /// Looked at so often at the least; an idle server's log is empty after it.
    private static let periodMilliseconds = 1_000
    /// A signal before that, about when the log is worth the two flushes.
    private static let commitsBetween = 2_000

    init(path: String) { self.path = path }

    func start() {
        BlockingThread.start { [self] in
            while !state.withLock({ $0.isStopped }) {
                if commits.exchange(0, ordering: .relaxed) > 0 {
                    turn.withLock { _ in if !state.withLock({ $0.isStopped }) { checkpoint() } }
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
    private func checkpoint() {
        do throws(StoreError) {
            // Opened anew: the connection must not outlive the file, and once a second costs nothing.
            let connection = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READWRITE)
            try connection.execute("PRAGMA synchronous = FULL")
            var pages: Int32 = 0
            var done: Int32 = 0
            sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &done)
            if Int(pages) >= SQLiteStore.logPagesLimit {
                sqlite3_busy_timeout(connection.handle, 20)
                sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_RESTART, &pages, &done)
            }
        } catch {
            // The log keeps everything; the next second tries again.
        }
    }
}
