import LaurelStorage
import Synchronization

/// How many threads may use connections of a store at a time, each one of them. The others wait in line: a server
/// refuses connections beyond its `max_connections`, and standbys, backups and the operator need theirs.
final class PostgresTurns: Sendable {
    /// Threads that use a store at the same time today: some six, and those that read blobs.
    static let usualLimit = 16

    private struct State {
        var free: Int
        /// In the order in which they came.
        var waiting: [ThreadSignal] = []
    }

    private let state: Mutex<State>

    init(limit: Int = usualLimit) { state = Mutex(State(free: max(1, limit))) }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for a turn and takes it.
    ///
    /// - Throws: ``StoreError/unavailable``: none came in time.
    func take(withinMilliseconds limit: Int) throws(StoreError) {
        let signal = ThreadSignal()
        let isTaken = state.withLock { state in
            guard state.free > 0 else {
                state.waiting.append(signal)
                return false
            }
            state.free -= 1
            return true
        }
        if isTaken || signal.wait(milliseconds: limit) { return }
        let isLate = state.withLock { state in
            // It may have been given to us at the last moment.
            guard let index = state.waiting.firstIndex(where: { $0 === signal }) else { return false }
            state.waiting.remove(at: index)
            return true
        }
        if isLate { throw .unavailable }
    }

    /// The next in line has it.
    func giveBack() {
        let next = state.withLock { state -> ThreadSignal? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.set()
    }
}
