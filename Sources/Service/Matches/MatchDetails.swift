public import LaurelDomain
public import LaurelMatches
import LaurelStorage

/// A match with its contents, as one of its players sees it at one moment.
public struct MatchDetails: Hashable, Sendable {
    public let match: Match
    /// What the game keeps; of a judged match, what the reader's seat may know.
    public let data: [UInt8]
    /// Nil: there is none, or the reader gets no messages (rule 12.20).
    public let message: MatchMessage?
    public let exchanges: [ExchangeDetails]
    /// Whether it can only be read (rule 12.1).
    public let isArchived: Bool

    /// - Parameters:
    ///   - rules: of a game whose judge the server is: nobody sees the state.
    ///   - hears: whether the reader gets a player's messages.
    init(
        _ record: MatchRecord, for reader: PlayerNumber, rules: (any TurnRules)?, isArchived: Bool = false,
        hears: (PlayerNumber) -> Bool
    ) {
        self.isArchived = isArchived
        let seen = record.match.seen(by: reader, hears: hears)
        if let rules {
            match = seen.hidingData()
            let judge = Judge(rules, state: record.data)
            data = record.match.seat(of: reader).map { judge.view(of: $0) } ?? []
        } else {
            match = seen
            data = record.data
        }
        func heard(_ seat: Seat?) -> Bool { seat.flatMap { record.match[$0]?.player }.map(hears) ?? false }
        message = heard(record.match.messageSeat) ? record.message : nil
        exchanges = record.match.exchanges(for: reader).map { exchange in
            ExchangeDetails(
                exchange,
                ExchangeDetails.Words(record.exchanges[exchange.number], hears: heard(exchange.sender)),
                replies: exchange.replies.map { seat in
                    let reply = record.replies[MatchParts.ReplyKey(exchange.number, seat)]
                    return ExchangeDetails.Reply(
                        seat, ExchangeDetails.Words(reply?.content, hears: heard(seat)), sent: reply?.sent)
                })
        }
    }
}

/// An exchange with what was said.
public struct ExchangeDetails: Hashable, Sendable {
    public let exchange: Exchange
    public let words: Words
    /// In order.
    public let replies: [Reply]

    init(_ exchange: Exchange, _ words: Words, replies: [Reply]) {
        self.exchange = exchange
        self.words = words
        self.replies = replies
    }

    /// What somebody said.
    public struct Words: Hashable, Sendable {
        public let data: [UInt8]
        /// Nil: the reader gets no messages.
        public let message: MatchMessage?

        init(_ content: ExchangeContent?, hears: Bool) {
            data = content?.data ?? []
            message = hears ? content?.message : nil
        }
    }

    public struct Reply: Hashable, Sendable {
        public let seat: Seat
        public let words: Words
        public let sent: Timestamp?

        init(_ seat: Seat, _ words: Words, sent: Timestamp?) {
            self.seat = seat
            self.words = words
            self.sent = sent
        }
    }
}

extension Match {
    /// What the inviter says is theirs, and for those who are invited and get their messages (rule 11.10).
    func seen(by reader: PlayerNumber, hears: (PlayerNumber) -> Bool) -> Match {
        guard invitation != nil else { return self }
        guard inviter == reader || invites(reader), let inviter, hears(inviter) else { return hidingInvitation() }
        return self
    }

    /// Whether something is said to a player with an invitation that they haven't answered.
    func invites(_ player: PlayerNumber) -> Bool {
        invitation != nil && seat(of: player).map { self[$0]?.status == .invited } ?? false
    }

    /// Whether the match may hold anything that somebody else says: only then it matters who blocks whom.
    func speaks(to reader: PlayerNumber) -> Bool {
        invites(reader) || !exchanges.isEmpty || messageSeat.map { $0 != seat(of: reader) } ?? false
    }

    /// Those that a player has a part in, or has to resolve because it is their turn (rule 12.17).
    public func exchanges(for player: PlayerNumber) -> [Exchange] {
        guard let seat = seat(of: player) else { return [] }
        return exchanges.filter { exchange in
            exchange.sender == seat || exchange.recipients.contains(seat)
                || (!exchange.isActive && turn?.seat == seat)
        }
    }
}
