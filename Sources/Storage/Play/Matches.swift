public import LaurelDomain
public import LaurelMatches

/// What a commit says about a turn-based match.
public enum MatchWrite: Hashable, Sendable {
    /// The match is so from now on.
    case kept(MatchGame, Match, MatchParts)
    /// It was deleted. Its number is never used again.
    case gone(MatchGame, MatchNumber)
    /// It leaves those that are kept for the archive (``MatchArchive``), as it stands in the store. It's deleted if
    /// nobody is there any more who took part.
    ///
    /// - Parameter played: the seats of those who took part (``LaurelMatches/Match/playedSeats``).
    case archived(MatchGame, MatchNumber, played: [Seat])
    /// No seat has the player's number any more, but of archived matches (``MatchArchive``).
    case erased(PlayerNumber)
}

/// Which parts of a match are otherwise than they were, and what is in no memory: contents.
public struct MatchParts: Hashable, Sendable {
    public var seats: [Seat] = []
    /// Those of them whose player is another one, or that are new.
    public var seated: [Seat] = []
    /// Those of them that were there, and of which no more is otherwise than the last turn and the last writes.
    public var played: [Seat] = []
    /// Whether the match was there, and no more of it is otherwise than what each turn changes. Seats, data and
    /// exchanges stand beside it.
    public var isTurn = false
    /// Nil: as it was.
    public var data: [UInt8]?
    /// Nil: as it was, unless nobody wrote it any more.
    public var message: MatchMessage?
    /// Exchanges that are new, or otherwise.
    public var exchanges: [Exchange] = []
    /// Exchanges that are over.
    public var over: [ExchangeNumber] = []
    /// What new exchanges say.
    public var sent: [ExchangeNumber: ExchangeContent] = [:]
    public var replies: [ReplyKey: ExchangeReply] = [:]
    /// Whose replies say nothing any more: their players are erased.
    public var silenced: [Seat] = []

    public init() {}

    /// Who replied to what.
    public struct ReplyKey: Hashable, Sendable {
        public let exchange: ExchangeNumber
        public let seat: Seat

        public init(_ exchange: ExchangeNumber, _ seat: Seat) {
            self.exchange = exchange
            self.seat = seat
        }
    }
}

/// What somebody says in an exchange.
public struct ExchangeContent: Hashable, Sendable {
    public let data: [UInt8]
    public let message: MatchMessage

    public init(data: [UInt8], message: MatchMessage) {
        self.data = data
        self.message = message
    }
}

public struct ExchangeReply: Hashable, Sendable {
    public let content: ExchangeContent
    public let sent: Timestamp

    public init(_ content: ExchangeContent, sent: Timestamp) {
        self.content = content
        self.sent = sent
    }
}

/// What the journal's writer reads of matches. Calls block, as ``Journal``'s do.
public protocol MatchJournal: Sendable {
    /// All that are kept, by game, each game's in order of number.
    func matches() throws(StoreError) -> [MatchGame: [Match]]
    /// The highest number that a match of each game ever had.
    func lastMatches() throws(StoreError) -> [MatchGame: MatchNumber]
    /// The data of a game's open matches: the states of those that the server judges.
    func openData(of game: MatchGame) throws(StoreError) -> [MatchNumber: [UInt8]]
}

/// A match with its contents, as of one moment.
public struct MatchRecord: Hashable, Sendable {
    public let match: Match
    public let data: [UInt8]
    /// Of the seat that ``Match/messageSeat`` names.
    public let message: MatchMessage?
    public let exchanges: [ExchangeNumber: ExchangeContent]
    public let replies: [MatchParts.ReplyKey: ExchangeReply]

    public init(
        match: Match, data: [UInt8], message: MatchMessage?, exchanges: [ExchangeNumber: ExchangeContent],
        replies: [MatchParts.ReplyKey: ExchangeReply]
    ) {
        self.match = match
        self.data = data
        self.message = message
        self.exchanges = exchanges
        self.replies = replies
    }
}

/// Matches, for those who only read.
public protocol MatchDirectory: MatchArchive {
    /// Nil: there is none, or it is archived.
    func match(_ number: MatchNumber, of game: MatchGame) async throws(StoreError) -> MatchRecord?
    /// What a player says to another one in notices about a match, the latest first: with invitations, reminders and
    /// exchanges.
    ///
    /// - Parameter match: as notices name it.
    func said(
        by author: PlayerNumber, to reader: PlayerNumber, in game: MatchGame, about match: String
    ) async throws(StoreError) -> [SaidInNotice]
}
