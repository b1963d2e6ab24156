import LaurelDomain
import Testing

@testable import LaurelService

@Suite("Budgets") struct BudgetTests {
    private typealias Outcome = BudgetTable<String>.Outcome
    private static let second: Int64 = 1_000_000

    @Test("a full bucket gives its burst at once, then what comes in, and fills up again")
    func bucket() {
        let table = BudgetTable<String>()
        let budget = Budget(burst: 3, perSecond: 2)
        func take(at now: Int64) -> Outcome { table.take([("a", budget)], at: now).0 }
        #expect(take(at: 0) == .taken(left: 2))
        #expect(take(at: 0) == .taken(left: 1))
        #expect(take(at: 0) == .taken(left: 0))
        #expect(take(at: 0) == .refused(retryAfter: Self.second / 2))
        #expect(take(at: Self.second / 2 - 1) == .refused(retryAfter: 1))
        #expect(take(at: Self.second / 2) == .taken(left: 0))
        #expect(take(at: 10 * Self.second) == .taken(left: 2))
    }

    @Test("what is given back can be taken again, and fills no bucket beyond its burst")
    func givenBack() {
        let table = BudgetTable<String>(entriesLimit: 4)
        let budget = Budget(burst: 3, perSecond: 2)
        func take(at now: Int64) -> Outcome { table.take([("a", budget)], at: now).0 }
        #expect(take(at: 0) == .taken(left: 2))
        #expect(take(at: 0) == .taken(left: 1))
        table.giveBack([("a", budget), ("nobody's", budget)])
        #expect(table.count == 1)
        #expect(take(at: 0) == .taken(left: 1))
        // Also of a generation that others have made the old one.
        for key in ["b", "c"] { #expect(table.take([(key, budget)], at: 0).0 == .taken(left: 2)) }
        table.giveBack([("a", budget)])
        #expect(take(at: 0) == .taken(left: 1))
        for _ in 0..<5 { table.giveBack([("a", budget)]) }
        #expect(take(at: 0) == .taken(left: 2))
    }

    @Test("of several buckets all give or none, and the one that refuses is named")
    func several() {
        let table = BudgetTable<String>()
        let (wide, narrow) = (Budget(burst: 10, perSecond: 1), Budget(burst: 1, perSecond: 1))
        #expect(table.take([("wide", wide), ("narrow", narrow)], at: 0).0 == .taken(left: 0))
        let (outcome, index) = table.take([("wide", wide), ("narrow", narrow)], at: 0)
        #expect(outcome == .refused(retryAfter: Self.second) && index == 1)
        #expect(table.take([("wide", wide)], at: 0).0 == .taken(left: 8))
    }

    @Test("a clock that goes back, extreme moments and extreme budgets neither trap nor give more")
    func extremes() {
        let table = BudgetTable<String>()
        let budget = Budget(burst: 1, everySeconds: 86_400)
        #expect(table.take([("a", budget)], at: 1_000_000).0 == .taken(left: 0))
        for now in [0, -5, Int64.min / 4] as [Int64] {
            guard case .refused = table.take([("a", budget)], at: now).0 else {
                Issue.record("given at \(now)")
                continue
            }
        }
        let large = BudgetPlan().multiplied(by: .max)
        for payer in BudgetPayer.allCases {
            for kind in RequestClass.allCases {
                guard let budget = large.budget(of: payer, kind) else { continue }
                #expect(table.take([("\(payer) \(kind)", budget)], at: 1 << 60).0 != .refused(retryAfter: 1))
            }
        }
        #expect(table.take([("b", Budget(burst: .max, perSecond: .max))], at: 0).0 == .taken(left: .max - 1))
    }

    @Test("the table is bounded, and a caller who comes back in time is remembered")
    func eviction() {
        let table = BudgetTable<Int>(entriesLimit: 100)
        let budget = Budget(burst: 1, everySeconds: 1_000)
        for key in 0..<10_000 {
            #expect(table.take([(key, budget)], at: 0).0 == .taken(left: 0))
            #expect(table.count <= 101)
        }
        #expect(table.take([(9_999, budget)], at: 0).0 != .taken(left: 0))
    }

    @Test("what a player sends is capped by kind and by player, and comes back in time")
    func sending() throws {
        let time = ManualTime()
        let caps = SendingCaps(time.clock)
        let (one, other) = (PlayerNumber(1), PlayerNumber(2))
        try caps.take(.invitationLink, count: Int(Sending.invitationLink.perDay), by: one)
        #expect(throws: TooManyAttempts.self) { try caps.take(.invitationLink, by: one) }
        try caps.take(.invitationLink, by: other)
        try caps.take(.challenge, by: one)
        time.advance(.days(1))
        try caps.take(.invitationLink, by: one)
    }

    @Test("rule 11.10: 20 invitations to matches a minute, 200 a day")
    func matchInvitations() throws {
        let time = ManualTime()
        let caps = SendingCaps(time.clock)
        let player = PlayerNumber(1)
        #expect(throws: TooManyAttempts.self) { try caps.take(.matchInvitation, count: 21, by: player) }
        for _ in 0..<10 {
            try caps.take(.matchInvitation, count: 20, by: player)
            #expect(throws: TooManyAttempts.self) { try caps.take(.matchInvitation, by: player) }
            time.advance(.seconds(61))
        }
        // A day's are used up but for what ten minutes gave back.
        #expect(throws: TooManyAttempts.self) { try caps.take(.matchInvitation, count: 20, by: player) }
    }
}
