public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// A game's achievements as one reader sees them (rule 5.2).
public struct AchievementsPage: Sendable {
    public struct Item: Sendable {
        public let achievement: Achievement
        /// Nil: not reported, or nobody asks.
        public let progress: AchievementProgress?
        /// Hidden, and the reader has not reported it: its texts are not for them.
        public let isMasked: Bool
        public let rarityPercent: Double?
    }

    /// In the app's order.
    public let items: [Item]
    /// Points of the reader's earned achievements.
    public let points: Int
    /// Points of all that is shown.
    public let maximumPoints: Int
    public let playerCount: Int
}

/// Reads achievements: descriptions, the reader's progress and how rare each one is.
public struct ReadAchievements: Sendable {
    private let keeper: ScoreKeeper
    private let directory: any AchievementDirectory

    public init(_ keeper: ScoreKeeper, directory: any AchievementDirectory) {
        self.keeper = keeper
        self.directory = directory
    }

    /// - Parameter player: nil: somebody who is not signed in.
    public func callAsFunction(
        of app: App, _ environment: Environment, for player: PlayerNumber?
    ) async throws(ProgressError) -> AchievementsPage {
        var own = PlayerAchievements()
        if let player {
            let key = ProgressKey(player: player, app: app.number, environment: environment)
            own = try await ProgressError.translating { () throws(StoreError) in try await directory.progress(key) }
        }
        return page(of: app, environment, own, seenBy: own)
    }

    /// The progress of another player, as a friend of theirs sees it: what is hidden from the reader stays so.
    ///
    /// - Returns: nil: they are no friends.
    public func callAsFunction(
        of app: App, _ environment: Environment, of other: PlayerNumber, for reader: PlayerNumber, friends: FriendGraph
    ) async throws(ProgressError) -> AchievementsPage? {
        try await ProgressError.translating { () throws(StoreError) in
            guard try await friends.areFriends(reader, other) else { return nil }
            func progress(_ player: PlayerNumber) async throws(StoreError) -> PlayerAchievements {
                try await directory.progress(
                    ProgressKey(player: player, app: app.number, environment: environment))
            }
            return page(of: app, environment, try await progress(other), seenBy: try await progress(reader))
        }
    }

    private func page(
        of app: App, _ environment: Environment, _ own: PlayerAchievements, seenBy reader: PlayerAchievements
    ) -> AchievementsPage {
        var items: [AchievementsPage.Item] = []
        for achievement in keeper.catalogue.achievements.achievements(of: app.number) {
            let progress = own.progress[achievement.number]
            guard app.shows(achievement.isReleased, in: environment) else { continue }
            // A player who has begun an archived one still sees it.
            if achievement.isArchived, progress == nil { continue }
            items.append(
                AchievementsPage.Item(
                    achievement: achievement, progress: progress,
                    isMasked: achievement.isHidden && reader.progress[achievement.number] == nil,
                    rarityPercent: keeper.tally.rarityPercent(of: achievement.number, in: app.number, environment)))
        }
        return AchievementsPage(
            items: items,
            points: items.reduce(0) { $0 + ($1.progress?.isEarned == true ? $1.achievement.points : 0) },
            maximumPoints: items.reduce(0) { $0 + $1.achievement.points },
            playerCount: keeper.tally.playerCount(of: app.number, environment))
    }
}
