public import LaurelDomain
public import LaurelMatches

/// What a player says to another one in a notice about a match: it stands there for as long as the notice, whatever
/// becomes of the match.
public struct SaidInNotice: Hashable, Sendable {
    public let kind: NoticeKind
    /// The exchange that was sent, or taken back. Nil: it is of none, or an older notice, which doesn't say which.
    public let exchange: ExchangeNumber?
    public let message: MatchMessage

    public init(_ kind: NoticeKind, exchange: ExchangeNumber?, message: MatchMessage) {
        self.kind = kind
        self.exchange = exchange
        self.message = message
    }
}
