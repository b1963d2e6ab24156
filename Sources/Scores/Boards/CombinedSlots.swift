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
