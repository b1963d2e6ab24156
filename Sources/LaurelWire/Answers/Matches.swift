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
    /// Nil: there is none, or the reader gets no messages; in a list.
    public var message: MatchMessageAnswer?
    /// Those that the reader has a part in, or has to resolve.
    public var exchanges: [ExchangeAnswer]
    /// What its maker says with the invitations, to the maker and to those who haven't answered. Nil: nothing, or the
    /// reader gets no messages.
    public var invitation: String?
    /// Whether it can only be read, and is in no list. Nil: no.
    public var isArchived: Bool?

    public init(
        id: String, bundleID: String, state: MatchState, status: Status, version: Int64, group: Int64,
        created: Timestamp,
        ended: Timestamp?, seat: Int, participants: [MatchParticipantAnswer], turn: MatchTurnAnswer?, data: [UInt8]?,
        byteCount: Int, rematch: String?, message: MatchMessageAnswer?, exchanges: [ExchangeAnswer],
        invitation: String?, isArchived: Bool?
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
        self.message = message
        self.exchanges = exchanges
        self.invitation = invitation
        self.isArchived = isArchived
    }

    public static let name = "Match"
    private static let states = Shape<MatchState>.word(MatchState.allCases.map { ($0.rawValue, $0) })
    static let statuses = Shape<Status>.word(Status.allCases.map { ($0.rawValue, $0) })
    public static let fields = listedFields.written { $0.writeFields(to: &$1) }
    static let listedFields = Fields(
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
        AnswerField(orNull: "message", MatchMessageAnswer.shape, \.message),
        AnswerField("exchanges", listOf: ExchangeAnswer.shape, countLimit: 160, \.exchanges),
        AnswerField(orNull: "invitation", .matchInvitation, \.invitation),
        AnswerField(optional: "isArchived", .boolean, \.isArchived),
        make: Self.init(
            id:bundleID:state:status:version:group:created:ended:seat:participants:turn:data:byteCount:rematch:
            message:exchanges:invitation:isArchived:))
}

/// A page of matches, newest first.
public struct MatchesAnswer: Answer, Hashable {
    public static let countLimit = 100
    public var matches: [MatchAnswer]
    /// Where the next page begins; nil: there are no more.
    public var next: MatchCursor?

    public init(matches: [MatchAnswer], next: MatchCursor?) {
        self.matches = matches
        self.next = next
    }

    public static let name = "Matches"
    public static let fields = Fields(
        AnswerField("matches", listOf: MatchAnswer.shape, countLimit: countLimit, \.matches),
        AnswerField(orNull: "next", .matchCursor, \.next), make: Self.init(matches:next:))
}

/// How many look for a match.
public struct MatchActivityAnswer: Answer, Hashable {
    /// Who have asked for one within the last minute; below 100, rounded down to 0, 1, 2, 5, 10, 20 or 50.
    public var players: Int

    public init(players: Int) { self.players = players }

    public static let name = "MatchActivity"
    public static let fields = Fields(
        AnswerField("players", .integer(0...Int.max), \.players), make: Self.init(players:))
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

/// What a player of a match says to the others.
public struct MatchMessageAnswer: Answer, Hashable {
    /// Whose it is.
    public var seat: Int
    public var key: String
    public var arguments: [String]
    public var text: String

    public init(seat: Int, key: String, arguments: [String], text: String) {
        self.seat = seat
        self.key = key
        self.arguments = arguments
        self.text = text
    }

    public static let name = "MatchMessageOfSeat"
    public static let fields = Fields(
        AnswerField("seat", .matchSeat, \.seat), AnswerField("key", .matchText, \.key),
        AnswerField("arguments", listOf: .matchText, countLimit: 16, \.arguments),
        AnswerField("text", .matchText, \.text), make: Self.init(seat:key:arguments:text:))
}

/// Something between players of a match that needs no turn.
public struct ExchangeAnswer: Answer, Hashable {
    public enum Status: String, CaseIterable, Hashable, Sendable {
        case active
        /// All have replied, or its time is over: the turn's holder resolves it.
        case complete
    }

    public var id: Int
    public var status: Status
    public var sender: Int
    public var recipients: [Int]
    public var sent: Timestamp
    /// Nil: it waits for all replies.
    public var due: Timestamp?
    public var completed: Timestamp?
    /// Nil as a match's.
    public var message: MatchMessageAnswer?
    /// Nil in a list.
    public var data: [UInt8]?
    /// Without the contents, in a list.
    public var replies: [ExchangeReplyAnswer]

    public init(
        id: Int, status: Status, sender: Int, recipients: [Int], sent: Timestamp, due: Timestamp?,
        completed: Timestamp?, message: MatchMessageAnswer?, data: [UInt8]?, replies: [ExchangeReplyAnswer]
    ) {
        self.id = id
        self.status = status
        self.sender = sender
        self.recipients = recipients
        self.sent = sent
        self.due = due
        self.completed = completed
        self.message = message
        self.data = data
        self.replies = replies
    }

    public static let name = "Exchange"
    private static let statuses = Shape<Status>.word(Status.allCases.map { ($0.rawValue, $0) })
    public static let fields = Fields(
        AnswerField("id", .exchangeID, \.id), AnswerField("status", statuses.unknown(as: .active), \.status),
        AnswerField("sender", .matchSeat, \.sender),
        AnswerField("recipients", listOf: .matchSeat, countLimit: matchSeatsLimit, \.recipients),
        AnswerField("sent", .timestamp, \.sent), AnswerField(orNull: "due", .timestamp, \.due),
        AnswerField(orNull: "completed", .timestamp, \.completed),
        AnswerField(orNull: "message", MatchMessageAnswer.shape, \.message),
        AnswerField(orNull: "data", .exchangeData, \.data),
        AnswerField("replies", listOf: ExchangeReplyAnswer.shape, countLimit: matchSeatsLimit, \.replies),
        make: Self.init(id:status:sender:recipients:sent:due:completed:message:data:replies:))
}

/// What a recipient replied.
public struct ExchangeReplyAnswer: Answer, Hashable {
    public var seat: Int
    /// Nil in a list.
    public var sent: Timestamp?
    public var message: MatchMessageAnswer?
    public var data: [UInt8]?

    public init(seat: Int, sent: Timestamp?, message: MatchMessageAnswer?, data: [UInt8]?) {
        self.seat = seat
        self.sent = sent
        self.message = message
        self.data = data
    }

    public static let name = "ExchangeReplyOfSeat"
    public static let fields = Fields(
        AnswerField("seat", .matchSeat, \.seat), AnswerField(orNull: "sent", .timestamp, \.sent),
        AnswerField(orNull: "message", MatchMessageAnswer.shape, \.message),
        AnswerField(orNull: "data", .exchangeData, \.data), make: Self.init(seat:sent:message:data:))
}

/// An exchange that was sent.
public struct NewExchangeAnswer: Answer, Hashable {
    public var exchange: Int
    public var match: MatchAnswer

    public init(exchange: Int, match: MatchAnswer) {
        self.exchange = exchange
        self.match = match
    }

    public static let name = "NewExchangeResult"
    public static let fields = Fields(
        AnswerField("exchange", .exchangeID, \.exchange), AnswerField("match", MatchAnswer.shape, \.match),
        make: Self.init(exchange:match:))
}
