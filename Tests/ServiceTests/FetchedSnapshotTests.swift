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
            let files = SnapshotFolder(dataFolder: try TemporaryFolder().path)
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
            bytesLimit: Int = SnapshotSource.usualBytesLimit,
            _ piece: @escaping @Sendable (SnapshotQuestion) -> SnapshotPiece?
        ) -> WarmBoards {
            let source = SnapshotSource(
                files: fetched, steady: owner.time.clock, rows: 3, bytesLimit: bytesLimit
            ) { [SnapshotPeer(name: "owner", fetch: 1, piece: piece)] }
            return WarmBoards(
                journal: journal, snapshots: SnapshotFolder(dataFolder: followerFolder), source: source,
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
    }

    @Test("what isn't one of this store is dropped, is no loss, and the journal is read", arguments: Trouble.allCases)
    func refused(_ trouble: Trouble) async throws {
        let nodes = try await Nodes()
        let other = try await Nodes(players: trouble == .ahead ? 20 : 9, lowest: 50)
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

    @Test("after one came to nothing, none is asked for within a minute")
    func pause() async throws {
        let (nodes, asked) = (try await Nodes(), Counter())
        let follower = nodes.follower { _ in
            asked.add()
            return nil
        }
        try follower.follow()
        for (id, expected) in [("Second", 1), ("Third", 2)] {
            // Its boards are made anew.
            try await nodes.owner.make(id)
            for _ in 0..<2 { try follower.follow() }
            #expect(asked.value == expected)
            nodes.owner.time.advance(.minutes(1))
        }
    }

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
