import LaurelDomain
import LaurelTestSupport
import Testing

@testable import LaurelRanking

@Suite("Split board") struct SplitBoardTests {
    static let start = BoardEpoch(clamping: 90_000_000_000)

    private static func parts(_ count: Int) throws -> [BoardPart] {
        let split = try #require(PlayerSplit(parts: count))
        return (0..<count).map { BoardPart($0, of: split, order: .highToLow, type: .best, closed: start) }
    }

    private static func row(_ player: UInt32, _ value: Int64, _ sequence: Int64) -> Submission {
        Submission(
            player: PlayerNumber(player), value: value, date: start.moment, sequence: JournalSequence(sequence))
    }

    private static func read(
        _ goal: SplitRead.Goal, of parts: [BoardPart], notBefore earliest: BoardEpoch? = nil
    ) throws(SplitRead.Failure) -> SplitRead.Answer {
        var read = SplitRead(goal, .allTime, of: parts[0].split, order: .highToLow, notBefore: earliest)
        return try read.run(on: parts)
    }

    /// Submits rows in the epoch, and ends it in all parts.
    private static func fill(_ parts: [BoardPart], _ rows: [Submission], _ epoch: BoardEpoch) throws {
        for row in rows {
            try parts[parts[0].split.part(of: row.player)].collect(.submit(row), at: epoch.moment)
        }
        for part in parts { #expect(part.close(through: epoch).isEmpty) }
    }

    @Test("empty parts have no entry, no rank and no page", arguments: 1...16)
    func empty(count: Int) throws {
        let parts = try Self.parts(count)
        #expect(try Self.read(.total, of: parts).total == 0)
        #expect(try Self.read(.entries(of: []), of: parts).entries.isEmpty)
        #expect(try Self.read(.entries(of: [PlayerNumber(7)]), of: parts).entries.isEmpty)
        #expect(try Self.read(.around(PlayerNumber(7), count: 21), of: parts).entries.isEmpty)
        #expect(try Self.read(.page(RankWindow(first: 1, count: 100)), of: parts).entries.isEmpty)
        #expect(try Self.read(.page(RankWindow(first: Int.max - 100, count: 100)), of: parts).entries.isEmpty)
    }

    @Test("one part reads as the plain board does")
    func plain() throws {
        var random = SplitMix64(seed: 5)
        let parts = try Self.parts(1)
        let board = Board(order: .highToLow, type: .best, now: Self.start.moment)
        let rows = (1...2_000).map { Self.row(UInt32($0), Int64(random.below(300)), Int64($0)) }
        for row in rows { board.apply(row) }
        try Self.fill(parts, rows, Self.start.advanced(by: 1))
        let now = Self.start.advanced(by: 1).moment
        for first in [1, 200, 900, 1_950, 3_000] {
            let window = try RankWindow(first: first, count: 100)
            #expect(try Self.read(.page(window), of: parts).entries == board.page(.allTime, window, at: now))
        }
        let player = PlayerNumber(1_234)
        #expect(
            try Self.read(.around(player, count: 21), of: parts).entries
                == board.around(player, .allTime, count: 21, at: now))
        let some = (0..<30).map { _ in PlayerNumber(UInt32(random.below(2_500))) }
        #expect(try Self.read(.entries(of: some), of: parts).entries == board.entries(of: some, .allTime, at: now))
    }

    @Test("the common moment is the last epoch that all parts have closed")
    func common() throws {
        let parts = try Self.parts(2)
        let first = Self.start.advanced(by: 1)
        try Self.fill(parts, [Self.row(2, 10, 1), Self.row(3, 20, 2)], first)
        let second = first.advanced(by: 1)
        try parts[0].collect(.submit(Self.row(2, 30, 3)), at: second.moment)
        #expect(parts[0].close(through: second).isEmpty)
        // Part 1 has not heard that nothing else came.
        let before = try Self.read(.entries(of: [PlayerNumber(2), PlayerNumber(3)]), of: parts)
        #expect(before.epoch == first)
        #expect(before.entries.map(\.player.rawValue) == [3, 2])
        #expect(throws: SplitRead.Failure.behind(first)) { try Self.read(.total, of: parts, notBefore: second) }
        #expect(parts[1].close(through: second).isEmpty)
        let after = try Self.read(.page(RankWindow(first: 1, count: 2)), of: parts, notBefore: second)
        #expect(after.entries.map(\.value) == [30, 20])
    }

    @Test("nobody sees a change before its epoch is closed")
    func open() throws {
        let parts = try Self.parts(3)
        let next = Self.start.advanced(by: 1)
        try parts[1].collect(.submit(Self.row(4, 10, 1)), at: next.moment)
        #expect(try Self.read(.total, of: parts).total == 0)
        for part in parts { #expect(part.close(through: next).isEmpty) }
        #expect(try Self.read(.total, of: parts).total == 1)
    }

    @Test("a part can be read as of its last 50 epochs, and no other")
    func readable() throws {
        let part = try Self.parts(1)[0]
        #expect(part.readable == Self.start...Self.start)
        for count in 1...60 {
            #expect(part.close(through: Self.start.advanced(by: count)).isEmpty)
            #expect(part.readable?.upperBound == Self.start.advanced(by: count))
            #expect(part.readable?.lowerBound == Self.start.advanced(by: max(0, count - BoardPart.epochsKept)))
        }
        for (count, canBeRead) in [(9, false), (10, true), (60, true), (61, false)] {
            let answer = part.answer(.read(Self.start.advanced(by: count), .allTime, .total))
            #expect(answer == (canBeRead ? .total(0) : .unreadable))
        }
    }

    @Test("a part that lags too far has no epoch in common with the others, until it has caught up")
    func lagging() throws {
        let parts = try Self.parts(2)
        let late = Self.start.advanced(by: BoardPart.epochsKept + 1)
        #expect(parts[0].close(through: late).isEmpty)
        #expect(throws: SplitRead.Failure.noCommonEpoch) { try Self.read(.total, of: parts) }
        #expect(parts[1].close(through: late).isEmpty)
        #expect(try Self.read(.total, of: parts).epoch == late)
    }

    @Test("rule 4.12: after a wipe older epochs can't be read; the first one with it can")
    func wipe() throws {
        let parts = try Self.parts(2)
        let first = Self.start.advanced(by: 1)
        try Self.fill(parts, [Self.row(2, 10, 1), Self.row(3, 20, 2)], first)
        let second = first.advanced(by: 1)
        for part in parts { try part.collect(.wipe(version: JournalSequence(3)), at: second.moment) }
        #expect(parts[0].close(through: second).isEmpty)
        #expect(throws: SplitRead.Failure.noCommonEpoch) { try Self.read(.total, of: parts) }
        #expect(parts[1].close(through: second).isEmpty)
        #expect(try Self.read(.total, of: parts).total == 0)
    }

    @Test("an epoch that waits for a player's rows is not closed, and the one before can be read meanwhile")
    func needs() throws {
        let parts = try Self.parts(2)
        let first = Self.start.advanced(by: 1)
        let rows = [Self.row(2, 10, 1), Self.row(2, 30, 2), Self.row(3, 20, 3)]
        try Self.fill(parts, rows, first)
        let second = first.advanced(by: 1)
        let removal = BoardChange.remove(JournalSequence(2), of: PlayerNumber(2), version: JournalSequence(4))
        try parts[0].collect(removal, at: second.moment)
        let need = HistoryNeed(player: PlayerNumber(2), latest: JournalSequence(2), after: nil)
        #expect(parts[0].close(through: second) == [need])
        #expect(parts[0].closing == second)
        #expect(parts[1].close(through: second).isEmpty)
        let top = SplitRead.Goal.page(try RankWindow(first: 1, count: 5))
        #expect(try Self.read(top, of: parts).entries.map(\.value) == [30, 20])
        parts[0].replaceHistory(of: PlayerNumber(2), rows: [rows[0]])
        #expect(try Self.read(top, of: parts).entries.map(\.value) == [30, 20])
        #expect(parts[0].close(through: second).isEmpty)
        #expect(try Self.read(top, of: parts).entries.map(\.value) == [20, 10])
    }

    @Test("a part takes its own players' changes, in order, and none of an epoch that is closed")
    func refusals() throws {
        let part = try Self.parts(2)[1]
        let next = Self.start.advanced(by: 1)
        let change = BoardChange.submit(Self.row(3, 1, 1))
        #expect(throws: BoardPart.Refusal.late) { try part.collect(change, at: Self.start.moment) }
        #expect(throws: BoardPart.Refusal.otherPart) {
            try part.collect(.submit(Self.row(2, 1, 1)), at: next.moment)
        }
        try part.collect(change, at: next.advanced(by: 1).moment)
        #expect(throws: BoardPart.Refusal.outOfOrder) { try part.collect(change, at: next.moment) }
    }

    @Test("answers that are missing or make no sense end the read")
    func malformed() throws {
        let split = try #require(PlayerSplit(parts: 2))
        let epochs = PartAnswer.epochs(Self.start...Self.start)
        let page = SplitRead.Goal.page(try RankWindow(first: 1_000, count: 1))
        let many = PartSamples(total: 9, range: 0..<9, keys: [])
        let keys = (0..<256).map { RankKey(ordinal: Int64($0), date: 0, player: 1) }
        let huge = PartSamples(total: .max, range: 0..<Int.max, keys: keys)
        let negative = PartSamples(total: -1, range: 0..<0, keys: [])
        let unsorted = PartSamples(total: 300, range: 0..<300, keys: keys.reversed())
        let wrong: [[Int: PartAnswer]] = [
            [0: .samples(huge), 1: .samples(huge)], [0: .samples(negative), 1: .samples(negative)],
            [0: .samples(unsorted), 1: .samples(unsorted)],
            [0: .total(1)], [0: .total(1), 2: .total(1)], [0: .total(-1), 1: .total(1)],
            [0: .total(.max), 1: .total(.max)], [0: epochs, 1: epochs], [0: .entries([]), 1: .counts([])],
            [0: .samples(many), 1: .samples(many)],
        ]
        for answers in wrong {
            for goal in [.total, page] {
                var read = SplitRead(goal, .week, of: split, order: .highToLow)
                _ = read.begin()
                _ = read.take([0: epochs, 1: epochs])
                #expect(read.take(answers) == .fail(.malformedAnswer), "\(answers)")
            }
        }
    }
}

@Suite("Player split") struct PlayerSplitTests {
    @Test("a key counts inside a part as on the whole board, and a player's number comes back", arguments: 1...16)
    func keys(count: Int) throws {
        let split = try #require(PlayerSplit(parts: count))
        let players = Array(0...99 as ClosedRange<UInt32>) + [.max - 1, .max]
        for part in 0..<count {
            let own = players.map { PlayerNumber($0) }.filter { split.part(of: $0) == part }
            for player in own { #expect(split.outer(split.inner(player).rawValue, in: part) == player) }
            for other in players {
                let key = split.inner(RankKey(ordinal: 1, date: 2, player: other), in: part)
                #expect(
                    own.count { split.inner($0).rawValue < key.player } == own.count { $0.rawValue < other },
                    "\(other) in part \(part)")
            }
        }
    }

    @Test("a board has 1 to 256 parts")
    func limits() {
        #expect(PlayerSplit(parts: 0) == nil && PlayerSplit(parts: 257) == nil)
        #expect(PlayerSplit(parts: 1) != nil && PlayerSplit(parts: 256) != nil)
    }
}
