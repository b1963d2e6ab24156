import LaurelDomain
import LaurelStorage

// Scores that a step leaves in its draft: judged as all others, and in the step's commit.
extension JournalWriter {
    /// - Parameters:
    ///   - scores: of one stream.
    ///   - mark: what was planned for challenges before the step.
    /// - Returns: nil: nothing of the step is planned. It is refused because of a score, or comes back when what is
    ///   missing is there.
    func judge(
        _ scores: [SubmitCall], of call: any StepCall, _ draft: inout CommitDraft, _ mark: Int
    ) -> [[Verdict]]? {
        guard let first = scores.first else { return [] }
        let stream = stream(first.stream)
        // The draft has the only copy; scores are judged by it, too.
        pending = draft.pending
        draft.pending = PendingChallenges()
        reads = stillKnown(call.known)
        var verdicts: [[Verdict]] = []
        do throws(SubmitScoresError) {
            for score in scores {
                do throws(SubmitScoresError) { verdicts.append(try judge(score, stream)) } catch {
                    // Left out, unless what is missing may change that.
                    guard score.isOfJudge, reads.missing.isEmpty, error.isVerdict else { throw error }
                    verdicts.append([])
                }
            }
            if !reads.missing.isEmpty { throw .unavailable }
        } catch {
            pending.undo(to: mark)
            // Whatever it was refused for: with what is missing it may be judged otherwise.
            if reads.missing.isEmpty {
                // It is final, so the device holds it back no longer (rule 8.1).
                if error.isFinal { note(call.contact) }
                call.refuse(error, of: verdicts.count)
            } else {
                keeper.fetchAgain(reads.missing, for: .step(call))
            }
            return nil
        }
        if putAside(.step(call), until: verdicts.flatMap { keys(of: $0) }, in: stream) {
            pending.undo(to: mark)
            return nil
        }
        draft.pending = pending
        pending = PendingChallenges()
        return verdicts
    }

    /// - Returns: false: one of them can't be planned after all, which is a fault of ours.
    func accept(_ scores: [SubmitCall], _ verdicts: [[Verdict]]) -> Bool {
        for (call, verdicts) in zip(scores, verdicts) where !verdicts.isEmpty {
            let first = batch.items.count
            let stream = stream(call.stream)
            for index in verdicts.indices {
                do throws(StoreError) { try accept(index, of: call, verdicts[index], stream) } catch {
                    keeper.noteFailure(.broken(reason: "can't plan a score of a step: \(error)"))
                    return false
                }
            }
            join(batch.add(call, itemsFrom: first))
        }
        return true
    }
}
