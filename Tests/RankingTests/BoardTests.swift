import LaurelDomain
import Testing

@testable import LaurelRanking

@Suite("Board") struct BoardTests {
    static let noon = Timestamp(clamping: 1_900_000_000_000)

    private static func row(
        _ player: UInt32, _ value: Int64, _ sequence: Int64, at date: Timestamp = noon
    ) -> Submission {
        Submission(player: PlayerNumber(player), value: value, date: date, sequence: JournalSequence(sequence))
    }

    @Test("rule 4.6: equal values go by date, equal dates by who signed up first; ranks are distinct")
    func ties() throws {
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        let earlier = Self.noon.advanced(by: .seconds(-1))
        board.apply(Self.row(3, 10, 1))
        board.apply(Self.row(2, 10, 2))
        board.apply(Self.row(9, 10, 3, at: earlier))
        board.apply(Self.row(1, 9, 4, at: earlier))
        let page = board.page(.allTime, try RankWindow(first: 1, count: 10), at: Self.noon)
        #expect(page.map(\.player.rawValue) == [9, 2, 3, 1])
        #expect(page.map(\.rank) == [1, 2, 3, 4])
    }

    @Test("who knows some players' entries learns whether one of them may have another")
    func moves() {
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        var sequence: Int64 = 0
        func score(_ player: UInt32, _ value: Int64) {
            sequence += 1
            board.apply(Self.row(player, value, sequence))
        }
        let friends = [PlayerNumber(1), PlayerNumber(3), PlayerNumber(8)]
        var (now, moment) = (Self.noon, UInt64(0))
        func areUnmoved() -> Bool { board.areUnmoved(friends, and: PlayerNumber(5), since: moment, at: now) }
        for player: UInt32 in 1...9 { score(player, 10) }
        moment = board.moves(at: now)
        for player: UInt32 in [2, 4, 6, 7, 9] { score(player, 20) }
        #expect(areUnmoved())
        for player: UInt32 in [1, 3, 8, 5] {
            moment = board.moves(at: now)
            #expect(areUnmoved())
            score(player, 30)
            #expect(!areUnmoved(), "player \(player)")
        }
        moment = board.moves(at: now)
        // A day later all of them have left the window.
        now = now.advanced(by: .days(1))
        #expect(!areUnmoved())
        moment = board.moves(at: now)
        board.hide(PlayerNumber(3), version: JournalSequence(100))
        #expect(!areUnmoved())
        moment = board.moves(at: now)
        for value: Int64 in 0..<Int64(RecentMoves.limit) { score(2, value) }
        #expect(areUnmoved())
        score(2, 0)
        #expect(!areUnmoved(), "more than are known")
        moment = board.moves(at: now)
        board.setRange(ScoreRange(lowest: 0, highest: 5), version: JournalSequence(1_000))
        #expect(!areUnmoved())
        moment = board.moves(at: now) + 1
        #expect(!areUnmoved(), "another board's moment")
    }

    @Test("rule 4.6: there is no rank 0, and nobody is there who has no score")
    func nobody() throws {
        let board = Board(order: .highToLow, type: .best)
        #expect(board.entry(of: PlayerNumber(1), .allTime, at: Self.noon) == nil)
        #expect(board.around(PlayerNumber(1), .today, count: 21, at: Self.noon).isEmpty)
        #expect(board.page(.week, try RankWindow(first: 1, count: 100), at: Self.noon).isEmpty)
        #expect(board.page(.week, try RankWindow(first: Int.max - 100, count: 100), at: Self.noon).isEmpty)
        #expect(board.latestSequence(of: PlayerNumber(1)) == nil)
        #expect(!board.remove(JournalSequence(5), of: PlayerNumber(1), version: JournalSequence(6)))
        board.replaceHistory(of: PlayerNumber(1), rows: [])
        board.refill(PlayerNumber(1), rows: [])
        board.erase(PlayerNumber(1), version: JournalSequence(7))
        board.unhide(PlayerNumber(1), version: JournalSequence(8))
        #expect(board.version == JournalSequence(8))
        #expect(board.brokenInvariant() == nil)
    }

    @Test("rule 4.6: every Int64 is a score, zero and the ends among them", arguments: SortOrder.allCases)
    func extremes(order: SortOrder) throws {
        let board = Board(order: order, type: .best, now: Self.noon)
        let values: [Int64] = [0, .max, -1, .min, 1]
        for (index, value) in values.enumerated() {
            board.apply(Self.row(UInt32(index), value, Int64(index + 1)))
        }
        let page = board.page(.today, try RankWindow(first: 1, count: 5), at: Self.noon)
        let rising: [Int64] = [.min, -1, 0, 1, .max]
        #expect(page.map(\.value) == (order == .lowToHigh ? rising : rising.reversed()))
    }

    @Test(
        "a row that came before changes nothing, nor does one that no journal has",
        arguments: [0, -1, 3, 1 << 48, .max])
    func repeats(sequence: Int64) {
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        board.apply(Self.row(1, 10, 3))
        #expect(board.apply(Self.row(1, 99, sequence)).status == .repeated)
        #expect(board.entry(of: PlayerNumber(1), .allTime, at: Self.noon)?.value == 10)
        #expect(board.version == JournalSequence(3))
    }

    @Test("rule 4.5: narrowing hides and says how many; widening brings them back")
    func range() throws {
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        let rows = [Self.row(1, 50, 1), Self.row(1, 5, 2), Self.row(2, 60, 3), Self.row(3, 7, 4)]
        for row in rows { board.apply(row) }
        let narrow = try #require(ScoreRange(lowest: 0, highest: 10))
        #expect(board.entryCount(outside: narrow) == 2)
        board.setRange(narrow, version: JournalSequence(5))
        #expect(board.total(.allTime, at: Self.noon) == 1)
        answer(board, rows)
        #expect(board.entry(of: PlayerNumber(1), .allTime, at: Self.noon)?.value == 5)
        #expect(board.entry(of: PlayerNumber(2), .allTime, at: Self.noon) == nil)
        #expect(board.apply(Self.row(2, 11, 6)).status == .outOfRange)
        board.setRange(nil, version: JournalSequence(7))
        answer(board, rows + [Self.row(2, 11, 6)])
        #expect(board.entry(of: PlayerNumber(2), .allTime, at: Self.noon)?.rank == 1)
        #expect(board.total(.today, at: Self.noon) == 3)
        #expect(board.brokenInvariant() == nil)
    }

    @Test("rule 4.12: a removal uncovers the next best, a restoration covers it again")
    func removal() {
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        let rows = [Self.row(1, 50, 1), Self.row(1, 5, 2), Self.row(2, 20, 3)]
        for row in rows { board.apply(row) }
        #expect(board.remove(JournalSequence(1), of: PlayerNumber(1), version: JournalSequence(4)))
        let needs = board.needsHistory(at: Self.noon)
        #expect(needs == [HistoryNeed(player: PlayerNumber(1), latest: JournalSequence(2), after: nil)])
        board.replaceHistory(of: PlayerNumber(1), rows: [rows[1]])
        #expect(board.entry(of: PlayerNumber(1), .allTime, at: Self.noon)?.rank == 2)
        #expect(board.restore(rows[0], version: JournalSequence(5)).isNewBest)
        #expect(board.entry(of: PlayerNumber(1), .week, at: Self.noon)?.rank == 1)
        #expect(board.version == JournalSequence(5))
    }

    @Test("rule 4.12: a ban hides all entries, and what is submitted meanwhile waits for its end")
    func ban() {
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        board.apply(Self.row(1, 50, 1))
        board.hide(PlayerNumber(1), version: JournalSequence(2))
        #expect(board.total(.allTime, at: Self.noon) == 0)
        #expect(board.apply(Self.row(1, 70, 3)).status == .hidden)
        #expect(board.latestSequence(of: PlayerNumber(1)) == JournalSequence(3))
        board.unhide(PlayerNumber(1), version: JournalSequence(4))
        answer(board, [Self.row(1, 50, 1), Self.row(1, 70, 3)])
        #expect(board.entry(of: PlayerNumber(1), .today, at: Self.noon)?.value == 70)
    }

    @Test("after a wipe the old rows are nobody's, and a ban stands")
    func wipe() {
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        board.apply(Self.row(1, 50, 1))
        board.hide(PlayerNumber(2), version: JournalSequence(2))
        board.wipe(version: JournalSequence(3))
        #expect(board.total(.allTime, at: Self.noon) == 0)
        #expect(board.latestSequence(of: PlayerNumber(1)) == nil)
        #expect(board.apply(Self.row(1, 50, 1)).status == .repeated)
        #expect(board.restore(Self.row(1, 50, 1), version: JournalSequence(4)).status == .repeated)
        #expect(board.apply(Self.row(2, 50, 5)).status == .hidden)
        #expect(board.apply(Self.row(1, 1, 6)).isNewBest)
        #expect(board.brokenInvariant() == nil)
    }

    @Test("rules 4.8, 4.9: the counter of the first hundred moves when they do, and not below")
    func topVersion() {
        let board = Board(order: .highToLow, type: .best, now: Self.noon)
        for player in 1...150 as ClosedRange<UInt32> {
            board.apply(Self.row(player, 1_000 - Int64(player), Int64(player)))
        }
        let before = board.topVersion(.allTime, at: Self.noon)
        board.apply(Self.row(151, 1, 151))
        board.apply(Self.row(120, 890, 152))
        #expect(board.topVersion(.allTime, at: Self.noon) == before)
        board.apply(Self.row(120, 900, 153))
        #expect(board.topVersion(.allTime, at: Self.noon) == before, "behind player 100, who has 900 since earlier")
        board.apply(Self.row(120, 901, 154))
        #expect(board.topVersion(.allTime, at: Self.noon) > before)
    }

    private func answer(_ board: Board, _ rows: [Submission]) {
        for need in board.needsHistory(at: Self.noon) {
            board.replaceHistory(of: need.player, rows: rows.filter { $0.player == need.player })
        }
    }
}
