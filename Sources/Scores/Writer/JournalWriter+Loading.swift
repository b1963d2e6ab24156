import LaurelDomain
import LaurelMatches
import LaurelStorage

// Rebuild: memory from the store, at start and after the store failed.
extension JournalWriter {
    static var pageRows: Int { 8_192 }

    /// - Returns: false when the store cannot be read; then it has waited a moment before it is tried again.
    func rebuild() -> Bool {
        let acknowledged = acknowledged ?? streams.mapValues(\.last)
        self.acknowledged = acknowledged
        streams = [:]
        batch.clear()
        forgetMarks()
        keeper.forgetBoards()
        do throws(StoreError) {
            try keeper.journal.settle()
            let records = try keeper.journal.leaderboards()
            lastLeaderboard = records.lastNumber
            erased = Set(try keeper.journal.erasedPlayers())
            for leaderboard in records.leaderboards { keeper.catalogue.put(leaderboard) }
            try loadAchievements()
            try loadChallenges()
            try loadMatches()
            try loadModeration()
            usedTickets = UsedTickets(try keeper.journal.usedTickets(after: keeper.now()))
            var replayed = 0
            var deferred: [(StreamBoards, Set<BoardKey>)] = []
            var warm = keeper.takeWarm()
            for id in try keeper.journal.streams() {
                guard !keeper.queue.isStopped else { return false }
                let (count, absent) = try load(id, warm.removeValue(forKey: id))
                replayed += count
                deferred.append((stream(id).boards, absent))
            }
            try checkLosses(acknowledged)
            self.acknowledged = nil
            keeper.waitForOthers()
            keeper.setReady(true)
            // A commit that failed may have been written all the same, with what it tells.
            keeper.ports.outbox.commitIsPublished()
            keeper.ports.outbox.signal()
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

    /// A store that was set back while this server ran: to go on without a word would hide it.
    private func checkLosses(_ acknowledged: [StreamID: JournalSequence]) throws(StoreError) {
        for (id, last) in acknowledged {
            let present = streams[id]?.last ?? .start
            guard present < last else { continue }
            let count = last.rawValue - present.rawValue
            throw .damaged(
                reason: "\(count) row\(count == 1 ? "" : "s") of the journal of team \(id.team.rawValue), "
                    + "\(id.environment.name), were acknowledged and are gone")
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
            mutes: try journal.challengeMutes(), lastNumber: try journal.lastChallenge(),
            groups: GroupChallengeBook(
                try journal.groupChallenges(
                    closedAfter: keeper.clock.now().advanced(by: -GroupChallenge.rematchSpan)),
                lastNumber: try journal.lastGroupChallenge()))
        keeper.noteGroupMoment(pending.nextGroupMoment())
    }

    private func loadMatches() throws(StoreError) {
        let kept = try keeper.journal.matches()
        var states: [MatchGame: [MatchNumber: [UInt8]]] = [:]
        for game in kept.keys where keeper.matches.rules(game) != nil {
            states[game] = try keeper.journal.openData(of: game)
        }
        keeper.matches.load(kept, try keeper.journal.lastMatches(), states: states)
    }

    private func loadModeration() throws(StoreError) {
        keeper.catalogue.bans.replaceAll(try keeper.journal.bans())
        keeper.catalogue.policies.replaceAll(try keeper.journal.policies())
        reviews = PendingReviews(try keeper.journal.pendingScores())
    }

    /// - Parameter warm: what was followed of it, while somebody else owned the store.
    /// - Returns: how many rows were read, and which boards were in use and could not be had.
    private func load(_ id: StreamID, _ warm: FollowedStream?) throws(StoreError) -> (Int, Set<BoardKey>) {
        guard let last = try keeper.journal.last(of: id) else { return (0, []) }
        keeper.clock.raise(to: last.time)
        let now = keeper.clock.now()
        var loaded: (count: Int, deferred: Set<BoardKey>)?
        if let warm { loaded = try goOn(warm, through: last.sequence, at: now).map { ($0, []) } }
        let (count, deferred) = if let loaded { loaded } else { try replay(id, through: last, at: now) }
        let stream = stream(id)
        stream.last = last.sequence
        for key in stream.boards.withLock({ $0.slots.keys.sorted() }) {
            try HistoryFiller(keeper, stream.boards).fill(key, at: now, windows: true)
        }
        return (count, deferred)
    }

    /// - Returns: how many rows had come since; nil: what was followed is of no use.
    private func goOn(
        _ warm: FollowedStream, through last: JournalSequence, at now: Timestamp
    ) throws(StoreError) -> Int? {
        var warm = warm
        let (id, start) = (warm.boards.stream, warm.position)
        repeat {
            // A stop now waits for no more than a page.
            guard !keeper.queue.isStopped else { throw .unavailable }
            guard let tail = try keeper.journal.tail(after: warm.position, of: id, limit: Self.pageRows),
                warm.follow(tail, at: now), warm.position >= last || !tail.rows.isEmpty
            else {
                keeper.log(.followedInVain(id))
                return nil
            }
        } while warm.position < last
        guard warm.ranks(as: keeper.boardKeys, at: keeper.clock.now()) else {
            keeper.log(.followedInVain(id))
            return nil
        }
        keeper.adopt(warm.boards)
        if let start = warm.boards.withLock({ $0.snapshot?.start }) { keeper.noteSnapshot(of: id, at: start) }
        let stream = stream(id)
        stream.ids = warm.ids
        stream.ids.adopt(try keeper.journal.scoreIDRuns(of: id))
        return Int(clamping: last.rawValue - start.rawValue)
    }

    private func replay(
        _ id: StreamID, through last: JournalPosition, at now: Timestamp
    ) throws(StoreError) -> (Int, Set<BoardKey>) {
        let snapshots = keeper.snapshots.map { KeptSnapshots(files: $0, journal: keeper.journal, log: keeper.log) }
        let snapshot = snapshots?.snapshot(of: id, through: last.sequence)
        if let snapshot { keeper.noteSnapshot(of: id, at: snapshot.start) }
        var replay = StreamReplay(
            keeper.boardKeys, now: now, from: snapshot, wiped: WipedRows(try keeper.journal.wipes(of: id))
        ) { [keeper] failure in
            keeper.log(.snapshotIgnored(id, reason: failure.reason))
        }
        replay.loadUsed(within: keeper.idleSpan)
        let stream = stream(id)
        let count = try readRows(through: last.sequence, stream, &replay)
        let deferred = replay.deferred
        replay.finish(into: stream.boards, at: last)
        return (count, deferred)
    }

    private func readRows(
        through last: JournalSequence, _ stream: WriterStream, _ replay: inout StreamReplay
    ) throws(StoreError) -> Int {
        let id = stream.boards.stream
        stream.ids.adopt(try keeper.journal.scoreIDRuns(of: id))
        let indexed = stream.ids.indexed
        let pages = JournalPages(
            keeper.journal, of: id, after: min(indexed, replay.start), through: last, rows: Self.pageRows)
        defer { pages.end() }
        var count = 0
        while let rows = try pages.next() {
            // A stop now waits for no more than a page.
            guard !keeper.queue.isStopped else { throw .unavailable }
            count += rows.count
            for row in rows {
                if row.sequence > indexed { stream.ids.insert(row) }
                replay.fold(row)
            }
        }
        return count
    }
}
