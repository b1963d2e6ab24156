public import LaurelDomain

// Whom they know, and what they made public.
extension PlayerExportAnswer {
    /// A friend request that waits for a response.
    public struct FriendRequest: Answer {
        /// False: they received it.
        public var isSent: Bool
        /// The other one.
        public var player: String
        public var message: String
        public var created: Timestamp

        public init(isSent: Bool, player: String, message: String, created: Timestamp) {
            self.isSent = isSent
            self.player = player
            self.message = message
            self.created = created
        }

        public static let name = "PlayerExportFriendRequest"
        public static let fields = Fields(
            AnswerField("isSent", .boolean, \.isSent),
            AnswerField("player", .playerID, \.player),
            AnswerField("message", .friendMessage, \.message),
            AnswerField("created", .timestamp, \.created),
            make: Self.init(isSent:player:message:created:))
    }

    /// A link that makes others their friends.
    public struct FriendInvitation: Answer {
        /// In JSON, a string of digits.
        public var id: FriendInvitationID
        public var created: Timestamp
        public var expires: Timestamp
        public var usesLeft: Int

        public init(id: FriendInvitationID, created: Timestamp, expires: Timestamp, usesLeft: Int) {
            self.id = id
            self.created = created
            self.expires = expires
            self.usesLeft = usesLeft
        }

        public static let name = "PlayerExportFriendInvitation"
        private static let ids = Shape<String>.text(1...19, example: "17").map(expected: "an invitation ID") {
            Int64($0).map { FriendInvitationID($0) }
        } back: {
            String($0.rawValue)
        }
        public static let fields = Fields(
            AnswerField("id", ids, \.id),
            AnswerField("created", .timestamp, \.created),
            AnswerField("expires", .timestamp, \.expires),
            AnswerField("usesLeft", .integer(1...FriendLimits.invitationUses.upperBound), \.usesLeft),
            make: Self.init(id:created:expires:usesLeft:))
    }

    /// What they decided when a game asked to see their friends.
    public struct FriendListConsent: Answer {
        public var bundleID: BundleID
        public var consent: LaurelDomain.FriendListConsent

        public init(bundleID: BundleID, consent: LaurelDomain.FriendListConsent) {
            self.bundleID = bundleID
            self.consent = consent
        }

        public static let name = "PlayerExportFriendListConsent"
        public static let fields = Fields(
            AnswerField("bundleID", .bundleID, \.bundleID),
            AnswerField("consent", .word(LaurelDomain.FriendListConsent.allCases.map { ($0.name, $0) }), \.consent),
            make: Self.init(bundleID:consent:))
    }

    /// A game that they like.
    public struct Like: Answer {
        public var bundleID: BundleID
        public var since: Timestamp

        public init(bundleID: BundleID, since: Timestamp) {
            self.bundleID = bundleID
            self.since = since
        }

        public static let name = "PlayerExportLike"
        public static let fields = Fields(
            AnswerField("bundleID", .bundleID, \.bundleID), AnswerField("since", .timestamp, \.since),
            make: Self.init(bundleID:since:))
    }

    /// Who they were elsewhere.
    public struct Import: Answer {
        public var bundleID: BundleID
        public var player: ForeignPlayerID

        public init(bundleID: BundleID, player: ForeignPlayerID) {
            self.bundleID = bundleID
            self.player = player
        }

        public static let name = "PlayerExportImport"
        public static let fields = Fields(
            AnswerField("bundleID", .bundleID, \.bundleID), AnswerField("player", .foreignPlayerID, \.player),
            make: Self.init(bundleID:player:))
    }

    /// A page that they made public: a score, or an achievement.
    public struct Share: Answer {
        public var id: ShareID
        /// Nil: the game has been deleted.
        public var bundleID: BundleID?
        public var environment: Environment
        /// Nil: it shows an achievement.
        public var score: SharedScore?
        /// Nil: it shows a score.
        public var achievement: AchievementGoal?
        public var created: Timestamp
        /// Of a challenge link, as is ``expires``; nil: it is none.
        public var message: String?
        public var expires: Timestamp?

        public init(
            id: ShareID, bundleID: BundleID?, environment: Environment, score: SharedScore?,
            achievement: AchievementGoal?, created: Timestamp, message: String?, expires: Timestamp?
        ) {
            self.id = id
            self.bundleID = bundleID
            self.environment = environment
            self.score = score
            self.achievement = achievement
            self.created = created
            self.message = message
            self.expires = expires
        }

        public static let name = "PlayerExportShare"
        public static let fields = Fields(
            AnswerField("id", .shareID, \.id),
            AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
            AnswerField("environment", .environment, \.environment),
            AnswerField(optional: SharedScore.fields, \.score),
            AnswerField(optional: AchievementGoal.fields, \.achievement),
            AnswerField("created", .timestamp, \.created),
            AnswerField(orNull: "message", .challengeMessage, \.message),
            AnswerField(orNull: "expires", .timestamp, \.expires),
            make: Self.init(id:bundleID:environment:score:achievement:created:message:expires:))
    }

    /// A score on a page, as it stood when it was shared.
    public struct SharedScore: Sendable {
        /// Nil: it has been deleted.
        public var leaderboard: LeaderboardID?
        public var value: Int64
        public var rank: Int

        public init(leaderboard: LeaderboardID?, value: Int64, rank: Int) {
            self.leaderboard = leaderboard
            self.value = value
            self.rank = rank
        }

        static let fields = Fields(
            AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
            AnswerField("value", .int64, \.value),
            AnswerField("rank", .integer(1...Int.max), \.rank),
            make: Self.init(leaderboard:value:rank:))
    }
}
