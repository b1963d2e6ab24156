public import LaurelDomain

/// Who plays with whom (rules 11.1 to 11.4, 11.10, 12.4, 12.13).
extension MatchBook {
    /// Joins a match that needs a player, or creates one.
    ///
    /// - Parameters:
    ///   - isInParty: the player is in the party for whose code the group stands: no strangers to one another.
    ///   - seed: what a judged game begins with: nobody can foresee it.
    public func planFind(
        _ request: MatchRequest, by player: PlayerNumber, isInParty: Bool = false, key: MatchKey, at now: Timestamp,
        seed: UInt64, _ acquaintance: some Acquaintance
    ) throws(MatchRefusal) -> MatchPlan {
        if let plan = try done(by: player, key) { return plan }
        try checkLimit(of: player)
        let count = request.seats(last: lastSeats[player])
        guard !request.recipients.contains(player) else { throw .invitesOneself }
        if count > request.recipients.count + 1, acquaintance.isRestricted(player) { throw .restricted }
        if request.recipients.isEmpty, request.takesStrangers,
            let seat = seat(among: waiting[request.group] ?? [], for: request, of: player, acquaintance)
                ?? seat(
                    among: untakenSeats(of: request.group, isInParty: isInParty, at: now), for: request, of: player,
                    acquaintance),
            let match = self[seat.match]
        {
            var draft = fired(match, at: now)
            // What is due now may have ended it a moment ago; then there is a new one.
            if draft.match[seat.seat]?.status == .matching, !draft.match.isGone {
                draft.join(seat.seat, player, attributes: request.attributes)
                draft.note(key, by: seat.seat, exchange: nil)
                return MatchPlan(draft, besides: planRoom(for: player, at: now))
            }
        }
        try check([player] + request.recipients, acquaintance)
        try checkUnanswered(from: player, to: request.recipients, at: now)
        return try created(
            [player] + request.recipients, count: count, group: request.group, attributes: request.attributes,
            invitation: request.invitation.isEmpty ? nil : request.invitation, key: key, at: now, seed: seed)
    }

    /// A new match with the participants of an ended one; of those who ask within a week, all get the same,
    /// as long as it hasn't ended.
    ///
    /// - Parameter isBanned: who is kept out of the game meanwhile: they aren't in the new one, and nobody waits for
    ///   them.
    public func planRematch(
        of number: MatchNumber, by player: PlayerNumber, key: MatchKey, at now: Timestamp, seed: UInt64,
        _ acquaintance: some Acquaintance, isBanned: (PlayerNumber) -> Bool = { _ in false }
    ) throws(MatchRefusal) -> MatchPlan {
        if let plan = try done(by: player, key) { return plan }
        let old = try match(number, for: player)
        guard old.ended != nil else { throw .invalidState }
        if let (match, seat) = rematch(of: old, for: player, at: now) {
            var draft = fired(match, at: now)
            guard !draft.match.isGone else { throw .noMatch }
            var room: [MatchFact] = []
            switch draft.match[seat]?.status {
            case .invited:
                try checkMeeting(of: player, in: draft.match, acquaintance)
                try checkLimit(of: player)
                try draft.accept(by: seat)
                room = planRoom(for: player, at: now, keeping: number)
            case .active: break
            case .done, .declined, .matching, nil: throw .invalidState
            }
            draft.note(key, by: seat, exchange: nil)
            return MatchPlan(draft, besides: room)
        }
        try checkLimit(of: player)
        let players = [player] + old.participants.compactMap(\.player).filter { $0 != player && !isBanned($0) }
        guard players.count >= MatchLimits.players.lowerBound else { throw .invalidState }
        try check(players, acquaintance)
        try checkUnanswered(from: player, to: Array(players.dropFirst()), at: now)
        // A seat that nobody took, or whose player is erased, isn't in the new one.
        return try created(
            players, count: players.count, group: old.group, attributes: 0, key: key, at: now, seed: seed,
            from: old)
    }

    /// Whether somebody has asked for a rematch that the player gets when they ask, too: none is created then.
    public func hasRematch(of old: Match, for player: PlayerNumber, at now: Timestamp) -> Bool {
        rematch(of: old, for: player, at: now) != nil
    }

    private func rematch(
        of old: Match, for player: PlayerNumber, at now: Timestamp
    ) -> (match: Match, seat: Seat)? {
        guard let rematch = old.rematch, now < rematch.asked.advanced(by: MatchLimits.rematch),
            let match = self[rematch.match], match.ended == nil, let seat = match.seat(of: player)
        else { return nil }
        return (match, seat)
    }

    private func created(
        _ players: [PlayerNumber], count: Int, group: Int64, attributes: UInt32, invitation: String? = nil,
        key: MatchKey, at now: Timestamp, seed: UInt64, from old: Match? = nil
    ) throws(MatchRefusal) -> MatchPlan {
        var seats = players.map { Participant(status: .invited, player: $0) }
        seats[0].status = .active
        seats[0].called = now
        seats[0].attributes = attributes
        seats += Array(repeating: Participant(status: .matching, player: nil), count: max(0, count - seats.count))
        let number = MatchNumber(lastNumber.rawValue &+ 1)
        guard
            var draft = MatchDraft(
                number, group: group, seats: seats, origin: old.map { .rematch(of: $0.number) } ?? .request,
                invitation: invitation, at: now)
        else { throw .requestInvalid }
        if let rules {
            guard let judge = Judge(rules, seats: seats.count, seed: seed) else {
                throw .playersOutOfRange(rules.seats)
            }
            draft.begin(judge)
        }
        draft.note(key, by: Seat(checked: 0), exchange: nil)
        // The old one stays: the others are led to the new one by it.
        let room = players.first.map { planRoom(for: $0, at: now, keeping: old?.number) } ?? []
        guard let old else { return MatchPlan(draft, besides: room) }
        var oldDraft = MatchDraft(old, at: now)
        oldDraft.record(.rematched(number))
        return MatchPlan(draft, besides: oldDraft.facts + room)
    }

    /// The first seat that fits. A pair that shares many matches already is put into another one only if nobody else
    /// waits (rule 12.4).
    private func seat(
        among seats: [WaitingSeat], for request: MatchRequest, of player: PlayerNumber,
        _ acquaintance: some Acquaintance
    ) -> WaitingSeat? {
        var second: WaitingSeat?
        for seat in seats {
            guard let match = matches[seat.match], fits(match, request, player, acquaintance) else { continue }
            let others = match.participants.compactMap(\.player)
            if others.allSatisfy({ sharedMatches(of: player, $0) < MatchLimits.openMatchesOfPair }) { return seat }
            second = second ?? seat
        }
        return second
    }

    /// Free seats to which no turn was handed yet, the oldest match first. Those who come by a party's code take them
    /// before its first turn is over, when nobody else is sought yet (rules 12.4, 14.10). So does everybody for a short
    /// while in a judged match: the server has laid its table, and two who search at the same moment needn't each wait
    /// at one of their own (rule 12.40).
    private func untakenSeats(of group: Int64, isInParty: Bool, at now: Timestamp) -> [WaitingSeat] {
        guard isInParty || rules != nil else { return [] }
        var seats: [WaitingSeat] = []
        for number in (untaken[group] ?? []).reversed() {
            guard let match = matches[number] else { continue }
            guard isInParty || now < match.created.advanced(by: MatchLimits.newTable) else { break }
            if let seat = match.firstUntakenSeat { seats.append(WaitingSeat(match: number, seat: seat)) }
        }
        return seats.reversed()
    }

    private func fits(
        _ match: Match, _ request: MatchRequest, _ player: PlayerNumber, _ acquaintance: some Acquaintance
    ) -> Bool {
        let others = match.participants.compactMap(\.player)
        guard request.minPlayers...request.maxPlayers ~= match.participants.count, !others.contains(player),
            others.allSatisfy({ acquaintance.mayMeet(player, $0) })
        else { return false }
        let taken = match.participants.filter { $0.status != .matching }.map(\.attributes)
        let isFull = taken.count + 1 == match.participants.count
        return !isFull || MatchRequest.isComplete(taken + [request.attributes])
    }

    private func sharedMatches(of one: PlayerNumber, _ other: PlayerNumber) -> Int {
        numbers(of: one).count { number in
            guard let match = matches[number], match.ended == nil else { return false }
            return match.seat(of: other) != nil
        }
    }

    /// Each one with each other one.
    private func check(_ players: [PlayerNumber], _ acquaintance: some Acquaintance) throws(MatchRefusal) {
        for (index, one) in players.enumerated() {
            for other in players[(index + 1)...] where !acquaintance.mayMeet(one, other) { throw .cannotMeet }
        }
    }

    /// Whether all of them have answered enough of what the player sent them before (rule 11.10).
    private func checkUnanswered(
        from player: PlayerNumber, to recipients: [PlayerNumber], at now: Timestamp
    ) throws(MatchRefusal) {
        guard !recipients.isEmpty else { return }
        let own = numbers(of: player).compactMap { matches[$0] }.filter { $0.participants.first?.player == player }
        for recipient in recipients {
            let unanswered = own.compactMap { match in
                match.unanswered(by: recipient).map { (sent: $0, isOpen: match.ended == nil) }
            }
            guard let last = unanswered.map(\.sent).max() else { continue }
            // Where the match is over, nobody can answer any more: those of one hour count together.
            let count = unanswered.count { $0.isOpen || last < $0.sent.advanced(by: MatchLimits.unansweredPause) }
            let until = last.advanced(by: MatchLimits.unansweredPause)
            guard count < MatchLimits.unansweredInvitations || now >= until else {
                throw .unanswered(retryAfter: Timestamp.Span(milliseconds: until.milliseconds - now.milliseconds))
            }
        }
    }

    /// The answer to a request that was done before. O(the player's matches).
    ///
    /// - Throws: ``MatchRefusal/keyUsed``.
    public func done(by player: PlayerNumber, _ key: MatchKey) throws(MatchRefusal) -> MatchPlan? {
        for number in numbers(of: player) {
            guard let match = matches[number], let seat = match.seat(of: player),
                let done = match.write(key, by: seat)
            else { continue }
            guard done.key == key else { throw .keyUsed }
            return MatchPlan(number, done)
        }
        return nil
    }
}

extension Match {
    /// When the player was sent an invitation to the match that they haven't answered. It goes out when the turn comes
    /// to them; before, it counts only as long as its sender alone decides when that is, for many could go out at once.
    fileprivate func unanswered(by player: PlayerNumber) -> Timestamp? {
        guard let participant = participants.first(where: { $0.player == player }), participant.isUnanswered else {
            return nil
        }
        if let called = participant.called { return called }
        return ended == nil && turnsEnded == 0 ? created : nil
    }
}
