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

    @Test("rule 12.30: what is due is found without a look at what isn't, and the earliest first")
    func due() {
        var heap = DeadlineHeap()
        let start = Timestamp(clamping: 1_800_000_000_000)
        let count: UInt64 = 100_000
        // 7,919 is prime: each second has one match, in no order.
        for number in 0..<count {
            heap.set(MatchNumber(number), start.advanced(by: .seconds(Int64(number * 7_919 % count)))) { _, _ in false }
        }
        var looks = 0
        func due(after seconds: Int64, limit: Int, isStale: (UInt64) -> Bool = { _ in false }) -> [Int64] {
            looks = 0
            let found = heap.due(at: start.advanced(by: .seconds(seconds)), limit: limit) { match, _ in
                looks += 1
                return isStale(match.rawValue)
            }
            return found.map { ($0.time.milliseconds - start.milliseconds) / 1_000 }
        }
        let none = due(after: -1, limit: 256)
        #expect(none == [] && looks == 0)
        let ten = due(after: 9, limit: 256)
        #expect(ten == Array(0...9) && looks == 10)
        let four = due(after: 9, limit: 4)
        #expect(four == Array(0...3) && looks == 4)
        // All have come, after a long stop.
        let first = due(after: 200_000, limit: 256)
        #expect(first == Array(0...255) && looks == 256)
        // Old ones are passed over.
        let odd = due(after: 9, limit: 256) { $0 * 7_919 % count % 2 == 0 }
        #expect(odd == [1, 3, 5, 7, 9] && looks == 10)
    }

    @Test("rule 12.2: matches are due in the order of their moments, each once")
    func dueInOrder() throws {
        var table = Table()
        let (first, second) = (try table.playing(2), try table.playing(2))
        for (match, hours) in [(first, 3), (second, 2)] as [(MatchNumber, Int64)] {
            try table.turn(table.next(1, timeout: try MatchTimeout(.hours(hours))), match, by: 0)
        }
        func due(after minutes: Int64) -> [MatchNumber] {
            table.book.due(at: table.now.advanced(by: .minutes(minutes)), limit: 10).map(\.match)
        }
        // At half of a short timeout its holder is warned.
        #expect(due(after: 59) == [] && due(after: 60) == [second] && due(after: 90) == [second, first])
        // Its moment goes away and comes back: it stands in the heap twice.
        table.now = table.now.advanced(by: .seconds(1))
        try table.turn(table.next(0), second, by: 1)
        try table.turn(table.next(1, timeout: try MatchTimeout(.seconds(2 * 3_600 - 2))), second, by: 0)
        #expect(due(after: 90) == [second, first])
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
