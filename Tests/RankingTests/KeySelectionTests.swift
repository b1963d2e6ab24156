import LaurelDomain
import LaurelTestSupport
import Testing

@testable import LaurelRanking

@Suite("Selection of some positions among keys") struct KeySelectionTests {
    /// In which order the keys come.
    enum Arrival: CaseIterable {
        case random
        case sorted
        case reversed
        /// Up and down again.
        case organPipe
        /// Few ordinals, so that dates and players decide.
        case tied
    }

    private static func keys(_ arrival: Arrival, _ count: Int, _ random: inout SplitMix64) -> [RankKey] {
        (0..<count).map { index in
            let ordinal =
                switch arrival {
                case .random: random.below(1 << 40)
                case .sorted: index
                case .reversed: -index
                case .organPipe: min(index, count - index)
                case .tied: random.below(2)
                }
            let date = arrival == .tied ? Int64(random.below(2)) : 0
            return RankKey(ordinal: Int64(ordinal), date: date, player: UInt32(index))
        }
    }

    @Test("gives what sorting all of them gives", arguments: Arrival.allCases, Depth.seeds(4))
    func model(arrival: Arrival, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for count in [0, 1, 2, 15, 16, 17, 18, 40, 1_000 + random.below(200)] {
            let keys = Self.keys(arrival, count, &random)
            let expected = keys.indices.sorted { keys[$0] < keys[$1] }
            for _ in 0..<12 {
                let first = random.below(count + 2)
                let positions = first..<first + random.below([2, 21, 101, count + 2][random.below(4)])
                var selection = KeySelection(keys)
                let found = selection.rows(at: positions)
                #expect(found == Array(expected[positions.clamped(to: 0..<count)]), "\(positions) of \(count)")
                // A selection that was used is as good as a new one.
                #expect(selection.rows(at: 0..<count) == expected)
            }
        }
    }
}
