package import LaurelDomain
package import LaurelRanking
import LaurelStorage

/// A combined leaderboard in memory.
package struct CombinedSlot {
    package var board: CombinedBoard
    /// As of ``StreamBoards/Slot``.
    package var generation: UInt64
    let parts: [LeaderboardNumber]
    /// All entries of its parts are in.
    var isWhole = false
    var used: Timestamp
}

// Combined leaderboards agree with their parts at every moment: they catch up in the same hold of the lock.
extension StreamBoards.State {
    /// Whether a reader must wait: for a part, or for the view to be made.
    package func isAbsentCombined(_ leaderboard: Leaderboard) -> Bool {
        guard let slot = combined[leaderboard.number], slot.isWhole, slot.parts == leaderboard.kind.parts else {
            return true
        }
        return slot.board.isOutdated || slot.parts.contains { isAbsent(BoardKey($0)) }
    }

    /// The view at a moment. Its parts are loaded, and need no history.
    package mutating func combinedSlot(_ leaderboard: Leaderboard, at now: Timestamp) -> CombinedSlot? {
        for part in leaderboard.kind.parts { use(BoardKey(part), at: now) }
        combined[leaderboard.number]?.used = now
        combined[leaderboard.number]?.board.catchUp(to: now)
        return combined[leaderboard.number]
    }

    mutating func forgetCombined(with part: LeaderboardNumber) {
        forgetCombined { _, slot in slot.parts.contains(part) }
    }

    mutating func forgetCombined(where condition: (LeaderboardNumber, CombinedSlot) -> Bool) {
        for (number, slot) in combined where condition(number, slot) {
            slot.board.leave()
            combined[number] = nil
        }
    }

    mutating func catchUpCombined(with keys: Set<BoardKey>, to now: Timestamp) {
        guard !combined.isEmpty else { return }
        for slot in combined.values where slot.isWhole && slot.parts.contains(where: { keys.contains(BoardKey($0)) }) {
            slot.board.catchUp(to: now)
        }
    }

    /// What changed on combined leaderboards because of their parts.
    mutating func takeCombinedChanges(
        with keys: Set<BoardKey>, at now: Timestamp
    ) -> [LeaderboardNumber: Set<TimeScope>] {
        guard !combined.isEmpty else { return [:] }
        catchUpCombined(with: keys, to: now)
        var changes: [LeaderboardNumber: Set<TimeScope>] = [:]
        for (number, slot) in combined where slot.isWhole && slot.parts.contains(where: { keys.contains(BoardKey($0)) })
        {
            let changed = slot.board.isOutdated ? ScopeSet.all : slot.board.takeChanges()
            changes[number] = Set(TimeScope.allCases.filter { changed.contains($0) })
        }
        return changes
    }
}

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
                // Whoever follows it has missed what happened since it was there last.
                let version = boards.withLock { $0.published }
                versions.changed([leaderboard.number: Set(TimeScope.allCases)], in: boards.stream, at: version)
                wakeTimer()
            }
        }
        return end
    }

    /// Gives up when a part goes: whoever still wants it asks again.
    private func build(_ leaderboard: Leaderboard, in boards: StreamBoards) {
        let now = clock.now()
        let generation = boards.withLock { state -> UInt64? in
            var parts: [Board] = []
            for number in leaderboard.kind.parts {
                guard let part = places.leaderboard(of: BoardKey(number)), !state.isAbsent(BoardKey(number)) else {
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
        var isUnderWay = true
        while isUnderWay {
            isUnderWay = boards.withLock { state in
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
