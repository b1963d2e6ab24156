import LaurelDomain

/// How far a snapshot has come.
struct SnapshotProgress {
    enum Part { case ranked, unranked, week, today, patch, done }

    var part = Part.ranked
    /// The last key written of the order being walked.
    var cursor: RankKey?
    var unranked: [UInt32]
    var index: UInt32 = 0
    var highestPlayer: UInt32 = 0
    /// Who changed since the beginning, and has not been written since: the patches' part.
    var touched: Set<UInt32> = []
}

// A snapshot in slices. The lock is held for each call and free between them. Who does not change meanwhile is written
// once, wherever they stand: each order is walked by key, not by rank. Who changes is noted, and written again at the
// end, which overrides. So the whole is the board as it is when the last chunk is made, at ``version`` then.
extension Board {
    /// Begins a snapshot, or begins again.
    public func beginSnapshot() {
        snapshot = SnapshotProgress(unranked: Array(unranked))
    }

    /// The next chunk, of about `entries` (1 … 65,536) entries, checksum included. O(entries).
    ///
    /// - Returns: nil when all is written. The chunks in this order, one after the other, are what
    ///   ``restore(_:)`` reads; they are the board at the ``version`` it has when the last one is returned.
    /// - Throws: after a wipe or a change of range, or without ``beginSnapshot()``.
    public func nextSnapshotChunk(entries: Int) throws(SnapshotInterrupted) -> [UInt8]? {
        guard snapshot != nil else { throw SnapshotInterrupted() }
        let limit = min(max(entries, 1), 65_536)
        while let part = snapshot?.part {
            switch part {
            case .ranked: if let chunk = nextChunk(.allTime, .ranked, limit, then: .unranked) { return chunk }
            case .unranked: if let chunk = nextUnrankedChunk(limit) { return chunk }
            case .week: if let chunk = nextChunk(.week, .week, limit, then: .today) { return chunk }
            case .today: if let chunk = nextChunk(.today, .today, limit, then: .patch) { return chunk }
            case .patch: return patchChunk(limit)
            case .done: return nil
            }
        }
        return nil
    }

    /// Forgets a snapshot under way, so that changes need not be noted any more. Call it after the last chunk too.
    public func endSnapshot() { snapshot = nil }

    /// More changes than are worth noting one by one.
    func changeAsWhole() {
        snapshot = nil
        recent.noteWhole()
        for log in logs { log.isWhole = true }
        images?.noteWhole()
    }

    private func nextIndex() -> UInt32 {
        defer { snapshot?.index += 1 }
        return snapshot?.index ?? 0
    }

    private func nextChunk(
        _ scope: TimeScope, _ kind: SnapshotChunk.Kind, _ limit: Int, then next: SnapshotProgress.Part
    ) -> [UInt8]? {
        let tree = scopes + Int(scope.rawValue)
        var start = 0
        if let cursor = snapshot?.cursor {
            start = tree.pointee.tree.position(of: cursor)
            if tree.pointee.tree.key(at: start) == cursor { start += 1 }
        }
        guard start < tree.pointee.tree.count else {
            snapshot?.cursor = nil
            snapshot?.part = next
            return nil
        }
        var writer = SnapshotChunkWriter(kind, capacity: min(limit, tree.pointee.tree.count - start) * 40)
        warm(scope, from: start, limit)
        let touched = snapshot?.touched ?? []
        var last: RankKey?
        tree.pointee.tree.forEach(from: start, limit: limit) { key in
            last = key
            if !touched.isEmpty, touched.contains(key.player) { return }
            write(key.player, kind, to: &writer)
        }
        snapshot?.cursor = last
        return writer.finish(index: nextIndex())
    }

    /// Asks for all that a chunk will read before reading any of it, so that the misses overlap.
    private func warm(_ scope: TimeScope, from start: Int, _ limit: Int) {
        let tree = scopes + Int(scope.rawValue)
        var seen = 0
        defer { keep(seen) }
        tree.pointee.tree.forEach(from: start, limit: limit) { seen &+= warm($0.player) }
        guard scope == .week else { return }
        tree.pointee.tree.forEach(from: start, limit: limit) { key in
            guard let handle = players.find(key.player)?.pointee.staircase, handle != 0 else { return }
            seen &+= pool.count(handle)
        }
    }

    private func write(_ player: UInt32, _ kind: SnapshotChunk.Kind, to writer: inout SnapshotChunkWriter) {
        guard let record = players.find(player)?.pointee else { return }
        switch kind {
        case .ranked, .unranked:
            write(record, player, to: &writer)
            if let highest = snapshot?.highestPlayer, highest < player { snapshot?.highestPlayer = player }
        case .week:
            writer.append(player)
            writeSteps(record, to: &writer)
        default: writer.append(player)
        }
        writer.endRecord()
    }

    private func write(_ record: PlayerRecord, _ player: UInt32, to writer: inout SnapshotChunkWriter) {
        var written = record
        written.staircase = player
        writer.append(written)
    }

    private func writeSteps(_ record: PlayerRecord, to writer: inout SnapshotChunkWriter) {
        guard record.staircase != 0 else { return writer.append(UInt32(0)) }
        let count = pool.count(record.staircase)
        writer.append(UInt32(count))
        writer.append(pool.steps(record.staircase), count: count)
    }

    private func nextUnrankedChunk(_ limit: Int) -> [UInt8]? {
        guard let progress = snapshot, !progress.unranked.isEmpty else {
            snapshot?.part = .week
            return nil
        }
        var writer = SnapshotChunkWriter(.unranked, capacity: min(limit, progress.unranked.count) * 40)
        for player in progress.unranked.suffix(limit) where !progress.touched.contains(player) {
            write(player, .unranked, to: &writer)
        }
        snapshot?.unranked.removeLast(min(limit, progress.unranked.count))
        return writer.finish(index: nextIndex())
    }

    /// The last ones come together with the end, or a board that never rests would never be done.
    private func patchChunk(_ limit: Int) -> [UInt8] {
        let touched = snapshot?.touched ?? []
        let batch = Array(touched.prefix(limit))
        var writer = SnapshotChunkWriter(.patch, capacity: batch.count * 80)
        for player in batch { writePatch(player, to: &writer) }
        let chunk = writer.finish(index: nextIndex())
        guard batch.count == touched.count else {
            snapshot?.touched.subtract(batch)
            return chunk
        }
        snapshot?.touched = []
        snapshot?.part = .done
        return chunk + endChunk()
    }

    private func writePatch(_ player: UInt32, to writer: inout SnapshotChunkWriter) {
        writer.append(player)
        let record = players.find(player)?.pointee ?? .absent
        let count = record.staircase == 0 ? 0 : pool.count(record.staircase)
        writer.append(UInt32(count))
        write(record, player, to: &writer)
        if count > 0 { writer.append(pool.steps(record.staircase), count: count) }
        writer.endRecord()
    }

    private func endChunk() -> [UInt8] {
        let index = nextIndex()
        var writer = SnapshotChunkWriter(.end, capacity: 128)
        let totals = TimeScope.allCases.map { Int64(scopes[Int($0.rawValue)].tree.count) }
        writer.append(
            SnapshotEnd(
                version: version.rawValue, wipedThrough: wipedThrough.rawValue, now: now.milliseconds,
                rangeLowest: range?.lowest ?? 0, rangeHighest: range?.highest ?? 0,
                ranked: totals[Int(TimeScope.allTime.rawValue)], week: totals[Int(TimeScope.week.rawValue)],
                today: totals[Int(TimeScope.today.rawValue)], players: Int64(players.count), chunks: index + 1,
                highestPlayer: snapshot?.highestPlayer ?? 0, order: order.rawValue, type: type.rawValue,
                hasRange: range == nil ? 0 : 1, lacksWindows: hasWindows ? 0 : 1))
        writer.endRecord()
        return writer.finish(index: index)
    }
}
