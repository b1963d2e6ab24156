public import LaurelDomain

extension MatchBook {
    /// What a participant asks of a match.
    ///
    /// What is due of the match by then comes first, in the same facts. The same key again answers as the first time.
    public func plan(
        _ command: MatchCommand, of number: MatchNumber, by player: PlayerNumber, key: MatchKey, at now: Timestamp
    ) throws(MatchRefusal) -> MatchPlan {
        guard let found = matches[number], let seat = found.seat(of: player) else { throw .noMatch }
        if let done = found.write(key, by: seat) {
            guard done.key == key else { throw .keyUsed }
            return MatchPlan(number, done)
        }
        var draft = fired(found, at: now)
        guard !draft.match.isGone, draft.match.isVisible(to: player) else { throw .noMatch }
        if command == .accept { try checkLimit(of: player) }
        let exchange = try plan(command, by: seat, &draft)
        draft.note(key, by: seat, exchange: exchange)
        return MatchPlan(draft, exchange: exchange)
    }

    private func plan(
        _ command: MatchCommand, by seat: Seat, _ draft: inout MatchDraft
    ) throws(MatchRefusal) -> ExchangeNumber? {
        switch command {
        case .accept: try draft.accept(by: seat)
        case .decline: try draft.decline(by: seat)
        case .turn(let write, let seen): try draft.write(write, seen: seen, by: seat)
        case .quitOutOfTurn(let outcome): try draft.quitOutOfTurn(by: seat, outcome)
        case .askToQuit: try draft.askToQuit(by: seat)
        case .claim: try draft.claim(by: seat)
        case .remind(let seats, let message): try draft.remind(seats, message, by: seat)
        case .sendExchange(let seats, let data, let message, let timeout):
            return try draft.send(data, message, to: seats, timeout: timeout, by: seat)
        case .reply(let number, let data, let message): try draft.reply(to: number, data, message, by: seat)
        case .cancel(let number, let message): try draft.cancel(number, message, by: seat)
        case .remove: try draft.remove(by: seat)
        }
        return nil
    }

    /// Matches that time has changed by now, the earliest first. O(matches), if there is one.
    public func due(at now: Timestamp, limit: Int) -> [MatchNumber] {
        guard let first = deadlines.first, first.time <= now else { return [] }
        let due = deadlines.all.filter { $0.time <= now && matches[$0.match]?.nextDeadline == $0.time }
        return Set(due).sorted().prefix(max(0, limit)).map(\.match)
    }

    /// What time has done to a match by now. No facts: nothing.
    public func planTimers(of number: MatchNumber, at now: Timestamp) -> [MatchFact] {
        matches[number].map { fired($0, at: now).facts } ?? []
    }

    /// A ban: the player's seats in open matches are done, with the outcome quit. Or an erasure: the player is gone
    /// from all matches, too (rule 12.26). O(the player's matches).
    public func planDeparture(of player: PlayerNumber, isErased: Bool, at now: Timestamp) -> [MatchFact] {
        numbers(of: player).flatMap { number -> [MatchFact] in
            guard let match = matches[number], let seat = match.seat(of: player) else { return [] }
            var draft = fired(match, at: now)
            if !draft.match.isGone { draft.goAway(seat) }
            if !draft.match.isGone, isErased { draft.record(.erased(seat)) }
            return draft.facts
        }
    }

    func checkLimit(of player: PlayerNumber) throws(MatchRefusal) {
        guard openMatches(of: player) < MatchLimits.openMatches else {
            throw .tooManyMatches(limit: MatchLimits.openMatches)
        }
    }

    func fired(_ match: Match, at now: Timestamp) -> MatchDraft {
        var draft = MatchDraft(match, at: now)
        while !draft.match.isGone, draft.match.nextDeadline <= now { draft.fire() }
        return draft
    }
}
