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

    /// Looked at so often at the least; an idle server's log is empty after it.
    private static let periodMilliseconds = 1_000
    /// A signal before that, about when the log is worth the two flushes.
    private static let commitsBetween = 2_000

    init(path: String) { self.path = path }

    func start() {
        BlockingThread.start { [self] in
            while !state.withLock({ $0.isStopped }) {
                if commits.exchange(0, ordering: .relaxed) > 0 { checkpoint() }
                signal.wait(milliseconds: Self.periodMilliseconds)
            }
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        signal.set()
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
