import LaurelDomain
import LaurelStorage

/// The snapshots in a folder, for those who read a journal: one that knows other rows than the journal is none.
struct KeptSnapshots {
    let files: any SnapshotFiles
    let journal: any Journal
    let log: @Sendable (ScoreEvent) -> Void

    enum Finding {
        case none
        case snapshot(StreamSnapshot)
        /// It has rows that the journal lacks, or has otherwise. They were durable: the store has lost them.
        case contradiction
    }

    /// - Parameter last: the stream's last row.
    func find(_ id: StreamID, through last: JournalSequence) -> Finding {
        do throws(SnapshotFailure) {
            guard let file = try files.open(id) else { return .none }
            let snapshot = try StreamSnapshot(reading: file, of: id)
            guard snapshot.end <= last, try digest(at: snapshot.end, of: id) == snapshot.endDigest else {
                log(.snapshotIgnored(id, reason: "it has rows that the journal doesn't"))
                return .contradiction
            }
            return .snapshot(snapshot)
        } catch {
            log(.snapshotIgnored(id, reason: error.reason))
            return .none
        }
    }

    /// - Returns: nil if there is no valid one.
    func snapshot(of id: StreamID, through last: JournalSequence) -> StreamSnapshot? {
        if case .snapshot(let snapshot) = find(id, through: last) { snapshot } else { nil }
    }

    /// Up to where one spares reading rows, before it's held against the journal; nil: there is none that can be.
    func start(of id: StreamID, through last: JournalSequence) -> JournalSequence? {
        do throws(SnapshotFailure) {
            guard let file = try files.open(id) else { return nil }
            let snapshot = try StreamSnapshot(reading: file, of: id)
            return snapshot.end <= last ? snapshot.start : nil
        } catch {
            // What reads it says why.
            return nil
        }
    }

    /// The operator goes on without what the store has lost; or another server's is of no use.
    func remove(_ id: StreamID) {
        do throws(SnapshotFailure) { try files.remove(id) } catch {
            log(.snapshotFailed(id, reason: error.reason))
        }
    }

    private func digest(
        at sequence: JournalSequence, of stream: StreamID
    ) throws(SnapshotFailure) -> JournalDigest {
        do throws(StoreError) { return try journal.digest(at: sequence, of: stream) ?? .start } catch {
            throw .unreadable("can't read the journal: \(error)")
        }
    }
}
