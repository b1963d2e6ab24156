import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Testing

extension JournalSalts {
    /// The same ones for each commit: 0, 1, 2, …
    static let counting = JournalSalts { count in (0..<count).map { UInt8(truncatingIfNeeded: $0) } }
}

@Suite("Digests of the journal", .timeLimit(.minutes(15))) struct SealContract {
    private func journals() throws -> [any Journal & ScoreIDIndex] {
        try JournalBackend.allCases.map { try $0.makeJournal(salts: .counting) }
    }

    private func digests(_ journal: any Journal, _ stream: StreamID) throws -> [JournalDigest?] {
        let last = try journal.last(of: stream)?.sequence.rawValue ?? 0
        return try (0...last + 1).map { try journal.digest(at: JournalSequence($0), of: stream) }
    }

    /// The figures are hashlib's, from the description in docs/internals/journal.md.
    @Test("has the bytes that the documentation describes, in each engine", arguments: JournalBackend.allCases.indices)
    func bytes(engine: Int) throws {
        let journal = try journals()[engine]
        let rows = [
            JournalRow(
                stream: JournalContract.other, sequence: JournalSequence(1),
                time: Timestamp(clamping: 1_700_000_000_001),
                kind: .score, leaderboard: LeaderboardNumber(7), player: PlayerNumber(9), value: -5,
                date: Timestamp(clamping: 1_000), context: 6, scoreID: try ScoreID("a-1"),
                flags: [.isNewBest, .isDatedByServer], extra: [1, 2, 255]),
            JournalRow(
                stream: JournalContract.other, sequence: JournalSequence(2),
                time: Timestamp(clamping: 1_700_000_000_002),
                kind: .leaderboard, leaderboard: LeaderboardNumber(7)),
        ]
        try journal.commit(Change(rows: rows))
        let expected = [
            nil, JournalDigest(0x8F60_8B53_2778_B954, 0xFBB0_D1EA_A81E_9F44),
            JournalDigest(0xB3E6_0631_CE5E_D6E8, 0x91A4_A4D2_D702_EF49), nil,
        ]
        #expect(try digests(journal, JournalContract.other) == expected)
        #expect(try journal.digest(at: JournalSequence(-1), of: JournalContract.other) == nil)
        #expect(try journal.digest(at: JournalSequence(1), of: JournalContract.stream) == nil)
        // An erasure takes the content, and no digest changes.
        _ = try journal.overwrite(rowsOf: PlayerNumber(9), in: JournalContract.other, after: .start, limit: 9)
        #expect(try digests(journal, JournalContract.other) == expected)
        #expect(try journal.row(at: JournalSequence(1), of: JournalContract.other) == rows[0].emptied)
        let seal = RowSeal(
            of: rows[0], after: .start, salt: JournalDigest(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908))
        #expect(seal.emptied(rows[0]).rest == JournalDigest(0x631A_07A8_E78B_3776, 0xA241_4B82_F2CB_D9F5))
    }

    @Test("is the same in each engine, whatever the commits, the refusals and the erasures", arguments: Depth.seeds(4))
    func engines(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let journals = try journals()
        let streams = [JournalContract.stream, JournalContract.other]
        var counts: [StreamID: Int64] = [:]
        for _ in 0..<60 {
            switch random.below(5) {
            case 0:
                let (player, stream) = (PlayerNumber(UInt32(random.below(6))), streams[random.below(2)])
                for journal in journals {
                    _ = try journal.overwrite(rowsOf: player, in: stream, after: .start, limit: 1_000)
                }
            case 1:
                let change = Change(rows: [.random(&random, streams[0], 1), .random(&random, streams[1], 9_999)])
                for journal in journals {
                    #expect(throws: StoreError.conflict) { try journal.commit(change) }
                }
            default:
                var rows: [JournalRow] = []
                for _ in 0...random.below(6) {
                    let stream = streams[random.below(2)]
                    counts[stream, default: 0] += 1
                    rows.append(.random(&random, stream, counts[stream] ?? 0))
                }
                for journal in journals { try journal.commit(Change(rows: rows)) }
            }
        }
        for stream in streams {
            #expect(try digests(journals[0], stream) == digests(journals[1], stream))
            let rows = try journals.map { try $0.rows(after: .start, of: stream, limit: 9_999) }
            #expect(rows[0] == rows[1])
        }
    }

    @Test("a seal holds its row and no other, emptied or not")
    func everyField() throws {
        let before = JournalDigest(7, 8)
        var row = JournalRow.sample(5)
        (row.context, row.scoreID, row.extra) = (3, try ScoreID("s5"), [1])
        row.date = Timestamp(clamping: 17)
        let seal = RowSeal(of: row, after: before, salt: JournalDigest(1, 2))
        #expect(seal.holds(row, after: before) && !seal.holds(row, after: .start))
        let emptied = seal.emptied(row)
        #expect(emptied.holds(row.emptied, after: before) && emptied.emptied(row.emptied) == emptied)
        #expect(!emptied.holds(row, after: before) && !seal.holds(row.emptied, after: before))
        let changes: [(inout JournalRow) -> Void] = [
            { $0.stream = JournalContract.other }, { $0.sequence = JournalSequence(6) },
            { $0.time = $0.time.advanced(by: Timestamp.Span(milliseconds: 1)) }, { $0.kind = .removal },
            { $0.leaderboard = LeaderboardNumber(2) }, { $0.player = PlayerNumber(2) }, { $0.player = nil },
            { $0.value += 1 }, { $0.date = Timestamp(clamping: 18) }, { $0.context = 4 }, { $0.scoreID = nil },
            { $0.scoreID = try? ScoreID("s6") }, { $0.previous = JournalSequence(1) }, { $0.flags = .isHeld },
            { $0.extra = [] }, { $0.extra = [1, 0] },
        ]
        for (index, change) in changes.enumerated() {
            var (other, empty) = (row, row.emptied)
            change(&other)
            change(&empty)
            #expect(!seal.holds(other, after: before), "change \(index)")
            #expect(!emptied.holds(empty, after: before) || empty == row.emptied, "change \(index), emptied")
        }
    }
}

extension JournalRow {
    /// Of players 0 to 5.
    static func random(_ random: inout SplitMix64, _ stream: StreamID, _ sequence: Int64) -> JournalRow {
        var row = JournalRow.sample(sequence, stream)
        row.kind = [.score, .score, .score, .removal, .erasure, .leaderboard][random.below(6)]
        row.player = row.kind == .leaderboard ? nil : PlayerNumber(UInt32(random.below(6)))
        row.leaderboard = LeaderboardNumber(UInt32(1 + random.below(3)))
        row.value = Int64(truncatingIfNeeded: random.next())
        row.context = Int64(random.below(100))
        row.date = Timestamp(clamping: Int64(random.below(1 << 40)))
        row.scoreID = random.chance(3, in: 4) ? try? ScoreID("id-\(random.below(1 << 30))") : nil
        row.previous = JournalSequence(Int64(random.below(Int(sequence))))
        row.flags = JournalFlags(rawValue: UInt16(random.below(512)))
        row.extra = (0..<random.below(4)).map { UInt8($0) }
        return row
    }
}
