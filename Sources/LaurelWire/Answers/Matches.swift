public import LaurelDomain

/// A turn-based match as one of its players sees it.
public struct MatchAnswer: Answer, Hashable {
    public enum Status: String, CaseIterable, Hashable, Sendable {
        case open
        case ended
        /// A seat is free, and strangers may take it.
        case matching
    }

    public var id: String
    /// Of its game.
    public var bundleID: String
    public var state: MatchState
    public var status: Status
    /// Rises with each write.
    public var version: Int64
    public var group: Int64
    public var created: Timestamp
    public var ended: Timestamp?
    /// The reader's.
    public var seat: Int
    public var participants: [MatchParticipantAnswer]
    /// Nil once the match is over.
    public var turn: MatchTurnAnswer?
    /// Nil in a list.
    public var data: [UInt8]?
    public var byteCount: Int
    /// Nil: nobody has asked for one.
    public var rematch: String?

    public init(
        id: String, bundleID: String, state: MatchState, status: Status, version: Int64, group: Int64, created: Timestamp,
        ended: Timestamp?, seat: Int, participants: [MatchParticipantAnswer], turn: MatchTurnAnswer?, data: [UInt8]?,
        byteCount: Int, rematch: String?
    ) {
        self.id = id
        self.bundleID = bundleID
        self.state = state
        self.status = status
        self.version = version
        self.group = group
        self.created = created
        self.ended = ended
        self.seat = seat
        self.participants = participants
        self.turn = turn
        self.data = data
        self.byteCount = byteCount
        self.rematch = rematch
    }

    public static let name = "Match"
    private static let states = Shape<MatchState>.word(MatchState.allCases.map { ($0.rawValue, $0) })
    private static let statuses = Shape<Status>.word(Status.allCases.map { ($0.rawValue, $0) })
    public static let fields = Fields(
        AnswerField("id", Shape<MatchID>.matchID.asText, \.id),
        AnswerField("bundleID", Shape<BundleID>.bundleID.asText, \.bundleID),
        AnswerField("state", states.unknown(as: .waiting), \.state),
        AnswerField("status", statuses.unknown(as: .open), \.status),
        AnswerField("version", .matchVersion, \.version), AnswerField("group", .int64, \.group),
        AnswerField("created", .timestamp, \.created), AnswerField(orNull: "ended", .timestamp, \.ended),
        AnswerField("seat", .matchSeat, \.seat),
        AnswerField(
            "participants", listOf: MatchParticipantAnswer.shape, countLimit: matchSeatsLimit, \.participants),
        AnswerField(orNull: "turn", MatchTurnAnswer.shape, \.turn),
        AnswerField(orNull: "data", .matchData, \.data),
        AnswerField("byteCount", .integer(0...matchDataBytesLimit), \.byteCount),
        AnswerField(orNull: "rematch", Shape<MatchID>.matchID.asText, \.rematch),
        make: Self.init(
            id:bundleID:state:status:version:group:created:ended:seat:participants:turn:data:byteCount:rematch:))

    /// 30 open ones, as many invitations as there are, and 1,000 ended ones.
    public static let listCountLimit = 10_000
    public static let listShape = shape.list(countLimit: listCountLimit).held(by: "matches", of: "Matches")
}

/// Whose turn it is.
public struct MatchTurnAnswer: Answer, Hashable {
    public var seat: Int
    /// Who gets it if this one can't or doesn't, in order.
    public var fallback: [Int]
    public var began: Timestamp
    /// Nil: never by itself.
    public var due: Timestamp?
    /// From when on others may take it.
    public var claimable: Timestamp

    public init(seat: Int, fallback: [Int], began: Timestamp, due: Timestamp?, claimable: Timestamp) {
        self.seat = seat
        self.fallback = fallback
        self.began = began
        self.due = due
        self.claimable = claimable
    }

    public static let name = "MatchTurn"
    public static let fields = Fields(
        AnswerField("seat", .matchSeat, \.seat),
        AnswerField("fallback", listOf: .matchSeat, countLimit: matchSeatsLimit, \.fallback),
        AnswerField("began", .timestamp, \.began), AnswerField(orNull: "due", .timestamp, \.due),
        AnswerField("claimable", .timestamp, \.claimable), make: Self.init(seat:fallback:began:due:claimable:))
}

/// Somebody at a match's table, or a seat that is still free.
public struct MatchParticipantAnswer: Answer, Hashable {
    public enum Status: String, CaseIterable, Hashable, Sendable {
        case invited
        case declined
        case matching
        case active
        case done
    }

    public var status: Status
    /// Nil: nobody yet, or an erased player.
    public var player: PlayerAnswer?
    /// As in GameKit: 0 is none.
    public var outcome: Int
    public var lastTurn: Timestamp?
    /// When the player asked to quit, and their game has not answered.
    public var askedToQuit: Timestamp?

    public init(
        status: Status, player: PlayerAnswer?, outcome: Int, lastTurn: Timestamp?, askedToQuit: Timestamp?
    ) {
        self.status = status
        self.player = player
        self.outcome = outcome
        self.lastTurn = lastTurn
        self.askedToQuit = askedToQuit
    }

    public static let name = "MatchParticipant"
    private static let statuses = Shape<Status>.word(Status.allCases.map { ($0.rawValue, $0) })
    public static let fields = Fields(
        AnswerField("status", statuses.unknown(as: .done), \.status),
        AnswerField(orNull: "player", PlayerAnswer.shape, \.player),
        AnswerField("outcome", .matchOutcome, \.outcome), AnswerField(orNull: "lastTurn", .timestamp, \.lastTurn),
        AnswerField(orNull: "askedToQuit", .timestamp, \.askedToQuit),
        make: Self.init(status:player:outcome:lastTurn:askedToQuit:))
}

/// What quitting left.
public struct QuitMatchAnswer: Answer, Hashable {
    /// Nil: nobody else had heard of it, and it is deleted.
    public var match: MatchAnswer?

    public init(match: MatchAnswer?) { self.match = match }

    public static let name = "QuitMatchResult"
    public static let fields = Fields(
        AnswerField(orNull: "match", MatchAnswer.shape, \.match), make: Self.init(match:))
}
