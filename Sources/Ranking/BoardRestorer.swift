import LaurelDomain

/// Makes a board of a snapshot's chunks one by one: nobody needs the bytes of all at once, and another thread can read
/// and check the next ones meanwhile.
///
/// ```swift
/// var restorer = try BoardRestorer(overriding, of: outline)
/// for index in outline.otherChunks { try restorer.load(try chunk(index)) }
/// let board = try restorer.finish()
/// ```
public struct BoardRestorer: ~Copyable {
    private let board: Board
    private let end: SnapshotEnd
    private let endIndex: Int
    private let patchChunks: [SnapshotChunkBytes]
    private var allTime = RankTree.Builder()
    private var week = RankTree.Builder()
    private var today = RankTree.Builder()
    /// How often a player was written again at the end.
    private var patches: [UInt32: Int]
    /// How many staircases reach into the day.
    private var expectedToday = 0
    private var loadedToday = 0

    /// - Parameter overriding: the chunks of ``SnapshotOutline/overridingChunks``, in this order.
    public init(_ overriding: [SnapshotChunkBytes], of outline: SnapshotOutline) throws(SnapshotDamage) {
        guard let last = overriding.last, last.head.kind == .end, last.index == outline.chunkCount - 1 else {
            throw .truncated
        }
        let end = try last.read { chunk throws(SnapshotDamage) in
            let end = try chunk.read(SnapshotEnd.self)
            try chunk.finish()
            return end
        }
        // No number below may ask for more memory than the bytes can fill.
        guard 0...Int64(outline.byteCount / MemoryLayout<PlayerRecord>.size) ~= end.players else {
            throw .inconsistent(chunk: last.index)
        }
        let board = try Board(end, at: last.index)
        board.players.reserve(players: end.players, highest: end.highestPlayer)
        var patches: [UInt32: Int] = [:]
        for chunk in overriding.dropLast() {
            guard chunk.head.kind == .patch else { throw .inconsistent(chunk: chunk.index) }
            for player in try chunk.patchedPlayers() { patches[player, default: 0] += 1 }
        }
        self.board = board
        self.end = end
        self.patches = patches
        endIndex = last.index
        patchChunks = overriding.dropLast()
    }

    /// The next chunk of ``SnapshotOutline/otherChunks``.
    public mutating func load(_ chunk: SnapshotChunkBytes) throws(SnapshotDamage) {
        try chunk.read { reader throws(SnapshotDamage) in try load(&reader) }
    }

    private mutating func load(_ chunk: inout SnapshotChunkReader) throws(SnapshotDamage) {
        try board.warm(chunk)
        for _ in 0..<chunk.count {
            switch chunk.kind {
            case .ranked, .unranked: try loadRecord(&chunk)
            case .week: try loadWeek(&chunk)
            case .today: try loadToday(&chunk)
            case .patch, .end: throw .inconsistent(chunk: chunk.index)
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

    /// The board, once all chunks are loaded.
    public consuming func finish() throws(SnapshotDamage) -> Board {
        let (board, end, index) = (board, end, endIndex)
        var patches = patches
        let patchChunks = patchChunks
        guard loadedToday == expectedToday else { throw .inconsistent(chunk: index) }
        board.take(allTime.finish(), .allTime)
        board.take(week.finish(), .week)
        board.take(today.finish(), .today)
        board.queue.heapify()
        for chunk in patchChunks {
            try chunk.read { reader throws(SnapshotDamage) in try board.patch(&reader, &patches) }
        }
        guard board.matches(end) else { throw .inconsistent(chunk: index) }
        return board
    }
}

extension SnapshotChunkBytes {
    /// Whom a chunk of patches is about, once for each patch.
    fileprivate func patchedPlayers() throws(SnapshotDamage) -> [UInt32] {
        try read { chunk throws(SnapshotDamage) in
            var players: [UInt32] = []
            for _ in 0..<chunk.count {
                players.append(try chunk.read(UInt32.self))
                let count = try chunk.read(UInt32.self)
                _ = try chunk.read(PlayerRecord.self)
                guard count <= Staircase.limit else { throw .inconsistent(chunk: chunk.index) }
                try chunk.skip(Int(count), Step.self)
            }
            return players
        }
    }
}

extension Board {
    /// Asks for the records of a chunk before any is read: they lie far apart, and so the misses overlap.
    fileprivate func warm(_ chunk: SnapshotChunkReader) throws(SnapshotDamage) {
        guard chunk.kind != .patch else { return }
        var numbers = chunk
        var seen = 0
        defer { keep(seen) }
        for _ in 0..<chunk.count {
            switch chunk.kind {
            case .ranked, .unranked: seen &+= warm(try numbers.read(PlayerRecord.self).staircase)
            case .week:
                seen &+= warm(try numbers.read(UInt32.self))
                try numbers.skip(Int(try numbers.read(UInt32.self)), Step.self)
            default: seen &+= warm(try numbers.read(UInt32.self))
            }
        }
        guard chunk.kind == .today else { return }
        numbers = chunk
        for _ in 0..<chunk.count {
            guard let handle = players.find(try numbers.read(UInt32.self))?.pointee.staircase, handle != 0
            else { continue }
            seen &+= pool.count(handle)
        }
    }
}
