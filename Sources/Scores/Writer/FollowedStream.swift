import LaurelDomain
import LaurelStorage

/// A stream that somebody else writes to, with its boards and the IDs of its scores as of one row.
struct FollowedStream: Sendable {
    /// IDs that are kept in memory though the store may have them in a run by now.
    private static let idsLimit = 131_072

    let boards: StreamBoards
    /// As leaderboards were configured at that row.
    private let boardKeys: BoardKeys
    private(set) var ids: ScoreIDs
    /// The last row that is in them.
    private(set) var position: JournalSequence
    /// Of the stream up to there. The store may lose rows that were seen: then it has another one.
    private var digest: JournalDigest

    init(
        _ boards: StreamBoards, _ boardKeys: BoardKeys, _ ids: ScoreIDs, through position: JournalSequence,
        _ digest: JournalDigest
    ) {
        self.boards = boards
        self.boardKeys = boardKeys
        self.ids = ids
        self.position = position
        self.digest = digest
    }

    /// - Returns: false: the store has other rows than were seen, or boards are another matter from here on. Nothing
    ///   has changed then.
    mutating func follow(_ tail: JournalTail, at now: Timestamp) -> Bool {
        guard tail.before == digest, !tail.rows.contains(where: \.kind.endsFollowing) else { return false }
        guard let last = tail.rows.last else { return true }
        let indexed = ids.indexed
        for row in tail.rows where row.sequence > indexed { ids.insert(row) }
        boards.follow(tail.rows, boardKeys, at: now)
        (position, digest) = (last.sequence, tail.digest)
        return true
    }

    /// Whether each board is as its leaderboard is configured now.
    func ranks(as boardKeys: BoardKeys, at now: Timestamp) -> Bool {
        boards.withLock { state in
            state.slots.allSatisfy { key, slot in
                guard let leaderboard = boardKeys.leaderboard(of: key) else { return false }
                return slot.board.ranks(as: leaderboard, key) && slot.board.hasReachedOnly(now)
            }
        }
    }

    // MARK: Memory

    var hasManyIDs: Bool { ids.recent.count > Self.idsLimit }

    /// Forgets IDs that the store has in these runs.
    mutating func adopt(_ runs: [ScoreIDRun]) { ids.adopt(runs) }

    /// Boards that nobody wrote to for so long, and occurrences that nobody can read any more.
    func dropUnused(since moment: Timestamp, at now: Timestamp) {
        boards.withLock { $0.dropUnused(since: moment, boardKeys, at: now) }
    }

    /// Reads back what boards have forgotten, so that the next owner needn't.
    func fillHistories(from journal: any Journal, at now: Timestamp) throws(StoreError) {
        for key in boards.withLock({ $0.slots.keys.sorted() }) {
            try HistoryFiller(journal, boardKeys, boards).fill(key, at: now, windows: true)
        }
    }
}

extension ScoreIDs {
    mutating func insert(_ row: JournalRow) {
        if let digest = Self.digest(of: row) { insert(digest, row.sequence) }
    }
}
