import LaurelDomain
import LaurelTestSupport
import Testing

@testable import LaurelRanking

@Suite("Boards that are filled", .timeLimit(.minutes(5))) struct FillingTests {
    /// How ordinals are spread.
    enum Spread: CaseIterable {
        case all, few, one, aroundZero, ends

        func ordinal(_ random: inout SplitMix64) -> Int64 {
            switch self {
            case .all: Int64(bitPattern: random.next())
            case .few: Int64(random.below(50)) << 40
            case .one: -7
            case .aroundZero: Int64(random.below(100_000)) - 50_000
            case .ends: [.min, .min + 1, -1, 0, .max - 1, .max][random.below(6)]
            }
        }
    }

    @Test("keys are sorted as by comparing them", arguments: Depth.seeds(2), Spread.allCases)
    func sorting(seed: UInt64, spread: Spread) {
        var random = SplitMix64(seed: seed)
        for count in [0, 1, 2_048, 2_049, 20_000] {
            var keys = (0..<count).map { player in
                RankKey(ordinal: spread.ordinal(&random), date: Int64(random.below(3)), player: UInt32(player))
            }
            keys.shuffle(using: &random)
            let sorted = keys.sorted()
            keys.sortByRank()
            #expect(keys == sorted, "seed \(seed), \(count) keys")
        }
    }

    @Test("a large board that was filled is the one whose rows were folded in", arguments: Depth.seeds(1))
    func filled(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let now = Timestamp(clamping: 1_800_000_000_000)
        let boards = (0..<2).map { _ in Board(order: .highToLow, type: .best, now: now) }
        boards[1].beginFilling()
        for sequence in 1...9_000 as ClosedRange<Int64> {
            let row = Submission(
                player: PlayerNumber(UInt32(random.below(6_000))), value: Int64(random.below(1_000)),
                date: now.advanced(by: -.minutes(Int64(random.below(12_000)))), context: sequence,
                sequence: JournalSequence(sequence), flags: [])
            for board in boards { board.apply(row) }
        }
        boards[1].endFilling()
        #expect(boards[1].brokenInvariant() == nil)
        for scope in TimeScope.allCases {
            #expect(boards[0].total(scope, at: now) == boards[1].total(scope, at: now))
            for first in stride(from: 1, to: boards[0].total(scope, at: now), by: 100) {
                let window = try RankWindow(first: first, count: 100)
                #expect(
                    boards[0].page(scope, window, at: now) == boards[1].page(scope, window, at: now),
                    "seed \(seed), \(scope) from \(first)")
            }
        }
        // Only an empty board leaves its order out.
        boards[1].beginFilling()
        #expect(!boards[1].isFilling)
    }
}
