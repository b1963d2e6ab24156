import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// The queue of reviews: an app's, and the whole server's.
extension APIHandler {
    func reviews(
        _ request: Request, _ bundleID: BundleID?, _ state: ReviewState, _ after: ReviewID?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try reviewing(bundleID, request, caller)
        return later(request) { [self] () async throws(Problem) in
            do throws(ModerationError) {
                let page = try await ReadReviews(services.moderation)(of: app, state, after: after, by: administrator)
                return answers.json(capacity: 1_024 * (page.reviews.count + 1)) { writer in
                    writer.beginObject()
                    writer.key("reviews")
                    writer.beginArray()
                    for review in page.reviews { value(review, nil, app, &writer) }
                    writer.endArray()
                    writer.key("next")
                    if let next = page.next { writer.value(next.rawValue) } else { writer.null() }
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func review(
        _ request: Request, _ bundleID: BundleID?, _ id: ReviewID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try reviewing(bundleID, request, caller)
        return later(request) { [self] () async throws(Problem) in
            do throws(ModerationError) {
                let (review, reports) = try await ReadReviews(services.moderation)(id, of: app, by: administrator)
                return answers.json(capacity: 1_024 * (reports.count + 1)) { value(review, reports, app, &$0) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func decideReview(
        _ request: Request, _ bundleID: BundleID?, _ id: ReviewID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try reviewing(bundleID, request, caller)
        let body = try DecisionBody(of: request)
        return later(request) { [self] () async throws(Problem) in
            do throws(DecideReviewError) {
                let review = try await DecideReview(services.moderation)(
                    id, of: app, body.isAccepted ? .accept : .reject, note: body.note, by: administrator)
                return answers.json { value(review, nil, app, &$0) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    /// A reported photo, for those who decide on photos. Never cached.
    func reviewPhoto(_ request: Request, _ id: ReviewID, _ photo: String, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try aboveTeams(request, caller)
        return later(request) { [self] () async throws(Problem) in
            let bytes: [UInt8]?
            do throws(ModerationError) {
                bytes = try await ReadReviews(services.moderation).photo(photo, of: id, by: administrator)
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

    /// - Parameters:
    ///   - reports: nil: without the field.
    ///   - app: whose queue it is read from; nil: the server's.
    private func value(_ review: Review, _ reports: [Report]?, _ app: App?, _ writer: inout JSONWriter) {
        let content = review.content
        writer.beginObject()
        writer.field("id", review.id.rawValue)
        writer.field("kind", content.kind)
        writer.field("state", review.state.name)
        writer.field("bundleID", content.app.flatMap { services.catalogue.app($0)?.bundleID.text })
        writer.field("environment", review.environment?.name)
        writer.key("player")
        writer.value(inspected(content.player, app))
        writer.field("created", content.created)
        writer.key("reasons")
        writer.beginArray()
        for reason in content.reasons {
            writer.beginObject()
            writer.field("rule", reason.rule.name)
            writer.field("sentence", reason.sentence)
            writer.endObject()
        }
        writer.endArray()
        writer.field("reportCount", review.reportCount)
        subject(of: content, &writer)
        writer.key("decision")
        if let decision = review.decision {
            writer.beginObject()
            writer.field("time", decision.time)
            writer.field("note", decision.note)
            writer.endObject()
        } else {
            writer.null()
        }
        if let reports { writer.field(reports) }
        writer.endObject()
    }

    private func subject(of content: NewReview, _ writer: inout JSONWriter) {
        writer.key("score")
        switch content.subject {
        case .score(_, let leaderboard, let sequence, let value, let date, let isHeld):
            writer.beginObject()
            writer.field("leaderboard", services.catalogue.leaderboard(leaderboard)?.id.text)
            writer.field("sequence", sequence.rawValue)
            writer.field("value", value)
            writer.field("date", date)
            writer.field("isHeld", isHeld)
            writer.endObject()
            writer.field("subject", nil as String?)
        case .content(_, let id):
            writer.null()
            writer.field("subject", id)
        }
    }
}

extension NewReview {
    fileprivate var kind: String {
        switch subject {
        case .score: "score"
        case .content(let thing, _): thing.name
        }
    }
}

extension JSONWriter {
    fileprivate mutating func field(_ reports: [Report]) {
        key("reports")
        beginArray()
        for report in reports {
            beginObject()
            field("reason", report.reason.name)
            field("text", report.text)
            field("evidence", report.evidence)
            field("created", report.created)
            endObject()
        }
        endArray()
    }
}

extension Problem {
    init(from error: DecideReviewError) {
        switch error {
        case .unknownReview: self.init(.notFound, "No item in the queue has this number.", field: "review")
        case .decided(let state): self.init(.conflict, "This item was already \(state.name).", field: "decision")
        case .needsAdministrator:
            self.init(
                .forbidden,
                "Only an administrator can decide on names, photos and status lines; they're shared by all games.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
