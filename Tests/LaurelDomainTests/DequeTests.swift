import LaurelDomain
import LaurelTestSupport
import Testing

@Suite("Deque", .timeLimit(.minutes(5))) struct DequeTests {
    @Test("has what an array has to which the same was done, growing and shrinking", arguments: Depth.seeds(8))
    func model(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var deque = Deque<Int>()
        var array: [Int] = []
        var next = 0
        for step in 0..<4_000 {
            // Growing to some hundreds, then down to none, many times.
            let takes = step / 400 % 2 == 0 ? random.chance(1, in: 4) : random.chance(7, in: 8)
            next += 1
            switch (takes, random.below(8)) {
            case (true, 0):
                let (taken, expected) = (deque.popLast(), array.popLast())
                #expect(taken == expected, "step \(step)")
            case (true, _):
                let (taken, expected) = (deque.popFirst(), array.first)
                if expected != nil { array.removeFirst() }
                #expect(taken == expected, "step \(step)")
            case (false, 0):
                deque.prepend(next)
                array.insert(next, at: 0)
            case (false, 1):
                let several = [next, next + 1, next + 2].prefix(random.below(4))
                next += 3
                deque.prepend(contentsOf: Array(several))
                array.insert(contentsOf: several, at: 0)
            case (false, _):
                deque.append(next)
                array.append(next)
            }
            #expect(deque.count == array.count && deque.first == array.first && deque.last == array.last)
            if step % 25 == 0 { #expect(Array(deque) == array, "step \(step)") }
        }
        #expect(Array(deque) == array)
    }

    @Test("what was taken from one comes next again when it is put back")
    func putBack() {
        var deque = Deque([1, 2, 3, 4, 5])
        let taken = [deque.popFirst(), deque.popFirst()]
        #expect(taken == [1, 2])
        deque.prepend(contentsOf: [1, 2])
        #expect(Array(deque) == [1, 2, 3, 4, 5])
        while deque.popFirst() != nil {}
        let last = deque.popLast()
        #expect(last == nil && deque.isEmpty && deque.first == nil)
    }
}
