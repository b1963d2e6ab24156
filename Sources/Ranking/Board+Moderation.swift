public import LaurelDomain

// What takes entries away and brings them back (rules 4.5, 4.12), and the history that it needs.
extension Board {
    /// A row is taken out (rule 4.12).
    ///
    /// - Returns: whether the board stood on it; then ``needsHistory(at:)`` names the player.
    @discardableResult
    public func remove(_ sequence: JournalSequence, of player: PlayerNumber, version: JournalSequence) -> Bool {
        defer { checkInvariants() }
        note(version)
        let number = player.rawValue
        guard let record = players.find(number), record.pointee.marks.isDisjoint(with: [.hidden, .awaitsHistory])
        else { return false }
        touch(number)
        if record.pointee.marks.contains(.ranked), record.pointee.sequence == sequence.rawValue {
            askHistory(record, number)
            return true
        }
        let handle = record.pointee.staircase
        guard handle != 0 else { return false }
        let steps = pool.steps(handle)
        for index in 0..<pool.count(handle) where steps[index].sequence == sequence.rawValue && !steps[index].isGap {
            leaveWindows(record, number)
            record.pointee.marks.insert(.awaitsWeek)
            needy.insert(number)
            return true
        }
        return false
    }

    /// A removed row comes back. No history is needed; a row that is here already changes nothing.
    @discardableResult
    public func restore(_ submission: Submission, version: JournalSequence) -> ApplyOutcome {
        defer { checkInvariants() }
        note(version)
        let sequence = submission.sequence.rawValue
        guard wipedThrough.rawValue < sequence, sequence < SixBytes.limit else {
            return ApplyOutcome(status: .repeated)
        }
        let (record, isNew) = players.findOrInsert(submission.player.rawValue, .blank)
        record.pointee.latest = max(record.pointee.latest, sequence)
        return fold(submission, record, isNew: isNew)
    }

    /// A row that has no rank until ``restore(_:version:)``: only their chain leads to it.
    public func hold(_ sequence: JournalSequence, of player: PlayerNumber) {
        defer { checkInvariants() }
        let number = player.rawValue
        guard wipedThrough < sequence, sequence.rawValue < SixBytes.limit else { return }
        let (record, isNew) = players.findOrInsert(number, .blank)
        guard record.pointee.latest < sequence.rawValue else { return }
        touch(number)
        record.pointee.latest = sequence.rawValue
        note(sequence)
        if isNew { unranked.insert(number) }
    }

    /// A ban: no entry in any scope until ``unhide(_:version:)`` (rule 4.12).
    public func hide(_ player: PlayerNumber, version: JournalSequence) {
        defer { checkInvariants() }
        note(version)
        let number = player.rawValue
        let (record, isNew) = players.findOrInsert(number, .blank)
        guard !record.pointee.marks.contains(.hidden) else { return }
        touch(number)
        withdraw(record, number, isNew: isNew)
        record.pointee.marks.insert(.hidden)
    }

    /// The end of a ban. The player comes back with their history.
    public func unhide(_ player: PlayerNumber, version: JournalSequence) {
        defer { checkInvariants() }
        note(version)
        let number = player.rawValue
        guard let record = players.find(number), record.pointee.marks.contains(.hidden) else { return }
        touch(number)
        record.pointee.marks.remove(.hidden)
        if record.pointee.latest > 0 {
            askHistory(record, number)
        } else {
            forget(number)
        }
    }

    /// Nothing of the player stays, not even that they were here. Ranks close up.
    public func erase(_ player: PlayerNumber, version: JournalSequence) {
        defer { checkInvariants() }
        note(version)
        let number = player.rawValue
        guard let record = players.find(number) else { return }
        touch(number)
        withdraw(record, number, isNew: false)
        forget(number)
    }

    /// All rows so far are gone for good, the chains too. Bans stay.
    public func wipe(version: JournalSequence) {
        defer { checkInvariants() }
        note(version)
        wipedThrough = max(wipedThrough, version)
        var banned: [UInt32] = []
        for number in unranked where players.find(number)?.pointee.marks.contains(.hidden) ?? false {
            banned.append(number)
        }
        for index in TimeScope.allCases.indices { scopes[index].removeAll() }
        players.removeAll()
        pool.removeAll()
        queue.removeAll()
        activeCount = 0
        needy = []
        unranked = []
        changeAsWhole()
        for number in banned { hide(PlayerNumber(number), version: version) }
    }

    /// Changes which values have an entry. Entries outside go at once; the players whose rows the change concerns are
    /// named by ``needsHistory(at:)``. O(players).
    public func setRange(_ range: ScoreRange?, version: JournalSequence) {
        defer { checkInvariants() }
        note(version)
        guard range != self.range else { return }
        self.range = range
        changeAsWhole()
        var concerned: [UInt32] = []
        players.forEach { player, record in
            if !record.pointee.marks.contains(.hidden), isConcerned(record.pointee) { concerned.append(player) }
        }
        for player in concerned {
            guard let record = players.find(player) else { continue }
            askHistory(record, player)
        }
    }

    /// How many entries a range would hide (rule 4.5). O(log n).
    public func entryCount(outside range: ScoreRange) -> Int {
        let ends = [order.ordinal(of: range.lowest), order.ordinal(of: range.highest)]
        let tree = scopes + Int(TimeScope.allTime.rawValue)
        let first = tree.pointee.tree.position(of: RankKey(ordinal: min(ends[0], ends[1]), date: 0, player: 0))
        let last = max(ends[0], ends[1])
        let beyond = RankKey(ordinal: last == .max ? .max : last + 1, date: last == .max ? .max : 0, player: 0)
        return tree.pointee.tree.count - (tree.pointee.tree.position(of: beyond) - first)
    }

    private func isConcerned(_ record: PlayerRecord) -> Bool {
        guard !record.marks.contains(.outOfRange) else { return true }
        guard let range else { return false }
        if record.marks.contains(.ranked), !range.contains(order.value(ofOrdinal: record.ordinal)) { return true }
        guard record.staircase != 0 else { return false }
        let steps = pool.steps(record.staircase)
        for index in 0..<pool.count(record.staircase)
        where !steps[index].isGap && !range.contains(order.value(ofOrdinal: steps[index].ordinal)) { return true }
        return false
    }
}

extension Board {
    /// Advances to `now`, and says whose rows must be given before the board is exact there. By player; nearly always
    /// empty, and then O(1).
    public func needsHistory(at now: Timestamp) -> [HistoryNeed] {
        advance(to: now)
        guard !needy.isEmpty else { return [] }
        var needs: [HistoryNeed] = []
        for number in needy.sorted() {
            guard let record = players.find(number)?.pointee else { continue }
            let after = record.marks.contains(.awaitsHistory) ? nil : Timestamp(milliseconds: edge(.week))
            needs.append(
                HistoryNeed(player: PlayerNumber(number), latest: JournalSequence(record.latest), after: after))
        }
        return needs
    }

    /// Rebuilds a player from all their remaining rows: those not removed, in any order, up to ``version``. The board
    /// picks those in range.
    public func replaceHistory(of player: PlayerNumber, rows: [Submission]) {
        defer { checkInvariants() }
        let number = player.rawValue
        let steps = usableSteps(rows, of: player)
        guard !rows.isEmpty || players.find(number) != nil else { return }
        let (record, isNew) = players.findOrInsert(number, .blank)
        touch(number)
        record.pointee.latest = max(record.pointee.latest, steps.latest)
        withdraw(record, number, isNew: isNew)
        guard !record.pointee.marks.contains(.hidden) else { return }
        if steps.hasOutOfRange { record.pointee.marks.insert(.outOfRange) }
        if var best = steps.inRange.first {
            for step in steps.inRange where step.outranks(best, type) { best = step }
            setBest(best, record, number)
        }
        rebuildWindows(steps.inRange, record, number)
        listUnranked(number, record.pointee, isNew: false, wasRanked: false)
    }

    /// Rebuilds a player's windows from their remaining rows of the last seven days; their all-time entry stays.
    public func refill(_ player: PlayerNumber, rows: [Submission]) {
        defer { checkInvariants() }
        let number = player.rawValue
        guard let record = players.find(number), record.pointee.marks.isDisjoint(with: [.hidden, .awaitsHistory])
        else { return }
        touch(number)
        let steps = usableSteps(rows, of: player)
        leaveWindows(record, number)
        if steps.hasOutOfRange { record.pointee.marks.insert(.outOfRange) }
        record.pointee.marks.remove(.awaitsWeek)
        needy.remove(number)
        rebuildWindows(steps.inRange, record, number)
    }

    private func rebuildWindows(_ steps: [Step], _ record: PlayerMap<PlayerRecord>.Pointer, _ player: UInt32) {
        guard hasWindows else { return }
        let edge = edge(.week)
        scratch.pointee.rebuild(from: steps.filter { $0.date > edge }, type, today: self.edge(.today))
        enterWindows(record, player)
    }

    private struct UsableSteps {
        var inRange: [Step] = []
        var hasOutOfRange = false
        var latest: Int64 = 0
    }

    private func usableSteps(_ rows: [Submission], of player: PlayerNumber) -> UsableSteps {
        var usable = UsableSteps()
        for row in rows where row.player == player {
            guard wipedThrough < row.sequence, row.sequence.rawValue < SixBytes.limit else { continue }
            usable.latest = max(usable.latest, row.sequence.rawValue)
            if range?.contains(row.value) ?? true {
                usable.inRange.append(step(of: row))
            } else {
                usable.hasOutOfRange = true
            }
        }
        return usable
    }

    /// Out of every scope until the history comes.
    private func askHistory(_ record: PlayerMap<PlayerRecord>.Pointer, _ player: UInt32) {
        withdraw(record, player, isNew: false)
        record.pointee.marks.insert(.awaitsHistory)
        needy.insert(player)
    }

    /// Takes all entries of a player away. Whether they are banned, and their chain, stay known.
    func withdraw(_ record: PlayerMap<PlayerRecord>.Pointer, _ player: UInt32, isNew: Bool) {
        let wasRanked = record.pointee.marks.contains(.ranked)
        if wasRanked { scopes[Int(TimeScope.allTime.rawValue)].remove(record.pointee.best.key(player)) }
        record.pointee.clearBest()
        leaveWindows(record, player)
        record.pointee.marks.subtract([.awaitsHistory, .awaitsWeek, .outOfRange])
        needy.remove(player)
        if wasRanked || isNew { unranked.insert(player) }
    }

    private func forget(_ player: UInt32) {
        players.remove(player)
        unranked.remove(player)
        needy.remove(player)
    }
}
