public import LaurelDomain
public import LaurelWire

// Achievements.
extension Client {
    /// - Returns: all that are shown, in order of creation, with the player's progress.
    public func achievements(of game: BundleID) async throws(ClientError) -> [AchievementRecord] {
        let answer: AchievementsAnswer = try await ask(.achievements(.list(game, language: nil, nil)))
        return answer.achievements.map { AchievementRecord($0) }
    }

    /// All of the reports are taken or none (rule 4.10).
    public func report(_ reports: ReportsBody, to game: BundleID) async throws(ClientError)
        -> ReportedAchievementsAnswer
    {
        try await ask(.achievements(.report(game, nil)), reports.json)
    }

    /// Back to zero, all of them.
    ///
    /// - Parameter waiting: how many scores and reports wait on the device; nil: nobody knows.
    public func resetAchievements(of game: BundleID, waiting: Int?) async throws(ClientError) {
        try await tell(.achievements(.reset(game, waiting: waiting, nil)))
    }

    /// - Parameter ids: any number; they are asked for a hundred at a time.
    /// - Returns: of them, those whom the player may challenge with the achievement, in their order.
    public func challengeablePlayers(
        with achievement: AchievementID, of game: BundleID, among ids: [String]
    ) async throws(ClientError) -> [String] {
        var found: Set<String> = []
        var rest = ids[...]
        while !rest.isEmpty {
            let part = rest.prefix(RankWindow.countLimit)
            rest = rest.dropFirst(part.count)
            found.formUnion(
                try await ask(
                    .achievements(.challengeablePlayers(game, achievement, ids: Array(part), nil)),
                    as: ChallengeablePlayersAnswer.shape))
        }
        return ids.filter { found.contains($0) }
    }
}
