import CLaurelSQLite
import LaurelDomain
import LaurelStorage
import Synchronization

/// Reads a whole store beside all other work, table by table, and says what is damaged.
///
/// Tables are compared with their indexes. The journal, the largest, is read in slices with a pause after each, so that
/// no state of it is held for long, and must have no gap.
final class StoreReading: Sendable {
    /// About 4 ms of one processor.
    private static let sliceRows = 4_096
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
            guard case .broken(let reason) = error, !isStopped.load(ordering: .relaxed) else { return nil }
            return reason
        }
    }

    private func problem(_ connection: SQLiteConnection) throws(StoreError) -> String? {
        for table in try tables(connection) {
            guard !isStopped.load(ordering: .relaxed) else { return nil }
            if let problem = try StoreFile.integrityProblem(ofTable: table, connection) { return problem }
            signal.wait(milliseconds: Self.pauseMilliseconds)
        }
        for stream in 1...max(1, try connection.integer("SELECT count(*) FROM streams") ?? 0) {
            if let problem = try journalProblem(ofStream: stream, connection) { return problem }
        }
        return nil
    }

    private func tables(_ connection: SQLiteConnection) throws(StoreError) -> [String] {
        let select = try connection.prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'journal' AND name NOT LIKE 'sqlite%'")
        defer { select.reset() }
        var names: [String] = []
        while try select.step() { names.append(select.text(0)) }
        return names
    }

    private func journalProblem(ofStream number: Int64, _ connection: SQLiteConnection) throws(StoreError) -> String? {
        // Rows say nothing of their stream but its number.
        let stream = StreamID(team: TeamNumber(0), environment: .production)
        var place = JournalSequence.start
        while !isStopped.load(ordering: .relaxed) {
            let rows = try JournalTable.rows(
                after: place, of: stream, number: number, limit: Self.sliceRows, on: connection)
            for row in rows {
                guard row.sequence == place.advanced(by: 1) else {
                    return "the journal has a gap after its row \(place.rawValue)"
                }
                place = row.sequence
            }
            if rows.count < Self.sliceRows { return nil }
            signal.wait(milliseconds: Self.pauseMilliseconds)
        }
        return nil
    }
}
