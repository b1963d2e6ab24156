import LaurelHTTPServer
import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelWire
import LaurelService

// The queue of reviews: an app's, and the whole server's.
extension ModerationFeature {
    func reviews(
        _ request: Request, _ bundleID: BundleID?, _ state: ReviewState, _ after: ReviewID?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try reviewing(bundleID, request, caller)
        return replies.later(request) { () async throws(ModerationError) in
            let page = try await ReadReviews(moderation)(of: app, state, after: after, by: administrator)
            let photos = await photos(of: page.reviews.map(\.content.player), by: administrator)
            return answers.json(
                ReviewsAnswer(reviews: page.reviews.map { answer($0, of: app, photos) }, next: page.next))
        }
    }

    func review(
        _ request: Request, _ bundleID: BundleID?, _ id: ReviewID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try reviewing(bundleID, request, caller)
        return replies.later(request) { () async throws(ModerationError) in
            let (review, reports) = try await ReadReviews(moderation)(id, of: app, by: administrator)
            return answers.json(
                ReportedReviewAnswer(
                    review: answer(review, of: app), reports: reports.map(FiledReportAnswer.init(_:))))
        }
    }

    func decideReview(
        _ request: Request, _ bundleID: BundleID?, _ id: ReviewID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try reviewing(bundleID, request, caller)
        let body = try DecisionBody(of: request)
        return replies.later(request) { () async throws(DecideReviewError) in
            let review = try await DecideReview(moderation)(
                id, of: app, body.isAccepted ? .accept : .reject, note: body.note, by: administrator)
            return answers.json(answer(review, of: app))
        }
    }

    /// A reported photo, for those who decide on photos. Never cached.
    func reviewPhoto(_ request: Request, _ id: ReviewID, _ photo: String, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try aboveTeams(request, caller)
        return replies.later(request) { () async throws(Problem) in
            let bytes: [UInt8]?
            do throws(ModerationError) {
                bytes = try await ReadReviews(moderation).photo(photo, of: id, by: administrator)
            } catch {
                throw Problem(from: error)
            }
            guard let bytes else {
                throw Problem(.notFound, "This photo was already decided, or wasn't reported here.")
            }
            return answers.privateImage(bytes)
        }
    }

    // MARK: Parts

    private func reviewing(
        _ bundleID: BundleID?, _ request: Request, _ caller: Caller
    ) throws(Problem) -> (Administrator, App?) {
        guard let bundleID else { return (try aboveTeams(request, caller), nil) }
        return try moderating(bundleID, request, caller)
    }

    /// - Parameter app: whose queue it is read from; nil: the server's.
    private func answer(
        _ review: Review, of app: App?, _ photos: [PlayerNumber: PhotoAnswer] = [:]
    ) -> ReviewAnswer {
        let content = review.content
        var (kind, reported): (String, String?) = ("score", nil)
        if case .content(let thing, let id) = content.subject {
            (kind, reported) = (thing.name, ReportedWords(subject: id)?.id ?? id)
        }
        return ReviewAnswer(
            id: review.id, kind: kind, state: review.state,
            bundleID: content.app.flatMap { catalogue.app($0)?.bundleID }, environment: review.environment,
            player: inspected(content.player, app, photos), created: content.created,
            reasons: content.reasons.map { ReviewAnswer.Reason($0) },
            reportCount: review.reportCount, score: score(of: content), subject: reported,
            decision: review.decision.map { ReviewAnswer.Decision(time: $0.time, note: $0.note) })
    }

    private func score(of content: NewReview) -> ReviewAnswer.Score? {
        guard case .score(_, let leaderboard, let sequence, let value, let date, let isHeld) = content.subject else {
            return nil
        }
        return ReviewAnswer.Score(
            leaderboard: catalogue.leaderboard(leaderboard)?.id, sequence: sequence, value: value, date: date,
            isHeld: isHeld)
    }
}

extension FiledReportAnswer {
    fileprivate init(_ report: Report) {
        self.init(reason: report.reason, text: report.text, evidence: report.evidence, created: report.created)
    }
}

extension Problem {
    init(from error: DecideReviewError) {
        switch error {
        case .unknownReview: self.init(.notFound, "No item in the queue has this number.", field: "review")
        case .decided(let state):
            self.init(.conflict, "This item was already \(state.name).", field: "decision", reason: .decided)
        case .needsAdministrator:
            self.init(
                .forbidden,
                "Only an administrator can decide on names, photos and status lines; they're shared by all games.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
