import LaurelDomain
import LaurelStorage

// Rebuild: memory from the store, at start and after the store failed.
extension JournalWriter {
    static var pageRows: Int { 8_192 }

    /// - Returns: false when the store cannot be read; then it has waited a moment before it is tried again.
    func rebuild() -> Bool {
        streams = [:]
        batch.clear()
        forgetMarks()
        keeper.forgetBoards()
        do throws(StoreError) {
            let records = try keeper.journal.leaderboards()
            lastLeaderboard = records.lastNumber
            erased = Set(try keeper.journal.erasedPlayers())
            for leaderboard in records.leaderboards { keeper.catalogue.put(leaderboard) }
            try loadAchievements()
            try loadChallenges()
            try loadModeration()
            usedTickets = UsedTickets(try keeper.journal.usedTickets(after: keeper.now()))
            var replayed = 0
            var deferred: [(StreamBoards, Set<BoardKey>)] = []
            for id in try keeper.journal.streams() {
                guard !keeper.queue.isStopped else { return false }
                let (count, absent) = try load(id)
                replayed += count
                deferred.append((stream(id).boards, absent))
            }
            keeper.waitForOthers()
            keeper.setReady(true)
            for (boards, keys) in deferred {
                for key in keys { keeper.load(key, in: boards) }
            }
            keeper.log(.ready(rowsReplayed: replayed))
            return true
        } catch {
            keeper.noteFailure(error)
            // What the disk refuses now it may give later.
            if error.canPass { keeper.queue.pause(milliseconds: 1_000) } else { end = error }
            return false
        }
    }

    private func loadAchievements() throws(StoreError) {
        let records = try keeper.journal.achievements()
        lastAchievement = records.lastNumber
        for achievement in records.achievements { keeper.catalogue.achievements.put(achievement) }
        keeper.tally.clear()
        for count in try keeper.journal.earnedCounts() {
            keeper.tally.count(count.players, count.achievement, count.environment)
        }
        for page in try keeper.journal.playerPages() { keeper.tally.load(page) }
    }

    private func loadChallenges() throws(StoreError) {
        let journal = keeper.journal
        let yesterday = keeper.clock.now().advanced(by: -Challenge.rateSpan)
        pending = PendingChallenges(
            pending: try journal.pendingChallenges(), recent: try journal.challenges(issuedAfter: yesterday),
            mutes: try journal.challengeMutes(), lastNumber: try journal.lastChallenge())
    }

    private func loadModeration() throws(StoreError) {
        keeper.catalogue.bans.replaceAll(try keeper.journal.bans())
        keeper.catalogue.policies.replaceAll(try keeper.journal.policies())
        reviews = PendingReviews(try keeper.journal.pendingScores())
    }

    /// - Returns: how many rows were read, and which boards were in use and could not be had.
    private func load(_ id: StreamID) throws(StoreError) -> (Int, Set<BoardKey>) {
        let stream = stream(id)
        guard let last = try keeper.journal.last(of: id) else { return (0, []) }
        keeper.clock.raise(to: last.time)
        let now = keeper.clock.now()
        let snapshot = keeper.snapshots.flatMap { read(id, from: $0, through: last.sequence) }
        if let snapshot { keeper.noteSnapshot(of: id, at: snapshot.start) }
        var replay = StreamReplay(
            keeper.boardKeys, now: now, from: snapshot, wiped: WipedRows(try keeper.journal.wipes(of: id))
        ) { [keeper] failure in
            keeper.log(.snapshotIgnored(id, reason: failure.reason))
        }
        replay.loadUsed(within: keeper.idleSpan)
        let count = try readRows(through: last.sequence, stream, &replay)
        stream.last = last.sequence
        let deferred = replay.deferred
        replay.finish(into: stream.boards, at: last)
        for key in stream.boards.withLock({ $0.slots.keys.sorted() }) {
            try HistoryFiller(keeper, stream.boards).fill(key, at: now, windows: true)
        }
        return (count, deferred)
    }

    private func readRows(
        through last: JournalSequence, _ stream: WriterStream, _ replay: inout StreamReplay
    ) throws(StoreError) -> Int {
        let id = stream.boards.stream
        stream.ids.adopt(try keeper.journal.scoreIDRuns(of: id))
        let indexed = stream.ids.indexed
        var position = min(indexed, replay.start)
        var count = 0
        while position < last {
            // A stop now waits for no more than a page.
            guard !keeper.queue.isStopped else { throw .unavailable }
            let rows = try keeper.journal.rows(after: position, of: id, limit: Self.pageRows)
            guard let end = rows.last else { break }
            guard rows[0].sequence == position.advanced(by: 1) else {
                throw .damaged(reason: "the journal has a gap after its row \(position.rawValue)")
            }
            position = end.sequence
            count += rows.count
            for row in rows {
                if let scoreID = row.scoreID, let player = row.player, row.sequence > indexed {
                    stream.ids.insert(ScoreIDs.digest(scoreID, of: player), row.sequence)
                }
                replay.fold(row)
            }
        }
        return count
    }

    /// Nil if there is no valid one.
    private func read(
        _ id: StreamID, from files: any SnapshotFiles, through last: JournalSequence
    ) -> StreamSnapshot? {
        do throws(SnapshotFailure) {
            guard let file = try files.open(id) else { return nil }
            let snapshot = try StreamSnapshot(reading: file, of: id)
            guard snapshot.end <= last, try digest(at: snapshot.end, of: id) == snapshot.endDigest else {
                throw .damaged("it has rows that the journal doesn't")
            }
            return snapshot
        } catch {
            keeper.log(.snapshotIgnored(id, reason: error.reason))
            return nil
        }
    }

    private func digest(
        at sequence: JournalSequence, of stream: StreamID
    ) throws(SnapshotFailure) -> JournalDigest {
        do throws(StoreError) { return try keeper.journal.digest(at: sequence, of: stream) ?? .start } catch {
            throw .unreadable("can't read the journal: \(error)")
        }
    }
}
