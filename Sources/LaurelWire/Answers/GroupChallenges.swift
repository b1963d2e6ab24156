public import LaurelDomain

/// A challenge of a group as somebody sees it who takes part or is invited.
public struct GroupChallengeAnswer: Answer, Hashable {
    public enum State: String, CaseIterable, Hashable, Sendable {
        case running
        /// Over; scores of before the end may still come.
        case provisional
        case final
        /// Its leaderboard or its game is gone.
        case canceled
    }

    public var id: String
    public var state: State
    public var game: ChallengeGameAnswer
    public var environment: Environment
    public var definition: ChallengeDefinitionID
    /// In the reader's language. Nil: the definition is gone.
    public var title: String?
    /// Nil: it is gone.
    public var leaderboard: LeaderboardID?
    public var started: Timestamp
    public var ends: Timestamp
    /// Of each; nil: none.
    public var triesLimit: Int?
    /// Those who joined, by rank, then those who are invited.
    public var players: [GroupChallengePlayerAnswer]
    public var rematchOf: String?
    public var rematch: String?
    /// The winner's run in the one that this is a rematch of.
    public var ghost: ReplayAnswer?
    /// Where that run can be watched: a path of this site. Nil: nowhere.
    public var watch: String?

    public init(
        id: String, state: State, game: ChallengeGameAnswer, environment: Environment,
        definition: ChallengeDefinitionID, title: String?, leaderboard: LeaderboardID?, started: Timestamp,
        ends: Timestamp, triesLimit: Int?, players: [GroupChallengePlayerAnswer], rematchOf: String?,
        rematch: String?, ghost: ReplayAnswer?, watch: String?
    ) {
        self.id = id
        self.state = state
        self.game = game
        self.environment = environment
        self.definition = definition
        self.title = title
        self.leaderboard = leaderboard
        self.started = started
        self.ends = ends
        self.triesLimit = triesLimit
        self.players = players
        self.rematchOf = rematchOf
        self.rematch = rematch
        self.ghost = ghost
        self.watch = watch
    }

    public static let name = "GroupChallenge"
    static let states = Shape<State>.word(State.allCases.map { ($0.rawValue, $0) })
    static let idShape = Shape<GroupChallengeID>.groupChallengeID.asText
    public static let fields = Fields(
        AnswerField("id", idShape, \.id),
        AnswerField("state", states.unknown(as: .final), \.state),
        AnswerField("game", ChallengeGameAnswer.shape, \.game),
        AnswerField("environment", .environment, \.environment),
        AnswerField("definition", .challengeDefinitionID, \.definition),
        AnswerField(orNull: "title", .activityTitle, \.title),
        AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
        AnswerField("started", .timestamp, \.started), AnswerField("ends", .timestamp, \.ends),
        AnswerField(orNull: "triesLimit", .integer(1...3), \.triesLimit),
        AnswerField(
            "players", listOf: GroupChallengePlayerAnswer.shape,
            countLimit: ChallengeDefinition.players.upperBound, \.players),
        AnswerField(orNull: "rematchOf", idShape, \.rematchOf), AnswerField(orNull: "rematch", idShape, \.rematch),
        AnswerField(orNull: "ghost", ReplayAnswer.shape, \.ghost),
        AnswerField(orNull: "watch", SharedPageAnswer.watchShape, \.watch),
        make: Self.init(
            id:state:game:environment:definition:title:leaderboard:started:ends:triesLimit:players:rematchOf:rematch:
            ghost:watch:))
}

/// Somebody who takes part in a challenge of a group, or is invited.
public struct GroupChallengePlayerAnswer: Answer, Hashable {
    public var player: PlayerAnswer
    /// False: invited.
    public var hasJoined: Bool
    /// Nil without a try.
    public var rank: Int?
    public var tries: Int
    /// Of the best try; nil without one.
    public var value: Int64?
    public var formatted: String?
    public var date: Timestamp?

    public init(
        player: PlayerAnswer, hasJoined: Bool, rank: Int?, tries: Int, value: Int64?, formatted: String?,
        date: Timestamp?
    ) {
        self.player = player
        self.hasJoined = hasJoined
        self.rank = rank
        self.tries = tries
        self.value = value
        self.formatted = formatted
        self.date = date
    }

    public static let name = "GroupChallengePlayer"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player), AnswerField("hasJoined", .boolean, \.hasJoined),
        AnswerField(
            orNull: "rank",
            .integer(ChallengeDefinition.players.lowerBound - 1...ChallengeDefinition.players.upperBound), \.rank),
        AnswerField("tries", .integer(0...Int(Int32.max)), \.tries),
        AnswerField(orNull: "value", .int64, \.value),
        AnswerField(orNull: "formatted", EntryAnswer.formattedShape, \.formatted),
        AnswerField(orNull: "date", .timestamp, \.date),
        make: Self.init(player:hasJoined:rank:tries:value:formatted:date:))
}

/// A page of challenges of groups, newest first.
public struct GroupChallengesAnswer: Answer, Hashable {
    public var challenges: [GroupChallengeAnswer]
    /// The challenge to ask for more before; nil: there are no more.
    public var next: String?

    public init(challenges: [GroupChallengeAnswer], next: String?) {
        self.challenges = challenges
        self.next = next
    }

    public static let name = "GroupChallenges"
    public static let fields = Fields(
        AnswerField(
            "challenges", listOf: GroupChallengeAnswer.shape, countLimit: RankWindow.countLimit, \.challenges),
        AnswerField(orNull: "next", GroupChallengeAnswer.idShape, \.next), make: Self.init(challenges:next:))
}
