import LaurelDomain
package import LaurelStorage

/// Scores that waited for their guest's upgrade appear (rules 1.11, 1.12): with their dates, or to moderators where
/// every score is held. Done already, it changes nothing.
package struct ReleaseStep: WriterStep {
    /// A player's scores that are out since they came.
    let scores: [JournalRow]

    package init(_ scores: [JournalRow]) { self.scores = scores }

    package func plan(_ draft: inout CommitDraft) throws(ReleaseScoresError) {
        for score in scores {
            try ReleaseScoresError.reading { () throws(StoreError) in try release(score, &draft) }
        }
    }

    private func release(_ score: JournalRow, _ draft: inout CommitDraft) throws(StoreError) {
        guard let player = score.player, !draft.published.isErased(player), draft.published.isOut(score),
            !draft.published.isWiped(score), !draft.published.reviews.waits(score.sequence, of: score.stream),
            let leaderboard = draft.catalogue.target(of: score.leaderboard)
        else { return }
        let policy = draft.catalogue.policies.policy(of: leaderboard.number, leaderboard.app)
        let review = ReviewStep(
            policy, draft.published.reviews,
            ReviewStep.Target(
                player: player, leaderboard: leaderboard.number, app: leaderboard.app, stream: score.stream))
        // As many wait for moderators as may; nobody would see more.
        guard review.hasRoom else { return }
        // What other rules compare with was otherwise when it came.
        let treatment = review.treatment(of: score.value, score.date, leaderboard.sortOrder, ScoreSuspicion.Evidence())
        if let (fact, pending) = ReviewStep.review(score, treatment, of: leaderboard.app) {
            draft.facts.append(fact)
            draft.effects.append(.awaited(pending))
        }
        if !treatment.isHeld { _ = try draft.turn(score, .restoration) }
    }
}

public enum ReleaseScoresError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
