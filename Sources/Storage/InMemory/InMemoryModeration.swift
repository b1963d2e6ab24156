public import LaurelDomain
import Synchronization

/// The reference's bans and reviews.
final class InMemoryModeration: Sendable {
    struct BanKey: Hashable { let player: PlayerNumber, scope: Ban.Scope }

    struct State {
        var bans: [BanKey: Ban] = [:]
        var reviews: [Review] = []
        var lastReview: Int64 = 0
    }

    private let state = Mutex(State())

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

    mutating func add(_ review: NewReview) {
        lastReview += 1
        reviews.append(Review(id: ReviewID(lastReview), content: review))
    }

    mutating func forget(_ record: WipeRecord) {
        reviews.removeAll { $0.pendingScore.map { record.covers($0) } ?? false }
    }

    mutating func decide(_ state: ReviewState, _ decision: ReviewDecision, where matches: (Review) -> Bool) {
        for index in reviews.indices where reviews[index].state == .pending && matches(reviews[index]) {
            reviews[index].state = state
            reviews[index].decision = decision
        }
    }
}

extension Review {
    /// The journal's row that it is about.
    func isAbout(_ stream: StreamID, _ sequence: JournalSequence) -> Bool {
        guard case .score(stream, _, sequence, _, _, _) = content.subject else { return false }
        return true
    }

    /// Nil: it is decided, or about no score.
    fileprivate var pendingScore: PendingScore? {
        guard state == .pending, let app = content.app,
            case .score(let stream, let leaderboard, let sequence, _, _, _) = content.subject
        else { return nil }
        return PendingScore(
            app: app, stream: stream, leaderboard: leaderboard, player: content.player, sequence: sequence)
    }
}

extension InMemoryJournal {
    public func bans() throws(StoreError) -> [Ban] { moderation.withLock { Array($0.bans.values) } }

    public func review(_ id: ReviewID) throws(StoreError) -> Review? {
        moderation.withLock { state in state.reviews.first { $0.id == id } }
    }

    public func pendingScores() throws(StoreError) -> [PendingScore] {
        moderation.withLock { state in state.reviews.compactMap(\.pendingScore) }
    }

    /// A directory alone sets them.
    public func policies() throws(StoreError) -> [PolicyRecord] { [] }
}
