public import LaurelDomain
import LaurelMatches
import LaurelStorage

/// An item of the queue decided: accepted, or rejected with the score that it is about (rule 4.12).
package struct DecideStep: WriterStep {
    let review: ReviewID
    /// Nil: any.
    let app: AppNumber?
    let verdict: ReviewState
    let decision: ReviewDecision
    let audit: @Sendable (Review) -> NewAuditEntry

    package init(
        review: ReviewID, app: AppNumber?, verdict: ReviewState, decision: ReviewDecision,
        audit: @escaping @Sendable (Review) -> NewAuditEntry
    ) {
        self.review = review
        self.app = app
        self.verdict = verdict
        self.decision = decision
        self.audit = audit
    }

    package var reads: [StoreRead] { [.review(review)] }

    /// - Returns: the item as it is then. The same decision again changes nothing.
    package func plan(_ draft: inout CommitDraft) throws(DecideReviewError) -> Review {
        let found = try DecideReviewError.reading { () throws(StoreError) in try draft.reads.review(review) }
        guard var review = found, app == nil || review.content.app == app else { throw .unknownReview }
        guard review.state == .pending else {
            guard review.state == verdict else { throw .decided(review.state) }
            return review
        }
        if case .score(let stream, _, let sequence, _, _, _) = review.content.subject {
            try DecideReviewError.reading { () throws(StoreError) in try turn(sequence, of: stream, &draft) }
            draft.effects.append(.reviewed(sequence, stream))
        }
        draft.facts += [.reviewDecided(review.id, verdict, decision), .audit(audit(review))]
        review.state = verdict
        review.decision = decision
        return review
    }

    private func turn(_ sequence: JournalSequence, of stream: StreamID, _ draft: inout CommitDraft) throws(StoreError) {
        guard let score = try draft.reads.row(at: sequence, of: stream), score.kind == .score,
            !draft.published.isWiped(score)
        else { return }
        _ = try draft.turn(score, verdict == .rejected ? .removal : .restoration)
    }
}

extension Review {
    /// Nil for what belongs to none.
    public var environment: Environment? {
        switch content.subject {
        case .score(let stream, _, _, _, _, _): stream.environment
        case .content(_, let id): ReportedWords(subject: id)?.environment
        }
    }
}

public enum DecideReviewError: Error, StoreFailure, Hashable, Sendable {
    case unknownReview
    /// Somebody decided the other way before.
    case decided(ReviewState)
    /// A player's name and photo are no matter of one team.
    case needsAdministrator
    case unavailable
    case broken(reason: String)
}
