import Glibc
import LaurelStorage
import Synchronization

/// The disk under the drafts of snapshots: one of its writes or flushes fails where a test says so. They don't go
/// through SQLite, and so not through ``TortureDisk``.
final class DraftFaults: Sendable {
    enum Operation: CaseIterable, Sendable { case write, flush }
    /// A bad sector, and a disk that is full.
    static let problems = [EIO, ENOSPC]

    private struct Fault {
        let operation: Operation
        /// How many operations of that kind from now it is: 1: the next.
        var number: Int
        let problem: Int32
    }

    private struct State {
        var fault: Fault?
        var hasFailed = false
        /// Flushes that succeeded: drafts that are whole.
        var whole = 0
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - number: which one from now fails, once. Range: 1 and more.
    ///   - problem: an errno.
    func fail(_ operation: Operation, number: Int, with problem: Int32) {
        state.withLock { state in
            state.fault = Fault(operation: operation, number: number, problem: problem)
            state.hasFailed = false
        }
    }

    /// From now on none fails.
    ///
    /// - Returns: whether one has.
    func end() -> Bool {
        state.withLock { state in
            defer { (state.fault, state.hasFailed) = (nil, false) }
            return state.hasFailed
        }
    }

    /// How many drafts were whole so far.
    var whole: Int { state.withLock { $0.whole } }

    var disk: SnapshotDisk {
        SnapshotDisk(
            write: { [self] file, bytes in
                guard let problem = take(.write) else { return SnapshotDisk.system.write(file, bytes) }
                // A part of it has got there, as on a disk that fills up.
                let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2))
                if !part.isEmpty { _ = SnapshotDisk.system.write(file, part) }
                return -Int(problem)
            },
            flush: { [self] file in
                if let problem = take(.flush) { return problem }
                let problem = SnapshotDisk.system.flush(file)
                if problem == 0 { state.withLock { $0.whole += 1 } }
                return problem
            })
    }

    /// Counts an operation. Nil: it succeeds.
    private func take(_ operation: Operation) -> Int32? {
        state.withLock { state -> Int32? in
            guard var fault = state.fault, fault.operation == operation else { return nil }
            fault.number -= 1
            guard fault.number <= 0 else {
                state.fault = fault
                return nil
            }
            (state.fault, state.hasFailed) = (nil, true)
            return fault.problem
        }
    }
}
