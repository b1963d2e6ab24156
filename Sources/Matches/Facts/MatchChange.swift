public import LaurelDomain

/// One thing that happened in a match. What is kept of a match is these, in order: applied again, they make the same
/// match.
///
/// Contents (data, messages) are in them alone. ``Match`` doesn't hold them: the store does. What is said with an
/// invitation is short and waits for those who haven't answered, so the match has it.
public enum MatchChange: Hashable, Sendable {
    /// The first seat is the creator's, who has the turn, and may say something with the invitations.
    case created(group: Int64, seats: [Participant], origin: Origin, invitation: String?)
    /// A stranger took a free seat.
    case joined(Seat, PlayerNumber, attributes: UInt32)
    case accepted(Seat)
    /// A guest's seat is their account's (rule 1.13).
    case takenOver(Seat, by: PlayerNumber)
    case declined(Seat)
    /// The turn came to the seat for the first time: its invitation goes out, or the search for a stranger begins.
    case called(Seat)
    case turnBegan(Turn)
    case turnEnded(Seat)
    case timeoutNears(Seat)
    /// The time of the turn is over. Without another holder in the list the turn stays.
    case timedOut(Seat)
    case dataSaved([UInt8])
    case messageSet(Seat, MatchMessage)
    case askedToQuit(Seat)
    /// The participant is done.
    case left(Seat, MatchOutcome)
    case outcomeSet(Seat, MatchOutcome)
    case exchangeSent(Exchange, data: [UInt8], MatchMessage)
    case exchangeReplied(ExchangeNumber, Seat, data: [UInt8], MatchMessage)
    case exchangeCompleted(ExchangeNumber)
    case exchangeResolved(ExchangeNumber)
    /// Nil: its sender left.
    case exchangeCanceled(ExchangeNumber, MatchMessage?)
    case reminded(Seat, by: Seat, MatchMessage)
    /// All who played are done, and what exchanges were left is over.
    case ended
    case rematched(MatchNumber)
    case removed(Seat)
    /// Name and contents of the seat's player are gone.
    case erased(Seat)
    /// A moderator has taken away something that the seat says. The store has no more of it; what is said with an
    /// invitation is here, too.
    case takenDown(Seat, ReportedWords.Kind)
    /// There was nobody to tell.
    case deleted
    /// It leaves memory and lists, and is only read from then on.
    case archived
    case written(Seat, DoneWrite)

    /// How a match came to be.
    public enum Origin: Hashable, Sendable {
        case request
        case rematch(of: MatchNumber)
    }
}

/// A change, of which match and when. All changes of one write have one version.
public struct MatchFact: Hashable, Sendable {
    public let match: MatchNumber
    public let version: MatchVersion
    public let time: Timestamp
    public let change: MatchChange
}
