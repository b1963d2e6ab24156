public import LaurelDomain

/// Why a match stays as it is.
public enum MatchRefusal: Error, Hashable, Sendable {
    /// Of a request: numbers that don't fit, or a player invited twice.
    case requestInvalid
    /// The game's rules are for so many.
    case playersOutOfRange(ClosedRange<Int>)
    case invitesOneself
    /// Somebody is invited whom the player can't meet. Who blocks whom is not said.
    case cannotMeet
    /// Somebody has so many invitations of the player that they haven't answered (rule 11.10).
    case unanswered(retryAfter: Timestamp.Span)
    /// A restricted player plays with no strangers.
    case restricted
    case tooManyMatches(limit: Int)
    case noMatch
    /// The player sat in the match, which ended so long ago that it is only read.
    case archived
    case noExchange
    case timeoutOutOfRange
    case messageTooLong
    case dataTooLarge(limit: Int)
    case exchangeDataTooLarge(limit: Int)
    case keyUsed
    /// Somebody else has the turn, or the match changed since it was read.
    case notTheTurn
    /// The list is empty, names a seat twice, or one that can't play.
    case invalidParticipant
    case outcomeMissing(Seat)
    case outcomeInvalid
    case exchangesComplete([ExchangeNumber])
    case exchangeIsOver
    case tooManyExchanges(limit: Int)
    case repliedAlready
    /// The first of the seats that was, and how long until all of them can be reminded (rule 12.20).
    case remindedLately(Seat, retryAfter: Timestamp.Span)
    /// The rules of a judged match don't allow the move.
    case illegalMove
    /// The server judges the match: it takes moves alone.
    case judged
    /// The server doesn't judge the match: it takes turns, not moves.
    case notJudged
    /// The match is over, or not over yet, or the participant's state doesn't allow it.
    case invalidState

    /// Apple's code of it: `GKErrorCode`.
    public var gameKitCode: Int {
        switch self {
        case .requestInvalid, .playersOutOfRange, .invitesOneself, .cannotMeet, .unanswered: 13
        case .restricted: 14
        case .noMatch, .noExchange, .timeoutOutOfRange, .messageTooLong, .exchangeDataTooLarge, .keyUsed,
            .outcomeInvalid:
            17
        case .dataTooLarge: 20
        case .tooManyMatches: 21
        case .invalidParticipant: 22
        case .notTheTurn: 23
        case .outcomeMissing, .exchangesComplete, .exchangeIsOver, .tooManyExchanges, .repliedAlready,
            .remindedLately, .illegalMove, .judged, .notJudged, .archived, .invalidState:
            24
        }
    }
}
