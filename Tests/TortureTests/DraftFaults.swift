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
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - number: which one from now fails, once. Range: 1 and more.
    ///   - problem: an errno.
    func fail(_ operation: Operation, number: Int, with problem: Int32) {
        state.withLock { $0 = State(fault: Fault(operation: operation, number: number, problem: problem)) }
    }

    /// From now on none fails.
    ///
    /// - Returns: whether one has.
    func end() -> Bool {
        state.withLock { state in
            defer { state = State() }
            return state.hasFailed
        }
    }

    var disk: SnapshotDisk {
        SnapshotDisk(
            write: { [self] file, bytes in
                guard let problem = take(.write) else { return SnapshotDisk.system.write(file, bytes) }
                // A part of it has got there, as on a disk that fills up.
                let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2))
                if !part.isEmpty { _ = SnapshotDisk.system.write(file, part) }
                return -Int(problem)
            },
            flush: { [self] file in take(.flush) ?? SnapshotDisk.system.flush(file) })
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
            state = State(fault: nil, hasFailed: true)
            return fault.problem
        }
    }
}
