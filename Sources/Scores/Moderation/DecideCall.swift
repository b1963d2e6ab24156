public import LaurelDomain
import LaurelStorage

/// An item of the queue decided, by the writer.
package struct DecideCall: Sendable {
    package let review: ReviewID
    package let app: AppNumber?
    package let verdict: ReviewState
    package let decision: ReviewDecision
    package let audit: @Sendable (Review) -> NewAuditEntry
    package let completion: @Sendable (Result<Review, DecideReviewError>) -> Void

    package init(
        review: ReviewID, app: AppNumber?, verdict: ReviewState, decision: ReviewDecision,
        audit: @escaping @Sendable (Review) -> NewAuditEntry,
        completion: @escaping @Sendable (Result<Review, DecideReviewError>) -> Void
    ) {
        self.review = review
        self.app = app
        self.verdict = verdict
        self.decision = decision
        self.audit = audit
        self.completion = completion
    }
}

extension Review {
    /// Nil for what belongs to none.
    public var environment: Environment? {
        if case .score(let stream, _, _, _, _, _) = content.subject { stream.environment } else { nil }
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
