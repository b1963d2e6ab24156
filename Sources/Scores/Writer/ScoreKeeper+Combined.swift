package import LaurelDomain
import LaurelRanking
import LaurelStorage

extension ScoreKeeper {
    /// Players taken over under one hold of the lock: about a millisecond.
    private static let combinedSlice = 512

    /// Begins to make the view, unless that is under way. Its parts are loaded.
    package func buildCombined(_ leaderboard: Leaderboard, in boards: StreamBoards) -> AsyncLatch {
        let (end, isNew) = boards.withLock { state in
            if let end = state.combinedBuilds[leaderboard.number] { return (end, false) }
            let end = AsyncLatch()
            state.combinedBuilds[leaderboard.number] = end
            return (end, true)
        }
        if isNew {
            loading.start { [self] in
                build(leaderboard, in: boards)
                boards.withLock { $0.combinedBuilds[leaderboard.number] = nil }
                end.open()
                // Listeners have missed what happened since it was there last.
                let version = boards.withLock { $0.published }
                versions.changed([leaderboard.number: Set(TimeScope.allCases)], in: boards.stream, at: version)
                wakeTimer()
            }
        }
        return end
    }

    /// Gives up when a part goes: callers who still want it ask again.
    private func build(_ leaderboard: Leaderboard, in boards: StreamBoards) {
        let now = clock.now()
        let generation = boards.withLock { state -> UInt64? in
            var parts: [Board] = []
            for number in leaderboard.kind.parts {
                guard let part = boardKeys.leaderboard(of: BoardKey(number)), !state.isAbsent(BoardKey(number)) else {
                    return nil
                }
                parts.append(state.slot(for: part, BoardKey(number), at: now).board)
            }
            state.forgetCombined { number, _ in number == leaderboard.number }
            let slot = CombinedSlot(
                board: CombinedBoard(parts: parts), generation: BoardGeneration.next(), parts: leaderboard.kind.parts,
                used: now)
            state.combined[leaderboard.number] = slot
            return slot.generation
        }
        guard let generation else { return }
        var isUnfinished = true
        while isUnfinished {
            isUnfinished = boards.withLock { state in
                guard let slot = state.combined[leaderboard.number], slot.generation == generation else { return false }
                guard !slot.board.isOutdated else {
                    state.forgetCombined { number, _ in number == leaderboard.number }
                    return false
                }
                guard slot.board.include(entries: Self.combinedSlice) else { return true }
                slot.board.catchUp(to: clock.now())
                _ = slot.board.takeChanges()
                state.combined[leaderboard.number]?.isWhole = true
                return false
            }
        }
    }

    /// The leaderboards that somebody follows, and the parts of those.
    func followed(in environment: Environment) -> Set<LeaderboardNumber> {
        var followed: Set<LeaderboardNumber> = []
        for key in versions.keys where key.environment == environment {
            followed.insert(key.leaderboard)
            followed.formUnion(catalogue.leaderboard(key.leaderboard)?.kind.parts ?? [])
        }
        return followed
    }
}
