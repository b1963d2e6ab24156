import LaurelDomain
import Testing

@testable import LaurelMatches

@Suite("How many matches are kept") struct MatchBoundTests {
    /// Two players begin a match and end it at once.
    private func played(_ table: inout Table) throws -> MatchNumber {
        let request = try MatchRequest(recipients: [table.number(1)], takesStrangers: false)
        let match = try table.find(request, by: 0)
        try table.turn(table.next(1), match, by: 0)
        try table.perform(.accept, match, by: 1)
        try table.turn(.endMatch([table.seat(0): .won, table.seat(1): .lost]), match, by: 1)
        return match
    }

    @Test("rule 12.1: two players keep 1,000 ended matches, also of those that they took out of their lists")
    func bound() throws {
        var table = Table()
        var matches: [MatchNumber] = []
        for index in 0..<1_010 {
            matches.append(try played(&table))
            // One removes each, and the other some: what nobody sees any more counts as well.
            try table.perform(.remove, matches[index], by: 1)
            if index % 2 == 0 { try table.perform(.remove, matches[index], by: 0) }
        }
        #expect(table.book.count == MatchLimits.listedEndedMatches)
        #expect(matches.filter { table.book[$0] != nil } == Array(matches.suffix(1_000)), "the oldest go")
        #expect(table.book.matches(of: table.number(0)).count == 500 && table.book.matches(of: table.number(1)).isEmpty)
    }

    @Test("rules 12.1 and 12.13: the oldest of 1,000 has one rematch for all who ask, and each of them makes room")
    func rematch() throws {
        var table = Table()
        var matches: [MatchNumber] = []
        for _ in 0..<MatchLimits.listedEndedMatches { matches.append(try played(&table)) }
        let first = try table.rematch(matches[0], by: 0)
        #expect(table.book.matches(of: table.number(0)).count == MatchLimits.listedEndedMatches)
        #expect(table.book[matches[1]]?.isVisible(to: table.number(0)) == false, "the next oldest goes")
        let second = try table.rematch(matches[0], by: 1)
        #expect(second == first)
        #expect(table.book[matches[0]] != nil && table.book[matches[1]] == nil)
        #expect(table.book.count == MatchLimits.listedEndedMatches)
    }

    @Test("rule 12.30: a write notes one next moment; old ones go once there were as many turns as matches")
    func moments() throws {
        var table = Table()
        let match = try table.playing(2)
        for index in 1...3_000 {
            let invited = try MatchRequest(recipients: [table.number(2 * index + 1)], takesStrangers: false)
            try table.find(invited, by: 2 * index)
        }
        let kept = (1...3_001).compactMap { table.book[MatchNumber($0)] }
        #expect(kept.count == 3_001)
        table.book = MatchBook(restoring: kept, lastNumber: MatchNumber(3_001))
        #expect(table.book.deadlines.all.count == kept.count)
        try table.turn(.save, match, by: 0)
        #expect(table.book.deadlines.all.count == kept.count)
        for turn in 1...5_000 {
            table.now = table.now.advanced(by: .seconds(1))
            try table.turn(table.next(turn % 2), match, by: (turn + 1) % 2)
            // Beyond twice as many, and some, all old ones have gone at once.
            let old = turn <= kept.count + 1_024 ? turn : turn - (kept.count + 1_025)
            #expect(table.book.deadlines.all.count == kept.count + old)
        }
    }

    @Test("rule 12.1: a match leaves one player's list, and stays in the other's")
    func others() throws {
        var table = Table()
        let first = try played(&table)
        for _ in 0..<1_000 {
            let match = try table.find(
                try MatchRequest(recipients: [table.number(2)], takesStrangers: false), by: 0)
            try table.turn(table.next(1), match, by: 0)
            try table.perform(.accept, match, by: 2)
            try table.turn(.endMatch([table.seat(0): .won, table.seat(1): .lost]), match, by: 2)
        }
        #expect(!table.book.matches(of: table.number(0)).map(\.number).contains(first))
        #expect(table.book.matches(of: table.number(1)).map(\.number) == [first])
        #expect(table.book.matches(of: table.number(0)).count == MatchLimits.listedEndedMatches)
    }
}
