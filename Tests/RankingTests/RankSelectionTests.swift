import LaurelDomain
import LaurelTestSupport
import Testing

@testable import LaurelRanking

@Suite("Selection by rank in rounds") struct RankSelectionTests {
    /// How keys are spread over the parts.
    enum Spread: CaseIterable {
        /// As players are.
        case even
        /// All in one.
        case one
        /// The best in the first part, the worst in the last.
        case layers
        /// Each part twice as many as the one before it.
        case doubling
    }

    private static func parts(_ spread: Spread, _ count: Int, keys: Int, _ random: inout SplitMix64) -> [[RankKey]] {
        var parts = Array(repeating: [RankKey](), count: count)
        for index in 0..<keys {
            let part =
                switch spread {
                case .even: random.below(count)
                case .one: count - 1
                case .layers: index * count / keys
                case .doubling: min((random.below(1 << count) + 1).trailingZeroBitCount, count - 1)
                }
            parts[part].append(RankKey(ordinal: Int64(index / 3), date: 0, player: UInt32(index)))
        }
        return parts
    }

    private static func samples(_ keys: [RankKey], _ range: Range<Int>, limit: Int) -> PartSamples {
        let range = range.clamped(to: 0..<keys.count)
        let count = min(limit, range.count)
        let picked = (0..<count).map { keys[PartSamples.position($0, of: count, in: range)] }
        return PartSamples(total: keys.count, range: range, keys: picked)
    }

    @Test(
        "each round leaves at most four of S shares, and never the entry looked for outside",
        arguments: Spread.allCases,
        Depth.seeds(3))
    func rounds(spread: Spread, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for count in 1...16 {
            let total = 3_000
            let parts = Self.parts(spread, count, keys: total, &random)
            let all = parts.flatMap { $0 }.sorted()
            let limit = [8, 16, 64][random.below(3)]
            for target in [0, 1, random.below(total), random.below(total), total - 1] {
                let better = parts.map { part in part.count { $0 < all[target] } }
                var selection = RankSelection(target: target, ranges: parts.map { 0..<$0.count })
                for _ in 0..<5 {
                    let before = selection.candidates
                    selection.narrow(zip(parts, selection.ranges).map { Self.samples($0, $1, limit: limit) })
                    let isInside = zip(better, selection.ranges).allSatisfy { $1.lowerBound...$1.upperBound ~= $0 }
                    #expect(isInside, "\(spread), \(count) parts, rank \(target + 1)")
                    #expect(selection.candidates <= RankSelection.candidatesLimit(after: before, samples: limit))
                }
            }
        }
    }

    @Test("a page of any rank takes at most five rounds, of a thousand million entries too")
    func limits() {
        #expect(SplitRead.roundsLimit(entries: 250_000) == 3)
        #expect(SplitRead.roundsLimit(entries: 16_000_000) == 4)
        #expect(SplitRead.roundsLimit(entries: 1_000_000_000) == 5)
    }

    @Test("pages deep down are right, in as many rounds as promised", arguments: [1, 2, 3, 7, 16])
    func deep(count: Int) throws {
        var random = SplitMix64(seed: UInt64(count))
        let split = try #require(PlayerSplit(parts: count))
        let start = BoardEpoch(clamping: 90_000_000_000)
        let next = start.advanced(by: 1)
        let parts = (0..<count).map { BoardPart($0, of: split, order: .lowToHigh, type: .best, closed: start) }
        var rows: [Submission] = []
        for player in 0..<20_000 {
            let row = Submission(
                player: PlayerNumber(UInt32(player)), value: Int64(random.below(5_000)), date: start.moment,
                sequence: JournalSequence(Int64(player + 1)))
            rows.append(row)
            try parts[player % count].collect(.submit(row), at: next.moment)
        }
        for part in parts { #expect(part.close(through: next).isEmpty) }
        rows.sort { ($0.value, $0.player) < ($1.value, $1.player) }
        for first in [1, 157, 158, 5_000, 19_990, 20_000, 20_001] {
            var read = SplitRead(
                .page(try RankWindow(first: first, count: 100)), .allTime, of: split, order: .lowToHigh)
            let answer = try read.run(on: parts)
            #expect(answer.entries.map(\.player) == rows.dropFirst(first - 1).prefix(100).map(\.player))
            #expect(answer.entries.map(\.rank) == Array(first..<min(first + 100, max(20_001, first))))
            #expect(read.rounds == (first + 99 <= SplitRead.topLimit ? 2 : first > 20_000 ? 2 : 3), "rank \(first)")
        }
    }
}
