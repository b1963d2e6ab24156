import LaurelClient
import LaurelDomain
import Synchronization

/// A score to report, with the challenges it may complete. Its date and idempotency key are set when it's created.
// SAFETY: what changes is in `state`, behind its lock.
open class GKLeaderboardScore: NSObject, @unchecked Sendable {
    private struct State: Sendable {
        var player: GKPlayer
        var score: OutgoingScore
    }

    private let state: Mutex<State>
    private let center: Laurel

    /// A score of the local player, not on a leaderboard yet.
    public override init() {
        let center = Laurel.current
        self.center = center
        let score = OutgoingScore(
            leaderboard: "", value: 0, context: 0, date: Timestamp(center.world.now()).milliseconds,
            id: center.world.makeID(), player: center.session?.player)
        state = Mutex(State(player: center.session.map { center.player($0.player) } ?? GKPlayer(), score: score))
    }

    open var player: GKPlayer {
        get { state.withLock(\.player) }
        set {
            let (record, isOfGuest) = (newValue.record, newValue.guestIdentifier != nil)
            let former = state.withLock { state in
                defer { state.player = newValue }
                (state.score.player, state.score.isOfGuest) = (record, isOfGuest)
                return state.player
            }
            // Released once the lock is free, in an optimised build too: it may be of a class of the game's.
            withExtendedLifetime(former) {}
        }
    }

    open var value: Int {
        get { state.withLock { Int(truncatingIfNeeded: $0.score.value ?? 0) } }
        set { change { $0.value = Int64(newValue) } }
    }

    open var context: Int {
        get { state.withLock { Int(truncatingIfNeeded: $0.score.context) } }
        set { change { $0.context = Int64(newValue) } }
    }

    open var leaderboardID: String {
        get { state.withLock(\.score.leaderboard) }
        set { change { $0.leaderboard = newValue } }
    }

    open override var description: String {
        "<\(type(of: self)) leaderboardID: \(leaderboardID), player: \(player.displayName), value: \(value), "
            + "context: 0x\(String(UInt(bitPattern: context), radix: 16))>"
    }

    /// What is changed is another score.
    private func change(_ body: (inout OutgoingScore) -> Void) {
        state.withLock { state in
            let before = state.score
            body(&state.score)
            if state.score != before { state.score.id = center.world.makeID() }
        }
    }

    func outgoing() -> OutgoingScore { state.withLock(\.score) }
}
