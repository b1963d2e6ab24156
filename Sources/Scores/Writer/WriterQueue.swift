import LaurelDomain
import LaurelStorage
import Synchronization

/// What waits for the journal's writer.
package final class WriterQueue: Sendable {
    /// More than this many calls in line and a new one is turned away at once: seconds of work at full load.
    static let limit = 65_536

    private struct State {
        var commands: [WriterCommand] = []
        /// For which something is being read: they come back.
        var lent = 0
        var isOpen = false
        var isStopped = false
        /// Nothing is taken any more, from any caller.
        var isClosed = false
    }

    private let state = Mutex(State())
    private let signal = ThreadSignal()

    /// - Returns: false when nothing is taken now: not ready, too long a line, or stopped.
    package func add(_ command: WriterCommand) -> Bool {
        let isTaken = state.withLock { state in
            guard state.isOpen, state.commands.count + state.lent < Self.limit else { return false }
            state.commands.append(command)
            return true
        }
        if isTaken { signal.set() }
        return isTaken
    }

    /// What the writer itself is waiting for: taken however long the line is, but not once it is closed.
    package func addOwn(_ command: WriterCommand) {
        let isTaken = state.withLock { state in
            guard state.isOpen else { return false }
            state.commands.append(command)
            return true
        }
        if isTaken { signal.set() } else { command.refuse(.unavailable) }
    }

    /// A command stands in line from now on, and something is read for it before it is here.
    /// - Returns: false as ``add(_:)``.
    func lend() -> Bool {
        state.withLock { state in
            guard state.isOpen, state.commands.count + state.lent < Self.limit else { return false }
            state.lent += 1
            return true
        }
    }

    /// The same for a command that was taken, by the writer itself.
    func lendOwn() { state.withLock { $0.lent += 1 } }

    /// What was lent is here, also when the queue is about to stop; nil: it was answered meanwhile.
    func giveBack(_ command: WriterCommand?) {
        let isTaken = state.withLock { state in
            state.lent -= 1
            guard let command, state.isOpen || state.isStopped && !state.isClosed else { return false }
            state.commands.append(command)
            return true
        }
        if !isTaken { command?.refuse(.unavailable) }
        signal.set()
    }

    /// Takes all that waits; `emptied`, with room of its own, becomes the new line.
    /// - Returns: nil once stopped and empty.
    func take(_ emptied: consuming [WriterCommand]) -> [WriterCommand]? {
        var emptied = emptied
        while true {
            let isOver = state.withLock { state in
                if !state.commands.isEmpty { swap(&state.commands, &emptied) }
                return state.isStopped && state.lent == 0
            }
            if !emptied.isEmpty { return emptied }
            if isOver { return nil }
            signal.wait()
        }
    }

    /// What the writer has yet to take, and what something is being read for.
    package var waitingCount: Int { state.withLock { $0.commands.count + $0.lent } }
    var isOpen: Bool { state.withLock { $0.isOpen } }
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Nothing is taken before the ranks are right.
    func open() {
        state.withLock { state in
            state.isOpen = !state.isStopped
            state.isClosed = state.isStopped
        }
    }

    /// - Returns: what waited, which now gets no answer from the writer.
    func close() -> [WriterCommand] {
        state.withLock { state in
            state.isOpen = false
            state.isClosed = true
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// What waits is still written; nothing more is taken.
    func stop() {
        state.withLock { state in
            state.isOpen = false
            state.isStopped = true
        }
        signal.set()
    }

    /// Waits, but no longer than until the queue is stopped.
    func pause(milliseconds: Int) { signal.wait(milliseconds: milliseconds) }
}
