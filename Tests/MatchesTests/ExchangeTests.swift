import LaurelDomain
import Testing

@testable import LaurelMatches

@Suite("Exchanges") struct ExchangeTests {
    private func send(
        _ table: inout Table, _ match: MatchNumber, by player: Int, to seats: [Int], data: [UInt8] = []
    ) throws -> ExchangeNumber {
        let plan = try table.perform(
            .sendExchange(to: seats.map(Seat.init(checked:)), data: data, .empty, .exchangeDefault), match, by: player)
        return try #require(plan.exchange)
    }

    @Test("rule 12.15: an exchange is complete when all replied, out of turn")
    func replies() throws {
        var table = Table()
        let match = try table.playing(3)
        let exchange = try send(&table, match, by: 1, to: [0, 2])
        try table.perform(.reply(exchange, data: [1], .empty), match, by: 2)
        #expect(table.book[match]?.exchange(exchange)?.isActive == true)
        try table.perform(.reply(exchange, data: [2], .empty), match, by: 0)
        #expect(table.changes.contains(.exchangeCompleted(exchange)))
        #expect(table.book[match]?.completedExchanges == [exchange])
    }

    @Test("rule 12.15: an exchange is complete when its time is over, and has no recipient who is done")
    func time() throws {
        var table = Table()
        let match = try table.playing(3)
        let exchange = try send(&table, match, by: 1, to: [0])
        table.pass(.days(1))
        #expect(table.changes.contains(.exchangeCompleted(exchange)))
        try table.perform(.quitOutOfTurn(.lost), match, by: 2)
        #expect(throws: MatchRefusal.invalidParticipant) { try send(&table, match, by: 1, to: [2]) }
    }

    @Test("rule 12.16: each replies once, nobody after the end, and it is canceled once by its sender")
    func once() throws {
        var table = Table()
        let match = try table.playing(3)
        let exchange = try send(&table, match, by: 1, to: [0, 2])
        try table.perform(.reply(exchange, data: [], .empty), match, by: 0)
        #expect(throws: MatchRefusal.repliedAlready) {
            try table.perform(.reply(exchange, data: [], .empty), match, by: 0)
        }
        #expect(throws: MatchRefusal.invalidParticipant) {
            try table.perform(.cancel(exchange, .empty), match, by: 0)
        }
        try table.perform(.cancel(exchange, .empty), match, by: 1)
        #expect(throws: MatchRefusal.exchangeIsOver) { try table.perform(.cancel(exchange, .empty), match, by: 1) }
        #expect(throws: MatchRefusal.exchangeIsOver) {
            try table.perform(.reply(exchange, data: [], .empty), match, by: 2)
        }
    }

    @Test("rule 12.17: a completed exchange is resolved before the turn ends; saving stays allowed")
    func resolving() throws {
        var table = Table()
        let match = try table.playing(2)
        let exchange = try send(&table, match, by: 1, to: [0])
        try table.perform(.reply(exchange, data: [], .empty), match, by: 0)
        #expect(throws: MatchRefusal.exchangesComplete([exchange])) {
            try table.turn(table.next(1), match, by: 0)
        }
        #expect(throws: MatchRefusal.exchangesComplete([exchange])) {
            try table.turn(.endMatch([table.seat(0): .won, table.seat(1): .lost]), match, by: 0)
        }
        try table.turn(.save, match, by: 0)
        #expect(throws: MatchRefusal.notTheTurn) { try table.turn(.saveMerged([exchange]), match, by: 1) }
        try table.turn(.saveMerged([exchange]), match, by: 0)
        try table.turn(table.next(1), match, by: 0)
        #expect(table.holder(match) == 1)
    }

    @Test("rule 12.1: ten exchanges of a player, 4,096 bytes each")
    func limits() throws {
        var table = Table()
        let match = try table.playing(2)
        _ = try send(&table, match, by: 1, to: [0], data: Array(repeating: 0, count: 4_096))
        #expect(throws: MatchRefusal.exchangeDataTooLarge(limit: 4_096)) {
            try send(&table, match, by: 1, to: [0], data: Array(repeating: 0, count: 4_097))
        }
        for _ in 2...10 { _ = try send(&table, match, by: 1, to: [0]) }
        #expect(throws: MatchRefusal.tooManyExchanges(limit: 10)) { try send(&table, match, by: 1, to: [0]) }
    }

    @Test("rule 12.20: a player is reminded of a match once in ten minutes, and the refusal says how many are left")
    func reminders() throws {
        var table = Table()
        let match = try table.playing(3)
        let remind = MatchCommand.remind([table.seat(0)], .empty)
        try table.perform(remind, match, by: 1)
        table.pass(.minutes(4))
        #expect(throws: MatchRefusal.remindedLately(table.seat(0), retryAfter: .seconds(360))) {
            try table.perform(remind, match, by: 2)
        }
        // Of several, until all of them can be.
        try table.perform(.remind([table.seat(1)], .empty), match, by: 0)
        let both = MatchCommand.remind([table.seat(0), table.seat(1)], .empty)
        #expect(throws: MatchRefusal.remindedLately(table.seat(0), retryAfter: .minutes(10))) {
            try table.perform(both, match, by: 2)
        }
        table.pass(Timestamp.Span(milliseconds: 359_999))
        let left = Timestamp.Span(milliseconds: 1)
        #expect(throws: MatchRefusal.remindedLately(table.seat(0), retryAfter: left)) {
            try table.perform(remind, match, by: 2)
        }
        table.pass(left)
        try table.perform(remind, match, by: 2)
    }

    @Test("rule 12.20: a message has 255 characters at most")
    func messages() throws {
        #expect(throws: MatchRefusal.messageTooLong) { try MatchMessage(text: String(repeating: "猴", count: 256)) }
        #expect(try MatchMessage(text: String(repeating: "猴", count: 255)).text.count == 255)
    }
}
