package import LaurelDomain
package import LaurelStorage
import Synchronization

/// What waits for the journal's writer.
package final class WriterQueue: Sendable {
    /// More than this many calls in line and a new one is turned away at once: seconds of work at full load.
    static let limit = 65_536

    private struct State {
        var commands: [WriterCommand] = []
        var isOpen = false
        var isStopped = false
    }

    private let state = Mutex(State())
    private let signal = ThreadSignal()

    /// - Returns: false when nothing is taken now: not ready, too long a line, or stopped.
    package func add(_ command: WriterCommand) -> Bool {
        let isTaken = state.withLock { state in
            guard state.isOpen, state.commands.count < Self.limit else { return false }
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

    /// Takes all that waits; `emptied`, with room of its own, becomes the new line.
    /// - Returns: nil once stopped and empty.
    func take(_ emptied: consuming [WriterCommand]) -> [WriterCommand]? {
        var emptied = emptied
        while true {
            let isStopped = state.withLock { state in
                if !state.commands.isEmpty { swap(&state.commands, &emptied) }
                return state.isStopped
            }
            if !emptied.isEmpty { return emptied }
            if isStopped { return nil }
            signal.wait()
        }
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Nothing is taken before the ranks are right.
    func open() { state.withLock { $0.isOpen = !$0.isStopped } }

    /// - Returns: what waited, which now gets no answer from the writer.
    func close() -> [WriterCommand] {
        state.withLock { state in
            state.isOpen = false
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

/// One thing for the writer to do.
package enum WriterCommand: Sendable {
    case submit(SubmitCall)
    case configure(ConfigureCall)
    case moderate(ModerateCall)
    case erase(EraseCall)
    case ban(BanCall)
    case decide(DecideCall)
    // Achievements and challenges
    case report(ReportCall)
    case perform(WriterTask)
    case wipe(WipeCall)
    /// The background has written runs of score ids.
    case adoptRuns(StreamID, [ScoreIDRun])
    /// A board has been loaded or made anew.
    case rebuilt(StreamBoards, BoardRebuild)
    /// Boards that seem to be of no use to anybody.
    case drop([BoardKey], StreamBoards, unusedFor: Timestamp.Span)

    /// Whether it may share a commit with others; the rest begins with nothing planned.
    var joinsBatch: Bool {
        switch self {
        case .submit, .report, .adoptRuns: true
        case .configure, .moderate, .erase, .ban, .decide, .perform, .wipe, .rebuilt, .drop: false
        }
    }

    func refuse(_ error: StoreError) {
        switch self {
        case .submit(let call): call.completion(.failure(SubmitScoresError(error)))
        case .configure(let call): call.completion(.failure(ConfigureLeaderboardError(error)))
        case .moderate(let call): call.completion(.failure(ModerateScoreError(error)))
        case .erase(let call): call.completion(.failure(error))
        case .ban(let call): call.completion(.failure(BanPlayerError(error)))
        case .decide(let call): call.completion(.failure(DecideReviewError(error)))
        case .wipe(let call): call.completion(.failure(WipeError(error)))
        case .adoptRuns, .drop: break
        case .report(let call): call.completion(.failure(ReportAchievementsError(error)))
        case .perform(let task): task.refuse(error)
        case .rebuilt(_, let rebuild): rebuild.finish()
        }
    }
}
