import LaurelDomain
import LaurelRanking
import LaurelStorage

/// Writes snapshots beside the writer: the lock is held for a slice of a board at a time.
///
/// Loaded boards are written again; sections of the others are copied byte for byte.
struct SnapshotWriter {
    /// About 0.2 ms under the lock.
    static let sliceEntries = 2_048
    /// A board that is changed as a whole so often while it is written keeps the section that it had.
    private static let attemptsLimit = 3
    /// Of a section that is carried over, at a time.
    private static let copiedBytes = 1 << 20

    let files: any SnapshotFiles
    let boards: StreamBoards
    let journal: any Journal
    let now: Timestamp

    private typealias Append = ([UInt8]) throws(SnapshotFailure) -> Void

    /// Blocks until it is on the disk, and makes it the stream's.
    /// - Returns: the sequence it begins at.
    func write() throws(SnapshotFailure) -> JournalSequence {
        let (start, keys, old) = boards.withLock { state in
            (state.published, Set(state.slots.keys).union(state.extents.keys).sorted(), state.snapshot)
        }
        var new = StreamSnapshot(
            start: start, end: start, endDigest: .start, time: now, sections: [:], removed: [], everywhere: [])
        let file = try files.replace(boards.stream) { append throws(SnapshotFailure) in
            let head = SnapshotHead.bytes(boards.stream)
            try append(head)
            var end = head.count
            let write: Append = { bytes throws(SnapshotFailure) in
                try append(bytes)
                end += bytes.count
            }
            for key in keys {
                for attempt in 1...Self.attemptsLimit {
                    let offset = end
                    switch try take(key, write) {
                    case .whole(let sequence):
                        new.sections[key] = StreamSnapshot.Section(
                            offset: offset, count: end - offset, sequence: sequence, extent: BoardExtent(sequence),
                            used: now)
                    case .changed where attempt < Self.attemptsLimit: continue
                    case .changed, .absent: new.sections[key] = try carryOver(key, old, at: offset, write)
                    }
                    break
                }
            }
            finish(&new)
            new.endDigest = try digest(at: new.end)
            try append(new.directory)
        }
        new.file = file
        boards.withLock { [new] in $0.snapshot = new }
        return start
    }

    /// All that the directory says beside the sections, in one hold of the lock: it is true at ``StreamSnapshot/end``.
    private func finish(_ new: inout StreamSnapshot) {
        let sections = new.sections
        new = boards.withLock { [new] state in
            var new = new
            new.end = state.published
            new.removed = state.removed
            new.everywhere = state.everywhere
            for (key, extent) in state.extents {
                let used = state.slots[key]?.used ?? state.snapshot?.sections[key]?.used ?? .first
                var section = sections[key] ?? StreamSnapshot.Section(extent: extent, used: used)
                (section.extent, section.used) = (extent, used)
                // Other rows came to the board since it was written.
                if section.sequence < extent.epoch { section.count = 0 }
                // Or what it was written of is wiped.
                if section.sequence < state.wiped.last(on: key.leaderboard) { section.count = 0 }
                new.sections[key] = section
            }
            // Boards without rows, and those of leaderboards that went away meanwhile.
            new.sections = new.sections.filter { state.extents[$0.key] != nil }
            return new
        }
    }

    private enum Taken {
        case whole(through: JournalSequence)
        /// As a whole, or made anew: nothing points to what was written of it.
        case changed
        case absent
    }

    private func take(_ key: BoardKey, _ append: Append) throws(SnapshotFailure) -> Taken {
        enum Slice: Sendable {
            /// - through: the board had all rows up to there when the chunk was made, and no others.
            case chunk([UInt8], through: JournalSequence)
            case done
            case changed
        }
        let generation = boards.withLock { state -> UInt64? in
            guard state.rebuilds[key] == nil, let slot = state.slots[key] else { return nil }
            slot.board.beginSnapshot()
            return slot.generation
        }
        guard let generation else { return .absent }
        // Of the last chunk: rows that come while it is being written are not in it.
        var through = JournalSequence.start
        while true {
            let slice = boards.withLock { state -> Slice in
                guard let slot = state.slots[key], slot.generation == generation else { return .changed }
                do throws(SnapshotInterrupted) {
                    guard let chunk = try slot.board.nextSnapshotChunk(entries: Self.sliceEntries) else {
                        slot.board.endSnapshot()
                        return .done
                    }
                    return .chunk(chunk, through: state.published)
                } catch {
                    return .changed
                }
            }
            switch slice {
            case .chunk(let bytes, let published):
                through = published
                try append(bytes)
            case .done: return .whole(through: through)
            case .changed: return .changed
            }
        }
    }

    /// - Returns: nil when nothing is kept of the board.
    private func carryOver(
        _ key: BoardKey, _ old: StreamSnapshot?, at offset: Int, _ append: Append
    ) throws(SnapshotFailure) -> StreamSnapshot.Section? {
        guard let old, let file = old.file, var section = old.sections[key], section.count > 0 else { return nil }
        let end = section.offset + section.count
        for start in stride(from: section.offset, to: end, by: Self.copiedBytes) {
            try append(try file.read(start..<min(end, start + Self.copiedBytes)))
        }
        section.offset = offset
        return section
    }

    private func digest(at sequence: JournalSequence) throws(SnapshotFailure) -> JournalDigest {
        do throws(StoreError) { return try journal.digest(at: sequence, of: boards.stream) ?? .start } catch {
            throw .unreadable("can't read the journal: \(error)")
        }
    }
}
