package import LaurelDomain
import LaurelStorage

// What the writer does for all that is about challenges: it loads them, and hands them to a step that plans.
extension JournalWriter {
    /// Challenges settled for their age at the start of one batch.
    private static let expiredAtOnce = 64

    func loadChallenges() throws(StoreError) {
        let journal = keeper.journal
        let yesterday = keeper.clock.now().advanced(by: -Challenge.rateSpan)
        pending = PendingChallenges(
            pending: try journal.pendingChallenges(), recent: try journal.challenges(issuedAfter: yesterday),
            mutes: try journal.challengeMutes(), lastNumber: try journal.lastChallenge())
    }

    /// Reads the clock for what is planned now.
    func beginBatch() {
        batch.time = readClock()
        pending.forgetIssues(at: batch.time)
        for challenge in pending.expired(at: batch.time, limit: Self.expiredAtOnce) { settle(challenge, .invalid) }
    }

    /// What is about a leaderboard that takes no more scores, or is gone, is pending no more (rule 6.3).
    func closeChallenges(of facts: [Change.Fact]) {
        for fact in facts {
            switch fact {
            case .leaderboard(let leaderboard) where leaderboard.isArchived: end(.leaderboard(leaderboard.number))
            case .leaderboardRemoved(let number): end(.leaderboard(number))
            default: break
            }
        }
    }

    /// Has a step plan, on what is pending, at the batch's time.
    func challenges<Value, Failure: Error>(
        _ plan: (inout ChallengeStep) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var step = ChallengeStep(
            pending, at: batch.time, catalogue: keeper.catalogue, ids: keeper.ports.ids,
            areFriends: keeper.ports.areFriends)
        // The step has the only one: changing it copies nothing.
        pending = PendingChallenges()
        defer {
            pending = step.pending
            batch.facts += step.facts
        }
        return try plan(&step)
    }

    package func settle(_ challenge: Challenge, _ state: ChallengeState) {
        challenges { $0.settle(challenge, state) }
    }

    /// By its receiver; its sender hears of it.
    package func decline(_ challenge: Challenge) {
        challenges { step in
            step.settle(challenge, .declined)
            step.tell(challenge.sender, .challengeDeclined, of: challenge)
        }
    }

    package func end(_ subject: ChallengeSubject) { challenges { $0.end(subject) } }

    package func issue(_ draft: ChallengeStep.Draft) throws(ChallengeStep.Obstacle) -> Challenge {
        try challenges { step throws(ChallengeStep.Obstacle) in
            let challenge = try step.issue(draft)
            step.announce(challenge)
            return challenge
        }
    }
}
