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
        let room = command == .accept ? planRoom(for: player, at: now) : []
        return MatchPlan(draft, exchange: exchange, besides: room)
    }

    /// Takes an invitation, unless who plays there and the player can't meet by now (rule 11.4).
    public func planAcceptance(
        of number: MatchNumber, by player: PlayerNumber, key: MatchKey, at now: Timestamp,
        _ acquaintance: some Acquaintance
    ) throws(MatchRefusal) -> MatchPlan {
        let match = try match(number, for: player)
        if !isDone(key, of: number, by: player) { try checkMeeting(of: player, in: match, acquaintance) }
        return try plan(.accept, of: number, by: player, key: key, at: now)
    }

    /// Whether the player may come to sit with all who play there by now (rule 11.4).
    func checkMeeting(
        of player: PlayerNumber, in match: Match, _ acquaintance: some Acquaintance
    ) throws(MatchRefusal) {
        let others = match.participants.filter(\.canPlay).compactMap(\.player).filter { $0 != player }
        guard others.allSatisfy({ acquaintance.mayMeet(player, $0) }) else { throw .cannotMeet }
    }

    /// Whether a write to the match was done before under the key: asked again, it changes nothing.
    public func isDone(_ key: MatchKey, of number: MatchNumber, by player: PlayerNumber) -> Bool {
        guard let match = matches[number], let seat = match.seat(of: player) else { return false }
        return match.write(key, by: seat) != nil
    }

    private func plan(
        _ command: MatchCommand, by seat: Seat, _ draft: inout MatchDraft
    ) throws(MatchRefusal) -> ExchangeNumber? {
        if draft.judge != nil, try draft.performJudged(command, by: seat) { return nil }
        switch command {
        case .accept: try draft.accept(by: seat)
        case .decline: try draft.decline(by: seat)
        case .turn(let write, let seen): try draft.write(write, seen: seen, by: seat)
        case .move: throw .notJudged
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

    /// What time has done to a match by now. No facts: nothing. Nil: there is no such match.
    public func planTimers(of number: MatchNumber, at now: Timestamp) -> MatchPlan? {
        matches[number].map { MatchPlan(fired($0, at: now)) }
    }

    /// A ban: the player's seats in open matches are done, with the outcome quit. Or an erasure: the player is gone
    /// from all matches, too (rule 12.26). It archives nothing: those that are due may be a thousand, and have commits
    /// of their own. O(the player's matches).
    ///
    /// - Returns: of each match what becomes of it, and what that brings those who stay, if it is a judged one.
    public func planDeparture(of player: PlayerNumber, isErased: Bool, at now: Timestamp) -> [MatchPlan] {
        numbers(of: player).compactMap { number -> MatchPlan? in
            guard let match = matches[number], let seat = match.seat(of: player) else { return nil }
            var draft = settled(match, at: now)
            if !draft.match.isGone { draft.goAway(seat) }
            if !draft.match.isGone, isErased { draft.record(.erased(seat)) }
            return MatchPlan(draft)
        }
    }

    /// A guest becomes part of an account (rule 1.13): their seats are the account's. Where the account sits already,
    /// or would come to sit with somebody it must not meet (rule 11.4), the guest's seat stays theirs until they are
    /// erased. It archives nothing, as a departure. O(the guest's matches).
    ///
    /// - Parameter blocks: whom one of the two blocks, or who blocks one of them.
    public func planMerge(
        of guest: PlayerNumber, into account: PlayerNumber, apartFrom blocks: Set<PlayerNumber>, at now: Timestamp
    ) -> [MatchPlan] {
        numbers(of: guest).compactMap { number -> MatchPlan? in
            guard let match = matches[number], let seat = match.seat(of: guest) else { return nil }
            var draft = settled(match, at: now)
            let others = match.participants.compactMap(\.player)
            if !draft.match.isGone, !others.contains(account), blocks.isDisjoint(with: others) {
                draft.record(.takenOver(seat, by: account))
            }
            return MatchPlan(draft)
        }
    }

    /// Test data goes (rule 3.2): some matches with all that is in them.
    ///
    /// - Parameter player: theirs alone, which is all they sit in. Nil: everybody's.
    /// - Returns: facts of at most so many matches. None: nothing is left.
    public func planWipe(of player: PlayerNumber?, limit: Int, at now: Timestamp) -> [MatchFact] {
        let numbers = player.map { self.numbers(of: $0) } ?? Array(matches.keys)
        return numbers.sorted().prefix(max(0, limit)).flatMap { number -> [MatchFact] in
            guard let match = matches[number] else { return [] }
            var draft = MatchDraft(match, at: now)
            draft.record(.deleted)
            return draft.facts
        }
    }

    /// A moderator has taken words of the player away, in the store: those who sit there hear of it, and an invitation
    /// says nothing any more (rule 12.20).
    ///
    /// - Returns: none: the match or the player's seat is gone, or the invitation says nothing.
    public func planTakedown(
        of kind: ReportedWords.Kind, in number: MatchNumber, by player: PlayerNumber, at now: Timestamp
    ) -> [MatchFact] {
        guard let match = matches[number], let seat = match.seat(of: player) else { return [] }
        if kind == .invitation, match.invitation == nil || match.inviter != player { return [] }
        var draft = MatchDraft(match, at: now)
        draft.record(.takenDown(seat, kind))
        return draft.facts
    }

    func checkLimit(of player: PlayerNumber) throws(MatchRefusal) {
        guard openMatches(of: player) < MatchLimits.openMatches else {
            throw .tooManyMatches(limit: MatchLimits.openMatches)
        }
    }

    /// What is due by now has come of an open match; one that has ended is as it was, also if it is to be archived.
    private func settled(_ match: Match, at now: Timestamp) -> MatchDraft {
        match.ended == nil ? fired(match, at: now) : MatchDraft(match, at: now)
    }

    func fired(_ match: Match, at now: Timestamp) -> MatchDraft {
        var draft = MatchDraft(match, at: now, judge: judge(of: match))
        while !draft.match.isGone, draft.match.nextDeadline <= now { draft.fire() }
        return draft
    }
}
