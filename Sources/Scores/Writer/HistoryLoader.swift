package import LaurelDomain
import LaurelRanking
package import LaurelStorage

/// Reads histories back for readers, one after another on a thread of its own: many who wait for the same board cost
/// one walk, since the later ones find nothing left to do.
package actor HistoryLoader {
    /// Rows of a player read first: the occurrence before is nearly always among them. And at a time at most.
    private static let (firstRows, mostRows) = (16, 256)

    private let executor = BlockingExecutor()
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package func fill(_ key: BoardKey, of boards: StreamBoards, _ keeper: ScoreKeeper, at now: Timestamp)
        throws(StoreError)
    {
        try HistoryFiller(keeper, boards).fill(key, at: now, windows: true)
    }

    /// The last expired occurrence in which a player scored, and which can be read (rule 4.1). The leaderboard's chain
    /// is loaded. Reads their rows of the running and earlier occurrences, newest first.
    package func previousOccurrence(
        of player: PlayerNumber, on leaderboard: Leaderboard, in boards: StreamBoards, _ keeper: ScoreKeeper,
        at now: Timestamp
    ) throws(StoreError) -> PreviousOccurrence {
        guard let recurrence = leaderboard.kind.recurrence else { return .nowhere }
        let (isAbsent, head, removed) = boards.withLock { state in
            state.use(leaderboard.chain, at: now)
            let chain = state.slots[leaderboard.chain]?.board
            return (state.isAbsent(leaderboard.chain), chain?.latestSequence(of: player), state.removed)
        }
        // It may have been dropped while this stood in line; without it everybody looks like one who never scored.
        guard !isAbsent else { return .absent }
        // What arrived before it is in no occurrence that can be read.
        let earliest = now.advanced(by: -Recurrence.readableSpan).advanced(by: -recurrence.duration)
        var best: Occurrence?
        let start = ChainStart(head ?? .start, after: earliest)
        try keeper.journal.walkChains(
            from: [start], of: boards.stream, firstRows: Self.firstRows, upTo: Self.mostRows
        ) { _, row in
            // No date is after its arrival: whatever arrived before a later occurrence began is in none such.
            if let best, let later = recurrence.occurrence(best.number + 1), row.time < later.start { return false }
            guard let found = recurrence.running(at: row.date), found.end <= now, found.isReadable(at: now),
                found.number > best?.number ?? 0, !removed.contains(row.sequence),
                leaderboard.range?.contains(row.value) ?? true
            else { return true }
            best = found
            return true
        }
        return best.map { .number($0.number) } ?? .nowhere
    }
}

package enum PreviousOccurrence: Hashable, Sendable {
    case number(Int64)
    /// There is none.
    case nowhere
    /// The leaderboard's chain has to be loaded first.
    case absent
}
