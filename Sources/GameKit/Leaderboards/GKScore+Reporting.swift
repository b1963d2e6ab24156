import LaurelClient
import LaurelDomain

extension GKScore {
    /// Reports up to a hundred scores, all or none. Scores that can't be sent are kept on the device and sent later;
    /// the handler gets the reason.
    @preconcurrency public class func report(
        _ scores: [GKScore], withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Laurel.current.report(scores, completing: nil, completionHandler)
    }

    public class func report(_ scores: [GKScore]) async throws {
        try await Laurel.current.submit(scores.map { $0.outgoing() }, completing: nil)
    }

    /// - Parameter challenges: the only challenges these scores may complete.
    @preconcurrency public class func report(
        _ scores: [GKScore], withEligibleChallenges challenges: [GKChallenge],
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Laurel.current.report(scores, completing: challenges, completionHandler)
    }

    public class func report(_ scores: [GKScore], withEligibleChallenges challenges: [GKChallenge]) async throws {
        try await Laurel.current.submit(scores.map { $0.outgoing() }, completing: challenges)
    }

    /// - Parameter challenges: the only challenges these scores may complete.
    @available(iOS, deprecated: 26.0)
    @preconcurrency public class func report(
        _ scores: [GKLeaderboardScore], withEligibleChallenges challenges: [GKChallenge],
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Laurel.current.submit(scores.map { $0.outgoing() }, completing: challenges, telling: completionHandler)
    }

    @available(iOS, deprecated: 26.0)
    public class func report(
        _ scores: [GKLeaderboardScore], withEligibleChallenges challenges: [GKChallenge]
    ) async throws {
        try await Laurel.current.submit(scores.map { $0.outgoing() }, completing: challenges)
    }

    /// As in iOS 4 and 5.
    @available(iOS, deprecated: 7.0)
    @preconcurrency public func report(completionHandler: (@Sendable ((any Error)?) -> Void)?) {
        center.report([self], completing: nil, completionHandler)
    }
}

extension GKLeaderboard {
    /// Reports one score to several leaderboards at once, all or none.
    ///
    /// - Parameter player: who made it; another player's score waits until they sign in on this device.
    @preconcurrency public class func submitScore(
        _ score: Int, context: Int, player: GKPlayer, leaderboardIDs: [String],
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let center = Laurel.current
        center.submit(
            center.outgoing(score, context: context, of: player, to: leaderboardIDs), completing: nil,
            telling: completionHandler)
    }

    public class func submitScore(
        _ score: Int, context: Int, player: GKPlayer, leaderboardIDs: [String]
    ) async throws {
        let center = Laurel.current
        try await center.submit(
            center.outgoing(score, context: context, of: player, to: leaderboardIDs), completing: nil)
    }

    @preconcurrency public func submitScore(
        _ score: Int, context: Int, player: GKPlayer, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        center.submit(
            center.outgoing(score, context: context, of: player, to: [baseLeaderboardID]), completing: nil,
            telling: completionHandler)
    }

    public func submitScore(_ score: Int, context: Int, player: GKPlayer) async throws {
        try await center.submit(
            center.outgoing(score, context: context, of: player, to: [baseLeaderboardID]), completing: nil)
    }
}

extension Laurel {
    fileprivate func report(
        _ scores: [GKScore], completing challenges: [GKChallenge]?, _ handler: (((any Error)?) -> Void)?
    ) {
        submit(scores.map { $0.outgoing() }, completing: challenges, telling: handler)
    }

    /// One score, made now.
    func outgoing(
        _ value: Int, context: Int, of player: GKPlayer, to leaderboards: [String]
    ) -> [OutgoingScore] {
        let date = Timestamp(world.now()).milliseconds
        return leaderboards.map { leaderboard in
            OutgoingScore(
                leaderboard: leaderboard, value: Int64(value), context: Int64(context), date: date,
                id: world.makeID(), player: player.record, isOfGuest: player.guestIdentifier != nil)
        }
    }
}
