import Foundation
import LaurelDomain
import LaurelScores
import LaurelStorage
import LaurelTestSupport
import Synchronization
import Testing

/// A node that follows begins with another node's snapshot, where that spares reading many rows. Whatever comes instead
/// of a snapshot of the store, it reads the journal.
@Suite("Snapshots of other nodes", .timeLimit(.minutes(15))) struct FetchedSnapshotTests {
    private static let stream = StreamID(team: ScoresFixture.team, environment: .production)

    /// An owner with a snapshot, and the folder of a node that follows it.
    private final class Nodes: Sendable {
        let journal: InMemoryJournal
        let owner: ScoresFixture
        let ownerFolder: String
        /// The owner's.
        let files: SnapshotFolder
        let served: ServedSnapshots
        let followerFolder: String
        private let events = Mutex<[ScoreEvent]>([])

        /// - Parameters:
        ///   - players: who have a score in the snapshot. One more has a score after it.
        ///   - lowest: score of the first one.
        init(players: UInt32 = 9, lowest: Int64 = 1) async throws {
            let journal = InMemoryJournal()
            ownerFolder = try TemporaryFolder().path
            let files = SnapshotFolder(dataFolder: ownerFolder)
            let owner = try await ScoresFixture(journal, snapshots: files)
            try await owner.make()
            for player in 1...players { try await owner.submit(lowest + Int64(player), by: player) }
            owner.keeper.runBackgroundNow()
            try await owner.submit(100, by: players + 1)
            self.journal = journal
            self.files = files
            self.owner = owner
            served = ServedSnapshots([files], steady: owner.time.clock, pieceBytes: 64)
            followerFolder = try TemporaryFolder().path
        }

        var fetched: SnapshotFolder { SnapshotFolder(fetchedInto: followerFolder) }

        /// Also those that aren't whole.
        func fetchedFiles() throws -> [String] {
            let cache = followerFolder + "/cache"
            guard FileManager.default.fileExists(atPath: cache) else { return [] }
            return try FileManager.default.contentsOfDirectory(atPath: cache)
        }

        var hasFetched: Bool {
            events.withLock { $0.contains { if case .snapshotFetched = $0 { true } else { false } } }
        }

        func follower(
            of other: (any Journal & ScoreIDIndex)? = nil, bytesLimit: Int = SnapshotSource.usualBytesLimit,
            _ piece: @escaping @Sendable (SnapshotQuestion) -> SnapshotPiece?
        ) -> WarmBoards {
            let peer = SnapshotPeer(name: "owner", fetch: 1) { question, _ in piece(question) }
            return follower(of: other, bytesLimit: bytesLimit, asking: [peer])
        }

        /// - Parameter other: what it reads, unless it's ``journal``.
        func follower(
            of other: (any Journal & ScoreIDIndex)? = nil, bytesLimit: Int = SnapshotSource.usualBytesLimit,
            asking peers: [SnapshotPeer]
        ) -> WarmBoards {
            let source = SnapshotSource(
                files: fetched, steady: owner.time.clock, rows: 3, bytesLimit: bytesLimit
            ) { peers }
            return WarmBoards(
                journal: other ?? journal, snapshots: SnapshotFolder(dataFolder: followerFolder), source: source,
                clock: owner.time.clock, log: { [self] event in events.withLock { $0.append(event) } })
        }
    }

    @Test("a node without one begins with the owner's, which comes in pieces, and goes on from there")
    func fetched() async throws {
        let (nodes, asked) = (try await Nodes(), Counter())
        let follower = nodes.follower { question in
            asked.add()
            return nodes.served.piece(question)
        }
        try follower.follow()
        #expect(nodes.hasFetched && asked.value > 2 && follower.lost == [])
        // It would be gone if it weren't used.
        #expect(nodes.fetched.streams() == [Self.stream])
        try await nodes.owner.submit(200, by: 11)
        try follower.follow()
        let expected = try await nodes.owner.order()
        let next = try await nodes.owner.restarted(warm: follower)
        #expect(try await next.order() == expected && expected.count == 11)
    }

    @Test("a node that has one from before asks nobody, unless it lacks many rows")
    func kept() async throws {
        let (nodes, asked) = (try await Nodes(), Counter())
        let piece: @Sendable (SnapshotQuestion) -> SnapshotPiece? = { question in
            if question.offset == 0 { asked.add() }
            return nodes.served.piece(question)
        }
        for _ in 0..<2 {
            let follower = nodes.follower(piece)
            try follower.follow()
            #expect(asked.value == 1)
        }
        for player in 20...29 as ClosedRange<UInt32> { try await nodes.owner.submit(Int64(player), by: player) }
        nodes.owner.keeper.runBackgroundNow()
        let follower = nodes.follower(piece)
        try follower.follow()
        #expect(asked.value == 2 && nodes.fetched.streams() == [Self.stream])
        let expected = try await nodes.owner.order()
        let next = try await nodes.owner.restarted(warm: follower)
        #expect(try await next.order() == expected && expected.count == 20)
    }

    enum Trouble: CaseIterable, Sendable {
        /// Such as an older release's answer.
        case none
        /// Nothing comes after the first piece.
        case cut
        /// A byte at its end is another one.
        case damaged
        case otherFormat
        /// Its size changes.
        case changing
        case larger
        /// Of a store that went another course, or has rows that this one lacks.
        case otherRows, ahead
        /// Its directory says that it begins before the first row, or after its own end.
        case startBelow, startAbove
    }

    /// A snapshot's file with other numbers in its directory, and the checksum of these.
    private static func forge(_ whole: [UInt8], _ numbers: [Int: Int64]) -> [UInt8] {
        func bytes(_ number: Int64) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
        let tail = whole.count - 16
        let length = whole[tail..<tail + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        var directory = Array(whole[(tail - length)..<tail])
        for (index, number) in numbers {
            directory.replaceSubrange((index * 8)..<(index * 8 + 8), with: bytes(number))
        }
        // FNV-1a, 64 bits.
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in directory { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Array(whole[..<(tail - length)]) + directory + bytes(Int64(length)) + bytes(Int64(bitPattern: sum))
    }

    private static func piece(_ whole: [UInt8], _ question: SnapshotQuestion) -> SnapshotPiece {
        SnapshotPiece(size: whole.count, part: Array(whole[question.offset..<min(question.offset + 64, whole.count)]))
    }

    @Test("what isn't one of this store is dropped, is no loss, and the journal is read", arguments: Trouble.allCases)
    func refused(_ trouble: Trouble) async throws {
        let nodes = try await Nodes()
        let other = try await Nodes(players: trouble == .ahead ? 20 : 9, lowest: 50)
        let file = try #require(try nodes.files.open(Self.stream))
        let whole = try file.read(0..<file.size)
        let follower = nodes.follower(bytesLimit: trouble == .larger ? 100 : 1 << 30) { question in
            let isForeign = trouble == .otherRows || trouble == .ahead
            guard let piece = (isForeign ? other : nodes).served.piece(question) else { return nil }
            var (size, part) = (piece.size, piece.part)
            switch trouble {
            case .none: return nil
            case .cut where question.offset > 0: return nil
            case .damaged where question.offset + part.count == size: part[0] ^= 1
            case .otherFormat where question.offset == 0: part[7] ^= 1
            case .changing where question.offset > 0: size += 1
            case .startBelow: return Self.piece(Self.forge(whole, [0: .min]), question)
            case .startAbove: return Self.piece(Self.forge(whole, [0: .max]), question)
            case .cut, .damaged, .otherFormat, .changing, .larger, .otherRows, .ahead: break
            }
            return SnapshotPiece(size: size, part: part)
        }
        try follower.follow()
        #expect(!nodes.hasFetched && follower.lost == [])
        #expect(try nodes.fetchedFiles() == [])
        let last = try nodes.journal.last(of: Self.stream)?.sequence
        #expect(follower.positions[Self.stream] == last)
        let expected = try await nodes.owner.order()
        let next = try await nodes.owner.restarted(warm: follower)
        #expect(try await next.order() == expected && expected.count == 10)
    }

    @Test("a board of which nothing is kept may be said to be anywhere, and is read from the journal")
    func nothingKept() async throws {
        let nodes = try await Nodes()
        let file = try #require(try nodes.files.open(Self.stream))
        // Offset and length of the first board.
        let forged = Self.forge(try file.read(0..<file.size), [8: .min, 9: 0])
        let follower = nodes.follower { Self.piece(forged, $0) }
        try follower.follow()
        #expect(nodes.hasFetched)
        let expected = try await nodes.owner.order()
        let next = try await nodes.owner.restarted(warm: follower)
        #expect(try await next.order() == expected && expected.count == 10)
    }

    // MARK: Time

    @Test("after one came to nothing, none is asked for within a minute", arguments: [false, true])
    func pause(isOver: Bool) async throws {
        let (nodes, asked) = (try await Nodes(), Counter())
        let journal = HeldJournal(nodes.journal)
        let follower = nodes.follower(of: journal) { _ in
            asked.add()
            // So that the stream is begun with again.
            journal.setBroken(true)
            return nil
        }
        #expect(throws: StoreError.self) { try follower.follow() }
        journal.setBroken(false)
        if isOver { nodes.owner.time.advance(.minutes(1)) }
        do {
            try follower.follow()
            #expect(!isOver)
        } catch {
            #expect(isOver)
        }
        #expect(asked.value == (isOver ? 2 : 1))
    }

    @Test("boards that are made anew are read from the journal, and nobody is asked")
    func anew() async throws {
        let (nodes, asked) = (try await Nodes(), Counter())
        let follower = nodes.follower { _ in
            asked.add()
            return nil
        }
        try follower.follow()
        try await nodes.owner.make("Second")
        nodes.owner.time.advance(.minutes(1))
        try follower.follow()
        #expect(follower.positions[Self.stream] == nil, "they are to be made anew")
        try follower.follow()
        let last = try nodes.journal.last(of: Self.stream)?.sequence
        #expect(asked.value == 1 && follower.positions[Self.stream] == last)
    }

    /// How long peers were given for each piece.
    private final class Spans: Sendable {
        private let milliseconds = Mutex<[Int]>([])
        var all: [Int] { milliseconds.withLock { $0 } }
        func add(_ span: Int) { milliseconds.withLock { $0.append(span) } }
    }

    @Test(
        "all peers together get as long as reading takes; after one that takes it all, no stream waits for any",
        arguments: [false, true])
    func late(isLate: Bool) async throws {
        let (nodes, spans) = (try await Nodes(), Spans())
        // Another stream.
        for player in 1...5 as ClosedRange<UInt32> {
            try await nodes.owner.submit(Int64(player), by: player, environment: .sandbox)
        }
        let peers = (1...2 as ClosedRange<UInt64>).map { number in
            SnapshotPeer(name: "\(number)", fetch: number) { _, milliseconds in
                spans.add(milliseconds)
                if isLate { nodes.owner.time.advance(Timestamp.Span(milliseconds: Int64(milliseconds))) }
                return nil
            }
        }
        try nodes.follower(asking: peers).follow()
        #expect(spans.all == Array(repeating: 1_000, count: isLate ? 1 : 4))
    }

    @Test("a peer gets what the one before it has left of the time")
    func rest() async throws {
        let (nodes, spans) = (try await Nodes(), Spans())
        let slow = SnapshotPeer(name: "slow", fetch: 1) { _, milliseconds in
            spans.add(milliseconds)
            nodes.owner.time.advance(Timestamp.Span(milliseconds: 400))
            return nil
        }
        let quick = SnapshotPeer(name: "quick", fetch: 2) { question, milliseconds in
            spans.add(milliseconds)
            return nodes.served.piece(question)
        }
        try nodes.follower(asking: [slow, quick]).follow()
        #expect(Array(spans.all.prefix(2)) == [1_000, 600] && nodes.hasFetched)
    }

    @Test("boards aren't whole while a stream that has rows couldn't be read")
    func whole() async throws {
        let (nodes, shorter) = (try await Nodes(), try await Nodes(players: 1))
        let journal = HeldJournal(nodes.journal)
        let follower = nodes.follower(of: journal) { _ in
            // Rows go while the follower reads.
            journal.promote(shorter.journal)
            return nil
        }
        #expect(!follower.isWhole)
        try follower.follow()
        #expect(!follower.isWhole && follower.positions[Self.stream] == nil)
        try follower.follow()
        let last = try shorter.journal.last(of: Self.stream)?.sequence
        #expect(follower.isWhole && follower.positions[Self.stream] == last)
    }

    // MARK: Erasure

    @Test("what was fetched goes with an erasure")
    func erased() async throws {
        let nodes = try await Nodes()
        let follower = nodes.follower { nodes.served.piece($0) }
        try follower.follow()
        #expect(nodes.fetched.streams() == [Self.stream])
        try await nodes.owner.keeper.erase([PlayerNumber(2)])
        try follower.follow()
        #expect(try nodes.fetchedFiles() == [])
    }

    @Test("what was fetched goes with an erasure at the node that has taken over since")
    func erasedByOwner() async throws {
        let nodes = try await Nodes()
        let follower = nodes.follower { nodes.served.piece($0) }
        try follower.follow()
        nodes.owner.keeper.stop()
        let next = try await ScoresFixture(
            nodes.journal, time: nodes.owner.time, snapshots: SnapshotFolder(dataFolder: nodes.followerFolder),
            warm: follower)
        #expect(nodes.fetched.streams() == [Self.stream])
        try await next.keeper.erase([PlayerNumber(2)])
        #expect(nodes.fetched.streams() == [])
        #expect(try await next.order().count == 9)
    }

    // MARK: The node that is asked

    @Test("a fetch keeps its file while newer ones are written, and ends with the last piece")
    func replaced() async throws {
        let nodes = try await Nodes()
        let file = try #require(try nodes.files.open(Self.stream))
        let whole = try file.read(0..<file.size)
        func piece(_ offset: Int) -> SnapshotPiece? {
            nodes.served.piece(SnapshotQuestion(stream: Self.stream, fetch: 7, after: .start, offset: offset))
        }
        var bytes = try #require(piece(0)).part
        for player in 20...29 as ClosedRange<UInt32> { try await nodes.owner.submit(Int64(player), by: player) }
        nodes.owner.keeper.runBackgroundNow()
        while bytes.count < whole.count { bytes += try #require(piece(bytes.count)).part }
        #expect(bytes == whole)
        #expect(piece(64) == nil)
    }

    @Test("no more than four are fetched at a time, nothing that is no later than what the other one has")
    func limits() async throws {
        let nodes = try await Nodes()
        func piece(_ fetch: UInt64, _ offset: Int = 0, after: Int64 = 0) -> SnapshotPiece? {
            nodes.served.piece(
                SnapshotQuestion(
                    stream: Self.stream, fetch: fetch, after: JournalSequence(after), offset: offset))
        }
        // One score came after the snapshot.
        let start = try #require(try nodes.journal.last(of: Self.stream)).sequence.rawValue - 1
        #expect(piece(9, after: start) == nil)
        #expect(piece(9, 64) == nil)
        for fetch in 1...4 as ClosedRange<UInt64> { #expect(piece(fetch, after: start - 1) != nil) }
        #expect(piece(5) == nil)
        #expect(piece(2, 64) != nil)
        nodes.owner.time.advance(ServedSnapshots.idleSpan)
        #expect(piece(5) != nil)
        #expect(piece(2, 128) == nil)
    }

    @Test("a fetch that nobody goes on with keeps its deleted file no longer than until the next look after it")
    func abandoned() async throws {
        let nodes = try await Nodes()
        func openAndDeleted() throws -> Int {
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            return files.filter { file in
                do {
                    let target = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + file)
                    return target.contains(nodes.ownerFolder) && target.hasSuffix("(deleted)")
                } catch {
                    // Another test has closed it meanwhile.
                    return false
                }
            }.count
        }
        let question = SnapshotQuestion(stream: Self.stream, fetch: 7, after: .start, offset: 0)
        #expect(nodes.served.piece(question) != nil)
        try await nodes.owner.submit(50, by: 20)
        nodes.owner.keeper.runBackgroundNow()
        nodes.served.tidy()
        #expect(try openAndDeleted() == 1)
        nodes.owner.time.advance(ServedSnapshots.idleSpan)
        nodes.served.tidy()
        #expect(try openAndDeleted() == 0)
    }

    @Test("questions and pieces are read as they were written, and nothing else is")
    func messages() throws {
        let question = SnapshotQuestion(
            stream: StreamID(team: TeamNumber(.max), environment: .sandbox), fetch: .max,
            after: JournalSequence(1 << 40), offset: 1 << 33)
        #expect(SnapshotQuestion(question.bytes) == question)
        for end in 0..<question.bytes.count { #expect(SnapshotQuestion(Array(question.bytes.prefix(end))) == nil) }
        // The team, the environment, the sequence and the offset, each of them negative.
        for number in [0, 1, 3, 4] {
            var bytes = question.bytes
            bytes[number * 8 + 7] = 0xFF
            #expect(SnapshotQuestion(bytes) == nil)
        }
        let piece = SnapshotPiece(size: 5, part: [1, 2, 3])
        #expect(SnapshotPiece(piece.bytes) == piece)
        // More bytes than the whole has, and none.
        #expect(SnapshotPiece(SnapshotPiece(size: 2, part: [1, 2, 3]).bytes) == nil)
        #expect(SnapshotPiece(SnapshotPiece(size: 2, part: []).bytes) == nil)
    }
}
