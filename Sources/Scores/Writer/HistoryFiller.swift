import LaurelDomain
import LaurelRanking
import LaurelStorage

/// Reads players' rows back from the journal for a board that has forgotten them.
struct HistoryFiller {
    /// For more players than this one walk through the whole stream is quicker than their chains.
    static let chainsLimit = 2_000

    private let journal: any Journal
    private let boardKeys: BoardKeys
    private let boards: StreamBoards

    init(_ keeper: ScoreKeeper, _ boards: StreamBoards) { self.init(keeper.journal, keeper.boardKeys, boards) }

    init(_ journal: any Journal, _ boardKeys: BoardKeys, _ boards: StreamBoards) {
        self.journal = journal
        self.boardKeys = boardKeys
        self.boards = boards
    }

    private struct Ask: Sendable {
        var needs: [HistoryNeed]
        var removed: Set<JournalSequence>
        var turns: UInt64
        var wiped: WipedRows
        var published: JournalSequence
        var extent: BoardExtent
    }

    /// Until the board asks for nothing more. Blocks; the lock is held only while rows are handed over.
    ///
    /// - Parameters:
    ///   - windows: false: only the all-time order has to be right.
    ///   - rebuild: what it is a part of.
    func fill(
        _ key: BoardKey, at now: Timestamp, windows: Bool, during rebuild: BoardRebuild? = nil
    ) throws(StoreError) {
        while true {
            let ask = boards.withLock { state -> Ask? in
                // One that is being made anew asks when it is in its place.
                guard state.rebuilds[key] === rebuild, let board = state.slots[key]?.board else { return nil }
                let needs = board.needsHistory(at: now).filter { windows || $0.after == nil }
                // A board that asks has rows.
                guard !needs.isEmpty, let extent = state.extents[key] else { return nil }
                return Ask(
                    needs: needs, removed: state.removed, turns: state.turns, wiped: state.wiped,
                    published: state.published, extent: extent)
            }
            guard let ask else { return }
            if ask.needs.count > Self.chainsLimit || ask.extent.isMixed {
                try fillByScan(ask, key)
            } else {
                for start in stride(from: 0, to: ask.needs.count, by: ChainStart.countLimit) {
                    let needs = ask.needs[start..<min(start + ChainStart.countLimit, ask.needs.count)]
                    let found = try chains(needs, ask, key)
                    for (need, rows) in zip(needs, found) { hand(rows, to: need, ask, key) }
                }
            }
        }
    }

    /// Each player's rows, newest first, without those removed.
    private func chains(
        _ needs: ArraySlice<HistoryNeed>, _ ask: Ask, _ key: BoardKey
    ) throws(StoreError) -> [[Submission]] {
        // A date is never after the arrival, so whatever arrived before the occurrence is outside of it.
        let begin = boardKeys.leaderboard(of: key)?.occurrence(of: key)?.start
        let before = begin.flatMap { Timestamp(milliseconds: $0.milliseconds - 1) }
        let starts = needs.map { need in
            ChainStart(need.latest, after: [need.after, before].compactMap { $0 }.max())
        }
        var found: [[Submission]] = needs.map { _ in [] }
        try journal.walkChains(from: starts, of: boards.stream, firstRows: 4_096) { index, row in
            if !ask.removed.contains(row.sequence), !ask.wiped.covers(row), boardKeys.keys(of: row).contains(key),
                let submission = Submission(row)
            {
                found[index].append(submission)
            }
            return true
        }
        return found
    }

    /// Given only if nothing happened to the player meanwhile; otherwise the next round asks again.
    private func hand(_ rows: [Submission], to need: HistoryNeed, _ ask: Ask, _ key: BoardKey) {
        boards.withLock { state in
            guard let board = state.slots[key]?.board, board.latestSequence(of: need.player) == need.latest,
                state.turns == ask.turns, state.wiped == ask.wiped
            else { return }
            if need.after == nil {
                board.replaceHistory(of: need.player, rows: rows)
            } else {
                board.refill(need.player, rows: rows)
            }
        }
    }

    private func fillByScan(_ ask: Ask, _ key: BoardKey) throws(StoreError) {
        var wanted: [PlayerNumber: [Submission]] = [:]
        for need in ask.needs { wanted[need.player] = [] }
        var position = ask.extent.first.advanced(by: -1)
        let end = min(ask.published, ask.extent.last)
        while position < end {
            let rows = try journal.rows(
                after: position, through: end, on: boardKeys.sources(of: key), of: boards.stream,
                limit: BoardReader.pageRows)
            for row in rows where boardKeys.keys(of: row).contains(key) {
                guard let player = row.player, !ask.removed.contains(row.sequence), !ask.wiped.covers(row),
                    let submission = Submission(row)
                else { continue }
                wanted[player]?.append(submission)
            }
            guard rows.count == BoardReader.pageRows, let next = rows.last?.sequence else { break }
            position = next
        }
        for need in ask.needs { hand(wanted[need.player, default: []], to: need, ask, key) }
    }
}
