import LaurelDomain
package import LaurelStorage

/// Scores that waited for their guest's upgrade appear (rules 1.11, 1.12): with their dates, or to moderators where
/// every score is held. Done already, it changes nothing.
package struct ReleaseStep: WriterStep {
    /// A player's scores that are out since they came.
    let scores: [JournalRow]

    package init(_ scores: [JournalRow]) { self.scores = scores }

    /// - Returns: how many wait still: each would be held, and as many are held already as may be.
    package func plan(_ draft: inout CommitDraft) throws(ReleaseScoresError) -> Int {
        var reviews = draft.published.reviews
        var left = 0
        for score in scores {
            let isDone = try ReleaseScoresError.reading { () throws(StoreError) in
                try release(score, &draft, &reviews)
            }
            left += isDone ? 0 : 1
        }
        return left
    }

    /// - Returns: false: there is no room.
    private func release(
        _ score: JournalRow, _ draft: inout CommitDraft, _ reviews: inout PendingReviews
    ) throws(StoreError) -> Bool {
        guard let player = score.player, !draft.published.isErased(player), draft.published.isOut(score),
            !draft.published.isWiped(score), !reviews.waits(score.sequence, of: score.stream),
            let leaderboard = draft.catalogue.target(of: score.leaderboard)
        else { return true }
        let policy = draft.catalogue.policies.policy(of: leaderboard.number, leaderboard.app)
        let review = ReviewStep(
            policy, reviews,
            ReviewStep.Target(
                player: player, leaderboard: leaderboard.number, app: leaderboard.app, stream: score.stream))
        guard review.hasRoom else { return false }
        // What other rules compare with was otherwise when it came.
        let treatment = review.treatment(of: score.value, score.date, leaderboard.sortOrder, ScoreSuspicion.Evidence())
        if let (fact, pending) = ReviewStep.review(score, treatment, of: leaderboard.app) {
            draft.facts.append(fact)
            draft.effects.append(.awaited(pending))
            reviews.add(pending)
        }
        if !treatment.isHeld { _ = try draft.turn(score, .restoration) }
        return true
    }
}

public enum ReleaseScoresError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
