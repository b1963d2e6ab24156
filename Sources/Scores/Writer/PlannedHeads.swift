/// The latest row of each player on each board that a batch has planned: the next one follows it.
///
/// The scores of a call are one player's, and most are for one leaderboard. So the head that was set last is the one
/// that is asked for next, and is found without hashing its key.
struct PlannedHeads {
    private var heads: [Batch.HeadKey: Batch.Head] = [:]
    /// Set last; the others may have an older one for its key.
    private var last: (key: Batch.HeadKey, head: Batch.Head)?

    /// Nil: the batch has no row of that player on that board.
    subscript(key: Batch.HeadKey) -> Batch.Head? {
        if let last, last.key == key { return last.head }
        return heads[key]
    }

    mutating func set(_ head: Batch.Head, for key: Batch.HeadKey) {
        if let last, last.key != key { heads[last.key] = last.head }
        last = (key, head)
    }

    /// The room for others stays.
    mutating func removeAll() {
        heads.removeAll(keepingCapacity: true)
        last = nil
    }
}
