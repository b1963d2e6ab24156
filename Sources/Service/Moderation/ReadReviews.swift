public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Reads the queue: what waits, or what was decided, oldest first.
public struct ReadReviews: Sendable {
    private let moderation: Moderation
    public init(_ moderation: Moderation) { self.moderation = moderation }

    /// - Parameters:
    ///   - app: nil: of all apps, and what belongs to none; for administrators of the server.
    ///   - id: the last one of the page before.
    public func callAsFunction(
        of app: App?, _ state: ReviewState, after id: ReviewID?, by administrator: Administrator
    ) async throws(ModerationError) -> ReviewPage {
        let reviews = try await ModerationError.translating { () throws(StoreError) in
            try await moderation.directory.reviews(
                ReviewFilter(app: app?.number, state: state), after: id, limit: ModerationLimits.page + 1)
        }
        let page = Array(reviews.prefix(ModerationLimits.page))
        return ReviewPage(reviews: page, next: reviews.count > page.count ? page.last?.id : nil)
    }

    /// One item with its reports.
    public func callAsFunction(
        _ id: ReviewID, of app: App?, by administrator: Administrator
    ) async throws(ModerationError) -> (Review, [Report]) {
        let review = try await ModerationError.translating { () throws(StoreError) in
            try await moderation.directory.review(id)
        }
        guard let review, app == nil || review.content.app == app?.number else { throw .unknownReview }
        let reports = try await ModerationError.translating { () throws(StoreError) in
            try await moderation.directory.reports(of: id, limit: ModerationLimits.page)
        }
        return (review, reports)
    }

    /// The bytes of a photo that was reported, by its digest as the evidence of a report has it.
    /// - Returns: a PNG; nil once the item is decided, or when it was not reported here.
    public func photo(
        _ digest: String, of id: ReviewID, by administrator: Administrator
    ) async throws(ModerationError) -> [UInt8]? {
        guard administrator.isAboveTeams, let digest = BlobDigest(digest) else { return nil }
        return try await ModerationError.translating { () throws(StoreError) in
            try await moderation.directory.reportedPhoto(digest, of: id)
        }
    }

    /// What a player themselves sees of their held scores on a leaderboard, newest first: those that wait or were
    /// rejected.
    public func held(
        by player: PlayerNumber, on leaderboard: Leaderboard, of app: App, _ environment: Environment
    ) async throws(ModerationError) -> [Review] {
        let reviews = try await ModerationError.translating { () throws(StoreError) in
            try await moderation.directory.reviewedScores(
                of: player, on: leaderboard.number, StreamID(team: app.team, environment: environment),
                limit: ModerationLimits.page)
        }
        return reviews.filter { review in
            guard case .score(_, _, _, _, _, let isHeld) = review.content.subject else { return false }
            return isHeld && review.state != .accepted
        }
    }
}

public struct ReviewPage: Hashable, Sendable {
    public let reviews: [Review]
    /// What the next page starts after; nil: this was the last.
    public let next: ReviewID?
}

public enum ModerationError: Error, StoreFailure, Hashable, Sendable {
    case unknownReview
    case unknownPlayer
    case tooManyWords(limit: Int)
    case unavailable
    case broken(reason: String)
}
