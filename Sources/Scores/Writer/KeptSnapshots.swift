import LaurelDomain
import LaurelStorage

/// The snapshots in a folder, for those who read a journal: one that knows other rows than the journal is none.
struct KeptSnapshots {
    let files: any SnapshotFiles
    let journal: any Journal
    let log: @Sendable (ScoreEvent) -> Void

    /// - Parameter last: the stream's last row.
    /// - Returns: nil if there is no valid one.
    func snapshot(of id: StreamID, through last: JournalSequence) -> StreamSnapshot? {
        do throws(SnapshotFailure) {
            guard let file = try files.open(id) else { return nil }
            let snapshot = try StreamSnapshot(reading: file, of: id)
            guard snapshot.end <= last, try digest(at: snapshot.end, of: id) == snapshot.endDigest else {
                throw .damaged("it has rows that the journal doesn't")
            }
            return snapshot
        } catch {
            log(.snapshotIgnored(id, reason: error.reason))
            return nil
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
