import LaurelDomain
import LaurelRanking
public import LaurelStorage

// Test data that was wiped (rule 3.2), as it is seen.
extension JournalWriter {
    func publish(_ records: [WipeRecord]) {
        guard let record = records.last else { return }
        let (last, stream) = (record.through, stream(record.stream))
        let time = batch.time
        let stale = stream.boards.withLock { state -> [BoardKey] in
            state.published = max(state.published, last)
            state.time = max(state.time, time)
            for record in records { state.wiped.note(record) }
            let numbers = Set(records.map(\.leaderboard))
            let concerned = Set(state.extents.keys).union(state.slots.keys).union(state.rebuilds.keys)
                .filter { !numbers.isDisjoint(with: keeper.boardKeys.sources(of: $0)) }
            state.extents.hide(state.wiped, keeper.boardKeys)
            // The next reader has it made of what is left.
            for key in concerned { _ = state.take(key) }
            return concerned.filter { state.rebuilds[$0] != nil }
        }
        for key in stale { startAgain(key, stream) }
        let scopes = Dictionary(records.map { ($0.leaderboard, Set(TimeScope.allCases)) }) { first, _ in first }
        keeper.tell(LeaderboardChanges(version: last, scopes: scopes, nextExpiry: nil), in: stream.boards.stream)
    }

    /// A board that was being built of rows that are wiped now.
    private func startAgain(_ key: BoardKey, _ stream: WriterStream) {
        guard let leaderboard = keeper.boardKeys.leaderboard(of: key),
            stream.boards.withLock({ $0.extents[key] != nil })
        else { return dropRebuild(of: key, in: stream) }
        startRebuild(of: key, leaderboard, in: stream.boards)
    }
}

extension ScoreKeeper {
    /// Whether a row is as if it had never been: for callers that read the journal by themselves.
    public func isWiped(_ row: JournalRow) -> Bool { boards(of: row.stream).withLock { $0.wiped.covers(row) } }
}
