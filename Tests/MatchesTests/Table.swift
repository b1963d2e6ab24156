import LaurelDomain
import Testing

@testable import LaurelMatches
@testable import LaurelTestMatches

/// Some players, a book and a clock: what tests of one rule each need.
struct Table {
    var book = MatchBook()
    var circle = Circle()
    var now = Timestamp(clamping: 1_800_000_000_000)
    private var keys: UInt64 = 0

    /// What the last write said.
    private(set) var facts: [MatchFact] = []
    var changes: [MatchChange] { facts.map(\.change) }
    /// What the last write, time or departure has brought players of judged matches that it ended.
    private(set) var awards: [TurnAwards] = []

    mutating func pass(_ span: Timestamp.Span) {
        now = now.advanced(by: span)
        facts = []
        awards = []
        while let number = book.nextDue(at: now), let plan = book.planTimers(of: number, at: now) {
            if !plan.awards.isEmpty { awards.append(plan.awards) }
            commit(plan.facts, keeping: true)
        }
    }

    @discardableResult
    mutating func find(
        _ request: MatchRequest, by player: Int, isInParty: Bool = false
    ) throws(MatchRefusal) -> MatchNumber {
        let plan = try book.planFind(
            request, by: number(player), isInParty: isInParty, key: key(), at: now, seed: 0, circle)
        commit(plan.facts)
        return plan.match
    }

    @discardableResult
    mutating func rematch(_ match: MatchNumber, by player: Int) throws(MatchRefusal) -> MatchNumber {
        let plan = try book.planRematch(of: match, by: number(player), key: key(), at: now, seed: 0, circle)
        commit(plan.facts)
        return plan.match
    }

    @discardableResult
    mutating func perform(
        _ command: MatchCommand, _ match: MatchNumber, by player: Int, key: MatchKey? = nil
    ) throws(MatchRefusal) -> MatchPlan {
        let plan = try book.plan(command, of: match, by: number(player), key: key ?? self.key(), at: now)
        awards = plan.awards.isEmpty ? [] : [plan.awards]
        commit(plan.facts)
        return plan
    }

    /// A write of the turn, by somebody who knows the match as it is.
    mutating func turn(
        _ action: TurnWrite.Action, _ match: MatchNumber, by player: Int, data: [UInt8] = [1],
        message: MatchMessage? = nil
    ) throws(MatchRefusal) {
        let seen = book[match]?.version ?? MatchVersion(0)
        try perform(.turn(TurnWrite(action, data: data, message: message), seen: seen), match, by: player)
    }

    mutating func depart(_ player: Int, isErased: Bool) {
        let plans = book.planDeparture(of: number(player), isErased: isErased, at: now)
        awards = plans.map(\.awards).filter { !$0.isEmpty }
        commit(plans.flatMap(\.facts))
    }

    /// Seats are in the order of players here.
    func seat(_ index: Int) -> Seat { Seat(checked: index) }
    func next(_ seats: Int..., timeout: MatchTimeout = .turnDefault) -> TurnWrite.Action {
        .end(TurnWrite.Handover(next: seats.map(Seat.init(checked:)), timeout: timeout))
    }
    func holder(_ match: MatchNumber) -> Int? { book[match]?.turn?.seat.index }
    func status(_ match: MatchNumber, _ index: Int) -> Participant.Status? { book[match]?[seat(index)]?.status }
    func outcomes(_ match: MatchNumber) -> [MatchOutcome] { book[match]?.participants.map(\.outcome) ?? [] }

    private mutating func commit(_ new: [MatchFact], keeping: Bool = false) {
        facts = keeping ? facts + new : new
        book.apply(new)
    }
    func number(_ player: Int) -> PlayerNumber { PlayerNumber(UInt32(player)) }
    private mutating func key() -> MatchKey {
        keys += 1
        return MatchKey(high: 1, low: keys, body: keys)
    }

    /// A match of players 0, 1, … who have all had a turn; it is the first one's again.
    mutating func playing(_ count: Int) throws -> MatchNumber {
        let others = (1..<count).map { number($0) }
        let match = try find(
            try MatchRequest(maxPlayers: max(2, count), recipients: others, takesStrangers: false), by: 0)
        for player in 0..<count {
            try turn(next((player + 1) % count), match, by: player)
            if player + 1 < count { try perform(.accept, match, by: player + 1) }
        }
        return match
    }
}
