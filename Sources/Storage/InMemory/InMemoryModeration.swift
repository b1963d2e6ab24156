public import LaurelDomain
import Synchronization

/// The reference's bans, reviews and reports. The in-memory journal and directory share one, as the tables of one file
/// would be shared.
final class InMemoryModeration: Sendable {
    struct BanKey: Hashable { let player: PlayerNumber, scope: Ban.Scope }
    struct PolicyKey: Hashable { let app: AppNumber, leaderboard: LeaderboardNumber? }

    struct State {
        var bans: [BanKey: Ban] = [:]
        var reviews: [Review] = []
        var reports: [(review: ReviewID, report: Report)] = []
        var policies: [PolicyKey: ModerationPolicy] = [:]
        var words: [String: WordVerdict] = [:]
        /// Reported ones, until they are decided.
        var photos: [ReviewID: [BlobDigest: [UInt8]]] = [:]
    }

    private let state = Mutex(State())

    init() {}

    func withLock<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
        state.withLock(body)
    }
}

extension InMemoryModeration.State {
    mutating func put(_ ban: Ban) {
        let key = InMemoryModeration.BanKey(player: ban.player, scope: ban.scope)
        if bans[key] == nil { bans[key] = ban }
    }

    mutating func lift(_ player: PlayerNumber, _ scope: Ban.Scope) {
        bans[InMemoryModeration.BanKey(player: player, scope: scope)] = nil
    }

    @discardableResult mutating func add(_ review: NewReview) -> ReviewID {
        let id = ReviewID(Int64(reviews.count) + 1)
        reviews.append(Review(id: id, content: review))
        return id
    }

    mutating func decide(_ state: ReviewState, _ decision: ReviewDecision, where matches: (Review) -> Bool) {
        for index in reviews.indices where reviews[index].state == .pending && matches(reviews[index]) {
            reviews[index].state = state
            reviews[index].decision = decision
            photos[reviews[index].id] = nil
        }
    }

    /// - Parameter photo: its bytes, of a report of one.
    mutating func file(_ report: Report, _ photo: [UInt8]?, since: Timestamp, limit: Int) -> ReportOutcome {
        let known = reviews.first {
            $0.state == .pending && $0.content.subject == .content(report.thing, id: report.id)
                && $0.content.player == report.player && $0.content.app == report.app
        }
        if let known, reports.contains(where: { $0.review == known.id && $0.report.reporter == report.reporter }) {
            return .again(known.id)
        }
        let count = reports.count { $0.report.reporter == report.reporter && $0.report.created >= since }
        guard count < limit else { return .tooMany }
        let digest = report.thing == .photo ? BlobDigest(report.evidence) : nil
        if digest != nil, photo == nil { return .nothingThere }
        let id = known?.id ?? add(report.review)
        if let digest { photos[id, default: [:]][digest] = photo }
        reports.append((id, report))
        for index in reviews.indices where reviews[index].id == id { reviews[index].reportCount += 1 }
        return .filed(id)
    }
}

extension Report {
    /// The item that the first report of a thing makes.
    public var review: NewReview {
        NewReview(
            .content(thing, id: id), app: app, player: player,
            reasons: [ReviewReason(.reported, "A player reported this \(thing.name) as \(reason.name).")],
            created: created)
    }
}

extension Review {
    /// The journal's row that it is about.
    func isAbout(_ stream: StreamID, _ sequence: JournalSequence) -> Bool {
        guard case .score(stream, _, sequence, _, _, _) = content.subject else { return false }
        return true
    }
}

extension InMemoryJournal {
    public func bans() throws(StoreError) -> [Ban] { moderation.withLock { Array($0.bans.values) } }

    public func review(_ id: ReviewID) throws(StoreError) -> Review? {
        moderation.withLock { state in state.reviews.first { $0.id == id } }
    }

    public func pendingScores() throws(StoreError) -> [PendingScore] {
        moderation.withLock { state in
            state.reviews.compactMap { review in
                guard review.state == .pending, let app = review.content.app,
                    case .score(let stream, let leaderboard, let sequence, _, _, _) = review.content.subject
                else { return nil }
                return PendingScore(
                    app: app, stream: stream, leaderboard: leaderboard, player: review.content.player,
                    sequence: sequence)
            }
        }
    }

    public func policies() throws(StoreError) -> [PolicyRecord] {
        moderation.withLock { state in
            state.policies.map { PolicyRecord(app: $0.key.app, leaderboard: $0.key.leaderboard, policy: $0.value) }
        }
    }
}
