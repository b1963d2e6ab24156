public import LaurelDomain
import Synchronization

/// The reference's bans and reviews.
final class InMemoryModeration: Sendable {
    struct BanKey: Hashable { let player: PlayerNumber, scope: Ban.Scope }

    struct State {
        var bans: [BanKey: Ban] = [:]
        var reviews: [Review] = []
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
        reviews.append(Review(id: ReviewID(Int64(reviews.count) + 1), content: review))
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

    /// A directory alone sets them.
    public func policies() throws(StoreError) -> [PolicyRecord] { [] }
}
