import LaurelDomain
import LaurelRanking
import LaurelStorage

// Publish: durable rows become ranks, in slices short enough that no reader waits long, and the answers go out.
extension JournalWriter {
    /// - Parameter told: whom the commit tells something. They hear of it when they can see it.
    func publish(telling told: [PlayerNumber]) {
        // Their rows come before those of scores that the same step has left: a board never has a later one without.
        // Such a step joins no batch: all calls of this one are its own.
        for step in batch.steps {
            for effect in step.effects where effect.isEverywhere { apply(effect) }
        }
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
            for effect in step.effects where !effect.isEverywhere { apply(effect) }
        }
        // Not before: who hears of a turn asks at once for the match.
        if !told.isEmpty { keeper.ports.outbox.signal(to: told) }
        for step in batch.steps {
            note(step.call.contact)
            step.answer()
        }
        batch.clear()
    }

    // Calls are taken by index: each as a whole would be a copy of all that it holds.
    private func publish(_ calls: ArraySlice<Batch.Call>, of stream: WriterStream) {
        let changed = fold(calls, into: stream.boards)
        let (answers, changes) = rank(calls, changed, of: stream.boards)
        // Before the answers: a caller that has one is told of the change with the next events.
        keeper.tell(changes, in: stream.boards.stream)
        for (index, answer) in zip(calls.indices, answers) {
            keeper.contacts.note(waiting: calls[index].call.waiting, of: calls[index].call.queue, at: batch.time)
            calls[index].call.completion(.success(answer))
        }
    }

    /// - Returns: the boards that have new rows.
    private func fold(_ calls: ArraySlice<Batch.Call>, into boards: StreamBoards) -> Set<BoardKey> {
        var changed: Set<BoardKey> = []
        boards.withLock { state in
            for index in calls.indices {
                var rest = calls[index].items
                while !rest.isEmpty {
                    let items = batch.stretch(of: rest)
                    if fold(items, into: &state) { changed.insert(batch.items[items.lowerBound].target.key) }
                    rest = items.upperBound..<rest.upperBound
                }
            }
        }
        return changed
    }

    /// Items of one board.
    /// - Returns: false: all are repeats.
    private func fold(_ items: Range<Int>, into state: inout StreamBoards.State) -> Bool {
        var items = items
        while let first = items.first, batch.items[first].isRepeat { items = first + 1..<items.upperBound }
        guard !items.isEmpty else { return false }
        let target = batch.items[items.lowerBound].target
        let board = state.slot(for: target.leaderboard, target.key, at: batch.time).board
        let chain = target.leaderboard.chain
        let rows = target.key == chain ? nil : state.slot(for: target.leaderboard, chain, at: batch.time).board
        var last = items.lowerBound
        for index in items where !batch.items[index].isRepeat {
            last = index
            // A row as a whole would be a copy with its texts.
            guard let submission = Submission(batch.items[index].row) else { continue }
            let flags = batch.items[index].row.flags
            if let rows { _ = rows.apply(submission) }
            if flags.contains(.isHeld) {
                state.removed.insert(submission.sequence)
                board.hold(submission.sequence, of: submission.player)
            } else {
                let isRise = flags.contains(.isNewBest) && keeper.rises.isWanted
                let before = isRise ? board.key(of: submission.player) : nil
                _ = board.apply(submission)
                if isRise { noteRise(batch.items[index].row, target.key, on: board, from: before) }
            }
        }
        let (first, end) = (batch.items[items.lowerBound].row.sequence, batch.items[last].row.sequence)
        state.extents.reach(first, through: end, of: target.key)
        if rows != nil { state.extents.reach(first, through: end, of: chain) }
        state.published = max(state.published, end)
        state.time = max(state.time, batch.items[last].row.time)
        return true
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
            let answers = calls.indices.map { index in
                var rest = calls[index].items
                var results: [SubmittedScores.Result] = []
                results.reserveCapacity(rest.count)
                while !rest.isEmpty {
                    let items = batch.stretch(of: rest)
                    rest = items.upperBound..<rest.upperBound
                    // One entry answers for all scores of the call on this board.
                    let target = batch.items[items.lowerBound].target
                    let board = state.slot(for: target.leaderboard, target.key, at: batch.time).board
                    let entry = board.entry(of: calls[index].call.player, .allTime, at: batch.time)
                        .map { RankedEntry($0) }
                    let total = board.total(.allTime, at: batch.time)
                    for item in items {
                        let isHeld =
                            batch.items[item].row.flags.contains(.isHeld)
                            && state.removed.contains(batch.items[item].row.sequence)
                        results.append(batch.items[item].result(isHeld: isHeld, entry: entry, total: total))
                    }
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
    fileprivate func result(isHeld: Bool, entry: RankedEntry?, total: Int) -> SubmittedScores.Result {
        SubmittedScores.Result(
            leaderboard: target.leaderboard, value: row.value, context: row.context, date: row.date,
            isDateClamped: row.flags.contains(.isDateClamped), isNewBest: row.flags.contains(.isNewBest),
            isRepeat: isRepeat, isHeld: isHeld, entry: entry, total: total, setOff: setOff,
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
