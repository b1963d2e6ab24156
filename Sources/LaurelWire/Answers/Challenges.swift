public import LaurelDomain

/// A challenge as its sender or receiver sees it.
public struct ChallengeAnswer: Answer, Hashable {
    public enum Kind: Hashable, Sendable {
        case score
        case achievement
    }

    public var id: String
    public var kind: Kind
    public var state: ChallengeState
    public var game: ChallengeGameAnswer
    public var environment: Environment
    public var sender: PlayerAnswer
    public var receiver: PlayerAnswer
    public var goal: ChallengeGoalAnswer
    public var message: String?
    public var issued: Timestamp
    public var expires: Timestamp
    /// When it stopped being pending.
    public var settled: Timestamp?
    public var replay: ReplayAnswer?
    /// Where the challenger's run can be watched: a path of this site. Nil: nowhere.
    public var watch: String?

    public init(
        id: String, kind: Kind, state: ChallengeState, game: ChallengeGameAnswer, environment: Environment,
        sender: PlayerAnswer, receiver: PlayerAnswer, goal: ChallengeGoalAnswer, message: String?, issued: Timestamp,
        expires: Timestamp, settled: Timestamp?, replay: ReplayAnswer?, watch: String?
    ) {
        self.id = id
        self.kind = kind
        self.state = state
        self.game = game
        self.environment = environment
        self.sender = sender
        self.receiver = receiver
        self.goal = goal
        self.message = message
        self.issued = issued
        self.expires = expires
        self.settled = settled
        self.replay = replay
        self.watch = watch
    }

    public static let name = "Challenge"
    private static let kinds = Shape<Kind>.word([("score", .score), ("achievement", .achievement)])
    private static let states = Shape<ChallengeState>.word(ChallengeState.allCases.map { ($0.name, $0) })
    public static let fields = Fields(
        AnswerField("id", Shape<ChallengeID>.challengeID.asText, \.id),
        AnswerField("kind", kinds.unknown(as: .achievement), \.kind),
        AnswerField("state", states.unknown(as: .invalid), \.state),
        AnswerField("game", ChallengeGameAnswer.shape, \.game),
        AnswerField("environment", .environment, \.environment),
        AnswerField("sender", PlayerAnswer.shape, \.sender), AnswerField("receiver", PlayerAnswer.shape, \.receiver),
        AnswerField(ChallengeGoalAnswer.fields, \.goal),
        AnswerField(orNull: "message", .challengeMessage, \.message), AnswerField("issued", .timestamp, \.issued),
        AnswerField("expires", .timestamp, \.expires), AnswerField(orNull: "settled", .timestamp, \.settled),
        AnswerField(orNull: "replay", ReplayAnswer.shape, \.replay),
        AnswerField(orNull: "watch", SharedPageAnswer.watchShape, \.watch),
        make: Self.init(
            id:kind:state:game:environment:sender:receiver:goal:message:issued:expires:settled:replay:watch:))

    /// Ids of challenges that a score or report set off.
    static let idsShape = Shape<ChallengeID>.challengeID.asText.list(countLimit: Challenge.pendingLimit)
}

/// The game of a challenge or a shared page; empty where it is gone.
public struct ChallengeGameAnswer: Answer, Hashable {
    public var bundleID: String
    public var name: String
    public var link: String?

    public init(bundleID: String, name: String, link: String?) {
        self.bundleID = bundleID
        self.name = name
        self.link = link
    }

    public static let name = "ChallengeGame"
    public static let fields = Fields(
        AnswerField("bundleID", Shape<BundleID>.bundleID.asText, \.bundleID), AnswerField("name", .name, \.name),
        AnswerField(orNull: "link", .link, \.link), make: Self.init(bundleID:name:link:))
}

/// A log that can be fetched.
public struct ReplayAnswer: Answer, Hashable {
    /// In hexadecimal digits.
    public var sha256: String

    public init(sha256: String) { self.sha256 = sha256 }

    public static let name = "Replay"
    public static let fields = Fields(AnswerField("sha256", .sha256, \.sha256), make: Self.init(sha256:))
}

extension Shape where Value == String {
    /// In hexadecimal digits.
    static let sha256 = answered(
        .string(.init(length: 64...64, pattern: "^[0-9a-f]{64}$", example: String(repeating: "0", count: 64))))
}

/// What a challenge is about: a score on a leaderboard, or an achievement. All is nil of what is gone.
public struct ChallengeGoalAnswer: Hashable, Sendable {
    public var leaderboard: LeaderboardID?
    public var achievement: AchievementID?
    public var title: String?
    /// The score to beat.
    public var value: Int64?
    public var formatted: String?
    public var context: Int64?

    public init(
        leaderboard: LeaderboardID? = nil, achievement: AchievementID? = nil, title: String? = nil,
        value: Int64? = nil, formatted: String? = nil, context: Int64? = nil
    ) {
        self.leaderboard = leaderboard
        self.achievement = achievement
        self.title = title
        self.value = value
        self.formatted = formatted
        self.context = context
    }

    static let fields = Fields(
        AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
        AnswerField(orNull: "achievement", .achievementID, \.achievement),
        AnswerField(orNull: "title", .boardName, \.title), AnswerField(orNull: "value", .int64, \.value),
        AnswerField(orNull: "formatted", EntryAnswer.formattedShape, \.formatted),
        AnswerField(orNull: "context", .int64, \.context),
        make: Self.init(leaderboard:achievement:title:value:formatted:context:))
}

/// A page of challenges, newest first.
public struct ChallengesAnswer: Answer, Hashable {
    public var challenges: [ChallengeAnswer]
    /// The challenge to ask for more before; nil: there are no more.
    public var next: String?

    public init(challenges: [ChallengeAnswer], next: String?) {
        self.challenges = challenges
        self.next = next
    }

    public static let name = "Challenges"
    public static let fields = Fields(
        AnswerField(
            "challenges", listOf: ChallengeAnswer.shape, countLimit: ChallengesQuery.countLimit, \.challenges),
        AnswerField(orNull: "next", Shape<ChallengeID>.challengeID.asText, \.next),
        make: Self.init(challenges:next:))
}

/// What became of a challenge to one player.
public struct IssuedChallengeAnswer: Answer, Hashable {
    public var challenge: ChallengeAnswer
    /// False: a harder one stands already.
    public var isNew: Bool

    public init(challenge: ChallengeAnswer, isNew: Bool) {
        self.challenge = challenge
        self.isNew = isNew
    }

    public static let name = "IssuedChallenge"
    public static let fields = Fields(
        AnswerField(ChallengeAnswer.fields, \.challenge), AnswerField("isNew", .boolean, \.isNew),
        make: Self.init(challenge:isNew:))
    public static let listShape = shape.list(countLimit: Challenge.receiversLimit)
        .held(by: "challenges", of: "IssuedChallenges")
}

/// What a running game hears by its event stream: what its player chose to play, outside of it.
public struct PlayEvent: Answer, Hashable {
    /// Nil: it's no challenge.
    public var challenge: String?
    /// Of the game, in its environment. Nil: it's no match.
    public var match: MatchID?

    public init(challenge: String? = nil, match: MatchID? = nil) {
        self.challenge = challenge
        self.match = match
    }

    public static let name = "PlayEvent"
    public static let fields = Fields(
        AnswerField(optional: "challenge", Shape<ChallengeID>.challengeID.asText, \.challenge),
        AnswerField(optional: "match", .matchID, \.match), make: Self.init(challenge:match:))
}

/// Which of some players can be challenged with an achievement, by ID.
public enum ChallengeablePlayersAnswer {
    public static let shape = Shape<String>.playerID.list(countLimit: RankWindow.countLimit)
        .held(by: "players", of: "ChallengeablePlayers")
}

/// Whose challenges a player doesn't want to hear of.
public struct ChallengeMuteAnswer: Answer, Hashable {
    /// Nil: everybody's.
    public var player: String?
    /// Of ``leaderboard``.
    public var bundleID: BundleID?
    /// Nil: everywhere.
    public var leaderboard: LeaderboardID?

    public init(player: String?, bundleID: BundleID?, leaderboard: LeaderboardID?) {
        self.player = player
        self.bundleID = bundleID
        self.leaderboard = leaderboard
    }

    public static let name = "ChallengeMute"
    public static let fields = Fields(
        AnswerField(orNull: "player", .playerID, \.player), AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
        AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
        make: Self.init(player:bundleID:leaderboard:))
    public static let listShape = shape.list(countLimit: ChallengeMute.countLimit)
        .held(by: "mutes", of: "ChallengeMutes")
}
