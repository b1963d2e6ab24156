import Glibc
import LaurelStorage
import LaurelStorageSQL
import Synchronization
import Testing

@testable import LaurelStoragePostgres

@Suite("Connections in use", .timeLimit(.minutes(15))) struct PostgresTurnsTests {
    /// What threads note, one after the other.
    private final class Notes: Sendable {
        private let notes = Mutex<[String]>([])
        private let signal = ThreadSignal()
        func add(_ note: String) {
            notes.withLock { $0.append(note) }
            signal.set()
        }
        func all(_ count: Int) -> [String] {
            while notes.withLock({ $0.count }) < count { signal.wait() }
            return notes.withLock { $0 }
        }
    }

    private static func wait(until condition: () -> Bool) { while !condition() { sched_yield() } }

    @Test("are as many as there may be; the others come in order")
    func order() throws {
        let turns = PostgresTurns(limit: 2)
        try turns.take(withinMilliseconds: 0)
        try turns.take(withinMilliseconds: 0)
        let notes = Notes()
        for name in ["a", "b"] {
            let before = turns.waitingCount
            BlockingThread.start {
                do throws(StoreError) {
                    try turns.take(withinMilliseconds: 600_000)
                    notes.add(name)
                } catch {
                    notes.add("\(name): \(error)")
                }
            }
            Self.wait { turns.waitingCount > before }
        }
        turns.giveBack()
        #expect(notes.all(1) == ["a"])
        turns.giveBack()
        #expect(notes.all(2) == ["a", "b"])
        #expect(throws: StoreError.unavailable) { try turns.take(withinMilliseconds: 0) }
        turns.giveBack()
        try turns.take(withinMilliseconds: 0)
    }

    @Test("who waited for too long isn't given a turn any more")
    func late() throws {
        let turns = PostgresTurns(limit: 1)
        try turns.take(withinMilliseconds: 0)
        #expect(throws: StoreError.unavailable) { try turns.take(withinMilliseconds: 5) }
        #expect(turns.waitingCount == 0)
        turns.giveBack()
        try turns.take(withinMilliseconds: 0)
        #expect(throws: StoreError.unavailable) { try turns.take(withinMilliseconds: 0) }
    }

    @Test("of a store have a limit, and it's unavailable to those who wait too long", arguments: [false, true])
    func store(writes: Bool) throws {
        let patience = PostgresStore.Patience(turnMilliseconds: 5)
        let store = try PostgresStore(server: PostgresCluster.newDatabase(), patience: patience)
        let notes = Notes()
        let end = Atomic(false)
        let isOver: @Sendable () -> Bool = { end.load(ordering: .sequentiallyConsistent) }
        for _ in 0..<PostgresTurns.usualLimit {
            BlockingThread.start {
                do throws(StoreError) {
                    try store.read { _ throws(StoreError) in
                        notes.add("in")
                        Self.wait(until: isOver)
                    }
                    notes.add("out")
                } catch {
                    notes.add("\(error)")
                }
            }
        }
        #expect(notes.all(PostgresTurns.usualLimit).allSatisfy { $0 == "in" })
        #expect(throws: StoreError.unavailable) {
            if writes { try store.change { _ throws(StoreError) in } } else { _ = try store.streams() }
        }
        end.store(true, ordering: .sequentiallyConsistent)
        #expect(notes.all(2 * PostgresTurns.usualLimit).count { $0 == "out" } == PostgresTurns.usualLimit)
        #expect(try store.streams().isEmpty)
    }
}
