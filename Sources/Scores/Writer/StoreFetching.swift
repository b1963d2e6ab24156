import LaurelDomain
import LaurelStorage
import Synchronization

/// Reads what commands need of the store, beside the writer: many commands in one round, each value once.
final class StoreFetching: Sendable {
    private struct Errand {
        let reads: [StoreRead]
        let command: WriterCommand
    }

    private struct State {
        var line: [Errand] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// - Parameter round: called on a thread of its own, one at a time.
    fileprivate func add(
        _ reads: [StoreRead], for command: WriterCommand,
        round: @escaping @Sendable ([(reads: [StoreRead], command: WriterCommand)]) -> Void
    ) {
        let needsThread = state.withLock { state in
            state.line.append(Errand(reads: reads, command: command))
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard needsThread else { return }
        BlockingThread.start { [self] in
            while let line = next() { round(line.map { ($0.reads, $0.command) }) }
        }
    }

    /// All that waits. Nil: the thread is to end.
    private func next() -> [Errand]? {
        state.withLock { state in
            guard !state.line.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { state.line = [] }
            return state.line
        }
    }
}

extension ScoreKeeper {
    /// The writer has changed something that may have been read: it is durable.
    func setTurn(_ turn: UInt64) { self.turn.store(turn, ordering: .releasing) }

    /// Fetches what a command needs and adds it to the writer's queue with that. Returns at once.
    package func fetch(_ reads: [StoreRead], for command: WriterCommand) {
        if !fetchIfTaken(reads, for: command) { command.refuse(.unavailable) }
    }

    /// - Returns: false: nothing is done with the command, as of ``WriterQueue/add(_:)``.
    func fetchIfTaken(_ reads: [StoreRead], for command: WriterCommand) -> Bool {
        guard queue.lend() else { return false }
        run(reads, for: command)
        return true
    }

    /// The same for a command that the writer has taken up already: it comes back, however long the line is.
    func fetchAgain(_ reads: [StoreRead], for command: WriterCommand) {
        queue.lendOwn()
        run(reads, for: command)
    }

    private func run(_ reads: [StoreRead], for command: WriterCommand) {
        fetching.add(reads, for: command) { [self] errands in
            // Before anything is read: what is changed from now on may not be in it.
            let mark = turn.load(ordering: .acquiring)
            let reader = StoreReader(journal: journal, areFriends: ports.areFriends)
            var found: [StoreRead: Result<StoreValue, StoreError>] = [:]
            for (reads, _) in errands {
                for read in reads where found[read] == nil {
                    found[read] = Result { () throws(StoreError) in try reader.value(of: read) }
                }
            }
            for (reads, command) in errands { hand(command, found, of: reads, mark) }
        }
    }

    private func hand(
        _ command: WriterCommand, _ found: [StoreRead: Result<StoreValue, StoreError>], of reads: [StoreRead],
        _ mark: UInt64
    ) {
        var command = command
        do throws(StoreError) {
            var findings: [StoreRead: StoreFinding] = [:]
            for read in reads {
                guard let value = try found[read]?.get() else { continue }
                findings[read] = StoreFinding(value: value, mark: mark)
            }
            command.give(findings)
            queue.giveBack(command)
        } catch {
            noteFailure(error)
            command.refuse(error)
            queue.giveBack(error.leavesStoreSound ? nil : .storeFailed(error))
        }
    }
}
