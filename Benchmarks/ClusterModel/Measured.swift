import LaurelDomain
import LaurelRanking

/// What one board costs here, whole and split.
struct Measured {
    static let partCounts = [1, 4, 16]
    static let start = BoardEpoch(clamping: 95_000_000_000)

    /// A board whose players all scored within the last day. Unit: bytes a player.
    var bytes = 0.0
    /// The same split, by the number of parts.
    var splitBytes: [Int: Double] = [:]
    /// Reading a snapshot back. Unit: nanoseconds an entry.
    var loadNanoseconds = 0.0
    /// A read (the mean of rank, top 100 and 21 around), the work of all parts together, by the number of parts.
    /// Unit: nanoseconds.
    var readNanoseconds: [Int: Double] = [:]

    private let entries: Int

    /// The smallest number of parts that was measured and is not below `parts`; else the largest.
    static func nearest(_ parts: Int) -> Int { partCounts.first { $0 >= parts } ?? partCounts[partCounts.count - 1] }

    init(entries: Int) throws {
        self.entries = entries
        try measureWhole()
        for count in Self.partCounts { try measureSplit(count) }
    }

    private func rows() -> [Submission] {
        var random = SplitMix64(seed: 42)
        return (1...entries).map { number in
            Submission(
                player: PlayerNumber(UInt32(number)), value: Int64(random.next() >> 24),
                date: Self.start.moment.advanced(by: Timestamp.Span(milliseconds: -Int64(random.next() % 3_600_000))),
                context: 7, sequence: JournalSequence(Int64(number)))
        }
    }

    private mutating func measureWhole() throws {
        let board = Board(order: .highToLow, type: .best, now: Self.start.moment)
        for row in rows() { board.apply(row) }
        bytes = Double(board.bytes) / Double(entries)
        report("whole board: memory a player", entries, bytes, "B")
        var snapshot: [UInt8] = []
        board.beginSnapshot()
        while let chunk = try board.nextSnapshotChunk(entries: 4_096) { snapshot += chunk }
        board.endSnapshot()
        let begun = processorNanoseconds()
        let restored = try Board.restore(snapshot)
        loadNanoseconds = Double(processorNanoseconds() - begun) / Double(entries)
        precondition(restored.total(.allTime, at: Self.start.moment) == entries, "all came back")
        report("whole board: snapshot read back, an entry", entries, loadNanoseconds, "ns")
    }

    private mutating func measureSplit(_ count: Int) throws {
        guard let split = PlayerSplit(parts: count) else { return }
        let parts = (0..<count).map {
            BoardPart($0, of: split, order: .highToLow, type: .best, closed: Self.start)
        }
        try fill(parts, split)
        let name = "\(count) parts"
        let bytes = Double(parts.reduce(0) { $0 + $1.bytes }) / Double(entries)
        splitBytes[count] = bytes
        report("\(name): memory a player", entries, bytes, "B")
        var random = SplitMix64(seed: 9)
        let players = (0..<2_000).map { _ in PlayerNumber(UInt32(1 + random.next() % UInt64(entries))) }
        let top = SplitRead.Goal.page(try RankWindow(first: 1, count: 100))
        let deep = SplitRead.Goal.page(try RankWindow(first: max(entries / 2, 1), count: 100))
        let costs = [
            try read(parts, "\(name): rank", players.map { .entries(of: [$0]) }),
            try read(parts, "\(name): top 100", Array(repeating: top, count: 500)),
            try read(parts, "\(name): 21 around", players.map { .around($0, count: 21) }),
        ]
        _ = try read(parts, "\(name): 100 in the middle", Array(repeating: deep, count: 50))
        readNanoseconds[count] = costs.reduce(0, +) / Double(costs.count)
    }

    /// All players, and then an epoch at the peak of 10^9 players that the last part has not closed: so reads look at
    /// the epoch before, as they do when parts don't run in step.
    private func fill(_ parts: [BoardPart], _ split: PlayerSplit) throws {
        var epoch = Self.start
        let rows = rows()
        for start in stride(from: 0, to: rows.count, by: 10_000) {
            epoch = epoch.advanced(by: 1)
            for row in rows[start..<min(start + 10_000, rows.count)] {
                try parts[split.part(of: row.player)].collect(.submit(row), at: epoch.moment)
            }
            for part in parts { precondition(part.close(through: epoch).isEmpty, "nobody was removed") }
        }
        epoch = epoch.advanced(by: 1)
        for (index, row) in rows.prefix(Self.rowsAnEpoch).enumerated() {
            var better = row
            better.value += 1 << 30
            better.sequence = JournalSequence(Int64(entries + index + 1))
            try parts[split.part(of: row.player)].collect(.submit(better), at: epoch.moment)
        }
        for part in parts.dropLast() { precondition(part.close(through: epoch).isEmpty, "nobody was removed") }
    }

    /// 29,000 rows a second for 20 ms.
    private static let rowsAnEpoch = 580

    /// - Returns: nanoseconds a read.
    private func read(_ parts: [BoardPart], _ name: String, _ goals: [SplitRead.Goal]) throws -> Double {
        var rounds = 0
        var found = 0
        let begun = processorNanoseconds()
        for goal in goals {
            var read = SplitRead(goal, .allTime, of: parts[0].split, order: .highToLow)
            found += try read.run(on: parts).entries.count
            rounds = max(rounds, read.rounds)
        }
        let cost = Double(processorNanoseconds() - begun) / Double(goals.count)
        precondition(found >= goals.count, "every read found somebody")
        report(name, entries, cost, "ns")
        report("\(name), rounds", entries, Double(rounds), "")
        return cost
    }
}
