public import LaurelDomain

/// All matches of one game in one environment, as their facts made them, and what finds them: by player, by who waits,
/// by what is due.
///
/// It plans and it applies. A plan changes nothing: its facts are made durable first, and then applied. Facts that are
/// applied again from the first on, after a restart, make the same book.
public struct MatchBook: Sendable {
    private(set) var matches: [MatchNumber: Match] = [:]
    /// Of each player, in order of number.
    private(set) var lists: [PlayerNumber: [MatchNumber]] = [:]
    /// Free seats that strangers may take, by group, those first that wait longest.
    private(set) var waiting: [Int64: [WaitingSeat]] = [:]
    /// Open matches with a free seat to which no turn was handed yet, by group, in order of number.
    private(set) var untaken: [Int64: [MatchNumber]] = [:]
    private(set) var lastNumber = MatchNumber(0)
    /// How many players each one's last new match had (rule 11.1).
    private(set) var lastSeats: [PlayerNumber: Int] = [:]
    /// When time changes those that are open.
    private(set) var deadlines = DeadlineHeap()
    /// When those that have ended are archived. Apart: however many are, what is due of the others is found at once.
    private(set) var archivals = DeadlineHeap()
    /// Of a game whose judge the server is (rule 12.40).
    let rules: (any TurnRules)?
    /// Of judged matches that are open.
    private var states: [MatchNumber: [UInt8]] = [:]

    struct WaitingSeat: Hashable, Sendable {
        let match: MatchNumber
        let seat: Seat
    }

    public init(rules: (any TurnRules)? = nil) { self.rules = rules }

    public var count: Int { matches.count }

    public subscript(number: MatchNumber) -> Match? { matches[number] }

    /// A match that the player sees.
    ///
    /// - Throws: ``MatchRefusal/noMatch``, whether there is one or not.
    public func match(_ number: MatchNumber, for player: PlayerNumber) throws(MatchRefusal) -> Match {
        guard let match = matches[number], match.isVisible(to: player) else { throw .noMatch }
        return match
    }

    /// All that the player is or was in and did not remove, the latest first (rule 12.14); of ended ones so many as a
    /// list has. O(the player's matches).
    public func matches(of player: PlayerNumber) -> [Match] {
        var ended = 0
        return numbers(of: player).reversed().compactMap { number in
            guard let match = matches[number], match.isVisible(to: player) else { return nil }
            if match.ended != nil { ended += 1 }
            return match.ended != nil && ended > MatchLimits.listedEndedMatches ? nil : match
        }
    }

    /// All that the player ever heard of and that are kept, in order of creation: what an export has (rule 12.26).
    public func known(to player: PlayerNumber) -> [MatchNumber] {
        numbers(of: player).filter { matches[$0]?.isKnown(to: player) ?? false }
    }

    /// Numbers that one page looks at: those of matches that are gone have gaps.
    private static let looksLimit = 10_000

    /// The newest of all players.
    ///
    /// - Returns: some of them, and where to go on; nil: there are no more.
    public func newest(before: MatchNumber?, limit: Int) -> (matches: [Match], next: MatchNumber?) {
        var found: [Match] = []
        var number = min(before?.rawValue ?? .max, lastNumber.rawValue &+ 1)
        for _ in 0..<Self.looksLimit where number > 1 && found.count < limit {
            number -= 1
            if let match = matches[MatchNumber(number)] { found.append(match) }
        }
        return (found, number > 1 ? MatchNumber(number) : nil)
    }

    /// How many turns the player holds: what a badge says (rule 12.19).
    public func turns(of player: PlayerNumber) -> Int {
        matches(of: player).count { match in match.turn.flatMap { match[$0.seat]?.player } == player }
    }

    /// Open matches that count for rule 12.1: an invitation counts once it is accepted.
    func openMatches(of player: PlayerNumber) -> Int {
        numbers(of: player).count { number in
            matches[number].flatMap { match in match.seat(of: player).flatMap { match[$0]?.status } } == .active
        }
    }

    /// All that the player sits in, in order of creation.
    public func numbers(of player: PlayerNumber) -> [MatchNumber] { lists[player] ?? [] }

    /// What a fact says becomes so. Facts come in the order in which they were planned.
    public mutating func apply(_ fact: MatchFact) { apply([fact]) }

    /// All of them. A match gets its next moment once for those that follow one another: a write has several.
    public mutating func apply(_ facts: [MatchFact]) {
        var first = facts.startIndex
        while first < facts.endIndex {
            let number = facts[first].match
            let end = facts[first...].firstIndex { $0.match != number } ?? facts.endIndex
            let former = matches[number]?.nextDeadline
            for fact in facts[first..<end] { take(fact) }
            // One that stays as it was stands in the heap already.
            if let match = matches[number], match.nextDeadline != former { noteMoment(of: match) }
            first = end
        }
    }

    private mutating func take(_ fact: MatchFact) {
        if changesMatchAlone(fact.change) {
            // In place: a copy of the match would be one of its seats, too.
            matches[fact.match]?.apply(fact)
            return
        }
        let before = matches[fact.match]
        guard var match = before ?? Match(fact) else { return }
        if before != nil { match.apply(fact) }
        switch fact.change {
        case .created(_, let seats, let origin, _): note(seats, fact.match, origin)
        case .joined(let seat, let player, _):
            insert(fact.match, into: player)
            stopWaiting(fact.match, in: match.group, count: 1) { $0 == seat }
        case .takenOver(let seat, let player):
            if let guest = before?[seat]?.player { leave(fact.match, guest) }
            insert(fact.match, into: player)
        case .called(let seat):
            if match[seat]?.status == .matching {
                waiting[match.group, default: []].append(WaitingSeat(match: fact.match, seat: seat))
            }
        case .erased(let seat):
            if let player = before?[seat]?.player { leave(fact.match, player) }
        case .dataSaved(let data): if rules != nil { states[fact.match] = data }
        case .declined(let seat):
            // In a judged match also of a seat that nobody took in time.
            if before?[seat]?.status == .matching { stopWaiting(fact.match, in: match.group, count: 1) { $0 == seat } }
        case .ended:
            states[fact.match] = nil
            stopWaiting(fact.match, in: match.group, count: before?.waitingSeats ?? 0) { _ in true }
        case .deleted, .archived:
            stopWaiting(fact.match, in: match.group, count: before?.waitingSeats ?? 0) { _ in true }
            for player in match.participants.compactMap(\.player) { leave(fact.match, player) }
            noteUntaken(of: match, before: before)
            matches[fact.match] = nil
            states[fact.match] = nil
            return
        case .accepted, .turnBegan, .turnEnded, .timeoutNears, .timedOut, .messageSet,
            .askedToQuit, .left, .outcomeSet, .exchangeSent, .exchangeReplied, .exchangeCompleted, .exchangeResolved,
            .exchangeCanceled, .reminded, .rematched, .removed, .takenDown, .written:
            break
        }
        matches[fact.match] = match
        noteUntaken(of: match, before: before)
    }

    /// Whether nothing that finds the match is otherwise after it. Of most facts, which are those of turns.
    private func changesMatchAlone(_ change: MatchChange) -> Bool {
        switch change {
        case .turnBegan, .turnEnded, .timeoutNears, .messageSet, .written: true
        case .dataSaved: rules == nil
        default: false
        }
    }

    private mutating func note(_ seats: [Participant], _ number: MatchNumber, _ origin: MatchChange.Origin) {
        lastNumber = max(lastNumber, number)
        for player in seats.compactMap(\.player) { insert(number, into: player) }
        if origin == .request, let creator = seats.first?.player { lastSeats[creator] = seats.count }
    }

    /// Nil: the match is its players' own.
    func judge(of match: Match) -> Judge? { rules.map { Judge($0, state: states[match.number] ?? []) } }

    // MARK: Restoring

    /// A match as it was kept.
    ///
    /// - Parameter state: of a judged match.
    mutating func put(_ match: Match, state: [UInt8]?) {
        matches[match.number] = match
        if match.ended == nil, rules != nil { states[match.number] = state }
        note(match.participants, match.number, match.origin)
        noteUntaken(of: match, before: nil)
        for (seat, participant) in zip(match.seats, match.participants)
        where match.ended == nil && participant.status == .matching && participant.called != nil {
            waiting[match.group, default: []].append(WaitingSeat(match: match.number, seat: seat))
        }
        noteMoment(of: match)
    }

    /// All are restored: none of their moments is old.
    mutating func settleDeadlines() {
        deadlines.settle()
        archivals.settle()
    }

    /// Those that have come, and are none any more.
    mutating func dropOldMoments(until now: Timestamp) {
        while let first = deadlines.first, first.time <= now,
            !Self.waits(matches[first.match], until: first.time, hasEnded: false)
        {
            deadlines.removeFirst()
        }
        while let first = archivals.first, first.time <= now,
            !Self.waits(matches[first.match], until: first.time, hasEnded: true)
        {
            archivals.removeFirst()
        }
    }

    private mutating func noteMoment(of match: Match) {
        let (number, next) = (match.number, match.nextDeadline)
        if match.ended == nil {
            deadlines.set(number, next) { [matches] in !Self.waits(matches[$0], until: $1, hasEnded: false) }
        } else {
            archivals.set(number, next) { [matches] in !Self.waits(matches[$0], until: $1, hasEnded: true) }
        }
    }

    /// - Parameter before: the match as it was; nil: it is new here.
    private mutating func noteUntaken(of match: Match, before: Match?) {
        switch (before?.firstUntakenSeat != nil, match.firstUntakenSeat != nil) {
        case (false, true): untaken[match.group, default: []].append(match.number)
        case (true, false):
            // Taken out and put back, so that it isn't copied. There may be many whose makers never moved.
            guard var numbers = untaken.removeValue(forKey: match.group) else { return }
            var (low, high) = (0, numbers.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[middle] < match.number { low = middle + 1 } else { high = middle }
            }
            if low < numbers.count, numbers[low] == match.number { numbers.remove(at: low) }
            if !numbers.isEmpty { untaken[match.group] = numbers }
        case (true, true), (false, false): break
        }
    }

    mutating func note(_ number: MatchNumber) { lastNumber = max(lastNumber, number) }

    /// Those first that wait longest.
    mutating func sortWaiting() {
        waiting = waiting.mapValues { seats in
            seats.map { (called: matches[$0.match]?[$0.seat]?.called ?? .first, seat: $0) }
                .sorted { ($0.called, $0.seat.match, $0.seat.seat) < ($1.called, $1.seat.match, $1.seat.seat) }
                .map(\.seat)
        }
    }

    private mutating func insert(_ number: MatchNumber, into player: PlayerNumber) {
        let list = lists[player] ?? []
        let index = list.lastIndex { $0 < number }.map { $0 + 1 } ?? 0
        lists[player, default: []].insert(number, at: index)
    }

    private mutating func leave(_ number: MatchNumber, _ player: PlayerNumber) {
        lists[player]?.removeAll { $0 == number }
        if lists[player]?.isEmpty ?? false { lists[player] = nil }
    }

    /// - Parameter count: how many seats there are to find. The search ends with the last: those who come first are
    ///   mostly those who waited longest, and a match without free seats costs nothing.
    private mutating func stopWaiting(
        _ match: MatchNumber, in group: Int64, count: Int, _ isMeant: (Seat) -> Bool
    ) {
        for _ in 0..<count {
            guard let index = waiting[group]?.firstIndex(where: { $0.match == match && isMeant($0.seat) }) else {
                break
            }
            waiting[group]?.remove(at: index)
        }
        if waiting[group]?.isEmpty ?? false { waiting[group] = nil }
    }
}
