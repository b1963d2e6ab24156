import LaurelDomain

/// Turns: who has one, and who gets the next (rules 12.5 to 12.9, 12.11).
extension MatchDraft {
    mutating func write(_ write: TurnWrite, seen: MatchVersion, by seat: Seat) throws(MatchRefusal) {
        guard match.ended == nil else { throw .invalidState }
        guard let turn = match.turn, turn.seat == seat, seen >= match.turnVersion, seen <= before
        else { throw .notTheTurn }
        // An invitation is accepted first.
        guard try participant(seat).status == .active else { throw .invalidState }
        guard write.data.count <= MatchLimits.dataBytes else { throw .dataTooLarge(limit: MatchLimits.dataBytes) }
        switch write.action {
        case .save: save(write, by: seat)
        case .saveMerged(let exchanges):
            for number in exchanges { try checkResolvable(number) }
            guard Set(exchanges).count == exchanges.count else { throw .noExchange }
            save(write, by: seat)
            for number in exchanges { record(.exchangeResolved(number)) }
        case .end(let handover):
            try checkResolved()
            let next = try judged(handover.next, leaving: nil)
            save(write, by: seat)
            record(.turnEnded(seat))
            hand(to: next, timeout: handover.timeout)
        case .quit(let outcome, let handover):
            guard outcome != .none else { throw .outcomeInvalid }
            try checkResolved()
            if isUntold(besides: seat) { return record(.deleted) }
            let next = try judged(handover.next, leaving: seat)
            save(write, by: seat)
            record(.turnEnded(seat))
            leave(seat, outcome)
            if match.ended == nil { hand(to: next, timeout: handover.timeout) }
        case .endMatch(let outcomes):
            try checkResolved()
            try end(with: outcomes, write, by: seat)
        }
    }

    private mutating func save(_ write: TurnWrite, by seat: Seat) {
        record(.dataSaved(write.data))
        if let message = write.message { record(.messageSet(seat, message)) }
    }

    private mutating func end(
        with outcomes: [Seat: MatchOutcome], _ write: TurnWrite, by seat: Seat
    ) throws(MatchRefusal) {
        guard outcomes.keys.allSatisfy({ match[$0] != nil }) else { throw .invalidParticipant }
        for (other, participant) in zip(match.seats, match.participants)
        where (outcomes[other] ?? participant.outcome) == .none { throw .outcomeMissing(other) }
        save(write, by: seat)
        record(.turnEnded(seat))
        for (other, outcome) in outcomes.sorted(by: { $0.key < $1.key }) { record(.outcomeSet(other, outcome)) }
        record(.ended)
    }

    /// The list without those who can't play any more: a decline passes to the next (rule 12.6).
    private func judged(_ next: [Seat], leaving: Seat?) throws(MatchRefusal) -> [Seat] {
        guard Set(next).count == next.count else { throw .invalidParticipant }
        for seat in next {
            guard try participant(seat).status != .done, seat != leaving else { throw .invalidParticipant }
        }
        let able = next.filter { match[$0]?.canPlay ?? false }
        guard !able.isEmpty else { throw .invalidParticipant }
        return able
    }

    /// Begins the turn of the first in the list who can play; of any other, when the list has nobody left.
    mutating func hand(to list: [Seat], timeout: MatchTimeout) {
        let able = list.filter { match[$0]?.canPlay ?? false }
        guard let seat = able.first ?? replacement() else { return record(.ended) }
        if match[seat]?.called == nil { record(.called(seat)) }
        record(.turnBegan(Turn(seat: seat, fallback: Array(able.dropFirst()), began: now, timeout: timeout)))
    }

    /// Who comes after the turn's holder: who plays, before who was invited and who is still sought.
    private func replacement() -> Seat? {
        let holder = match.turn?.seat.index ?? 0
        let order = match.seats.filter { $0.index > holder } + match.seats.filter { $0.index <= holder }
        return order.first { match[$0]?.status == .active } ?? order.first { match[$0]?.canPlay ?? false }
    }

    /// Passes the turn on, if the seat has it and can't keep it.
    mutating func passOn(from seat: Seat) {
        guard let turn = match.turn, turn.seat == seat, !(match[seat]?.canPlay ?? false) else { return }
        hand(to: turn.fallback, timeout: turn.timeout)
    }

    mutating func claim(by seat: Seat) throws(MatchRefusal) {
        guard let turn = match.turn, try participant(seat).status == .active else { throw .invalidState }
        let isLast = turn.due == nil || !turn.fallback.contains { match[$0]?.canPlay ?? false }
        guard turn.seat != seat, isLast, now >= turn.claimable else { throw .notTheTurn }
        hand(to: [seat], timeout: turn.timeout)
    }
}
