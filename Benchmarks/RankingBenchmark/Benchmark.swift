import LaurelDomain
import LaurelRanking

/// How fast a board is, and how big. Run it built for release; the sizes are arguments (1000000 when there are none).
///
/// Tab-separated: what, entries, figure, unit. "index" is a board whose scores are too old for the windows, as the
/// trees of other projects that it is compared with have none; "live" one whose players all scored within the last day.
@main
struct Benchmark {
    static let now = Timestamp(clamping: 1_900_000_000_000)

    static func main() throws {
        cacheMiss()
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        for entries in arguments.isEmpty ? [1_000_000] : arguments {
            try Benchmark(entries: entries, name: "index", age: .days(30)).run()
            try Benchmark(entries: entries, name: "live", age: .hours(1)).run()
        }
    }

    /// What a read costs that no cache answers, by a chain through 64 MiB of which each link names the next: the
    /// figures below are a few of these each, and neighbours who use the same memory make all of them dearer.
    static func cacheMiss() {
        let count = 1 << 20
        var random = SplitMix64(seed: 3)
        // One cycle through one word of every cache line (Sattolo's algorithm).
        var order = Array(0..<count)
        for last in stride(from: count - 1, to: 0, by: -1) { order.swapAt(last, Int(random.next() % UInt64(last))) }
        var chain = [Int](repeating: 0, count: count * 8)
        for index in 0..<count { chain[order[index] * 8] = order[(index + 1) % count] * 8 }
        measure("a cache miss", entries: count, operations: count) { _ in
            var index = 0
            for _ in 0..<count { index = chain[index] }
            return index + 1
        }
    }

    let entries: Int
    let name: String
    let board: Board
    let operations = 200_000
    let players: [PlayerNumber]
    let age: Timestamp.Span

    init(entries: Int, name: String, age: Timestamp.Span) {
        self.entries = entries
        self.name = name
        self.age = age
        var random = SplitMix64(seed: 42)
        let before = residentBytes()
        let board = Board(order: .highToLow, type: .best, now: Self.now)
        let start = processorNanoseconds()
        let first = Self.now.advanced(by: -age)
        for number in 1...entries {
            board.apply(
                Submission(
                    player: PlayerNumber(UInt32(number)), value: Int64(random.next() >> 24),
                    date: first.advanced(by: Timestamp.Span(milliseconds: Int64(random.next() % 3_600_000))),
                    context: 7, sequence: JournalSequence(Int64(number))))
        }
        let elapsed = processorNanoseconds() - start
        self.board = board
        report("\(name): first score", entries: entries, Double(elapsed) / Double(entries), "ns")
        report("\(name): memory, resident", entries: entries, Double(residentBytes() - before) / Double(entries), "B")
        report("\(name): memory, allocated", entries: entries, Double(board.bytes) / Double(entries), "B")
        players = (0..<operations).map { _ in PlayerNumber(UInt32(1 + random.next() % UInt64(entries))) }
    }

    func run() throws {
        reads()
        writes()
        try snapshot()
    }

    private func reads() {
        measure("\(name): rank", entries: entries, operations: operations) { _ in
            var sum = 0
            for player in players { sum &+= board.entry(of: player, .allTime, at: Self.now)?.rank ?? 0 }
            return sum
        }
        measure("\(name): 21 around", entries: entries, operations: operations) { _ in
            var sum = 0
            for player in players { sum &+= board.around(player, .allTime, count: 21, at: Self.now).count }
            return sum
        }
        guard let window = try? RankWindow(first: 1, count: 100) else { return }
        measure("\(name): top 100", entries: entries, operations: 20_000) { _ in
            var sum = 0
            for _ in 0..<20_000 { sum &+= board.page(.allTime, window, at: Self.now).count }
            return sum
        }
    }

    private func writes() {
        var random = SplitMix64(seed: 7)
        var sequence = Int64(entries)
        // Ever better, so that each one moves its player, to any rank.
        func better(_ player: PlayerNumber, _ round: Int) -> Submission {
            sequence += 1
            return Submission(
                player: player, value: Int64(random.next() >> 24) + Int64(round + 1) << 40,
                date: Self.now.advanced(by: -age), context: 7, sequence: JournalSequence(sequence))
        }
        var round = 0
        measure("\(name): update", entries: entries, operations: operations) { _ in
            round += 1
            var sum = 0
            for player in players { sum &+= board.apply(better(player, round)).isNewBest ? 1 : 0 }
            return sum
        }
        measure("\(name): update and new rank", entries: entries, operations: operations) { _ in
            round += 1
            var sum = 0
            for player in players {
                board.apply(better(player, round))
                sum &+= board.entry(of: player, .allTime, at: Self.now)?.rank ?? 0
            }
            return sum
        }
        measure("\(name): not better", entries: entries, operations: operations) { _ in
            for player in players {
                sequence += 1
                board.apply(
                    Submission(
                        player: player, value: 0, date: Self.now.advanced(by: -age), context: 7,
                        sequence: JournalSequence(sequence)))
            }
            return 1
        }
        report("\(name): after updates, allocated", entries: entries, Double(board.bytes) / Double(entries), "B")
    }

    private func snapshot() throws {
        var bytes: [UInt8] = []
        var longest = 0
        let start = processorNanoseconds()
        board.beginSnapshot()
        while true {
            let sliceStart = processorNanoseconds()
            guard let chunk = try board.nextSnapshotChunk(entries: 4_096) else { break }
            longest = max(longest, processorNanoseconds() - sliceStart)
            bytes += chunk
        }
        board.endSnapshot()
        report("\(name): snapshot, whole", entries: entries, milliseconds(processorNanoseconds() - start), "ms")
        report("\(name): snapshot, longest slice", entries: entries, milliseconds(longest), "ms")
        report("\(name): snapshot, size", entries: entries, Double(bytes.count) / Double(entries), "B")
        let loading = processorNanoseconds()
        let restored = try Board.restore(bytes)
        report("\(name): snapshot, load", entries: entries, milliseconds(processorNanoseconds() - loading), "ms")
        report("\(name): loaded, allocated", entries: entries, Double(restored.bytes) / Double(entries), "B")
        precondition(restored.total(.allTime, at: Self.now) == entries, "all came back")
    }

    private func milliseconds(_ nanoseconds: Int) -> Double { Double(nanoseconds) / 1e6 }
}
