public import LaurelDomain

/// A turn-based match as its game's developers see it: without its data.
public struct AppMatchAnswer: Answer, Hashable {
    public var id: MatchID
    public var status: MatchAnswer.Status
    public var version: Int64
    public var created: Timestamp
    public var ended: Timestamp?
    public var participants: [MatchParticipantAnswer]
    /// Nil once the match is over.
    public var turn: MatchTurnAnswer?
    /// Of its data.
    public var byteCount: Int
    public var activeExchanges: Int
    /// The turn's holder has to resolve them.
    public var completedExchanges: Int
    /// When time changes it next.
    public var nextDeadline: Timestamp
    /// The last write that was refused, since the server started.
    public var refused: RefusedMatchWriteAnswer?

    public init(
        id: MatchID, status: MatchAnswer.Status, version: Int64, created: Timestamp, ended: Timestamp?,
        participants: [MatchParticipantAnswer], turn: MatchTurnAnswer?, byteCount: Int, activeExchanges: Int,
        completedExchanges: Int, nextDeadline: Timestamp, refused: RefusedMatchWriteAnswer?
    ) {
        self.id = id
        self.status = status
        self.version = version
        self.created = created
        self.ended = ended
        self.participants = participants
        self.turn = turn
        self.byteCount = byteCount
        self.activeExchanges = activeExchanges
        self.completedExchanges = completedExchanges
        self.nextDeadline = nextDeadline
        self.refused = refused
    }

    public static let name = "AppMatch"
    public static let fields = Fields(
        AnswerField("id", .matchID, \.id),
        AnswerField("status", MatchAnswer.statuses.unknown(as: .open), \.status),
        AnswerField("version", .matchVersion, \.version), AnswerField("created", .timestamp, \.created),
        AnswerField(orNull: "ended", .timestamp, \.ended),
        AnswerField(
            "participants", listOf: MatchParticipantAnswer.shape, countLimit: matchSeatsLimit, \.participants),
        AnswerField(orNull: "turn", MatchTurnAnswer.shape, \.turn),
        AnswerField("byteCount", .integer(0...matchDataBytesLimit), \.byteCount),
        AnswerField("activeExchanges", .integer(0...160), \.activeExchanges),
        AnswerField("completedExchanges", .integer(0...160), \.completedExchanges),
        AnswerField("nextDeadline", .timestamp, \.nextDeadline),
        AnswerField(orNull: "refused", RefusedMatchWriteAnswer.shape, \.refused),
        make: Self.init(
            id:status:version:created:ended:participants:turn:byteCount:activeExchanges:completedExchanges:
            nextDeadline:refused:))
}

/// A write to a match that was refused: what its game did wrong.
public struct RefusedMatchWriteAnswer: Answer, Hashable {
    public var time: Timestamp
    /// Nil: the player sits there no more.
    public var seat: Int?
    /// The kind of the problem, such as `not-your-turn`.
    public var problem: String
    public var detail: String?
    /// The body's field at fault.
    public var field: String?

    public init(time: Timestamp, seat: Int?, problem: String, detail: String?, field: String?) {
        self.time = time
        self.seat = seat
        self.problem = problem
        self.detail = detail
        self.field = field
    }

    public static let name = "RefusedMatchWrite"
    private static let word = Shape<String>.answered(.plainText(255, example: "not-your-turn"))
    public static let fields = Fields(
        AnswerField("time", .timestamp, \.time), AnswerField(orNull: "seat", .matchSeat, \.seat),
        AnswerField("problem", word, \.problem), AnswerField(orNull: "detail", word, \.detail),
        AnswerField(orNull: "field", word, \.field), make: Self.init(time:seat:problem:detail:field:))
}

/// A page of a game's matches, newest first.
public struct AppMatchesAnswer: Answer, Hashable {
    public var matches: [AppMatchAnswer]
    /// The match to ask for more before; nil: there are no more.
    public var next: MatchID?

    public init(matches: [AppMatchAnswer], next: MatchID?) {
        self.matches = matches
        self.next = next
    }

    public static let name = "AppMatches"
    public static let fields = Fields(
        AnswerField(
            "matches", listOf: AppMatchAnswer.shape, countLimit: MatchesAnswer.countLimit, \.matches),
        AnswerField(orNull: "next", .matchID, \.next), make: Self.init(matches:next:))
}
