import LaurelDomain
import Testing

@testable import LaurelMatches

@Suite("Turns") struct TurnTests {
    @Test("rule 12.1: data has 64 KiB at most")
    func dataLimit() throws {
        var table = Table()
        let match = try table.playing(2)
        try table.turn(.save, match, by: 0, data: Array(repeating: 0, count: 65_536))
        #expect(throws: MatchRefusal.dataTooLarge(limit: 65_536)) {
            try table.turn(.save, match, by: 0, data: Array(repeating: 0, count: 65_537))
        }
    }

    @Test("rule 12.2: a timeout has a minute to 90 days; default turns a week, exchanges a day")
    func timeouts() throws {
        #expect(throws: MatchRefusal.timeoutOutOfRange) { try MatchTimeout(Timestamp.Span(milliseconds: 59_999)) }
        #expect(throws: MatchRefusal.timeoutOutOfRange) { try MatchTimeout(.seconds(90 * 86_400 + 1)) }
        #expect(try MatchTimeout(.minutes(1)).span == .seconds(60))
        #expect(try MatchTimeout(.days(90)).span == .seconds(7_776_000))
        #expect(MatchTimeout.turnDefault.span == .seconds(604_800))
        #expect(MatchTimeout.exchangeDefault.span == .seconds(86_400))
    }

    @Test("rule 12.5: only the turn's holder changes the data, and saving keeps the turn")
    func onlyTheHolder() throws {
        var table = Table()
        let match = try table.playing(2)
        #expect(throws: MatchRefusal.notTheTurn) { try table.turn(.save, match, by: 1) }
        try table.turn(.save, match, by: 0, data: [4, 2])
        #expect(table.changes.contains(.dataSaved([4, 2])))
        #expect(table.holder(match) == 0)
    }

    @Test("rule 12.6: a timeout passes to the next in the list, and the last keeps the turn")
    func fallback() throws {
        var table = Table()
        let match = try table.playing(3)
        let day = try MatchTimeout(.days(1))
        try table.turn(table.next(1, 2, timeout: day), match, by: 0)
        table.pass(Timestamp.Span(milliseconds: 86_399_999))
        #expect(table.holder(match) == 1)
        table.pass(Timestamp.Span(milliseconds: 1))
        #expect(table.holder(match) == 2)
        #expect(table.changes.contains(.timedOut(table.seat(1))))
        table.pass(.days(3))
        #expect(table.holder(match) == 2)
        #expect(table.changes.contains(.timedOut(table.seat(2))))
    }

    @Test("rule 12.6: an empty list, a stranger and who is done are refused", arguments: [[], [7], [1], [2, 2]])
    func list(_ indices: [Int]) throws {
        var table = Table()
        let match = try table.playing(3)
        try table.perform(.quitOutOfTurn(.lost), match, by: 1)
        let next = TurnWrite.Handover(next: indices.map(Seat.init(checked:)), timeout: .none)
        #expect(throws: MatchRefusal.invalidParticipant) { try table.turn(.end(next), match, by: 0) }
        #expect(table.holder(match) == 0)
    }

    @Test("rule 12.8: a quit in turn hands on, one out of turn changes no data, and both are done")
    func quits() throws {
        var table = Table()
        let match = try table.playing(3)
        try table.perform(.quitOutOfTurn(.lost), match, by: 2)
        #expect(table.status(match, 2) == .done)
        #expect(!table.changes.contains { if case .dataSaved = $0 { true } else { false } })
        let next = TurnWrite.Handover(next: [table.seat(1)], timeout: .turnDefault)
        try table.turn(.quit(.quit, next), match, by: 0)
        #expect(table.status(match, 0) == .done)
        #expect(table.holder(match) == 1)
        #expect(table.outcomes(match) == [.quit, .none, .lost])
        #expect(throws: MatchRefusal.invalidState) { try table.perform(.quitOutOfTurn(.lost), match, by: 0) }
    }

    @Test("rule 12.8: nobody waits for a player who asked to quit and whose game never answers")
    func unansweredQuit() throws {
        var table = Table()
        let match = try table.playing(3)
        try table.perform(.askToQuit, match, by: 0)
        #expect(table.changes.contains(.askedToQuit(table.seat(0))))
        table.pass(.hours(23))
        #expect(table.holder(match) == 0)
        table.pass(.hours(1))
        #expect(table.status(match, 0) == .done)
        #expect(table.outcomes(match)[0] == .quit)
        #expect(table.holder(match) == 1)
    }

    @Test("rule 12.8: a quit before the first turn ended deletes the match")
    func early() throws {
        var table = Table()
        let match = try table.find(try MatchRequest(), by: 0)
        let next = TurnWrite.Handover(next: [table.seat(1)], timeout: .turnDefault)
        try table.turn(.quit(.quit, next), match, by: 0)
        #expect(table.changes == [.deleted])
        #expect(table.book[match] == nil)
    }

    @Test("rules 12.9 and 12.10: an end needs an outcome for everybody, among those there are")
    func ends() throws {
        var table = Table()
        let match = try table.playing(2)
        #expect(throws: MatchRefusal.outcomeMissing(table.seat(1))) {
            try table.turn(.endMatch([table.seat(0): .won]), match, by: 0)
        }
        let custom = try #require(MatchOutcome(rawValue: 0x0012_0000))
        try table.turn(.endMatch([table.seat(0): .won, table.seat(1): custom]), match, by: 0)
        #expect(table.book[match]?.status == .ended)
        #expect(table.outcomes(match) == [.won, custom])
        #expect(MatchOutcome(rawValue: 10) == nil && MatchOutcome(rawValue: 0x0100_0000) == nil)
    }

    @Test("rule 12.11: who waits may claim after 14 days, and the service ends it after 30")
    func nobodyWaits() throws {
        var table = Table()
        let claimed = try table.playing(3)
        table.pass(.days(7 + 13))
        #expect(throws: MatchRefusal.notTheTurn) { try table.perform(.claim, claimed, by: 2) }
        table.pass(.days(1))
        try table.perform(.claim, claimed, by: 2)
        #expect(table.holder(claimed) == 2)

        var other = Table()
        let left = try other.playing(2)
        let three = try other.playing(3)
        other.pass(.days(7 + 30))
        #expect(other.outcomes(left) == [.timeExpired, .won])
        #expect(other.outcomes(three) == [.timeExpired, .tied, .tied])
        #expect(other.book[three]?.status == .ended)
    }

    @Test("rule 12.11: a turn without a timeout ends, too")
    func endless() throws {
        var table = Table()
        let match = try table.playing(2)
        try table.turn(table.next(1, timeout: .none), match, by: 0)
        table.pass(.days(119))
        #expect(table.book[match]?.status == .open)
        table.pass(.days(1))
        #expect(table.book[match]?.status == .ended)
    }

    @Test("rule 12.12: only what is over for a player is removed, and only for them")
    func removal() throws {
        var table = Table()
        let match = try table.playing(2)
        #expect(throws: MatchRefusal.invalidState) { try table.perform(.remove, match, by: 1) }
        try table.turn(.endMatch([table.seat(0): .tied, table.seat(1): .tied]), match, by: 0)
        try table.perform(.remove, match, by: 1)
        #expect(table.book.matches(of: PlayerNumber(1)).isEmpty)
        #expect(table.book.matches(of: PlayerNumber(0)).map(\.number) == [match])
    }

    @Test("rule 12.19: a turn is a state, and its holder hears once that it is over soon")
    func state() throws {
        var table = Table()
        let match = try table.playing(2)
        #expect(table.book.turns(of: PlayerNumber(0)) == 1 && table.book.turns(of: PlayerNumber(1)) == 0)
        table.pass(.days(6))
        #expect(table.changes == [.timeoutNears(table.seat(0))])
        table.pass(.hours(1))
        #expect(table.changes.isEmpty)
        try table.turn(table.next(1, timeout: try MatchTimeout(.hours(2))), match, by: 0)
        table.pass(.hours(1))
        #expect(table.changes == [.timeoutNears(table.seat(1))])
    }

    @Test("rule 12.22: a stale version is refused, and a key writes once")
    func versions() throws {
        var table = Table()
        let match = try table.playing(2)
        let seen = try #require(table.book[match]?.version)
        let key = MatchKey(high: 9, low: 9, body: 9)
        let write = MatchCommand.turn(TurnWrite(.save, data: [1]), seen: seen)
        let first = try table.perform(write, match, by: 0, key: key)
        #expect(throws: MatchRefusal.notTheTurn) { try table.perform(write, match, by: 0) }
        let again = try table.perform(write, match, by: 0, key: key)
        #expect(again.version == first.version && again.facts.isEmpty)
        let other = MatchKey(high: 9, low: 9, body: 8)
        #expect(throws: MatchRefusal.keyUsed) { try table.perform(write, match, by: 0, key: other) }
    }

    @Test("rules 12.22 and 12.23: the end of a turn is known, whatever its player has written since")
    func lastTurn() throws {
        var table = Table()
        let match = try table.playing(3)
        let seen = try #require(table.book[match]?.version)
        let key = MatchKey(high: 9, low: 9, body: 9)
        let write = MatchCommand.turn(TurnWrite(table.next(1), data: [7]), seen: seen)
        let first = try table.perform(write, match, by: 0, key: key)
        // From another device, while the first one waits for its answer.
        try table.perform(.remind([table.seat(1)], .empty), match, by: 0)
        let exchange = MatchCommand.sendExchange(to: [table.seat(2)], data: [], .empty, .exchangeDefault)
        for _ in 0..<3 { try table.perform(exchange, match, by: 0) }
        let again = try table.perform(write, match, by: 0, key: key)
        #expect(again.version == first.version && again.facts.isEmpty)
        let done = try #require(table.book[match]?[table.seat(0)]).done
        #expect(done.map(\.endsTurn) == [true, false, false], "one beside the last ones of two devices")
        // The next one takes its place.
        try table.turn(table.next(0), match, by: 1)
        try table.turn(table.next(1), match, by: 0)
        #expect(table.book[match]?[table.seat(0)]?.done.map(\.endsTurn) == [false, true])
    }

    @Test("rule 12.22: what others do out of turn doesn't refuse the holder's write")
    func outOfTurn() throws {
        var table = Table()
        let match = try table.playing(3)
        let seen = try #require(table.book[match]?.version)
        try table.perform(.remind([table.seat(0)], .empty), match, by: 1)
        try table.perform(.turn(TurnWrite(table.next(1), data: []), seen: seen), match, by: 0)
        #expect(table.holder(match) == 1)
    }

    @Test("rule 12.26: who is banned or erased passes the turn on, and the others keep their match")
    func departures() throws {
        var table = Table()
        let match = try table.playing(3)
        try table.turn(.save, match, by: 0, message: try MatchMessage(text: "Mine"))
        table.depart(0, isErased: true)
        #expect(table.outcomes(match) == [.quit, .none, .none])
        #expect(table.holder(match) == 1)
        #expect(table.book[match]?[table.seat(0)]?.player == nil)
        #expect(table.book[match]?.messageSeat == nil)
        #expect(table.book.matches(of: PlayerNumber(0)).isEmpty)
        table.depart(1, isErased: false)
        #expect(table.holder(match) == 2)
        #expect(table.book[match]?[table.seat(1)]?.player == PlayerNumber(1))
    }

    @Test("rule 12.1: an ended match leaves the list after a year")
    func archive() throws {
        var table = Table()
        let match = try table.playing(2)
        try table.turn(.endMatch([table.seat(0): .tied, table.seat(1): .tied]), match, by: 0)
        table.pass(.days(364))
        #expect(table.book.matches(of: PlayerNumber(0)).count == 1)
        table.pass(.days(1))
        #expect(table.changes == [.archived])
        #expect(table.book.matches(of: PlayerNumber(0)).isEmpty)
    }

    @Test("rules 12.1 and 12.26: a ban, an erasure and a merge leave matches that are due to the archive's own commits")
    func dueWhenGone() throws {
        var table = Table()
        let match = try table.playing(3)
        try table.turn(
            .endMatch([table.seat(0): .tied, table.seat(1): .tied, table.seat(2): .tied]), match, by: 0)
        table.now = table.now.advanced(by: MatchLimits.archive)
        table.depart(0, isErased: false)
        #expect(table.facts.isEmpty)
        table.depart(1, isErased: true)
        #expect(table.changes == [.erased(table.seat(1))])
        let merged = table.book.planMerge(of: table.number(2), into: table.number(9), apartFrom: [], at: table.now)
            .flatMap(\.facts)
        #expect(merged.map(\.change) == [.takenOver(table.seat(2), by: table.number(9))])
        table.book.apply(merged)
        #expect(table.book[match]?.participants.map(\.player) == [table.number(0), nil, table.number(9)])
        table.pass(.minutes(0))
        #expect(table.changes == [.archived])
    }

    @Test("rules 12.1 and 12.13: a match leaves the list no sooner than the week of its rematch is over")
    func archiveAfterRematch() throws {
        var table = Table()
        let match = try table.playing(2)
        try table.turn(.endMatch([table.seat(0): .tied, table.seat(1): .tied]), match, by: 0)
        table.pass(.days(364))
        let first = try table.rematch(match, by: 0)
        table.pass(.days(6))
        #expect(table.book[match] != nil)
        let second = try table.rematch(match, by: 1)
        #expect(second == first)
        table.pass(.days(1))
        #expect(table.book[match] == nil && table.book[first] != nil)
    }
}
