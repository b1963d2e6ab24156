/// What a participant asks of a match (rules 12.5 to 12.20).
public enum MatchCommand: Hashable, Sendable {
    case accept
    case decline
    /// What needs the turn.
    case turn(TurnWrite, seen: MatchVersion)
    /// The same in a match that the server judges: what the move means, the game's rules know (rule 12.40).
    case move([UInt8], seen: MatchVersion)
    case quitOutOfTurn(MatchOutcome)
    /// From outside of the game, with the turn: the game has a day to answer (rule 12.8).
    case askToQuit
    /// Takes the turn of somebody who is long past their time (rule 12.11).
    case claim
    case remind([Seat], MatchMessage)
    case sendExchange(to: [Seat], data: [UInt8], MatchMessage, MatchTimeout)
    case reply(ExchangeNumber, data: [UInt8], MatchMessage)
    case cancel(ExchangeNumber, MatchMessage)
    case remove
}

/// What the turn's holder alone may do.
public struct TurnWrite: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        /// Keeps the turn.
        case save
        /// Keeps the turn, and says that these exchanges are in the data now.
        case saveMerged([ExchangeNumber])
        case end(Handover)
        case quit(MatchOutcome, Handover)
        /// An outcome for every participant that has none yet. Scores and achievements of them are the writer's part.
        case endMatch([Seat: MatchOutcome])
    }

    /// Who has the next turn, and how long.
    public struct Handover: Hashable, Sendable {
        /// An order of fallback.
        public let next: [Seat]
        public let timeout: MatchTimeout
        public init(next: [Seat], timeout: MatchTimeout) {
            self.next = next
            self.timeout = timeout
        }
    }

    public let action: Action
    public let data: [UInt8]
    /// Nil: the message stays.
    public let message: MatchMessage?

    public init(_ action: Action, data: [UInt8], message: MatchMessage? = nil) {
        self.action = action
        self.data = data
        self.message = message
    }
}
