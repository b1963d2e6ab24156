import Foundation
import LaurelStorage
import Synchronization
import Testing

@Suite("Lock of readers", .timeLimit(.minutes(5))) struct ReadersLockTests {
    /// Threads of their own: they wait for one another.
    private func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
        await withTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    await withCheckedContinuation { done in
                        Thread {
                            body(number)
                            done.resume()
                        }.start()
                    }
                }
            }
        }
    }

    @Test("readers are inside together") func together() async {
        let lock = ReadersLock(1)
        let inside = Atomic<Int>(0)
        await run(3) { _ in
            lock.withSharedLock { _ in
                inside.add(1, ordering: .sequentiallyConsistent)
                while inside.load(ordering: .sequentiallyConsistent) < 3 { sched_yield() }
            }
        }
        #expect(inside.load(ordering: .sequentiallyConsistent) == 3)
    }

    @Test("who changes the value is alone with it, and readers see all of a change or nothing") func alone() async {
        let lock = ReadersLock([0, 0])
        let torn = Atomic<Int>(0)
        await run(4) { number in
            for _ in 0..<20_000 {
                if number < 2 {
                    lock.withLock { value in
                        value[0] += 1
                        value[1] = value[0]
                    }
                } else if lock.withSharedLock({ $0.pointee[0] != $0.pointee[1] }) {
                    torn.add(1, ordering: .relaxed)
                }
            }
        }
        #expect(torn.load(ordering: .relaxed) == 0)
        #expect(lock.withSharedLock { $0.pointee } == [40_000, 40_000])
    }

    @Test("a writer gets in between readers that never stop coming") func between() async {
        let lock = ReadersLock(0)
        await run(4) { number in
            if number == 0 {
                lock.withLock { $0 = 1 }
            } else {
                // Until the change is there: without it they would go on for ever.
                while lock.withSharedLock({ $0.pointee }) == 0 {}
            }
        }
        #expect(lock.withSharedLock { $0.pointee } == 1)
    }
}
