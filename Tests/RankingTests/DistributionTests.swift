import LaurelDomain
import LaurelTestSupport
import Testing

@testable import LaurelRanking

@Suite("Distribution") struct DistributionTests {
    private func board(_ values: [Int64], _ order: SortOrder = .highToLow) -> Board {
        let noon = Timestamp(clamping: 1_900_000_000_000)
        let board = Board(order: order, type: .best, now: noon)
        for (index, value) in values.enumerated() {
            board.apply(
                Submission(
                    player: PlayerNumber(UInt32(index + 1)), value: value, date: noon,
                    sequence: JournalSequence(Int64(index + 1))))
        }
        return board
    }

    @Test(
        "every entry is in exactly one bin, from the worst values to the best", arguments: Depth.seeds(8))
    func bins(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let order: SortOrder = seed % 2 == 0 ? .highToLow : .lowToHigh
        let reach: Int64 = [3, 50, 100_000, .max][Int(seed % 4)]
        let values = (0..<Int(seed) * 40).map { _ in Int64.random(in: -reach...reach, using: &random) }
        let spread = board(values, order).distribution()
        #expect(spread.total == values.count)
        #expect(spread.bins.count <= ScoreDistribution.binsLimit)
        for bin in spread.bins {
            let range = min(bin.worst, bin.best)...max(bin.worst, bin.best)
            #expect(bin.count == values.count { range.contains($0) }, "seed \(seed), \(range)")
            #expect(bin.worst == bin.best || order.prefers(bin.best, to: bin.worst))
        }
        #expect(spread.bins.reduce(0) { $0 + $1.count } == values.count)
        for (bin, next) in zip(spread.bins, spread.bins.dropFirst()) {
            #expect(order.ordinal(of: bin.best) == order.ordinal(of: next.worst) + 1)
        }
    }

    @Test("a percentile is a value that so many of a hundred do not surpass")
    func percentiles() {
        let spread = board((1...200).map(Int64.init)).distribution()
        #expect(spread.marks.map(\.percent) == ScoreDistribution.percents)
        #expect(spread.marks.map(\.value) == [20, 50, 100, 150, 180, 198])
        let times = board((1...200).map(Int64.init), .lowToHigh).distribution()
        #expect(times.marks.map(\.value) == [181, 151, 101, 51, 21, 3])
    }

    @Test("one score far out does not squeeze the others into one bin")
    func outlier() {
        let spread = board((1...100).map(Int64.init) + [1_000_000_000]).distribution()
        #expect(spread.bins.count { $0.count > 0 } > 10)
        #expect(spread.bins.last?.best == 1_000_000_000)
    }

    @Test("nobody, one, the ends of Int64 and equal values all have one", arguments: SortOrder.allCases)
    func edges(order: SortOrder) {
        #expect(board([], order).distribution() == ScoreDistribution())
        #expect(board([7], order).distribution().bins == [.init(worst: 7, best: 7, count: 1)])
        #expect(board([5, 5, 5], order).distribution().bins == [.init(worst: 5, best: 5, count: 3)])
        let wide = board([.min, .max, 0, .min, .max], order).distribution()
        #expect(wide.bins.reduce(0) { $0 + $1.count } == 5)
        #expect(Set([wide.bins.first?.worst, wide.bins.last?.best]) == [.min, .max])
    }
}
