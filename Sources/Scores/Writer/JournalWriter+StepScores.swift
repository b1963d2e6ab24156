import LaurelDomain
import LaurelStorage

// Scores that a step leaves in its draft: judged as all others, and in the step's commit.
extension JournalWriter {
    /// - Parameters:
    ///   - scores: of any streams: time ends matches of several games at once.
    ///   - mark: what was planned for challenges before the step.
    /// - Returns: nil: nothing of the step is planned. It is refused because of a score, or comes back when what is
    ///   missing is there.
    func judge(
        _ scores: [SubmitCall], of call: any StepCall, _ draft: inout CommitDraft, _ mark: Int
    ) -> [[Verdict]]? {
        guard !scores.isEmpty else { return [] }
        // The draft has the only copy; scores are judged by it, too.
        pending = draft.pending
        draft.pending = PendingChallenges()
        reads = stillKnown(call.known)
        var verdicts: [[Verdict]] = []
        var leftOut: [ScoreEvent] = []
        do throws(SubmitScoresError) {
            for score in scores {
                do throws(SubmitScoresError) { verdicts.append(try judge(score, stream(score.stream))) } catch {
                    // Left out, unless what is missing may change that.
                    guard score.isOfJudge, reads.missing.isEmpty, error.isVerdict else { throw error }
                    verdicts.append([])
                    if let refusal = event(score, error) { leftOut.append(refusal) }
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
        if putAside(call, until: zip(scores, verdicts).map { ($0.stream, keys(of: $1)) }) {
            pending.undo(to: mark)
            return nil
        }
        for event in leftOut { keeper.log(event) }
        draft.pending = pending
        pending = PendingChallenges()
        return verdicts
    }

    /// Its sender, the server, can't be told.
    private func event(_ score: SubmitCall, _ error: SubmitScoresError) -> ScoreEvent? {
        let number = score.items.first?.leaderboard
        return number.flatMap { keeper.catalogue.leaderboard($0) }.map { ScoreEvent.awardLeftOut($0.id, error) }
    }

    /// Puts it aside once, however many streams it needs boards of; all of these are loaded.
    ///
    /// - Returns: false when all are there.
    private func putAside(_ call: any StepCall, until needed: [(stream: StreamID, keys: [BoardKey])]) -> Bool {
        var isAside = false
        for (id, keys) in needed {
            let stream = stream(id)
            if !isAside {
                isAside = putAside(.step(call), until: keys, in: stream)
            } else {
                let absent = stream.boards.withLock { state in keys.filter { state.isAbsent($0) } }
                for key in absent { keeper.load(key, in: stream.boards) }
            }
        }
        return isAside
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
