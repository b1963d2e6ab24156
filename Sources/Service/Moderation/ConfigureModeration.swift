public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Says what is held and flagged, for an app or one leaderboard; at once. What is in the queue stays there.
public struct ConfigureModeration: Sendable {
    private let moderation: Moderation
    public init(_ moderation: Moderation) { self.moderation = moderation }

    /// - Parameters:
    ///   - leaderboard: nil: for every one of the app that has no policy of its own.
    ///   - policy: nil: none of its own any more.
    public func callAsFunction(
        _ policy: ModerationPolicy?, of app: App, leaderboard: Leaderboard?, by administrator: Administrator
    ) async throws(ModerationError) {
        let policies = moderation.catalogue.policies
        try await ModerationError.translating { () throws(StoreError) in
            try await policies.set(
                policy, of: app, leaderboard: leaderboard, in: moderation.directory, by: administrator,
                at: moderation.keeper.now())
        }
    }
}

extension ModerationPolicies {
    /// Writes a policy and puts it into effect. Store and memory agree on which of two changes was the last.
    func set(
        _ policy: ModerationPolicy?, of app: App, leaderboard: Leaderboard?, in directory: any ModerationDirectory,
        by administrator: Administrator, at now: Timestamp
    ) async throws(StoreError) {
        let audit = administrator.entry(
            .moderationUpdate, team: app.team, app: app.number, subject: leaderboard?.id.text ?? app.bundleID.text,
            changes: policy?.words ?? "as the app", at: now)
        try await gate.run { () async throws(StoreError) in
            try await directory.setPolicy(policy, of: app.number, leaderboard: leaderboard?.number, audit)
            put(policy, of: app.number, leaderboard?.number)
        }
    }
}

extension ModerationPolicy {
    /// For the audit log.
    fileprivate var words: String {
        var parts: [String] = [holdsScores ? "holds scores" : "takes scores"]
        if let plausible { parts.append("plausible \(plausible.lowest)…\(plausible.highest)") }
        if let shortestInterval { parts.append("interval \(shortestInterval.milliseconds) ms") }
        if let leapOverBest { parts.append("own best \(leapOverBest) %") }
        if let leapOverBoard { parts.append("leaderboard \(leapOverBoard) spreads") }
        return parts.joined(separator: "; ")
    }
}
