import LaurelDomain

/// Exchanges and reminders (rules 12.15 to 12.17, 12.20).
extension MatchDraft {
    mutating func send(
        _ data: [UInt8], _ message: MatchMessage, to recipients: [Seat], timeout: MatchTimeout, by seat: Seat
    ) throws(MatchRefusal) -> ExchangeNumber {
        guard match.ended == nil, try participant(seat).status == .active else { throw .invalidState }
        try check(data)
        guard !recipients.isEmpty, Set(recipients).count == recipients.count, !recipients.contains(seat) else {
            throw .invalidParticipant
        }
        for recipient in recipients {
            guard try participant(recipient).status == .active else { throw .invalidParticipant }
        }
        guard match.exchanges.count(where: { $0.sender == seat }) < MatchLimits.exchangesOfPlayer else {
            throw .tooManyExchanges(limit: MatchLimits.exchangesOfPlayer)
        }
        let number = ExchangeNumber(match.lastExchange.rawValue &+ 1)
        let exchange = Exchange(
            number: number, sender: seat, recipients: recipients, sent: now,
            due: timeout.span.map { now.advanced(by: $0) })
        record(.exchangeSent(exchange, data: data, message))
        return number
    }

    mutating func reply(
        to number: ExchangeNumber, _ data: [UInt8], _ message: MatchMessage, by seat: Seat
    ) throws(MatchRefusal) {
        let exchange = try open(number)
        try check(data)
        guard exchange.recipients.contains(seat) else { throw .invalidParticipant }
        guard !exchange.replies.contains(seat) else { throw .repliedAlready }
        guard exchange.isActive, try participant(seat).status == .active else { throw .exchangeIsOver }
        record(.exchangeReplied(number, seat, data: data, message))
        completeIfReplied(number)
    }

    mutating func cancel(
        _ number: ExchangeNumber, _ message: MatchMessage, by seat: Seat
    ) throws(MatchRefusal) {
        guard try open(number).sender == seat else { throw .invalidParticipant }
        record(.exchangeCanceled(number, message))
    }

    mutating func remind(_ recipients: [Seat], _ message: MatchMessage, by seat: Seat) throws(MatchRefusal) {
        guard match.ended == nil, try participant(seat).status == .active else { throw .invalidState }
        guard !recipients.isEmpty, Set(recipients).count == recipients.count, !recipients.contains(seat) else {
            throw .invalidParticipant
        }
        for recipient in recipients {
            let other = try participant(recipient)
            guard other.canPlay, other.player != nil, other.isTold else { throw .invalidParticipant }
            if reminderPause(of: recipient) != nil {
                let pause = recipients.compactMap { reminderPause(of: $0) }.max() ?? MatchLimits.reminderInterval
                throw .remindedLately(recipient, retryAfter: pause)
            }
        }
        for recipient in recipients { record(.reminded(recipient, by: seat, message)) }
    }

    /// How long until the seat can be reminded again. Nil: it can be now.
    private func reminderPause(of seat: Seat) -> Timestamp.Span? {
        guard let until = match[seat]?.reminded?.advanced(by: MatchLimits.reminderInterval), now < until else {
            return nil
        }
        return Timestamp.Span(milliseconds: until.milliseconds - now.milliseconds)
    }

    func checkResolvable(_ number: ExchangeNumber) throws(MatchRefusal) {
        guard try !open(number).isActive else { throw .invalidState }
    }

    func checkResolved() throws(MatchRefusal) {
        let completed = match.completedExchanges
        guard completed.isEmpty else { throw .exchangesComplete(completed) }
    }

    /// Those who left owe no reply.
    mutating func completeIfReplied(_ number: ExchangeNumber) {
        guard let exchange = match.exchange(number), exchange.isActive else { return }
        let isOwed = exchange.recipients.contains { seat in
            !exchange.replies.contains(seat) && match[seat]?.status == .active
        }
        if !isOwed { record(.exchangeCompleted(number)) }
    }

    private func check(_ data: [UInt8]) throws(MatchRefusal) {
        let limit = MatchLimits.exchangeDataBytes
        guard data.count <= limit else { throw .exchangeDataTooLarge(limit: limit) }
    }

    /// An exchange that is active or complete.
    private func open(_ number: ExchangeNumber) throws(MatchRefusal) -> Exchange {
        if let exchange = match.exchange(number) { return exchange }
        throw number.rawValue > 0 && number <= match.lastExchange ? .exchangeIsOver : .noExchange
    }
}
