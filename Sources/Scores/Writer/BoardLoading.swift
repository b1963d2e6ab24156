import LaurelDomain
import LaurelStorage
import Synchronization

/// The threads that build boards: few, however many boards are asked for at once.
final class BoardLoading: Sendable {
    /// A large board must not hold up all small ones; more threads than this only take each other's processors.
    static let threadsLimit = 4

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var threads = 0
    }

    private let state = Mutex(State())

    func start(_ job: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            guard state.threads < Self.threadsLimit else { return false }
            state.threads += 1
            return true
        }
        guard needsThread else { return }
        BlockingThread.start { [self] in
            while let job = next() { job() }
        }
    }

    /// In the order in which they came. Nil: the thread is to end.
    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.threads -= 1
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}

extension ScoreKeeper {
    /// Begins to bring an absent board into memory, unless that is under way.
    ///
    /// - Returns: nil when it is loaded, or the leaderboard is gone.
    @discardableResult
    package func load(_ key: BoardKey, in boards: StreamBoards) -> BoardRebuild? {
        guard let leaderboard = boardKeys.leaderboard(of: key) else { return nil }
        let (rebuild, isNew) = boards.withLock { state -> (BoardRebuild?, Bool) in
            if let rebuild = state.rebuilds[key] { return (rebuild, false) }
            guard state.isAbsent(key) else { return (nil, false) }
            let rebuild = BoardRebuild(key, leaderboard, isChange: false)
            state.rebuilds[key] = rebuild
            return (rebuild, true)
        }
        if isNew, let rebuild { start(rebuild, in: boards) }
        return rebuild
    }

    /// Builds the board and tells the writer, which ends the rebuild.
    func start(_ rebuild: BoardRebuild, in boards: StreamBoards) {
        loading.start { [self] in
            rebuild.run(self, boards)
            queue.addOwn(.rebuilt(boards, rebuild))
        }
    }
}
