import LaurelDomain

// Reading a snapshot: sorted keys become trees without a search. Everything is checked before it is believed, so that
// bytes that are not a snapshot end in an error and in nothing else.
extension Board {
    /// The board whose snapshot these chunks are. O(n); about 0.2 µs an entry.
    public static func restore(_ bytes: [UInt8]) throws(SnapshotDamage) -> Board {
        let result: Result<Board, SnapshotDamage> = bytes.withUnsafeBytes { buffer in
            do throws(SnapshotDamage) { return .success(try restore(buffer)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The same from memory that somebody else keeps, such as a mapped file.
    public static func restore(_ bytes: UnsafeRawBufferPointer) throws(SnapshotDamage) -> Board {
        var chunks: [SnapshotChunkReader] = []
        var rest = bytes
        while !rest.isEmpty { chunks.append(try SnapshotChunkReader(&rest, index: chunks.count)) }
        guard var last = chunks.popLast(), last.kind == .end else { throw .truncated }
        let end = try last.read(SnapshotEnd.self)
        try last.finish()
        // No number below may ask for more memory than the bytes can fill.
        guard 0...Int64(bytes.count / MemoryLayout<PlayerRecord>.size) ~= end.players else {
            throw .inconsistent(chunk: last.index)
        }
        let board = try Board(end, at: last.index)
        var loader = BoardLoader(board: board, end: end)
        for chunk in chunks where chunk.kind == .patch { try loader.notePatched(chunk) }
        for chunk in chunks { try loader.load(chunk) }
        var patches = loader.patches
        try loader.finish(at: last.index)
        for chunk in chunks where chunk.kind == .patch { try board.patch(chunk, &patches) }
        guard board.matches(end) else { throw .inconsistent(chunk: last.index) }
        return board
    }

    private convenience init(_ end: SnapshotEnd, at index: Int) throws(SnapshotDamage) {
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

    private func matches(_ end: SnapshotEnd) -> Bool {
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
    private func patch(_ chunk: SnapshotChunkReader, _ patches: inout [UInt32: Int]) throws(SnapshotDamage) {
        var chunk = chunk
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

extension Board {
    /// Asks for the records of a chunk before any is read: they lie far apart, and so the misses overlap.
    fileprivate func warm(_ chunk: SnapshotChunkReader) throws(SnapshotDamage) {
        guard chunk.kind != .patch else { return }
        var numbers = chunk
        for _ in 0..<chunk.count {
            switch chunk.kind {
            case .ranked, .unranked: warm(try numbers.read(PlayerRecord.self).staircase)
            case .week:
                warm(try numbers.read(UInt32.self))
                try numbers.skip(Int(try numbers.read(UInt32.self)), Step.self)
            default: warm(try numbers.read(UInt32.self))
            }
        }
        guard chunk.kind == .today else { return }
        numbers = chunk
        for _ in 0..<chunk.count {
            guard let handle = players.find(try numbers.read(UInt32.self))?.pointee.staircase, handle != 0
            else { continue }
            warmed.pointee &+= pool.count(handle)
        }
    }
}

/// Loads the chunks that hold most of a board.
private struct BoardLoader: ~Copyable {
    private let board: Board
    private var allTime = RankTree.Builder()
    private var week = RankTree.Builder()
    private var today = RankTree.Builder()
    /// How often a player was written again at the end.
    private(set) var patches: [UInt32: Int] = [:]
    /// How many staircases reach into the day.
    private var expectedToday = 0
    private var loadedToday = 0

    init(board: Board, end: SnapshotEnd) {
        self.board = board
        board.players.reserve(players: end.players, highest: end.highestPlayer)
    }

    mutating func notePatched(_ chunk: SnapshotChunkReader) throws(SnapshotDamage) {
        var chunk = chunk
        for _ in 0..<chunk.count {
            patches[try chunk.read(UInt32.self), default: 0] += 1
            let count = try chunk.read(UInt32.self)
            _ = try chunk.read(PlayerRecord.self)
            guard count <= Staircase.limit else { throw .inconsistent(chunk: chunk.index) }
            try chunk.skip(Int(count), Step.self)
        }
    }

    mutating func load(_ chunk: SnapshotChunkReader) throws(SnapshotDamage) {
        try board.warm(chunk)
        var chunk = chunk
        for _ in 0..<chunk.count {
            switch chunk.kind {
            case .ranked, .unranked: try loadRecord(&chunk)
            case .week: try loadWeek(&chunk)
            case .today: try loadToday(&chunk)
            case .patch: return
            case .end: throw .inconsistent(chunk: chunk.index)
            }
        }
        try chunk.finish()
    }

    private mutating func loadRecord(_ chunk: inout SnapshotChunkReader) throws(SnapshotDamage) {
        var record = try chunk.read(PlayerRecord.self)
        let player = record.staircase
        record.staircase = 0
        if !patches.isEmpty, patches[player] != nil { return }
        let isRanked = record.marks.contains(.ranked)
        guard board.accepts(record), isRanked == (chunk.kind == .ranked),
            !isRanked || allTime.append(record.best.key(player)),
            board.players.findOrInsert(player, record).isNew
        else { throw .inconsistent(chunk: chunk.index) }
        if record.marks != [.present, .ranked] { board.register(record.marks, player, isRanked: isRanked) }
    }

    private mutating func loadWeek(_ chunk: inout SnapshotChunkReader) throws(SnapshotDamage) {
        let player = try chunk.read(UInt32.self)
        let count = Int(try chunk.read(UInt32.self))
        guard 1...Staircase.limit ~= count else { throw .inconsistent(chunk: chunk.index) }
        if !patches.isEmpty, patches[player] != nil {
            try chunk.skip(Int(count), Step.self)
            return
        }
        guard board.hasWindows, let record = board.players.find(player), record.pointee.staircase == 0 else {
            throw .inconsistent(chunk: chunk.index)
        }
        try board.readSteps(count, of: record.pointee, from: &chunk)
        guard week.append(board.scratch.pointee.steps[0].key(player)) else { throw .inconsistent(chunk: chunk.index) }
        if board.queueLater(record, player) { expectedToday += 1 }
    }

    private mutating func loadToday(_ chunk: inout SnapshotChunkReader) throws(SnapshotDamage) {
        let player = try chunk.read(UInt32.self)
        if !patches.isEmpty, patches[player] != nil { return }
        guard let step = board.current(player, .today), today.append(step.key(player)) else {
            throw .inconsistent(chunk: chunk.index)
        }
        loadedToday += 1
    }

    /// Gives the board its trees.
    consuming func finish(at index: Int) throws(SnapshotDamage) {
        guard loadedToday == expectedToday else { throw .inconsistent(chunk: index) }
        board.take(allTime.finish(), .allTime)
        board.take(week.finish(), .week)
        board.take(today.finish(), .today)
        board.queue.heapify()
    }
}
