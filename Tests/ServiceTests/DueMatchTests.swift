import LaurelDomain
import LaurelMatches
import LaurelTestSupport
import Testing

@testable import LaurelScores

@Suite("Matches that are due") struct DueMatchTests {
    private let start = Timestamp(clamping: 1_800_000_000_000)

    /// Matches that begin so many minutes after the start, each made by somebody else.
    private func begin(_ minutes: [Int64], in game: MatchGame, _ tables: MatchTables) throws {
        let circle = MatchCircle([:]) { _ in false }
        for (index, minute) in minutes.enumerated() {
            let plan = try tables.read(game) { (book) throws(MatchRefusal) in
                try book.planFind(
                    MatchRequest(), by: PlayerNumber(UInt32(index + 1)),
                    key: MatchKey(high: 1, low: UInt64(index), body: 0), at: start.advanced(by: .minutes(minute)),
                    seed: 0, circle)
            }
            tables.apply(plan.facts, of: game)
        }
    }

    @Test("rule 12.2: across games, too, what was due first comes first")
    func acrossGames() throws {
        let tables = MatchTables()
        let one = MatchGame(app: AppNumber(1), environment: .production)
        let other = MatchGame(app: AppNumber(2), environment: .production)
        try begin([0, 2, 4, 5], in: one, tables)
        try begin([1, 3, 6], in: other, tables)
        func due(_ limit: Int, after minutes: Int64) -> [[UInt64]] {
            // A day before a week is over, its holder is warned.
            let now = start.advanced(by: .days(6)).advanced(by: .minutes(minutes))
            return tables.due(at: now, limit: limit).map { part in
                [UInt64(part.game.app.rawValue)] + part.matches.map(\.rawValue)
            }
        }
        #expect(due(256, after: -1) == [])
        #expect(due(256, after: 3) == [[1, 1], [2, 1], [1, 2], [2, 2]])
        #expect(due(3, after: 100) == [[1, 1], [2, 1], [1, 2]])
        #expect(due(256, after: 100) == [[1, 1], [2, 1], [1, 2], [2, 2], [1, 3, 4], [2, 3]])
    }

    @Test("rule 12.2: of many games the earliest come, as many as asked for", arguments: 0..<20 as Range<UInt64>)
    func ofMany(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let tables = MatchTables()
        var all: [(minute: Int64, app: UInt32, match: UInt64)] = []
        for app in 1...UInt32(2 + random.below(8)) {
            let minutes = (0..<random.below(12)).map { _ in Int64(random.below(40)) }.sorted()
            try begin(minutes, in: MatchGame(app: AppNumber(app), environment: .production), tables)
            for (index, minute) in minutes.enumerated() { all.append((minute, app, UInt64(index + 1))) }
        }
        all.sort { $0 < $1 }
        for limit in [1, 2, 5, 13, 256] {
            let due = tables.due(at: start.advanced(by: .days(6)).advanced(by: .minutes(20)), limit: limit)
            let found = due.flatMap { part in part.matches.map { [UInt64(part.game.app.rawValue), $0.rawValue] } }
            let expected = all.filter { $0.minute <= 20 }.prefix(limit).map { [UInt64($0.app), $0.match] }
            #expect(found == Array(expected))
        }
    }
}
