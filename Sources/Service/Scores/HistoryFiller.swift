import LaurelDomain
import Ranking
import Storage

/// Reads players' rows back from the journal for a board that has forgotten them.
struct HistoryFiller {
    /// For more players than this one walk through the whole stream is quicker than their chains.
    static let chainsLimit = 2_000
    private static let pageRows = 4_096

    private let journal: any Journal
    private let boards: StreamBoards

    init(_ journal: any Journal, _ boards: StreamBoards) {
        self.journal = journal
        self.boards = boards
    }

    private struct Ask: Sendable {
        var needs: [HistoryNeed]
        var removed: Set<JournalSequence>
        var published: JournalSequence
    }

    /// Until the board asks for nothing more. Blocks; the lock is held only while rows are handed over.
    ///
    /// - Parameter windows: false: only the all-time order has to be right.
    func fill(_ leaderboard: LeaderboardNumber, at now: Timestamp, windows: Bool) throws(StoreError) {
        while true {
            // Never on the writer's thread, which ends the wait: it asks for boards that are in their place.
            boards.withLock { $0.rebuilds[leaderboard] }?.wait()
            let ask = boards.withLock { state -> Ask? in
                guard let board = state.slots[leaderboard]?.board else { return nil }
                let needs = board.needsHistory(at: now).filter { windows || $0.after == nil }
                return needs.isEmpty ? nil : Ask(needs: needs, removed: state.removed, published: state.published)
            }
            guard let ask else { return }
            if ask.needs.count > Self.chainsLimit {
                try fillByScan(ask, leaderboard)
            } else {
                for need in ask.needs {
                    hand(try chain(need, ask.removed), to: need, ask, leaderboard)
                }
            }
        }
    }

    /// A player's rows, newest first, without those removed.
    private func chain(_ need: HistoryNeed, _ removed: Set<JournalSequence>) throws(StoreError) -> [Submission] {
        var rows: [Submission] = []
        var next = need.latest
        while next > .start {
            guard let row = try journal.row(at: next, of: boards.stream) else {
                throw .broken(reason: "a chain leads to the journal's row \(next.rawValue), which is not there")
            }
            guard row.previous < next else { throw .broken(reason: "a chain in the journal goes in a circle") }
            next = row.previous
            // A date is never after the arrival, so whatever arrived before the window is outside of it.
            if let after = need.after, row.time <= after { break }
            if !removed.contains(row.sequence), let submission = Submission(row) { rows.append(submission) }
        }
        return rows
    }

    /// Given only if nothing happened to the player meanwhile; otherwise the next round asks again.
    private func hand(_ rows: [Submission], to need: HistoryNeed, _ ask: Ask, _ leaderboard: LeaderboardNumber) {
        boards.withLock { state in
            guard let board = state.slots[leaderboard]?.board, board.latestSequence(of: need.player) == need.latest,
                state.removed == ask.removed
            else { return }
            if need.after == nil {
                board.replaceHistory(of: need.player, rows: rows)
            } else {
                board.refill(need.player, rows: rows)
            }
        }
    }

    private func fillByScan(_ ask: Ask, _ leaderboard: LeaderboardNumber) throws(StoreError) {
        var wanted: [PlayerNumber: [Submission]] = [:]
        for need in ask.needs { wanted[need.player] = [] }
        var place = JournalSequence.start
        while place < ask.published {
            let rows = try journal.rows(after: place, of: boards.stream, limit: Self.pageRows)
            guard let last = rows.last else { break }
            place = last.sequence
            for row in rows where row.leaderboard == leaderboard && row.sequence <= ask.published {
                guard let player = row.player, !ask.removed.contains(row.sequence), let submission = Submission(row)
                else { continue }
                wanted[player]?.append(submission)
            }
        }
        for need in ask.needs { hand(wanted[need.player, default: []], to: need, ask, leaderboard) }
    }
}
