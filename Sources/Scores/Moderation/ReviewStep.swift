import LaurelDomain
import LaurelStorage

/// Says what becomes of a score by its developer's policy: it ranks, ranks and is flagged, or is held (rule 4.12).
///
/// A value that reads no store: it is handed what waits already, and what the rules compare with.
struct ReviewStep {
    /// What the policy says of a score that is about to become a row.
    struct Treatment: Hashable {
        var isHeld = false
        /// Empty: nobody has to look at it.
        var reasons: [ReviewReason] = []
    }

    /// Whose score, on which leaderboard.
    struct Target {
        let player: PlayerNumber
        let leaderboard: LeaderboardNumber
        let app: AppNumber
        let stream: StreamID
    }

    let policy: ModerationPolicy
    let reviews: PendingReviews
    let target: Target

    init(_ policy: ModerationPolicy, _ reviews: PendingReviews, _ target: Target) {
        self.policy = policy
        self.reviews = reviews
        self.target = target
    }

    /// A held score needs room in the queue; else nobody would ever see it.
    var hasRoom: Bool { !policy.holdsScores || hasRoom(ModerationLimits.heldScores) }

    func treatment(
        of value: Int64, _ date: Timestamp, _ order: SortOrder, _ evidence: ScoreSuspicion.Evidence
    ) -> Treatment {
        var treatment = Treatment(isHeld: policy.holdsScores)
        if policy.holdsScores { treatment.reasons.append(ReviewReason(.everyScore)) }
        treatment.reasons += ScoreSuspicion(policy: policy, order: order).reasons(value, date, evidence)
        if !treatment.isHeld, !hasRoom(ModerationLimits.flaggedScores) { treatment.reasons = [] }
        return treatment
    }

    /// Puts a row into the queue, in its own transaction.
    /// - Returns: nil when nobody has to look at it.
    static func review(
        _ row: JournalRow, _ treatment: Treatment, of app: AppNumber
    ) -> (fact: Change.Fact, score: PendingScore)? {
        guard !treatment.reasons.isEmpty, let player = row.player else { return nil }
        let subject = NewReview.Subject.score(
            row.stream, row.leaderboard, row.sequence, value: row.value, date: row.date, isHeld: treatment.isHeld)
        let review = NewReview(subject, app: app, player: player, reasons: treatment.reasons, created: row.time)
        let score = PendingScore(
            app: app, stream: row.stream, leaderboard: row.leaderboard, player: player, sequence: row.sequence)
        return (.review(review), score)
    }

    private func hasRoom(_ limit: Int) -> Bool {
        reviews.hasRoom(for: target.player, on: target.leaderboard, target.app, target.stream, limit: limit)
    }
}
