import LaurelDomain
import LaurelStorage

// What the writer does for challenges: it hands them to a step that plans.
extension JournalWriter {
    /// Challenges settled for their age at the start of one batch.
    private static let expiredAtOnce = 64

    /// Reads the clock for what is planned now.
    func beginBatch() {
        batch.time = readClock()
        pending.forgetIssues(at: batch.time)
        for challenge in pending.expired(at: batch.time, limit: Self.expiredAtOnce) {
            challenges { $0.settle(challenge, .invalid) }
        }
    }

    /// Plans what a score sets off. Nearly always nothing: one look into a table.
    func complete(
        by row: JournalRow, on leaderboard: Leaderboard, app: AppNumber?, eligible: Set<ChallengeNumber>?, replay: Blob?
    ) throws(StoreError) -> SetOff {
        guard pending.has(row, .leaderboard(leaderboard.number)) else { return .nothing }
        return try challenges { step throws(StoreError) in
            try step.complete(by: row, on: leaderboard, app: app, eligible: eligible, replay: replay)
        }
    }

    /// Plans what a score is to challenges of groups: a try, in its own commit. Nearly always nothing.
    func tryGroups(by row: JournalRow, on leaderboard: Leaderboard, replay: Blob?) {
        guard !pending.groups.isEmpty else { return }
        challenges { $0.tryGroups(row, on: leaderboard, replay: replay) }
    }

    /// A guest's score that is the account's now is no other try.
    func renumberTries(_ old: JournalSequence, to row: JournalRow, on leaderboard: LeaderboardNumber) {
        guard !pending.groups.isEmpty else { return }
        challenges { $0.renumberTries(old, to: row, on: leaderboard) }
    }

    /// Has a step plan, on what is pending, at the batch's time.
    private func challenges<Value, Failure: Error>(
        _ plan: (inout ChallengeStep) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var step = ChallengeStep(
            pending, at: batch.time, catalogue: keeper.catalogue, ids: keeper.ports.ids, reads: reads)
        // The step has the only one: changing it copies nothing.
        pending = PendingChallenges()
        defer {
            pending = step.pending
            batch.facts += step.facts
        }
        return try plan(&step)
    }
}
