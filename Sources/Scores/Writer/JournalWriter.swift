import LaurelDomain
import LaurelRanking
import LaurelStorage
import Synchronization

/// The one thread that appends to the journal: plan, commit, publish.
///
/// It takes what has queued up, plans each call against the published state and what this batch has planned so far,
/// commits once, folds the rows into the leaderboards in short slices, and answers. Everything here belongs to that
/// thread.
final class JournalWriter {
    /// Matches in one commit, each with at most 64 KiB of data.
    static let batchMatchesLimit = 256
    /// Calls folded in and ranked under one hold of the lock: about 0.1 ms.
    static let sliceCalls = 64

    let keeper: ScoreKeeper
    private let batchRowsLimit: Int
    var streams: [StreamID: WriterStream] = [:]
    var lastLeaderboard: UInt32 = 0
    /// A player in here submits nothing any more, and nothing of theirs comes back.
    var erased: Set<PlayerNumber> = []
    /// Nothing is called while it is being changed.
    @exclusivity(unchecked) var batch = Batch()
    var pending = PendingChallenges()
    /// What was read of the store for the command that is being planned.
    var reads = StoreReads()
    /// What commits have changed: whether what was read beside them still holds.
    private var marks = ReadMarks()
    /// Scores that wait for a moderator.
    var reviews = PendingReviews()
    var usedTickets = UsedTickets()
    var lastAchievement: UInt32 = 0
    /// Why this writer writes nothing more: the store is damaged, or somebody else's by now. Trying again would change
    /// nothing.
    var end: StoreError?
    /// Of each stream the last row that was durable when memory was last right; nil: it is right now.
    var acknowledged: [StreamID: JournalSequence]?

    init(_ keeper: ScoreKeeper) {
        self.keeper = keeper
        batchRowsLimit = keeper.batchRowsLimit
    }

    func run() {
        var commands: [WriterCommand] = []
        while !keeper.queue.isStopped, end == nil {
            guard rebuild() else { continue }
            while let next = keeper.queue.take(commands), process(next) {
                commands = next
                commands.removeAll(keepingCapacity: true)
            }
        }
        abandonRebuilds()
        keeper.ports.outbox.commitIsPublished()
        for command in keeper.queue.close() { command.refuse(.unavailable) }
        keeper.endReadiness(end)
    }

    /// Every command is answered, here or later: what is not obeyed is refused.
    /// - Returns: false when the store failed in a way after which memory may not agree with it.
    private func process(_ commands: [WriterCommand]) -> Bool {
        var isSound = true
        for command in commands {
            if isSound, !command.joinsBatch { isSound = flush() }
            guard isSound else {
                command.refuse(.unavailable)
                continue
            }
            isSound = obey(command)
            if !isSound { abandonBatch(.unavailable) }
        }
        if isSound { isSound = flush() }
        if !isSound {
            abandonRebuilds()
            keeper.setReady(false)
            if end == nil { keeper.log(.rebuilding) }
        }
        return isSound
    }

    /// Takes up one command, whose answer it owes from here on.
    /// - Returns: false when the store failed.
    private func obey(_ command: WriterCommand) -> Bool {
        switch command {
        case .submit(let call):
            if batch.isEmpty { beginBatch() }
            return plan(call) && flushIfFull()
        case .step(let call):
            if batch.isEmpty { beginBatch() }
            var planned = plan(call)
            if planned == .waits {
                guard flush() else {
                    call.refuse(.unavailable)
                    return false
                }
                beginBatch()
                planned = plan(call)
            }
            if planned == .broken { return false }
            return call.joinsBatch ? flushIfFull() : flush()
        case .rebuilt(let boards, let rebuild): return finish(rebuild, in: boards)
        case .drop(let keys, let boards, let span): drop(keys, in: boards, unusedFor: span)
        case .adoptRuns(let stream, let runs): streams[stream]?.ids.adopt(runs)
        case .storeFailed(let error):
            endIfLasting(error)
            return false
        }
        return true
    }

    /// What another try wouldn't change ends the writer, and the server with it. That a change is
    /// ``StoreError/broken(reason:)`` says nothing about the others.
    func endIfLasting(_ error: StoreError) {
        switch error {
        case .damaged, .lostOwnership: end = error
        case .unavailable, .full, .failing, .conflict, .inDoubt, .broken: break
        }
    }

    private func flushIfFull() -> Bool {
        let hasRoom = batch.rows.count < batchRowsLimit && batch.matches.count < Self.batchMatchesLimit
        return hasRoom || flush()
    }

    /// Commits and publishes what is planned.
    private func flush() -> Bool {
        guard !batch.isEmpty else { return true }
        keeper.ports.outbox.commitBegins()
        let told: [PlayerNumber]
        do throws(StoreError) {
            told = try commitBatch()
        } catch {
            keeper.noteFailure(error)
            abandonBatch(error)
            endIfLasting(error)
            // Nothing was written, but after an I/O error or a doubt only the store itself knows what it holds.
            if error.leavesStoreSound { keeper.ports.outbox.commitIsPublished() }
            return error.leavesStoreSound
        }
        if !batch.rows.isEmpty { keeper.clock.raise(to: batch.time) }
        for score in batch.reviewed { reviews.add(score) }
        for ticket in batch.tickets.values { usedTickets.insert(ticket, at: batch.time) }
        publish(telling: told)
        keeper.ports.outbox.commitIsPublished()
        return true
    }

    /// Writes the batch's rows and facts; what was planned for challenges holds, or is as if it had never been.
    ///
    /// - Returns: whom it tells something.
    private func commitBatch() throws(StoreError) -> [PlayerNumber] {
        for (game, players) in batch.joined {
            batch.facts += keeper.tally.pages(of: game, joinedBy: players).map { .achievement(.players($0)) }
        }
        guard !batch.rows.isEmpty || !batch.facts.isEmpty else {
            // Challenges of groups may have been forgotten, which nobody writes.
            keeper.noteGroupMoment(pending.nextGroupMoment())
            return []
        }
        do throws(StoreError) {
            try keeper.journal.commit(Change(rows: batch.rows, facts: batch.facts))
        } catch {
            pending.undo()
            throw error
        }
        keeper.noteCommit()
        noteIDs()
        pending.keep()
        keeper.noteGroupMoment(pending.nextGroupMoment())
        for (game, players) in batch.joined { keeper.tally.join(game, players) }
        guard !batch.facts.isEmpty else { return [] }
        marks.note(batch.facts)
        keeper.setTurn(marks.turn)
        return batch.facts.compactMap { fact in
            if case .notice(let notice) = fact { notice.player } else { nil }
        }
    }

    /// Durable rows, for the background.
    private func noteIDs() {
        let (rows, digests) = (batch.rows, batch.digests)
        var start = 0
        while start < rows.count {
            let id = rows[start].stream
            var end = start + 1
            while end < rows.count, rows[end].stream == id { end += 1 }
            let count = stream(id).boards.committedIDs.withLock { committed in
                committed.note(rows[start..<end], digests[start..<end])
                return committed.count
            }
            keeper.noteIDs(count)
            start = end
        }
    }

    // MARK: What was read beside the writer

    /// What still holds of it.
    func stillKnown(_ known: [StoreRead: StoreFinding]) -> StoreReads {
        known.isEmpty ? StoreReads() : StoreReads(known.filter { marks.holds($0.key, since: $0.value.mark) })
    }

    func noteMark(_ mark: ReadMarks.Mark) {
        marks.note([mark])
        keeper.setTurn(marks.turn)
    }

    /// Memory is made from the store anew.
    func forgetMarks() {
        marks.noteAll()
        keeper.setTurn(marks.turn)
    }

    func stream(_ id: StreamID) -> WriterStream {
        if let stream = streams[id] { return stream }
        let stream = WriterStream(keeper.boards(of: id))
        streams[id] = stream
        return stream
    }

    /// Server time for one batch.
    func readClock() -> Timestamp {
        let now = keeper.clock.now()
        keeper.noteClock()
        return now
    }

    /// The overlay goes, as if it had never been.
    private func abandonBatch(_ error: StoreError) {
        for (row, digest) in zip(batch.rows, batch.digests) {
            let stream = stream(row.stream)
            stream.last = min(stream.last, row.sequence.advanced(by: -1))
            if let digest { stream.ids.remove(digest, row.sequence) }
        }
        pending.undo()
        let (calls, steps) = (batch.calls, batch.steps)
        batch.clear()
        for planned in calls { planned.call.completion(.failure(SubmitScoresError(error))) }
        for planned in steps { planned.call.refuse(error) }
    }
}

/// What the writer knows of a stream beside its leaderboards.
final class WriterStream {
    let boards: StreamBoards
    /// The last row planned; after each batch: the last one durable.
    var last: JournalSequence = .start
    var ids = ScoreIDs()
    /// What waits for boards that are being loaded or made anew.
    var aside: [WriterCommand] = []

    init(_ boards: StreamBoards) { self.boards = boards }
}
