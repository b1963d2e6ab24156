public import LaurelDomain
import LaurelStorage
import Synchronization

/// What each app and leaderboard has looked at, in memory: every score asks.
public final class ModerationPolicies: Sendable {
    private struct State {
        var apps: [AppNumber: ModerationPolicy] = [:]
        var leaderboards: [LeaderboardNumber: ModerationPolicy] = [:]
    }

    package let gate = SerialGate()
    private let state = Mutex(State())
    /// So that a server without policies takes no lock.
    private let count = Atomic(0)

    public init() {}

    /// A leaderboard's own, or else its app's. O(1).
    public func policy(of leaderboard: LeaderboardNumber, _ app: AppNumber) -> ModerationPolicy {
        guard count.load(ordering: .acquiring) > 0 else { return ModerationPolicy() }
        return state.withLock { $0.leaderboards[leaderboard] ?? $0.apps[app] ?? ModerationPolicy() }
    }

    public func policy(of app: AppNumber) -> ModerationPolicy? { state.withLock { $0.apps[app] } }
    public func ownPolicy(of leaderboard: LeaderboardNumber) -> ModerationPolicy? {
        state.withLock { $0.leaderboards[leaderboard] }
    }

    func replaceAll(_ records: [PolicyRecord]) {
        state.withLock { state in
            state = State()
            for record in records {
                if let leaderboard = record.leaderboard {
                    state.leaderboards[leaderboard] = record.policy
                } else {
                    state.apps[record.app] = record.policy
                }
            }
            count.store(state.apps.count + state.leaderboards.count, ordering: .releasing)
        }
    }

    package func put(_ policy: ModerationPolicy?, of app: AppNumber, _ leaderboard: LeaderboardNumber?) {
        state.withLock { state in
            if let leaderboard { state.leaderboards[leaderboard] = policy } else { state.apps[app] = policy }
            count.store(state.apps.count + state.leaderboards.count, ordering: .releasing)
        }
    }
}
