import LaurelWire
import Synchronization

/// What waits in a player's queue, in its order, so that sending ten thousand submissions does not read ten thousand
/// files for each request: every file is read when it is first seen, and once more when it is sent.
///
/// It knows a folder as it was when it last looked. Whoever adds something takes a number behind all others, so it is
/// enough to look again when the last score that is known is about to be sent: nothing is overtaken, nothing forgotten,
/// another program's additions included, and the server is never told that none waits while one does (rule 4.7).
public final class QueueIndex: Sendable {
    private struct State {
        /// Names of files, and how many scores each has; those that are gone have no count.
        var names: ArraySlice<String> = []
        var counts: [String: Int] = [:]
        var scoreCount = 0

        mutating func forget(_ name: String) {
            scoreCount -= counts.removeValue(forKey: name) ?? 0
            while let first = names.first, counts[first] == nil { names = names.dropFirst() }
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
    public func next() throws(DeviceError) -> Batch {
        try state.withLock { (state) throws(DeviceError) in
            let batch = try first(&state)
            guard batch.scoresBehind == 0 else { return batch }
            try look(&state)
            return try first(&state)
        }
    }

    /// The server has it, or will never take it.
    public func remove(_ item: SubmissionQueue.Item) throws(DeviceError) {
        try queue.remove(item)
        state.withLock { $0.forget(item.name) }
    }

    /// Learns what is in the folder now.
    private func look(_ state: inout State) throws(DeviceError) {
        var next = State()
        for name in try queue.names() {
            var count = state.counts[name]
            if count == nil { count = try queue.item(name)?.submission.scoreCount }
            guard let count else { continue }
            next.counts[name] = count
            next.scoreCount += count
            next.names.append(name)
        }
        state = next
    }

    private func first(_ state: inout State) throws(DeviceError) -> Batch {
        var (items, count): ([SubmissionQueue.Item], Int) = ([], 0)
        for name in state.names {
            guard let known = state.counts[name] else { continue }
            // One more would not fit into the request, whatever it is.
            if !items.isEmpty, count + known > scoresLimit || known == 0 { break }
            guard let item = try queue.item(name) else {
                state.forget(name)
                continue
            }
            items.append(item)
            count += known
            if known == 0 { break }
        }
        items = QueuedSubmission.batch(items)
        let own = items.reduce(0) { $0 + (state.counts[$1.name] ?? 0) }
        return Batch(items: items, scoresBehind: state.scoreCount - own)
    }
}
