package import LaurelDomain
package import LaurelStorage

/// A score taken out or brought back.
package struct ModerateCall: Sendable {
    package let kind: JournalRow.Kind
    package let stream: StreamID
    package let leaderboard: LeaderboardNumber
    package let sequence: JournalSequence
    package let decision: ReviewDecision
    package let audit: NewAuditEntry
    package let completion: @Sendable (Result<JournalSequence, ModerateScoreError>) -> Void

    package init(
        kind: JournalRow.Kind, stream: StreamID, leaderboard: LeaderboardNumber, sequence: JournalSequence,
        decision: ReviewDecision, audit: NewAuditEntry,
        completion: @escaping @Sendable (Result<JournalSequence, ModerateScoreError>) -> Void
    ) {
        self.kind = kind
        self.stream = stream
        self.leaderboard = leaderboard
        self.sequence = sequence
        self.decision = decision
        self.audit = audit
        self.completion = completion
    }
}

public enum ModerateScoreError: Error, StoreFailure, Hashable, Sendable {
    /// No score stands there on that leaderboard.
    case unknownScore
    case unavailable
    case broken(reason: String)
}
