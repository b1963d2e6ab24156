import LaurelStorage
import LaurelDomain

extension ScoreKeeper {
    /// Snapshots that say something else than the journal.
    private struct Losses {
        var streams: [StreamID] = []
        /// Which the journal hasn't.
        var rows: Int64 = 0
    }

    /// A snapshot has only rows that were durable, so a journal that ends before one has lost its end, and one that has
    /// other rows went another way.
    func lookForLoss(isAccepted: Bool) throws(StartError) {
        guard let snapshots else { return }
        let losses: Losses
        do throws(StoreError) { losses = try self.losses(snapshots) } catch { throw .store(error) }
        guard !losses.streams.isEmpty else { return }
        guard isAccepted else { throw losses.rows > 0 ? .lostRows(losses.rows) : .otherRows }
        log(.lossAccepted(rows: losses.rows))
        for stream in losses.streams {
            // One that stayed would stop the next start.
            do throws(SnapshotFailure) { try snapshots.remove(stream) } catch {
                log(.snapshotFailed(stream, reason: error.reason))
            }
        }
    }

    private func losses(_ snapshots: any SnapshotFiles) throws(StoreError) -> Losses {
        var losses = Losses()
        for stream in snapshots.streams() {
            guard let end = end(ofSnapshot: stream, snapshots) else { continue }
            let last = try journal.last(of: stream)?.sequence ?? .start
            let missing = end.sequence.rawValue - last.rawValue
            if missing <= 0, try journal.digest(at: end.sequence, of: stream) ?? .start == end.digest { continue }
            losses.streams.append(stream)
            losses.rows += max(0, missing)
        }
        return losses
    }

    /// Nil: there is none that can be read.
    private func end(
        ofSnapshot stream: StreamID, _ snapshots: any SnapshotFiles
    ) -> (sequence: JournalSequence, digest: JournalDigest)? {
        do throws(SnapshotFailure) {
            return try snapshots.open(stream).map { file throws(SnapshotFailure) in
                try StreamSnapshot.end(of: file, stream)
            }
        } catch {
            // The caller that loads it logs why.
            return nil
        }
    }
}
