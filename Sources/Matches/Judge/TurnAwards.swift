public import LaurelDomain

/// What a judged game has brought its players when it is over (rule 12.40): scores and achievements, which count in the
/// commit of its last move.
public struct TurnAwards: Hashable, Sendable {
    public struct Points: Hashable, Sendable {
        public let seat: Seat
        public let leaderboard: LeaderboardID
        public let value: Int64

        public init(seat: Seat, leaderboard: LeaderboardID, value: Int64) {
            self.seat = seat
            self.leaderboard = leaderboard
            self.value = value
        }
    }

    /// An achievement that is earned.
    public struct Feat: Hashable, Sendable {
        public let seat: Seat
        public let achievement: AchievementID

        public init(seat: Seat, achievement: AchievementID) {
            self.seat = seat
            self.achievement = achievement
        }
    }

    public let points: [Points]
    public let feats: [Feat]

    public init(points: [Points] = [], feats: [Feat] = []) {
        self.points = points
        self.feats = feats
    }

    public var isEmpty: Bool { points.isEmpty && feats.isEmpty }
}

/// What a game's rules alone award: of these, players can send nothing themselves.
public struct TurnPrizes: Hashable, Sendable {
    public let leaderboards: Set<LeaderboardID>
    public let achievements: Set<AchievementID>

    public init(leaderboards: Set<LeaderboardID> = [], achievements: Set<AchievementID> = []) {
        self.leaderboards = leaderboards
        self.achievements = achievements
    }
}
