import LaurelDomain

/// Coming in and going out (rules 12.7, 12.8, 12.10, 12.12, 12.26).
extension MatchDraft {
    mutating func accept(by seat: Seat) throws(MatchRefusal) {
        guard match.ended == nil, try participant(seat).status == .invited else { throw .invalidState }
        record(.accepted(seat))
    }

    mutating func decline(by seat: Seat) throws(MatchRefusal) {
        guard match.ended == nil, try participant(seat).status == .invited else { throw .invalidState }
        record(.declined(seat))
        passOn(from: seat)
    }

    mutating func join(_ seat: Seat, _ player: PlayerNumber, attributes: UInt32) {
        record(.joined(seat, player, attributes: attributes))
        // By a party's code one can come before the turn does: the match is theirs, too, from then on.
        if match[seat]?.called == nil { record(.called(seat)) }
        // A stranger who just came has all the time that the turn has.
        if let turn = match.turn, turn.seat == seat {
            record(.turnBegan(Turn(seat: seat, fallback: turn.fallback, began: now, timeout: turn.timeout)))
        }
    }

    mutating func quitOutOfTurn(by seat: Seat, _ outcome: MatchOutcome) throws(MatchRefusal) {
        guard outcome != .none else { throw .outcomeInvalid }
        guard match.ended == nil, try participant(seat).status == .active else { throw .invalidState }
        guard match.turn?.seat != seat else { throw .notTheTurn }
        leave(seat, outcome)
    }

    mutating func askToQuit(by seat: Seat) throws(MatchRefusal) {
        let participant = try participant(seat)
        guard match.ended == nil, participant.status == .active else { throw .invalidState }
        guard match.turn?.seat == seat else { throw .notTheTurn }
        if isUntold(besides: seat) { return record(.deleted) }
        if participant.askedToQuit == nil { record(.askedToQuit(seat)) }
    }

    mutating func remove(by seat: Seat) throws(MatchRefusal) {
        let participant = try participant(seat)
        guard match.ended != nil || !participant.canPlay else { throw .invalidState }
        record(.removed(seat))
    }

    /// The service's own quit: nobody answered, or the player was banned or erased.
    mutating func goAway(_ seat: Seat) {
        guard match.ended == nil, let participant = match[seat], participant.canPlay else { return }
        if isUntold(besides: seat) { return record(.deleted) }
        leave(seat, .quit)
        if judge != nil { return goOn(without: seat) }
        passOn(from: seat)
    }

    /// Nobody else ever heard of the match (rule 12.8).
    func isUntold(besides seat: Seat) -> Bool {
        match.seats.allSatisfy { $0 == seat || match[$0]?.called == nil }
    }

    /// Ends the participation. A match in which nobody plays any more is over; exchanges don't wait for who left.
    mutating func leave(_ seat: Seat, _ outcome: MatchOutcome) {
        record(.left(seat, outcome))
        guard match.participants.contains(where: { $0.status == .active }) else { return record(.ended) }
        for exchange in match.exchanges {
            if exchange.sender == seat {
                record(.exchangeCanceled(exchange.number, nil))
            } else {
                completeIfReplied(exchange.number)
            }
        }
    }
}
