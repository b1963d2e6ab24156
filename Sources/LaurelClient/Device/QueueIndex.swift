import LaurelWire
import Synchronization

/// What waits in a player's queue, in its order, so that sending ten thousand submissions does not read ten thousand
/// files for each request: every file is read when it is first seen, and once more when it is sent.
///
/// It knows a folder as it was when it last looked. A process that adds something takes a number behind all others, so
/// it is enough to look again when the last score that is known is about to be sent: nothing is overtaken, nothing
/// forgotten, another program's additions included, and the server is never told that none waits while one does (rule
/// 4.7).
public final class QueueIndex: Sendable {
    private struct State {
        /// Names of files, and what each brings into a request; those that are gone bring nothing.
        var names: ArraySlice<String> = []
        var loads: [String: RequestLoad] = [:]
        var scoreCount = 0
        /// Files that could not be removed when the server had answered.
        var leftovers: Set<String> = []

        mutating func forget(_ name: String) {
            scoreCount -= loads.removeValue(forKey: name)?.scores ?? 0
            while let first = names.first, loads[first] == nil { names = names.dropFirst() }
        }
    }

    public let queue: SubmissionQueue
    private let state = Mutex(State())

    public init(_ queue: SubmissionQueue) { self.queue = queue }

    /// What goes out next in one request.
    public struct Batch: Hashable, Sendable {
        /// None: nothing waits.
        public let items: [SubmissionQueue.Item]
        /// Scores that wait behind it.
        public let scoresBehind: Int
    }

    /// Reads files: on the disk's thread.
    ///
    /// - Parameter alone: one submission, and no second one in the same request.
    public func next(alone: Bool = false) throws(DeviceError) -> Batch {
        try state.withLock { (state) throws(DeviceError) in
            let batch = try first(&state, alone)
            guard batch.scoresBehind == 0 else { return batch }
            try look(&state)
            return try first(&state, alone)
        }
    }

    /// The server has them, or will never take them.
    ///
    /// - Throws: where files stay. This index passes over them from now on; another run of the program sends them once
    ///   more, and they count once.
    public func remove(_ items: [SubmissionQueue.Item]) throws(DeviceError) {
        state.withLock { state in
            for item in items { state.forget(item.name) }
            state.leftovers.formUnion(items.map(\.name))
        }
        let failures = try queue.remove(items)
        state.withLock { state in
            for item in items where failures[item.name] == nil { state.leftovers.remove(item.name) }
        }
        if let first = failures.first { throw first.value }
    }

    /// The server has refused a turn for good, and the game is to hear of it.
    ///
    /// - Throws: where it stays in the queue's folder, as ``remove(_:)`` does.
    public func setAside(_ item: SubmissionQueue.Item) throws(DeviceError) {
        state.withLock { state in
            state.forget(item.name)
            state.leftovers.insert(item.name)
        }
        try queue.setAside(item)
        _ = state.withLock { $0.leftovers.remove(item.name) }
    }

    /// Learns what is in the folder now.
    private func look(_ state: inout State) throws(DeviceError) {
        var next = State()
        for name in try queue.names() {
            if state.leftovers.contains(name) {
                next.leftovers.insert(name)
                continue
            }
            var load = state.loads[name]
            if load == nil { load = try queue.item(name)?.submission.load }
            guard let load else { continue }
            next.loads[name] = load
            next.scoreCount += load.scores
            next.names.append(name)
        }
        state = next
    }

    private func first(_ state: inout State, _ alone: Bool) throws(DeviceError) -> Batch {
        var (items, total): ([SubmissionQueue.Item], RequestLoad) = ([], RequestLoad())
        for name in state.names {
            guard let load = state.loads[name] else { continue }
            // One more would not fit into the request, whatever it is.
            if !items.isEmpty, alone || !total.takes(load) { break }
            guard let item = try queue.item(name) else {
                state.forget(name)
                continue
            }
            items.append(item)
            total += load
        }
        items = QueuedSubmission.batch(items)
        let own = items.reduce(0) { $0 + (state.loads[$1.name]?.scores ?? 0) }
        return Batch(items: items, scoresBehind: state.scoreCount - own)
    }
}
