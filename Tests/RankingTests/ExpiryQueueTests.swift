import LaurelTestSupport
import Testing

@testable import LaurelRanking

@Suite("The queue of windows' ends") struct ExpiryQueueTests {
    private static let day: Int64 = 86_400_000

    /// Both in the order of time, then of player: what has the same time comes in any order.
    private static func drain(_ queue: borrowing ExpiryQueue, through time: Int64) -> [(time: Int64, player: UInt32)] {
        var found: [(time: Int64, player: UInt32)] = []
        while queue.firstTime <= time, let next = queue.pop() { found.append(next) }
        return found
    }

    @Test(
        "gives what a sorted list gives, over years and with entries that are far away",
        arguments: 0..<40 as Range<UInt64>)
    func model(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let queue = ExpiryQueue()
        var model: [(time: Int64, player: UInt32)] = []
        var now: Int64 = 1_700_000_000_000
        for player in 0..<4_000 as Range<UInt32> {
            let ahead =
                switch Int.random(in: 0..<20, using: &random) {
                case 0: Int64.random(in: -400 * Self.day...400 * Self.day, using: &random)
                default: Int64.random(in: 0...7 * Self.day, using: &random)
                }
            queue.push(now + ahead, player)
            model.append((now + ahead, player))
            #expect(queue.count == model.count)
            guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
            now += Int64.random(in: 0...(player % 256 == 0 ? 60 : 2) * Self.day, using: &random)
            let found = Self.drain(queue, through: now)
            let due = model.filter { $0.time <= now }
            model.removeAll { $0.time <= now }
            #expect(found.map(\.time) == due.map(\.time).sorted())
            #expect(Set(found.map { "\($0)" }) == Set(due.map { "\($0)" }))
            #expect(queue.firstTime == model.map(\.time).min() ?? .max)
        }
        #expect(Self.drain(queue, through: .max).map(\.time) == model.map(\.time).sorted())
        #expect(queue.count == 0 && queue.pop() == nil && queue.firstTime == .max)
    }

    @Test("is the same when its entries are added without order first", arguments: 0..<10 as Range<UInt64>)
    func heapified(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let queue = ExpiryQueue()
        let times = (0..<1_000).map { _ in Int64.random(in: 0...60 * Self.day, using: &random) }
        for (index, time) in times.enumerated() { queue.append(time, UInt32(index)) }
        queue.heapify()
        #expect(Self.drain(queue, through: .max).map(\.time) == times.sorted())
    }

    @Test("takes 8 bytes for an entry, also after years") func size() {
        let queue = ExpiryQueue()
        var now: Int64 = 1_700_000_000_000
        for player in 0..<200_000 as Range<UInt32> {
            now += 10 * 60_000
            queue.push(now + 7 * Self.day, player)
            _ = Self.drain(queue, through: now)
        }
        // A week of them, one each ten minutes: 1,008.
        #expect(queue.count == 1_008 && queue.bytes <= 2_048 * 8)
    }
}
