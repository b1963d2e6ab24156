import LaurelDomain
import Ranking
import Storage

// Publish: durable rows become ranks, in slices short enough that no reader waits long, and the answers go out.
extension JournalWriter {
    /// - Returns: false when the store could not be read for a player's history.
    func publish() -> Bool {
        var start = 0
        while start < batch.calls.count {
            let stream = batch.calls[start].call.stream
            var end = start + 1
            while end < batch.calls.count, end - start < Self.sliceCalls, batch.calls[end].call.stream == stream {
                end += 1
            }
            guard publish(batch.calls[start..<end], of: self.stream(stream)) else {
                // These are durable, and the next start shows them; but here nobody can say at which rank.
                for planned in batch.calls[start...] { planned.call.completion(.failure(.unavailable)) }
                batch.clear()
                return false
            }
            start = end
        }
        batch.clear()
        return true
    }

    private func publish(_ calls: ArraySlice<Batch.Call>, of stream: WriterStream) -> Bool {
        let changed = fold(calls, into: stream.boards)
        guard changed.isEmpty || fillHistories(of: changed, in: stream.boards, windows: false) else { return false }
        let (answers, changes) = rank(calls, changed, of: stream.boards)
        for (planned, answer) in zip(calls, answers) {
            keeper.contacts.note(waiting: planned.call.waiting, of: planned.call.device, at: batch.time)
            planned.call.completion(.success(answer))
        }
        keeper.tell(changes, in: stream.boards.stream)
        return true
    }

    /// - Returns: the boards that have new rows.
    private func fold(_ calls: ArraySlice<Batch.Call>, into boards: StreamBoards) -> Set<LeaderboardNumber> {
        var changed: Set<LeaderboardNumber> = []
        boards.withLock { state in
            for planned in calls {
                for item in batch.items[planned.items] where !item.isRepeat {
                    guard let submission = Submission(item.row) else { continue }
                    let slot = state.slot(for: item.leaderboard)
                    _ = slot.board.apply(submission)
                    changed.insert(item.leaderboard.number)
                    state.published = max(state.published, item.row.sequence)
                    state.time = max(state.time, item.row.time)
                }
            }
        }
        return changed
    }

    private func rank(
        _ calls: ArraySlice<Batch.Call>, _ changed: Set<LeaderboardNumber>, of boards: StreamBoards
    ) -> ([SubmittedScores], LeaderboardChanges) {
        boards.withLock { state in
            let answers = calls.map { planned in
                let results = batch.items[planned.items].map { item in
                    let board = state.slot(for: item.leaderboard).board
                    return item.result(
                        entry: board.entry(of: planned.call.player, .allTime, at: batch.time),
                        total: board.total(.allTime, at: batch.time))
                }
                return SubmittedScores(version: state.published, results: results)
            }
            return (answers, keeper.versions.hasListeners ? state.takeChanges(of: changed) : state.noChanges)
        }
    }

    /// Gives boards the rows they ask for: after a removal, a change of range. Nearly always none.
    ///
    /// - Parameter windows: whether the rolling windows are wanted as well; a reader asks for those himself.
    func fillHistories(of leaderboards: Set<LeaderboardNumber>, in boards: StreamBoards, windows: Bool) -> Bool {
        for leaderboard in leaderboards {
            // A board that is being made anew asks when it is in its place.
            if boards.withLock({ $0.rebuilds[leaderboard] != nil }) { continue }
            do throws(StoreError) {
                try HistoryFiller(keeper.journal, boards).fill(leaderboard, at: batch.time, windows: windows)
            } catch {
                keeper.log(.commitFailed(error))
                return false
            }
        }
        return true
    }
}

extension Batch.Item {
    fileprivate func result(entry: Ranking.RankedEntry?, total: Int) -> SubmittedScores.Result {
        SubmittedScores.Result(
            leaderboard: leaderboard, value: row.value, context: row.context, date: row.date,
            isDateClamped: row.flags.contains(.isDateClamped), isNewBest: row.flags.contains(.isNewBest),
            isRepeat: isRepeat, entry: entry.map { RankedEntry($0) }, total: total)
    }
}

/// What happened to leaderboards of a stream, for those who listen.
struct LeaderboardChanges: Sendable {
    let version: JournalSequence
    let scopes: [LeaderboardNumber: Set<TimeScope>]
    /// When the clock alone may change one of them.
    let nextExpiry: Timestamp?
}

extension StreamBoards.State {
    var noChanges: LeaderboardChanges { LeaderboardChanges(version: published, scopes: [:], nextExpiry: nil) }

    func takeChanges(of leaderboards: Set<LeaderboardNumber>) -> LeaderboardChanges {
        var scopes: [LeaderboardNumber: Set<TimeScope>] = [:]
        var nextExpiry: Timestamp?
        for leaderboard in leaderboards {
            let board = slots[leaderboard]?.board
            scopes[leaderboard] = board?.takeChangedScopes() ?? []
            if let next = board?.nextExpiry { nextExpiry = min(nextExpiry ?? next, next) }
        }
        return LeaderboardChanges(version: published, scopes: scopes, nextExpiry: nextExpiry)
    }

    /// A leaderboard's board, made when it has none yet.
    mutating func slot(for leaderboard: Leaderboard) -> StreamBoards.Slot {
        if let slot = slots[leaderboard.number] { return slot }
        let board = Board(
            order: leaderboard.sortOrder, type: leaderboard.submissionType, range: leaderboard.range, now: time)
        let slot = StreamBoards.Slot(board: board, generation: BoardGeneration.next())
        slots[leaderboard.number] = slot
        return slot
    }
}

extension Submission {
    /// Nil for a row that is no score.
    init?(_ row: JournalRow) {
        guard row.kind == .score, let player = row.player else { return nil }
        self.init(
            player: player, value: row.value, date: row.date, context: row.context, sequence: row.sequence,
            flags: row.flags.contains(.isDateClamped) ? .isDateClamped : [])
    }
}
