public import LaurelDomain

/// Something between players of a match that needs no turn: a trade, say. It is here until it was resolved or canceled.
public struct Exchange: Hashable, Sendable {
    public let number: ExchangeNumber
    public let sender: Seat
    public let recipients: [Seat]
    public let sent: Timestamp
    /// Nil: it waits for all replies.
    public let due: Timestamp?
    /// Who replied, in order.
    public internal(set) var replies: [Seat] = []
    /// When all had replied, or its time was over. Nil: it is active.
    public internal(set) var completed: Timestamp?

    init(number: ExchangeNumber, sender: Seat, recipients: [Seat], sent: Timestamp, due: Timestamp?) {
        self.number = number
        self.sender = sender
        self.recipients = recipients
        self.sent = sent
        self.due = due
    }

    /// One that was kept, as it was.
    public init(
        number: ExchangeNumber, sender: Seat, recipients: [Seat], sent: Timestamp, due: Timestamp?, replies: [Seat],
        completed: Timestamp?
    ) {
        self.init(number: number, sender: sender, recipients: recipients, sent: sent, due: due)
        self.replies = replies
        self.completed = completed
    }

    public var isActive: Bool { completed == nil }
}
