import LaurelDomain

// Reading a snapshot: sorted keys become trees without a search. Everything is checked before it is believed, so that
// bytes that are not a snapshot end in an error and in nothing else.
extension Board {
    /// The board whose snapshot these chunks are. O(n); about 0.2 µs an entry.
    public static func restore(_ bytes: [UInt8]) throws(SnapshotDamage) -> Board {
        var outline = SnapshotOutline(byteCount: bytes.count)
        while let range = outline.nextHead { try outline.add(head: Array(bytes[range])) }
        var overriding: [SnapshotChunkBytes] = []
        for index in outline.overridingChunks {
            overriding.append(try SnapshotChunkBytes(Array(bytes[outline.range(ofChunk: index)]), index: index))
        }
        var restorer = try BoardRestorer(overriding, of: outline)
        for index in outline.otherChunks {
            try restorer.load(try SnapshotChunkBytes(Array(bytes[outline.range(ofChunk: index)]), index: index))
        }
        return try restorer.finish()
    }

    convenience init(_ end: SnapshotEnd, at index: Int) throws(SnapshotDamage) {
        guard let order = SortOrder(rawValue: end.order), let type = SubmissionType(rawValue: end.type),
            let now = Timestamp(milliseconds: end.now), end.hasRange <= 1, end.lacksWindows <= 1,
            Int(end.chunks) == index + 1,
            0..<SixBytes.limit ~= end.version, 0...end.version ~= end.wipedThrough
        else { throw .inconsistent(chunk: index) }
        var range: ScoreRange?
        if end.hasRange == 1 {
            guard let known = ScoreRange(lowest: end.rangeLowest, highest: end.rangeHighest) else {
                throw .inconsistent(chunk: index)
            }
            range = known
        }
        self.init(order: order, type: type, range: range, hasWindows: end.lacksWindows == 0, now: now)
        version = JournalSequence(end.version)
        wipedThrough = JournalSequence(end.wipedThrough)
    }

    func matches(_ end: SnapshotEnd) -> Bool {
        Int64(players.count) == end.players
            && Int64(scopes[Int(TimeScope.allTime.rawValue)].tree.count) == end.ranked
            && Int64(scopes[Int(TimeScope.week.rawValue)].tree.count) == end.week
            && Int64(scopes[Int(TimeScope.today.rawValue)].tree.count) == end.today
    }

    /// Whether a record read can be one that was written.
    func accepts(_ record: PlayerRecord) -> Bool {
        let marks = record.marks
        guard marks.isSubset(of: .known), marks.contains(.present) else { return false }
        guard record.latest > 0 || marks.contains(.hidden) else { return false }
        let isOut = !marks.isDisjoint(with: [.hidden, .awaitsHistory])
        guard marks.contains(.ranked) else { return true }
        guard !isOut, 1...record.latest ~= record.sequence else { return false }
        return range?.contains(order.value(ofOrdinal: record.ordinal)) ?? true
    }

    /// Reads a staircase into `scratch`, and checks it against its player's record.
    func readSteps(
        _ count: Int, of record: PlayerRecord, from chunk: inout SnapshotChunkReader
    ) throws(SnapshotDamage) {
        guard count <= (hasWindows ? type == .best ? Staircase.limit : 1 : 0) else {
            throw .inconsistent(chunk: chunk.index)
        }
        for index in 0..<count {
            let step = try chunk.read(Step.self)
            let isKnown = step.isGap || 1...max(record.latest, 1) ~= step.sequence
            guard step.isWellFormed, isKnown else { throw .inconsistent(chunk: chunk.index) }
            if index > 0 {
                let last = scratch.pointee.steps[index - 1]
                guard last.date < step.date, last.ordinal <= step.ordinal else {
                    throw .inconsistent(chunk: chunk.index)
                }
            }
            scratch.pointee.steps[index] = step
        }
        scratch.pointee.count = count
        guard count > 0 else { return }
        let first = scratch.pointee.steps[0]
        let today = scratch.pointee.first(after: edge(.today))
        guard record.marks.contains(.ranked), !record.marks.contains(.awaitsWeek), first.date > edge(.week),
            !first.isGap, today?.isGap != true, first.sequence == record.sequence || !first.outranks(record.best, type)
        else { throw .inconsistent(chunk: chunk.index) }
    }

    /// - Parameter patches: how many a player still has; the last one counts, those before it are of another time.
    func patch(_ chunk: inout SnapshotChunkReader, _ patches: inout [UInt32: Int]) throws(SnapshotDamage) {
        for _ in 0..<chunk.count {
            let player = try chunk.read(UInt32.self)
            let count = Int(try chunk.read(UInt32.self))
            var read = try chunk.read(PlayerRecord.self)
            let left = (patches[player] ?? 0) - 1
            patches[player] = left
            guard left <= 0 else {
                try chunk.skip(Int(count), Step.self)
                continue
            }
            guard read.staircase == player, read.isPresent || count == 0 else {
                throw .inconsistent(chunk: chunk.index)
            }
            read.staircase = 0
            guard read.isPresent else { continue }
            guard accepts(read), players.find(player) == nil else { throw .inconsistent(chunk: chunk.index) }
            try readSteps(count, of: read, from: &chunk)
            install(read, player)
        }
        try chunk.finish()
    }

    /// A patched player, their staircase in `scratch`.
    private func install(_ patch: PlayerRecord, _ player: UInt32) {
        var blank = patch
        let isRanked = patch.marks.contains(.ranked)
        if isRanked { blank.clearBest() }
        let (record, _) = players.findOrInsert(player, blank)
        if isRanked { setBest(patch.best, record, player) }
        register(patch.marks, player, isRanked: isRanked)
        enterWindows(record, player)
    }

    func register(_ marks: PlayerRecord.Marks, _ player: UInt32, isRanked: Bool) {
        if !isRanked { unranked.insert(player) }
        if !marks.isDisjoint(with: [.awaitsHistory, .awaitsWeek]) { needy.insert(player) }
    }
}
