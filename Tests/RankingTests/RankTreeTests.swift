import LaurelTestSupport
import Testing

@testable import LaurelRanking

@Suite("Counted B+ tree against a sorted array", .timeLimit(.minutes(15))) struct RankTreeTests {
    /// Few ordinals, dates and players make ties in every field; many make none.
    private static func key(_ random: inout SplitMix64, spread: Int) -> RankKey {
        let extreme: [Int64] = [.min, .max, 0, -1, .max - 1]
        let ordinal = random.chance(1, in: 9) ? extreme[random.below(5)] : Int64(random.below(spread))
        return RankKey(
            ordinal: ordinal, date: Int64(random.below(spread)) << 26, player: UInt32(random.below(spread * 4)))
    }

    @Test(
        "insertions and removals keep every position right",
        arguments: [(1, 4, 8_000), (2, 30, 8_000), (3, 3_000, 12_000), (4, 1_000_000, 12_000)] as [(UInt64, Int, Int)])
    func randomOperations(seed: UInt64, spread: Int, operations: Int) {
        var random = SplitMix64(seed: seed)
        let tree = RankTree()
        var sorted: [RankKey] = []
        // Grows to thousands, shrinks to nothing, and grows again.
        for step in 0..<operations {
            let isGrowing = step % (operations / 2) < operations / 4
            if random.chance(isGrowing ? 9 : 1, in: 10) || sorted.isEmpty {
                let key = Self.key(&random, spread: spread)
                let index = sorted.firstIndex { !($0 < key) } ?? sorted.count
                let isNew = index == sorted.count || sorted[index] != key
                expectTrue(tree.insert(key) == isNew)
                if isNew { sorted.insert(key, at: index) }
            } else {
                let index = random.below(sorted.count)
                expectTrue(tree.remove(sorted[index]))
                let key = sorted.remove(at: index)
                expectTrue(!tree.remove(key))
            }
            guard step % 37 == 0 else { continue }
            compare(tree, sorted, &random, spread: spread)
        }
        expectTrue(tree.brokenInvariant() == nil)
    }

    private func compare(_ tree: borrowing RankTree, _ sorted: [RankKey], _ random: inout SplitMix64, spread: Int) {
        expectTrue(tree.count == sorted.count)
        let probe = Self.key(&random, spread: spread)
        expectTrue(tree.position(of: probe) == sorted.firstIndex { !($0 < probe) } ?? sorted.count)
        expectTrue(tree.key(at: sorted.count) == nil)
        expectTrue(tree.key(at: -1) == nil)
        guard !sorted.isEmpty else { return }
        let index = random.below(sorted.count)
        expectTrue(tree.key(at: index) == sorted[index])
        expectTrue(tree.position(of: sorted[index]) == index)
        expectTrue(tree.position(ofPresent: sorted[index]) == index)
        var page: [RankKey] = []
        tree.forEach(from: index, limit: 100) { page.append($0) }
        #expect(page == Array(sorted[index...].prefix(100)))
    }

    @Test(
        "rows that come in order fill the leaves, and those that go in order leave nothing behind",
        arguments: [true, false])
    func inOrder(isRising: Bool) {
        let tree = RankTree()
        let keys = (0..<20_000).map { RankKey(ordinal: Int64(isRising ? $0 : 20_000 - $0), date: 0, player: 0) }
        for key in keys { tree.insert(key) }
        expectTrue(tree.brokenInvariant() == nil)
        expectTrue(tree.count == 20_000)
        expectTrue(tree.key(at: 123)?.ordinal == (isRising ? 123 : 124))
        for key in keys { tree.remove(key) }
        expectTrue(tree.count == 0)
        expectTrue(tree.brokenInvariant() == nil)
        expectTrue(tree.state.pointee.height == 0)
    }

    @Test(
        "bulk loading builds the same tree, at every size around a node's", arguments: [0, 1, 55, 56, 57, 63, 64, 112])
    func bulkSmall(count: Int) { checkBulk(count) }

    @Test(
        "bulk loading builds the same tree, at every number of levels", arguments: [3_135, 3_136, 3_137, 3_200, 50_000])
    func bulkLarge(count: Int) { checkBulk(count) }

    private func checkBulk(_ count: Int) {
        var builder = RankTree.Builder()
        var isSorted = true
        for index in 0..<count {
            let key = RankKey(ordinal: Int64(index / 3), date: Int64(index % 3), player: 9)
            isSorted = isSorted && builder.append(key)
        }
        #expect(isSorted)
        let tree = builder.finish()
        expectTrue(tree.count == count)
        expectTrue(tree.brokenInvariant() == nil)
        for index in stride(from: 0, to: count, by: max(count / 50, 1)) {
            let key = RankKey(ordinal: Int64(index / 3), date: Int64(index % 3), player: 9)
            expectTrue(tree.position(of: key) == index)
            expectTrue(tree.remove(key))
            expectTrue(tree.insert(key))
        }
        expectTrue(tree.brokenInvariant() == nil)
    }

    @Test("bulk loading refuses what is not sorted")
    func bulkUnsorted() {
        var builder = RankTree.Builder()
        let key = RankKey(ordinal: 5, date: 5, player: 5)
        let first = builder.append(key)
        let again = builder.append(key)
        let lower = builder.append(RankKey(ordinal: 5, date: 4, player: 6))
        #expect(first && !again && !lower)
        _ = builder.finish()
    }

    @Test("entries that come at random cost at most 24 bytes each, and no more after many moves")
    func memory() {
        var random = SplitMix64(seed: 11)
        let tree = RankTree()
        var keys: [RankKey] = []
        for player in 0..<40_000 {
            keys.append(RankKey(ordinal: Int64(random.below(1 << 40)), date: 0, player: UInt32(player)))
            tree.insert(keys[player])
        }
        expectTrue(Self.usedBytes(tree) <= 24 * 40_000)
        for _ in 0..<120_000 {
            let player = random.below(40_000)
            tree.remove(keys[player])
            keys[player].ordinal = Int64(random.below(1 << 40))
            tree.insert(keys[player])
        }
        expectTrue(Self.usedBytes(tree) <= 29 * 40_000)
    }

    private static func usedBytes(_ tree: borrowing RankTree) -> Int {
        tree.state.pointee.leaves.usedBytes + tree.state.pointee.inners.usedBytes
    }
}

@Suite("Player map against a dictionary") struct PlayerMapTests {
    @Test(
        "near and far players are found again, through every change of form",
        arguments: [(1, 40), (2, 3_000), (3, 1_000_000), (4, Int(UInt32.max))] as [(UInt64, Int)])
    func randomOperations(seed: UInt64, span: Int) {
        var random = SplitMix64(seed: seed)
        let map = PlayerMap<PlayerRecord>()
        var right: [UInt32: Int64] = [:]
        for step in 0..<20_000 {
            // Sometimes one from far beyond, when the map may be paged already.
            let number = UInt32(
                truncatingIfNeeded: random.chance(1, in: 900) ? Int(UInt32.max) - step : random.below(span))
            switch random.below(10) {
            case ..<6:
                let (record, isNew) = map.findOrInsert(number, .blank)
                #expect(isNew == (right[number] == nil))
                record.pointee.ordinal = Int64(step)
                right[number] = Int64(step)
            case ..<8:
                map.remove(number)
                right[number] = nil
            default: expectTrue(map.find(number)?.pointee.ordinal == right[number])
            }
        }
        expectTrue(map.count == right.count)
        var found: [UInt32: Int64] = [:]
        map.forEach { found[$0] = $1.pointee.ordinal }
        #expect(found == right)
    }

    @Test("neighbours share pages: a full map of many players costs their records and little more")
    func paged() {
        let map = PlayerMap<PlayerRecord>()
        for number in 0..<50_000 as Range<UInt32> { _ = map.findOrInsert(number, .blank) }
        expectTrue(Double(map.bytes) / 50_000 < 41)
        _ = map.findOrInsert(.max, .blank)
        expectTrue(map.count == 50_001)
        expectTrue(map.bytes < 50_000 * 150)
        expectTrue(map.find(49_999) != nil)
        map.removeAll()
        expectTrue(map.count == 0)
        expectTrue(map.find(5) == nil)
    }
}
