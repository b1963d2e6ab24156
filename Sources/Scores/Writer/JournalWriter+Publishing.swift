import LaurelDomain
import LaurelRanking
import LaurelStorage

// Publish: durable rows become ranks, in slices short enough that no reader waits long, and the answers go out.
extension JournalWriter {
    func publish() {
        var start = 0
        while start < batch.calls.count {
            let stream = batch.calls[start].call.stream
            var end = start + 1
            while end < batch.calls.count, end - start < Self.sliceCalls, batch.calls[end].call.stream == stream {
                end += 1
            }
            publish(batch.calls[start..<end], of: self.stream(stream))
            start = end
        }
        for effect in batch.featEffects { apply(effect) }
        for step in batch.steps {
            for effect in step.effects { apply(effect) }
            note(step.call.contact)
            step.answer()
        }
        batch.clear()
    }

    private func publish(_ calls: ArraySlice<Batch.Call>, of stream: WriterStream) {
        let changed = fold(calls, into: stream.boards)
        let (answers, changes) = rank(calls, changed, of: stream.boards)
        // Before the answers: a caller that has one is told of the change with the next events.
        keeper.tell(changes, in: stream.boards.stream)
        for (planned, answer) in zip(calls, answers) {
            keeper.contacts.note(waiting: planned.call.waiting, of: planned.call.device, at: batch.time)
            planned.call.completion(.success(answer))
        }
    }

    /// - Returns: the boards that have new rows.
    private func fold(_ calls: ArraySlice<Batch.Call>, into boards: StreamBoards) -> Set<BoardKey> {
        var changed: Set<BoardKey> = []
        boards.withLock { state in
            for planned in calls {
                for item in batch.items[planned.items] where !item.isRepeat {
                    guard let submission = Submission(item.row) else { continue }
                    let chain = item.leaderboard.chain
                    if item.key != chain {
                        _ = state.slot(for: item.leaderboard, chain, at: batch.time).board.apply(submission)
                        state.extents.reach(item.row.sequence, of: chain)
                    }
                    let slot = state.slot(for: item.leaderboard, item.key, at: batch.time)
                    if item.row.flags.contains(.isHeld) {
                        state.removed.insert(item.row.sequence)
                        slot.board.hold(item.row.sequence, of: submission.player)
                    } else {
                        let isRise = keeper.rises.isWanted && item.row.flags.contains(.isNewBest)
                        let before = isRise ? slot.board.key(of: submission.player) : nil
                        _ = slot.board.apply(submission)
                        if isRise { noteRise(item.row, item.key, on: slot.board, from: before) }
                    }
                    state.extents.reach(item.row.sequence, of: item.key)
                    changed.insert(item.key)
                    state.published = max(state.published, item.row.sequence)
                    state.time = max(state.time, item.row.time)
                }
            }
        }
        return changed
    }

    func noteRise(_ row: JournalRow, _ key: BoardKey, on board: Board, from before: RankKey?) {
        guard !row.flags.contains(.isImported), let player = row.player, let after = board.key(of: player),
            before.map({ after < $0 }) ?? true
        else { return }
        keeper.rises.add(
            Rise(
                stream: row.stream, board: key, player: player, before: before, after: after,
                sequence: row.sequence, time: row.time))
    }

    private func rank(
        _ calls: ArraySlice<Batch.Call>, _ changed: Set<BoardKey>, of boards: StreamBoards
    ) -> ([SubmittedScores], LeaderboardChanges) {
        boards.withLock { state in
            let answers = calls.map { planned in
                let results = batch.items[planned.items].map { item in
                    let board = state.slot(for: item.leaderboard, item.key, at: batch.time).board
                    return item.result(
                        isHeld: item.row.flags.contains(.isHeld) && state.removed.contains(item.row.sequence),
                        entry: board.entry(of: planned.call.player, .allTime, at: batch.time),
                        total: board.total(.allTime, at: batch.time))
                }
                return SubmittedScores(version: state.published, results: results)
            }
            state.catchUpCombined(with: changed, to: batch.time)
            guard keeper.versions.hasListeners else { return (answers, state.noChanges) }
            return (answers, state.takeChanges(of: changed, at: batch.time))
        }
    }
}

extension Batch.Item {
    fileprivate func result(
        isHeld: Bool, entry: LaurelRanking.RankedEntry?, total: Int
    ) -> SubmittedScores.Result {
        SubmittedScores.Result(
            leaderboard: leaderboard, value: row.value, context: row.context, date: row.date,
            isDateClamped: row.flags.contains(.isDateClamped), isNewBest: row.flags.contains(.isNewBest),
            isRepeat: isRepeat, isHeld: isHeld, entry: entry.map { RankedEntry($0) }, total: total, setOff: setOff,
            verification: row.flags.verification,
            earned: earned)
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

    mutating func takeChanges(of keys: Set<BoardKey>, at now: Timestamp) -> LeaderboardChanges {
        var scopes = takeCombinedChanges(with: keys, at: now)
        var nextExpiry: Timestamp?
        for key in keys {
            let board = slots[key]?.board
            scopes[key.leaderboard, default: []].formUnion(board?.takeChangedScopes() ?? [])
            if let next = board?.nextExpiry { nextExpiry = min(nextExpiry ?? next, next) }
        }
        return LeaderboardChanges(version: published, scopes: scopes, nextExpiry: nextExpiry)
    }
}
