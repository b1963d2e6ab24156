import CLaurelSQLite
import LaurelStorage
import Synchronization

/// Reads a whole store beside all other work, table by table, and says what is damaged.
///
/// Tables are compared with their indexes. The journal, the largest, is read in slices with a pause before each, so
/// that no state of it is held for long, and each of its rows is held against its digest.
final class StoreReading: Sendable {
    private static let pauseMilliseconds = 10

    private let path: String
    private let isStopped = Atomic(false)
    private let signal = ThreadSignal()
    // SAFETY: used by the reading thread alone, but for the interruption, which is made for that and under the lock.
    private struct Shared: @unchecked Sendable { var connection: SQLiteConnection? }
    private let shared = Mutex(Shared())

    init(path: String) { self.path = path }

    /// Ends the reading soon. Returns at once.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        signal.set()
        shared.withLock { $0.connection?.interrupt() }
    }

    /// Blocks until all is read, or it was stopped.
    /// - Returns: what is damaged; nil when nothing was found.
    func run() -> String? {
        do throws(StoreError) {
            let connection = try SQLiteStore.openReader(path)
            shared.withLock { $0 = Shared(connection: connection) }
            defer { shared.withLock { $0.connection = nil } }
            return try problem(connection)
        } catch {
            // A store that is busy, or a disk that fails for the moment, is no damage.
            guard !isStopped.load(ordering: .relaxed) else { return nil }
            switch error {
            case .damaged(let reason), .broken(let reason): return reason
            case .unavailable, .full, .failing, .conflict, .inDoubt, .lostOwnership: return nil
            }
        }
    }

    private func problem(_ connection: SQLiteConnection) throws(StoreError) -> String? {
        for table in try tables(connection) {
            guard !isStopped.load(ordering: .relaxed) else { return nil }
            if let problem = try StoreFile.integrityProblem(ofTable: table, connection) { return problem }
            signal.wait(milliseconds: Self.pauseMilliseconds)
        }
        return try JournalCheck(connection: connection) { [self] in
            signal.wait(milliseconds: Self.pauseMilliseconds)
            return !isStopped.load(ordering: .relaxed)
        }.problem()
    }

    private func tables(_ connection: SQLiteConnection) throws(StoreError) -> [String] {
        let select = try connection.prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'journal' AND name NOT LIKE 'sqlite%'")
        defer { select.reset() }
        var names: [String] = []
        while try select.step() { names.append(select.text(0)) }
        return names
    }
}
