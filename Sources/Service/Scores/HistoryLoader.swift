import LaurelDomain
import Storage

/// Reads histories back for readers, one after another on a thread of its own: many who wait for the same board cost
/// one walk, since the later ones find nothing left to do.
actor HistoryLoader {
    private let executor = BlockingExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let journal: any Journal
    init(_ journal: any Journal) { self.journal = journal }

    func fill(_ leaderboard: LeaderboardNumber, of boards: StreamBoards, at now: Timestamp) throws(StoreError) {
        try HistoryFiller(journal, boards).fill(leaderboard, at: now, windows: true)
    }
}
