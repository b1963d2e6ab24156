import LaurelDomain
import LaurelTestSupport
import Testing

@testable import LaurelRanking

@Suite("Snapshot", .timeLimit(.minutes(15))) struct SnapshotTests {
    static let noon = Timestamp(clamping: 1_900_000_000_000)

    /// Every kind of chunk has something to say.
    private static func board(type: SubmissionType = .best) -> Board {
        var random = SplitMix64(seed: 5)
        let board = Board(order: .highToLow, type: type, range: ScoreRange(lowest: -100, highest: 900), now: noon)
        for sequence in 1...200 as ClosedRange<Int64> {
            let age = Int64(random.below(9 * 86_400_000))
            board.apply(
                Submission(
                    player: PlayerNumber(UInt32(random.below(40))), value: Int64(random.below(1_050)) - 100,
                    date: noon.advanced(by: Timestamp.Span(milliseconds: -age)), context: sequence,
                    sequence: JournalSequence(sequence)))
        }
        board.hide(PlayerNumber(7), version: JournalSequence(201))
        board.hide(PlayerNumber(77), version: JournalSequence(202))
        board.remove(board.latestBest(of: 3), of: PlayerNumber(3), version: JournalSequence(203))
        return board
    }

    private static func snapshot(_ board: Board, entries: Int = 9, between: (Int) -> Void = { _ in }) throws
        -> [[UInt8]]
    {
        var chunks: [[UInt8]] = []
        board.beginSnapshot()
        while let chunk = try board.nextSnapshotChunk(entries: entries) {
            chunks.append(chunk)
            between(chunks.count)
        }
        board.endSnapshot()
        return chunks
    }

    @Test("what is restored reads as what was written", arguments: SubmissionType.allCases)
    func roundTrip(type: SubmissionType) throws {
        let board = Self.board(type: type)
        let restored = try Board.restore(Array(try Self.snapshot(board).joined()))
        #expect(restored.brokenInvariant() == nil)
        #expect(restored.version == board.version)
        #expect(restored.range == board.range)
        #expect(restored.needsHistory(at: Self.noon) == board.needsHistory(at: Self.noon))
        for hours in stride(from: Int64(0), to: 24 * 8, by: 5) {
            let now = Self.noon.advanced(by: .hours(hours))
            for scope in TimeScope.allCases {
                let window = try RankWindow(first: 1, count: 100)
                #expect(restored.page(scope, window, at: now) == board.page(scope, window, at: now))
            }
        }
        #expect(restored.apply(Self.row(7, 1)).status == .repeated)
        #expect(restored.apply(Self.row(7, 300)).status == .hidden)
    }

    private static func row(_ player: UInt32, _ sequence: Int64, value: Int64 = 5) -> Submission {
        Submission(player: PlayerNumber(player), value: value, date: noon, sequence: JournalSequence(sequence))
    }

    @Test("an empty board comes back empty")
    func empty() throws {
        let board = Board(order: .lowToHigh, type: .mostRecent)
        let restored = try Board.restore(Array(try Self.snapshot(board).joined()))
        #expect(restored.order == .lowToHigh)
        #expect(restored.type == .mostRecent)
        #expect(restored.total(.allTime, at: .first) == 0)
    }

    @Test("what changes between the slices is in it: the board is as at its last chunk")
    func livingOn() throws {
        let board = Self.board()
        var sequence: Int64 = 300
        let chunks = try Self.snapshot(board, entries: 3) { count in
            sequence += 1
            board.apply(Self.row(UInt32(count % 50), sequence, value: Int64(count * 31 % 900)))
            if count % 4 == 0 { board.erase(PlayerNumber(UInt32(count % 40)), version: JournalSequence(sequence)) }
        }
        let restored = try Board.restore(Array(chunks.joined()))
        #expect(restored.brokenInvariant() == nil)
        #expect(restored.version.rawValue >= 300 + Int64(chunks.count) - 1)
    }

    @Test("a wipe or another range interrupts it")
    func interrupted() throws {
        let board = Self.board()
        board.beginSnapshot()
        _ = try board.nextSnapshotChunk(entries: 5)
        board.wipe(version: JournalSequence(400))
        #expect(throws: SnapshotInterrupted()) { try board.nextSnapshotChunk(entries: 5) }
        board.beginSnapshot()
        board.setRange(nil, version: JournalSequence(401))
        #expect(throws: SnapshotInterrupted()) { try board.nextSnapshotChunk(entries: 5) }
    }

    @Test("every damaged byte is found", arguments: [1, 2, 3, 4] as [UInt64])
    func damage(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let bytes = Array(try Self.snapshot(Self.board(), entries: 30).joined())
        for offset in stride(from: Int(seed) - 1, to: bytes.count, by: 4) {
            var damaged = bytes
            damaged[offset] ^= UInt8(1 + random.below(255))
            #expect(throws: SnapshotDamage.self, "byte \(offset)") { try Board.restore(damaged) }
        }
    }

    @Test("a snapshot cut anywhere, or with chunks missing, doubled or swapped, is refused")
    func missing() throws {
        let chunks = try Self.snapshot(Self.board(), entries: 30)
        let bytes = Array(chunks.joined())
        for length in 0..<bytes.count where length % 7 == 0 || bytes.count - length < 200 {
            #expect(throws: SnapshotDamage.self) { try Board.restore(Array(bytes.prefix(length))) }
        }
        for index in chunks.indices {
            var fewer = chunks
            fewer.remove(at: index)
            #expect(throws: SnapshotDamage.self) { try Board.restore(Array(fewer.joined())) }
            var more = chunks
            more.insert(chunks[index], at: index)
            #expect(throws: SnapshotDamage.self) { try Board.restore(Array(more.joined())) }
            guard index > 0 else { continue }
            var swapped = chunks
            swapped.swapAt(index, index - 1)
            #expect(throws: SnapshotDamage.self) { try Board.restore(Array(swapped.joined())) }
        }
        #expect(throws: SnapshotDamage.self) { try Board.restore(bytes + bytes) }
        #expect(throws: SnapshotDamage.self) { try Board.restore(bytes + [0]) }
    }

    @Test(
        "bytes that lie with a right checksum end in an error or in a board that is whole",
        arguments: Depth.seeds(3))
    func lies(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var refused = 0
        let chunks = try Self.snapshot(Self.board(), entries: 30)
        for _ in 0..<1_500 {
            var forged = chunks.map { $0 }
            let index = random.below(forged.count)
            // The last one is a patch and the end in one.
            var parts = Self.split(forged[index])
            let part = random.below(parts.count)
            let head = SnapshotChunk.headBytes
            guard parts[part].count > head else { continue }
            for _ in 0...random.below(3) {
                let offset =
                    random.chance(1, in: 5) ? 16 + random.below(4) : head + random.below(parts[part].count - head)
                parts[part][offset] = random.chance(1, in: 2) ? UInt8(random.below(256)) : parts[part][offset] ^ 1
            }
            Self.sign(&parts[part])
            forged[index] = Array(parts.joined())
            do {
                let board = try Board.restore(Array(forged.joined()))
                #expect(board.brokenInvariant() == nil)
                board.advance(to: Self.noon.advanced(by: .days(30)))
            } catch {
                refused += 1
            }
        }
        #expect(refused > 500)
    }

    private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while rest.count >= SnapshotChunk.headBytes {
            let at = rest.startIndex + 20
            let length = rest[at..<at + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
            parts.append(Array(rest.prefix(SnapshotChunk.headBytes + length)))
            rest = rest.dropFirst(SnapshotChunk.headBytes + length)
        }
        return parts
    }

    private static func sign(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { whole in
            let sum = SnapshotChunk.checksum(
                UnsafeRawBufferPointer(rebasing: whole[0..<24]),
                UnsafeRawBufferPointer(rebasing: whole[SnapshotChunk.headBytes...]))
            whole.storeBytes(of: sum.littleEndian, toByteOffset: 24, as: UInt64.self)
        }
    }
}

extension Board {
    fileprivate func latestBest(of player: UInt32) -> JournalSequence {
        JournalSequence(players.find(player)?.pointee.sequence ?? 0)
    }
}
