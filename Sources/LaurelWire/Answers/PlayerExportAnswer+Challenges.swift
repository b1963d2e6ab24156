public import LaurelDomain

// Challenges in both directions.
extension PlayerExportAnswer {
    /// A challenge that they sent or received.
    public struct Challenge: Answer {
        public var id: String
        /// Which side of it they are on.
        public var role: ChallengeRole
        /// The other one.
        public var player: String
        /// Nil: the game has been deleted.
        public var bundleID: BundleID?
        public var environment: Environment
        /// The score to beat; nil: it is about an achievement.
        public var score: ScoreGoal?
        /// The achievement to earn; nil: it is about a score.
        public var achievement: AchievementGoal?
        public var message: String?
        /// Names the log that came with it.
        public var replay: String?
        public var state: ChallengeState
        public var issued: Timestamp

        public init(
            id: String, role: ChallengeRole, player: String, bundleID: BundleID?, environment: Environment,
            score: ScoreGoal?, achievement: AchievementGoal?, message: String?, replay: String?, state: ChallengeState,
            issued: Timestamp
        ) {
            self.id = id
            self.role = role
            self.player = player
            self.bundleID = bundleID
            self.environment = environment
            self.score = score
            self.achievement = achievement
            self.message = message
            self.replay = replay
            self.state = state
            self.issued = issued
        }

        public static let name = "PlayerExportChallenge"
        public static let fields = Fields(
            AnswerField("id", Shape<ChallengeID>.challengeID.asText, \.id),
            AnswerField("role", .word(ChallengeRole.allCases.map { ($0.rawValue, $0) }), \.role),
            AnswerField("player", .playerID, \.player),
            AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
            AnswerField("environment", .environment, \.environment),
            AnswerField(optional: ScoreGoal.fields, \.score),
            AnswerField(optional: AchievementGoal.fields, \.achievement),
            AnswerField(orNull: "message", .challengeMessage, \.message),
            AnswerField(orNull: "replay", .sha256, \.replay),
            AnswerField("state", .word(ChallengeState.allCases.map { ($0.name, $0) }), \.state),
            AnswerField("issued", .timestamp, \.issued),
            make: Self.init(id:role:player:bundleID:environment:score:achievement:message:replay:state:issued:))
    }

    /// A score to beat.
    public struct ScoreGoal: Sendable {
        /// Nil: it has been deleted.
        public var leaderboard: LeaderboardID?
        public var value: Int64
        public var context: Int64

        public init(leaderboard: LeaderboardID?, value: Int64, context: Int64) {
            self.leaderboard = leaderboard
            self.value = value
            self.context = context
        }

        static let fields = Fields(
            AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
            AnswerField("value", .int64, \.value),
            AnswerField("context", .int64, \.context),
            make: Self.init(leaderboard:value:context:))
    }

    /// An achievement that a challenge is about, or that a page shows.
    public struct AchievementGoal: Sendable {
        /// Nil: it has been deleted.
        public var achievement: AchievementID?

        public init(achievement: AchievementID?) {
            self.achievement = achievement
        }

        static let fields = Fields(
            AnswerField(orNull: "achievement", .achievementID, \.achievement),
            make: Self.init(achievement:))
    }

    /// Whose challenges they don't hear of.
    public struct ChallengeMute: Answer {
        /// Nil: everybody's.
        public var player: String?
        /// Nil: everywhere.
        public var leaderboard: LeaderboardID?

        public init(player: String?, leaderboard: LeaderboardID?) {
            self.player = player
            self.leaderboard = leaderboard
        }

        public static let name = "PlayerExportChallengeMute"
        public static let fields = Fields(
            AnswerField(orNull: "player", .playerID, \.player),
            AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
            make: Self.init(player:leaderboard:))
    }
}
