import LaurelHelperProcess
import LaurelTestSupport
import Testing

@Suite("Fair line") struct FairLineTests {
    /// Whose it is, and the how manieth of theirs.
    private struct Item: Hashable {
        let share: Int
        let member: Int
        let number: Int
    }

    @Test(
        "each member's own go in order, members take turns, and shares that always wait get equal time",
        arguments: Depth.seeds(20))
    func fairness(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var line = FairLine<Int, Int, Item>(limit: 10_000, limitOfShare: 10_000)
        let (shares, members, each) = (Int.random(in: 2...6, using: &random), 3, 60)
        for number in 0..<each {
            for share in 0..<shares {
                for member in 0..<members {
                    let item = Item(share: share, member: member, number: number)
                    let isTaken = line.append(item, of: share, member)
                    #expect(isTaken)
                }
            }
        }
        // What each costs is its own business: some shares' work takes ten times as long as others'.
        let costs = (0..<shares).map { _ in Int64.random(in: 1...10, using: &random) * 50 }
        var (time, next, turn) = ([Int64](repeating: 0, count: shares), [[Int]: Int](), [Int: Int]())
        for _ in 0..<each {
            guard let (share, item) = line.next(where: { _ in true }) else {
                Issue.record("the line is empty")
                return
            }
            #expect(share == item.share && item.number == next[[share, item.member], default: 0])
            #expect(item.member == turn[share, default: 0])
            turn[share] = (item.member + 1) % members
            next[[share, item.member]] = item.number + 1
            line.charge(share, costs[share])
            time[share] += costs[share]
        }
        // None is ahead of another by more than one piece of its own work, and what a turn costs by itself.
        for share in 0..<shares { #expect(time[share] - (time.min() ?? 0) <= costs[share] + Int64(each)) }
    }

    @Test("who comes anew is next, whatever others have waiting; nobody saves up turns")
    func newcomer() {
        var line = FairLine<Int, Int, String>(limit: 1_000, limitOfShare: 1_000)
        for share in 0..<50 {
            for _ in 0..<3 { _ = line.append("old", of: share, 0) }
        }
        for _ in 0..<50 {
            guard let (share, _) = line.next(where: { _ in true }) else { break }
            line.charge(share, 500)
        }
        _ = line.append("new", of: 99, 0)
        let first = line.next { _ in true }
        #expect(first?.element == "new" && line.count == 100)
        line.charge(99, 500)
        // One who waited for nothing for long has no more than anyone.
        for _ in 0..<60 {
            guard let (share, _) = line.next(where: { _ in true }) else { break }
            line.charge(share, 500)
        }
        for _ in 0..<10 { _ = line.append("again", of: 99, 0) }
        var own = 0
        for _ in 0..<20 {
            guard let (share, element) = line.next(where: { _ in true }) else { break }
            own += element == "again" ? 1 : 0
            line.charge(share, 500)
        }
        #expect(own <= 2)
    }

    @Test("one who is not ready is passed over; the line and each share's part have an end; what was begun comes in")
    func limits() {
        var line = FairLine<Int, Int, String>(limit: 3, limitOfShare: 2)
        let taken = [("a", 1), ("b", 1), ("c", 1), ("d", 2), ("e", 3)].map { line.append($0.0, of: $0.1, 0) }
        #expect(taken == [true, true, false, true, false] && line.count == 3)
        let isTaken = line.append("f", of: 1, 0, isBegun: true)
        #expect(isTaken && line.count == 4)
        let (other, none) = (line.next { $0 != 1 }, line.next { $0 != 1 })
        #expect(other?.element == "d" && none == nil)
        #expect(!line.hasNext { $0 != 1 } && line.hasNext { $0 == 1 })
        let rest = line.removeAll()
        #expect(Set(rest) == ["a", "b", "f"] && line.isEmpty)
    }
}
