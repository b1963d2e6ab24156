public import LaurelDomain
import LaurelScores

/// What an app's configuration says of what is held and flagged (rule 4.12).
public struct ModerationConfiguration: Hashable, Sendable {
    /// For every leaderboard that has no policy of its own.
    public var policy: ModerationPolicy
    /// Own policies, in the order of the leaderboards. Leaderboards that a file does not name keep theirs.
    public var leaderboards: [LeaderboardPolicy]

    public init(policy: ModerationPolicy = ModerationPolicy(), leaderboards: [LeaderboardPolicy] = []) {
        self.policy = policy
        self.leaderboards = leaderboards
    }
}

public struct LeaderboardPolicy: Hashable, Sendable {
    public var leaderboard: LeaderboardID
    public var policy: ModerationPolicy

    public init(leaderboard: LeaderboardID, policy: ModerationPolicy) {
        self.leaderboard = leaderboard
        self.policy = policy
    }
}

extension Catalogue {
    /// - Returns: nil: nothing is held or flagged, and never was said to be.
    func moderation(of app: App) -> ModerationConfiguration? {
        let own = leaderboards(of: app.number).compactMap { board in
            policies.ownPolicy(of: board.number).map { LeaderboardPolicy(leaderboard: board.id, policy: $0) }
        }
        let policy = policies.policy(of: app.number)
        guard policy != nil || !own.isEmpty else { return nil }
        return ModerationConfiguration(policy: policy ?? ModerationPolicy(), leaderboards: own)
    }
}

/// The part of a ``ConfigurationPlan`` that policies are.
enum ModerationPlan {
    /// - Parameters:
    ///   - wanted: nil: the file says nothing, and they stay as they are.
    ///   - known: the leaderboards that there are after the import.
    static func changes(
        _ wanted: ModerationConfiguration?, _ present: ModerationConfiguration?, known: Set<LeaderboardID>
    ) throws(ConfigurationRefusal) -> [ConfigurationChange] {
        guard let wanted else { return [] }
        var changes: [ConfigurationChange] = []
        if wanted.policy != present?.policy ?? ModerationPolicy() { changes.append(.setPolicy(nil, wanted.policy)) }
        let own = Dictionary((present?.leaderboards ?? []).map { ($0.leaderboard, $0.policy) }) { first, _ in first }
        var seen: Set<LeaderboardID> = []
        for item in wanted.leaderboards {
            guard seen.insert(item.leaderboard).inserted else { throw .policyTwice(item.leaderboard) }
            guard known.contains(item.leaderboard) else { throw .policyNowhere(item.leaderboard) }
            if own[item.leaderboard] != item.policy { changes.append(.setPolicy(item.leaderboard, item.policy)) }
        }
        return changes
    }
}

extension ConfigurationPlan {
    /// Whether it says what is held and flagged: a right of its own.
    public var moderates: Bool { changes.contains { if case .setPolicy = $0 { true } else { false } } }
}
