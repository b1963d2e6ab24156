import LaurelDomain

/// A match as one write would leave it, and the facts that say so. A refusal throws, and the draft is dropped.
struct MatchDraft {
    private(set) var match: Match
    private(set) var facts: [MatchFact] = []
    let now: Timestamp
    private let version: MatchVersion
    /// The version that the match had: nobody has seen a later one.
    let before: MatchVersion
    /// Who knows the rules, if the server judges the game.
    var judge: Judge?
    /// What the end of a judged game brings.
    var awards = TurnAwards()

    init(_ match: Match, at now: Timestamp, judge: Judge? = nil) {
        self.match = match
        self.judge = judge
        self.now = now
        before = match.version
        version = MatchVersion(match.version.rawValue &+ 1)
    }

    /// Creates a match: its creator sits first and has the turn.
    init?(
        _ number: MatchNumber, group: Int64, seats: [Participant], origin: MatchChange.Origin,
        invitation: String? = nil, at now: Timestamp
    ) {
        before = MatchVersion(0)
        version = MatchVersion(1)
        let created = MatchFact(
            match: number, version: version, time: now,
            change: .created(group: group, seats: seats, origin: origin, invitation: invitation))
        guard let match = Match(created) else { return nil }
        self.match = match
        self.now = now
        facts = [created]
        hand(to: [Seat(checked: 0)], timeout: .turnDefault)
    }

    mutating func record(_ change: MatchChange) {
        let fact = MatchFact(match: match.number, version: version, time: now, change: change)
        match.apply(fact)
        facts.append(fact)
    }

    /// Notes who wrote with which key, last of all. A match that is deleted knows nothing more.
    mutating func note(_ key: MatchKey, by seat: Seat, exchange: ExchangeNumber?) {
        guard !match.isGone else { return }
        let endsTurn = facts.contains { $0.change == .turnEnded(seat) }
        record(.written(seat, DoneWrite(key: key, version: version, exchange: exchange, endsTurn: endsTurn)))
    }

    func participant(_ seat: Seat) throws(MatchRefusal) -> Participant {
        guard let participant = match[seat] else { throw .invalidParticipant }
        return participant
    }
}
