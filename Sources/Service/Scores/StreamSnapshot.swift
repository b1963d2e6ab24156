import LaurelDomain
import Ranking
import Storage

/// The file a stream's leaderboards are kept in: a head, the boards' chunks one after another, and a directory at
/// the end. The chunks carry checksums of their own; head and directory share one.
struct StreamSnapshot {
    struct Section {
        let leaderboard: LeaderboardNumber
        let board: Board
        /// The board has the rows up to here.
        let sequence: JournalSequence
    }

    /// The journal was there when the snapshot was begun.
    let sequence: JournalSequence
    /// The last row that any board in it knows, and what that row is like: a journal that was put back to an older
    /// state and went on from there has another row.
    let end: JournalSequence
    let endMark: Int64
    let sections: [Section]
    let removed: Set<JournalSequence>

    func knows(_ leaderboard: LeaderboardNumber) -> Bool { sections.contains { $0.leaderboard == leaderboard } }

    init(reading bytes: [UInt8], of stream: StreamID) throws(SnapshotFailure) {
        let head = SnapshotHead.bytes(stream)
        guard bytes.count >= head.count + 16, bytes.starts(with: head) else {
            throw .damaged("it is not a snapshot of this stream")
        }
        let length = Int(clamping: SnapshotNumbers.integer(bytes, bytes.count - 16))
        guard length >= 0, length <= bytes.count - 16 - head.count else { throw .damaged("its directory is missing") }
        let start = bytes.count - 16 - length
        let directory = Array(bytes[start..<bytes.count - 16])
        guard SnapshotNumbers.integer(bytes, bytes.count - 8) == SnapshotNumbers.checksum(directory) else {
            throw .damaged("its directory's checksum is wrong")
        }
        var numbers = SnapshotNumbers(directory)
        sequence = JournalSequence(try numbers.next())
        end = JournalSequence(try numbers.next())
        endMark = try numbers.next()
        var sections: [Section] = []
        for _ in 0..<(try numbers.count()) {
            let leaderboard = LeaderboardNumber(UInt32(truncatingIfNeeded: try numbers.next()))
            let offset = try numbers.next()
            let count = try numbers.next()
            let through = JournalSequence(try numbers.next())
            guard offset >= head.count, count >= 0, offset <= start, count <= Int64(start) - offset else {
                throw .damaged("its directory points outside")
            }
            let board = try Self.board(bytes, Int(offset)..<Int(offset + count))
            sections.append(Section(leaderboard: leaderboard, board: board.board, sequence: through))
        }
        self.sections = sections
        var removed: Set<JournalSequence> = []
        for _ in 0..<(try numbers.count()) { removed.insert(JournalSequence(try numbers.next())) }
        self.removed = removed
    }

    private static func board(_ bytes: [UInt8], _ range: Range<Int>) throws(SnapshotFailure) -> BoardTransfer {
        let restored = bytes.withUnsafeBytes { bytes in
            do throws(SnapshotDamage) {
                return Result<BoardTransfer, SnapshotDamage>.success(
                    BoardTransfer(board: try Board.restore(UnsafeRawBufferPointer(rebasing: bytes[range]))))
            } catch {
                return .failure(error)
            }
        }
        do throws(SnapshotDamage) { return try restored.get() } catch { throw .damaged("a board in it: \(error)") }
    }
}

enum SnapshotHead {
    static func bytes(_ stream: StreamID) -> [UInt8] {
        Array("LaurelS1".utf8) + SnapshotNumbers.bytes(Int64(stream.team.rawValue))
            + SnapshotNumbers.bytes(Int64(stream.environment.rawValue))
    }
}

/// Little-endian 64-bit integers, one after another.
struct SnapshotNumbers {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() throws(SnapshotFailure) -> Int64 {
        guard place + 8 <= bytes.count else { throw .damaged("its directory is too short") }
        defer { place += 8 }
        return Self.integer(bytes, place)
    }

    /// How many follow: never more than there is room for.
    mutating func count() throws(SnapshotFailure) -> Int {
        let count = try next()
        guard 0...Int64(bytes.count / 8) ~= count else { throw .damaged("its directory is too short") }
        return Int(count)
    }

    static func integer(_ bytes: [UInt8], _ offset: Int) -> Int64 {
        bytes.withUnsafeBytes { Int64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int64.self)) }
    }

    static func bytes(_ value: Int64) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

    /// What tells a row from another one at the same place.
    static func mark(_ row: JournalRow) -> Int64 {
        let fields = [
            row.time.milliseconds, Int64(row.kind.rawValue), Int64(row.leaderboard.rawValue),
            Int64(row.player?.rawValue ?? 0), row.value, row.date.milliseconds, row.context, row.previous.rawValue,
        ]
        return checksum(fields.flatMap { bytes($0) } + Array((row.scoreID?.text ?? "").utf8))
    }

    /// FNV-1a, 64 bits: against damage, not against malice. Source: draft-eastlake-fnv.
    static func checksum(_ bytes: [UInt8]) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}

/// Writes snapshots beside the writer: the lock is held for a slice of a board at a time.
struct SnapshotWriter {
    /// About 0.2 ms under the lock.
    static let sliceEntries = 2_048

    let files: any SnapshotFiles
    let boards: StreamBoards
    let journal: any Journal

    private struct Entry {
        var leaderboard: LeaderboardNumber
        var offset: Int
        var count: Int
        var sequence: JournalSequence
    }

    /// Blocks until it is on the disk.
    /// - Returns: the sequence it begins at.
    func write() throws(SnapshotFailure) -> JournalSequence {
        let (start, numbers) = boards.withLock { ($0.published, $0.slots.keys.sorted()) }
        try files.replace(boards.stream) { append throws(SnapshotFailure) in
            let head = SnapshotHead.bytes(boards.stream)
            try append(head)
            var offset = head.count
            var entries: [Entry] = []
            for number in numbers {
                guard let entry = try write(number, at: offset, append) else { continue }
                offset += entry.count
                entries.append(entry)
            }
            let end = entries.map(\.sequence).reduce(start, max)
            try append(directory(start, end, try mark(of: end), entries))
        }
        return start
    }

    /// - Returns: nil for a board that is gone.
    private func write(
        _ number: LeaderboardNumber, at offset: Int, _ append: ([UInt8]) throws(SnapshotFailure) -> Void
    ) throws(SnapshotFailure) -> Entry? {
        enum Slice: Sendable {
            case chunk([UInt8])
            case done(JournalSequence)
            case interrupted
            case gone
        }
        let generation = boards.withLock { state in
            state.slots[number]?.board.beginSnapshot()
            return state.slots[number]?.generation
        }
        var count = 0
        while true {
            let slice = boards.withLock { state -> Slice in
                guard let slot = state.slots[number], slot.generation == generation else { return .gone }
                do throws(SnapshotInterrupted) {
                    // `published` is read in the same hold as the last chunk: the board has all rows up to it.
                    guard let chunk = try slot.board.nextSnapshotChunk(entries: Self.sliceEntries) else {
                        return .done(state.published)
                    }
                    return .chunk(chunk)
                } catch {
                    return .interrupted
                }
            }
            switch slice {
            case .chunk(let bytes):
                try append(bytes)
                count += bytes.count
            case .done(let sequence):
                return Entry(leaderboard: number, offset: offset, count: count, sequence: sequence)
            case .interrupted: throw .unreadable("a board was changed as a whole while it was written")
            case .gone: throw .unreadable("a board went away while it was written")
            }
        }
    }

    private func mark(of sequence: JournalSequence) throws(SnapshotFailure) -> Int64 {
        do throws(StoreError) {
            guard let row = try journal.row(at: sequence, of: boards.stream) else { return 0 }
            return SnapshotNumbers.mark(row)
        } catch {
            throw .unreadable("the journal could not be read: \(error)")
        }
    }

    private func directory(
        _ start: JournalSequence, _ end: JournalSequence, _ mark: Int64, _ entries: [Entry]
    ) -> [UInt8] {
        let removed = boards.withLock { $0.removed }
        var numbers = [start.rawValue, end.rawValue, mark, Int64(entries.count)]
        for entry in entries {
            numbers += [Int64(entry.leaderboard.rawValue), Int64(entry.offset), Int64(entry.count)]
            numbers.append(entry.sequence.rawValue)
        }
        numbers.append(Int64(removed.count))
        numbers += removed.map(\.rawValue).sorted()
        let directory = numbers.flatMap { SnapshotNumbers.bytes($0) }
        return directory + SnapshotNumbers.bytes(Int64(directory.count))
            + SnapshotNumbers.bytes(SnapshotNumbers.checksum(directory))
    }
}
