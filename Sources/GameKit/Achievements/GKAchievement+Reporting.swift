import LaurelClient

extension GKAchievement {
    /// The local player's reported achievements, in the order of their descriptions.
    @preconcurrency public class func loadAchievements(
        completionHandler: (@Sendable ([GKAchievement]?, (any Error)?) -> Void)? = nil
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in try await center.achievements() }
    }

    public class func loadAchievements() async throws -> [GKAchievement] {
        try await Laurel.current.achievements()
    }

    /// Resets the local player's achievements in this game; hidden ones become hidden again.
    @preconcurrency public class func resetAchievements(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try await center.resetAchievements()
        }
    }

    public class func resetAchievements() async throws { try await Laurel.current.resetAchievements() }

    /// Reports up to a hundred achievements, all or none. Reports that can't be sent are kept on the device and sent
    /// later; the handler gets the reason.
    @preconcurrency public class func report(
        _ achievements: [GKAchievement],
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Laurel.current.report(achievements, completing: nil, completionHandler)
    }

    public class func report(_ achievements: [GKAchievement]) async throws {
        try await Laurel.current.submit(achievements.map { ($0, $0.outgoing()) }, completing: nil)
    }

    /// - Parameter challenges: the only challenges these reports may complete.
    @available(iOS, deprecated: 26.0)
    @preconcurrency public class func report(
        _ achievements: [GKAchievement], withEligibleChallenges challenges: [GKChallenge],
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Laurel.current.report(achievements, completing: challenges, completionHandler)
    }

    @available(iOS, deprecated: 26.0)
    public class func report(
        _ achievements: [GKAchievement], withEligibleChallenges challenges: [GKChallenge]
    ) async throws {
        try await Laurel.current.submit(achievements.map { ($0, $0.outgoing()) }, completing: challenges)
    }

    /// As in iOS 4 and 5.
    @available(iOS, deprecated: 7.0)
    @preconcurrency public func report(completionHandler: (@Sendable ((any Error)?) -> Void)?) {
        center.report([self], completing: nil, completionHandler)
    }

    // MARK: Challenges

    /// The players among these whom the local player may challenge: friends who haven't earned the achievement, or may
    /// earn it again. The local player must have earned it, and it must not be hidden.
    @available(iOS, deprecated: 26.0)
    @preconcurrency public func selectChallengeablePlayers(
        _ players: [GKPlayer],
        withCompletionHandler completionHandler: (@Sendable ([GKPlayer]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.challengeablePlayers(players, self)
        }
    }

    @available(iOS, deprecated: 26.0)
    public func selectChallengeablePlayers(_ players: [GKPlayer]) async throws -> [GKPlayer] {
        try await center.challengeablePlayers(players, self)
    }

    /// - Parameter playerIDs: nil for nobody.
    @available(iOS, deprecated: 8.0)
    @preconcurrency public func selectChallengeablePlayerIDs(
        _ playerIDs: [String]?,
        withCompletionHandler completionHandler: (@Sendable ([String]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.challengeableIDs(playerIDs ?? [], self)
        }
    }
}

extension Laurel {
    fileprivate func report(
        _ achievements: [GKAchievement], completing challenges: [GKChallenge]?,
        _ handler: (((any Error)?) -> Void)?
    ) {
        submit(achievements.map { ($0, $0.outgoing()) }, completing: challenges, telling: handler)
    }
}
