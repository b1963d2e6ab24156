public import LaurelDomain

/// Numbers for the operator who watches the server.
extension ScoreKeeper {
    /// The last published row of each stream that is in memory. O(streams).
    public var sequences: [StreamID: JournalSequence] {
        var sequences: [StreamID: JournalSequence] = [:]
        for boards in allBoards() { sequences[boards.stream] = boards.withLock { $0.published } }
        return sequences
    }

    /// How many boards have scores, in memory or not, each environment and occurrence counted for itself. O(streams).
    public var knownCount: Int {
        allBoards().reduce(0) { count, boards in count + boards.withLock { $0.extents.count } }
    }

    /// How many boards are in memory. O(streams).
    public var loadedCount: Int {
        allBoards().reduce(0) { count, boards in count + boards.withLock { $0.slots.count } }
    }
}
