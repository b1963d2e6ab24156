import LaurelDomain
import Storage

/// Reads histories back for readers, one after another on a thread of its own: many who wait for the same board cost
/// one walk, since the later ones find nothing left to do.
actor HistoryLoader {
    private let executor = BlockingExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func fill(_ key: BoardKey, of boards: StreamBoards, _ keeper: ScoreKeeper, at now: Timestamp) throws(StoreError) {
        try HistoryFiller(keeper, boards).fill(key, at: now, windows: true)
    }
}
