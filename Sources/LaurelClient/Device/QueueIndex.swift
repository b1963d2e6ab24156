import LaurelWire
import Synchronization

/// What waits in a player's queue, in its order, so that sending ten thousand submissions does not read ten thousand
/// files for each request: every file is read when it is first seen, and once more when it is sent.
///
/// It knows a folder as it was when it last looked. A process that adds something takes a number behind all others, so
/// it is enough to look again when the last result that is known is about to be sent: nothing is overtaken, nothing
/// forgotten, another program's additions included, and the server is never told that none waits while one does (rule
/// 4.7).
public final class QueueIndex: Sendable {
    private struct State {
        /// What a file brings into a request, and how many results wait in it.
        struct Known {
            let load: RequestLoad
            let results: Int
        }

        /// Names of files, and what is known of each; of those that are gone nothing.
        var names: ArraySlice<String> = []
        var known: [String: Known] = [:]
        var resultCount = 0
        /// Files that could not be removed when the server had answered.
        var leftovers: Set<String> = []

        mutating func forget(_ name: String) {
            resultCount -= known.removeValue(forKey: name)?.results ?? 0
            while let first = names.first, known[first] == nil { names = names.dropFirst() }
        }
    }

    public let queue: SubmissionQueue
    private let state = Mutex(State())

    public init(_ queue: SubmissionQueue) { self.queue = queue }

    /// What goes out next in one request.
    public struct Batch: Hashable, Sendable {
        /// None: nothing waits.
        public let items: [SubmissionQueue.Item]
        /// Scores and reports that wait behind it.
        public let resultsBehind: Int
    }

    /// Reads files: on the disk's thread.
    ///
    /// - Parameters:
    ///   - alone: one submission, and no second one in the same request.
    ///   - lonely: marks of those that share no request with what stands before them: the server would refuse it all.
    public func next(alone: Bool = false, apartFrom lonely: Set<String> = []) throws(DeviceError) -> Batch {
        try state.withLock { (state) throws(DeviceError) in
            let batch = try first(&state, alone, lonely)
            guard batch.resultsBehind == 0 else { return batch }
            try look(&state)
            return try first(&state, alone, lonely)
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
            var known = state.known[name]
            if known == nil {
                known = try queue.item(name).map { item in
                    State.Known(load: item.submission.load, results: item.submission.resultCount)
                }
            }
            guard let known else { continue }
            next.known[name] = known
            next.resultCount += known.results
            next.names.append(name)
        }
        state = next
    }

    private func first(
        _ state: inout State, _ alone: Bool, _ lonely: Set<String>
    ) throws(DeviceError) -> Batch {
        var (items, total): ([SubmissionQueue.Item], RequestLoad) = ([], RequestLoad())
        for name in state.names {
            guard let load = state.known[name]?.load else { continue }
            // One more would not fit into the request, whatever it is.
            if !items.isEmpty, alone || !total.takes(load) || lonely.contains(SubmissionQueue.mark(of: name)) { break }
            guard let item = try queue.item(name) else {
                state.forget(name)
                continue
            }
            items.append(item)
            total += load
        }
        items = QueuedSubmission.batch(items)
        let own = items.reduce(0) { $0 + (state.known[$1.name]?.results ?? 0) }
        return Batch(items: items, resultsBehind: state.resultCount - own)
    }
}
