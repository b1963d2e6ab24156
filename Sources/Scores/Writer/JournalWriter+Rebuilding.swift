import LaurelDomain
import LaurelRanking
import LaurelStorage

// Boards that come into memory: what needs one waits aside, and goes on when it is in its place.
extension JournalWriter {
    /// Has a board made anew that shows another configuration than it did.
    func startRebuild(of key: BoardKey, _ leaderboard: Leaderboard, in boards: StreamBoards) {
        let rebuild = BoardRebuild(key, leaderboard, isChange: true)
        let replaced = boards.withLock { $0.rebuilds.updateValue(rebuild, forKey: key) }
        replaced?.finish()
        keeper.start(rebuild, in: boards)
    }

    /// Has players' rows read back for boards that have forgotten them and need them for their order: after a removal,
    /// the end of a ban, a change of range. Nearly always none. Until they are there, who reads such a board waits,
    /// and so do scores for it.
    func readBack(_ keys: Set<BoardKey>, in boards: StreamBoards, at now: Timestamp) {
        let needy = boards.withLock { state in
            keys.filter { state.rebuilds[$0] == nil && state.awaitsHistory($0, at: now) }
        }
        for key in needy.sorted() {
            guard let leaderboard = keeper.boardKeys.leaderboard(of: key) else { continue }
            let rebuild = BoardRebuild(key, leaderboard, isChange: true, work: .readBack)
            boards.withLock { $0.rebuilds[key] = rebuild }
            keeper.start(rebuild, in: boards)
        }
    }

    /// Puts a command aside that needs boards which are not loaded, and has them loaded: it is judged when they are.
    /// - Returns: false when all are there.
    func putAside(_ command: WriterCommand, until keys: [BoardKey], in stream: WriterStream) -> Bool {
        let absent = stream.boards.withLock { state in keys.filter { state.isAbsent($0) } }
        guard !absent.isEmpty else { return false }
        for key in absent { keeper.load(key, in: stream.boards) }
        if stream.aside.count < WriterQueue.limit {
            stream.aside.append(command)
        } else {
            command.refuse(.unavailable)
        }
        return true
    }

    /// - Returns: false when the store failed.
    func finish(_ rebuild: BoardRebuild, in boards: StreamBoards) -> Bool {
        let stream = stream(boards.stream)
        guard stream.boards === boards, boards.withLock({ $0.rebuilds[rebuild.key] === rebuild }) else {
            rebuild.finish()
            return true
        }
        guard let leaderboard = keeper.boardKeys.leaderboard(of: rebuild.key) else {
            dropRebuild(of: rebuild.key, in: stream)
            return true
        }
        guard BoardShape(leaderboard, rebuild.key) == BoardShape(rebuild.leaderboard, rebuild.key) else {
            startRebuild(of: rebuild.key, leaderboard, in: boards)
            return true
        }
        switch rebuild.takeOutcome() {
        case nil:
            dropRebuild(of: rebuild.key, in: stream)
            return true
        case .failed(let error):
            keeper.noteFailure(error)
            if error.canPass { return false }
            // The same board would be read again, for ever.
            end = error
            return false
        case .built(let transfer, let through):
            guard boards.withLock({ !$0.hasRows(of: rebuild.key, after: through) }) else {
                // Few by now: its scores wait.
                rebuild.goOn(transfer, after: through)
                keeper.start(rebuild, in: boards)
                return true
            }
            install(transfer, rebuild, stream)
            return true
        case .readBack:
            install(nil, rebuild, stream)
            return true
        }
    }

    /// - Parameter transfer: nil: the board is in its place already.
    private func install(_ transfer: BoardTransfer?, _ rebuild: BoardRebuild, _ stream: WriterStream) {
        let key = rebuild.key
        let now = keeper.clock.now()
        stream.boards.withLock { state in
            if let board = transfer?.board {
                // A board that only comes back is no news.
                if !rebuild.isChange {
                    board.advance(to: now)
                    _ = board.takeChanges()
                }
                state.put(board, key, at: now)
            }
            state.rebuilds[key] = nil
        }
        readBack([key], in: stream.boards, at: now)
        rebuild.finish()
        keeper.tell(stream.boards.withLock { $0.takeChanges(of: [key], at: now) }, in: stream.boards.stream)
        keeper.wakeTimer()
        takeUpAside(stream)
    }

    /// The board went away.
    func dropRebuild(of key: BoardKey, in stream: WriterStream) {
        guard let rebuild = stream.boards.withLock({ $0.rebuilds.removeValue(forKey: key) }) else { return }
        rebuild.finish()
        takeUpAside(stream)
    }

    /// Those whose board is still not there are put aside again.
    private func takeUpAside(_ stream: WriterStream) {
        let aside = stream.aside
        stream.aside = []
        for command in aside { keeper.queue.addOwn(command) }
    }

    /// Memory is given up: callers that wait for it learn so.
    func abandonRebuilds() {
        for stream in streams.values {
            let rebuilds = stream.boards.withLock { state in
                defer { state.rebuilds = [:] }
                return Array(state.rebuilds.values)
            }
            for rebuild in rebuilds { rebuild.finish() }
            for command in stream.aside { command.refuse(.unavailable) }
            stream.aside = []
        }
    }

    /// Drops boards that nobody used for so long and that the snapshot has as they are, and occurrences that nobody can
    /// read any more.
    func drop(_ keys: [BoardKey], in boards: StreamBoards, unusedFor span: Timestamp.Span) {
        guard stream(boards.stream).boards === boards else { return }
        let now = keeper.clock.now()
        let moment = now.advanced(by: -span)
        let followed = keeper.followed(in: boards.stream.environment)
        let dropped = boards.withLock { state -> [BoardTransfer] in
            keys.compactMap { key in
                if keeper.boardKeys.leaderboard(of: key)?.isPast(key, at: now) ?? false {
                    state.extents[key] = nil
                    return state.take(key).map { BoardTransfer(board: $0) }
                }
                guard !followed.contains(key.leaderboard), state.isIdle(key, since: moment), state.isKept(key)
                else { return nil }
                return state.take(key).map { BoardTransfer(board: $0) }
            }
        }
        // Their memory is given back here, after the lock.
        _ = consume dropped
    }
}

extension StreamBoards.State {
    func isIdle(_ key: BoardKey, since moment: Timestamp) -> Bool {
        guard rebuilds[key] == nil, let slot = slots[key] else { return false }
        return slot.used <= moment
    }

    /// Whether nothing is lost with the board in memory.
    func isKept(_ key: BoardKey) -> Bool {
        guard let extent = extents[key] else { return true }
        return section(of: key).map { extent.last <= $0.sequence } ?? false
    }
}
