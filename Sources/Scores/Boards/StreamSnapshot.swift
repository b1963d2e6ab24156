import LaurelDomain
import LaurelStorage

/// The file a stream's leaderboards are kept in: a head, a section of chunks for each board, and a directory at the
/// end. The chunks carry checksums of their own, so that damage in one section costs that board its replay alone; the
/// directory has one too, and the sum of the head in it.
struct StreamSnapshot: Sendable {
    /// A board as it was written down.
    struct Section: Sendable {
        var offset = 0
        /// Unit: bytes. 0: nothing is kept but where its rows are.
        var count = 0
        /// It has the rows up to here.
        var sequence = JournalSequence.start
        var extent: BoardExtent
        /// When somebody last read the board or wrote to it.
        var used: Timestamp
    }

    /// The journal was there when the snapshot was begun.
    var start: JournalSequence
    /// The last row that anything in it knows, and the digest of the journal up to it: one that was put back to an
    /// older state and went on from there has another.
    var end: JournalSequence
    var endDigest: JournalDigest
    /// When it was finished.
    var time: Timestamp
    /// Every board that had rows.
    var sections: [BoardKey: Section]
    var removed: Set<JournalSequence>
    var everywhere: [JournalSequence]
    /// Nil until it is written.
    var file: (any SnapshotFile)?
}

extension StreamSnapshot {
    /// Reads head and directory; the sections are read when they are wanted.
    init(reading file: any SnapshotFile, of stream: StreamID) throws(SnapshotFailure) {
        let head = SnapshotHead.bytes(stream)
        guard try Self.begins(file, with: head) else {
            let isOlder = try Self.begins(file, with: SnapshotHead.bytes(stream, SnapshotHead.before))
            throw .damaged(isOlder ? "an older release wrote it" : "it isn't a snapshot of this stream")
        }
        let (directory, sectionsEnd) = try Self.directory(of: file, head)
        try self.init(directory: directory, within: head.count..<sectionsEnd)
        self.file = file
    }

    /// The last row that anything in a file knows, and the journal's digest up to it. Of a file of the release before
    /// nothing else holds: its boards may lack rows that it says they have.
    static func end(
        of file: any SnapshotFile, _ stream: StreamID
    ) throws(SnapshotFailure) -> (sequence: JournalSequence, digest: JournalDigest) {
        for format in [SnapshotHead.format, SnapshotHead.before] {
            let head = SnapshotHead.bytes(stream, format)
            guard try begins(file, with: head) else { continue }
            var numbers = SnapshotNumbers(try directory(of: file, head).bytes)
            _ = try numbers.next()
            let sequence = JournalSequence(try numbers.next())
            let (first, second) = (try numbers.next(), try numbers.next())
            guard sequence >= .start else { throw .damaged("it ends before the first row") }
            return (sequence, JournalDigest(UInt64(bitPattern: first), UInt64(bitPattern: second)))
        }
        throw .damaged("it isn't a snapshot of this stream")
    }

    private static func begins(_ file: any SnapshotFile, with head: [UInt8]) throws(SnapshotFailure) -> Bool {
        guard file.size >= head.count + 16 else { return false }
        return try file.read(0..<head.count) == head
    }

    /// - Returns: also where the sections end.
    private static func directory(
        of file: any SnapshotFile, _ head: [UInt8]
    ) throws(SnapshotFailure) -> (bytes: [UInt8], sectionsEnd: Int) {
        let tail = try file.read(file.size - 16..<file.size)
        let length = Int(clamping: SnapshotNumbers.integer(tail, 0))
        guard length >= 0, length <= file.size - 16 - head.count else { throw .damaged("its directory is missing") }
        let sectionsEnd = file.size - 16 - length
        let directory = try file.read(sectionsEnd..<file.size - 16)
        guard SnapshotNumbers.integer(tail, 8) == SnapshotNumbers.checksum(directory) else {
            throw .damaged("its directory's checksum is wrong")
        }
        return (directory, sectionsEnd)
    }

    private init(directory: [UInt8], within bounds: Range<Int>) throws(SnapshotFailure) {
        var numbers = SnapshotNumbers(directory)
        start = JournalSequence(try numbers.next())
        end = JournalSequence(try numbers.next())
        endDigest = JournalDigest(UInt64(bitPattern: try numbers.next()), UInt64(bitPattern: try numbers.next()))
        time = Timestamp(clamping: try numbers.next())
        // Another server may have sent it: nothing in it may overflow later.
        guard start >= .start, start <= end else { throw .damaged("it ends before it begins") }
        sections = [:]
        for _ in 0..<(try numbers.count()) {
            let leaderboard = LeaderboardNumber(UInt32(truncatingIfNeeded: try numbers.next()))
            let occurrence = try numbers.next()
            let (offset, count) = (try numbers.next(), try numbers.next())
            let sequence = JournalSequence(try numbers.next())
            let extent = BoardExtent(
                first: JournalSequence(try numbers.next()), last: JournalSequence(try numbers.next()),
                epoch: JournalSequence(try numbers.next()), isMixed: try numbers.next() != 0)
            let used = Timestamp(clamping: try numbers.next())
            guard count >= 0, count == 0 || offset >= bounds.lowerBound && offset <= bounds.upperBound,
                count == 0 || count <= bounds.upperBound - Int(clamping: offset), sequence >= .start, sequence <= end,
                extent.first >= .start, extent.last <= end
            else { throw .damaged("its directory points outside") }
            sections[BoardKey(leaderboard, occurrence: occurrence < 0 ? nil : occurrence)] = Section(
                offset: count == 0 ? 0 : Int(clamping: offset), count: Int(clamping: count), sequence: sequence,
                extent: extent, used: used)
        }
        removed = Set(try numbers.sequences())
        everywhere = try numbers.sequences()
    }

    /// What ``init(reading:of:)`` reads at the end of the file.
    var directory: [UInt8] {
        var numbers = [start.rawValue, end.rawValue]
        numbers += [endDigest.first, endDigest.second].map { Int64(bitPattern: $0) }
        numbers += [time.milliseconds, Int64(sections.count)]
        for (key, section) in sections.sorted(by: { $0.key < $1.key }) {
            numbers += [Int64(key.leaderboard.rawValue), key.occurrence ?? -1]
            numbers += [Int64(section.offset), Int64(section.count), section.sequence.rawValue]
            numbers += [section.extent.first, section.extent.last, section.extent.epoch].map(\.rawValue)
            numbers += [section.extent.isMixed ? 1 : 0, section.used.milliseconds]
        }
        numbers.append(Int64(removed.count))
        numbers += removed.map(\.rawValue).sorted()
        numbers.append(Int64(everywhere.count))
        numbers += everywhere.map(\.rawValue)
        let directory = numbers.flatMap { SnapshotNumbers.bytes($0) }
        return directory + SnapshotNumbers.bytes(Int64(directory.count))
            + SnapshotNumbers.bytes(SnapshotNumbers.checksum(directory))
    }
}

enum SnapshotHead {
    static let format = "LaurelS4"
    /// What a section of it has wasn't always true.
    static let before = "LaurelS3"

    static func bytes(_ stream: StreamID, _ format: String = format) -> [UInt8] {
        Array(format.utf8) + SnapshotNumbers.bytes(Int64(stream.team.rawValue))
            + SnapshotNumbers.bytes(Int64(stream.environment.rawValue))
    }
}
