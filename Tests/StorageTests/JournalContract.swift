import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestSupport
import Testing

@Suite("Journal contract", .timeLimit(.minutes(15))) struct JournalContract {
    static let stream = StreamID(team: TeamNumber(1), environment: .production)
    static let other = StreamID(team: TeamNumber(1), environment: .sandbox)

    @Test("gives back every field of a row as it was", arguments: JournalBackend.allCases)
    func fields(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        let rows = try [
            JournalRow(
                stream: Self.stream, sequence: JournalSequence(1), time: .last, kind: .score,
                leaderboard: LeaderboardNumber(.max), player: PlayerNumber(.max), value: .min, date: .first,
                context: .max, scoreID: ScoreID("a.B-9_"), previous: .start,
                flags: [.isDateClamped, .isNewBest, .isDatedByServer, .wentToDefault], extra: [0, 1, 255]),
            JournalRow(
                stream: Self.stream, sequence: JournalSequence(2), time: .last, kind: .removal,
                leaderboard: LeaderboardNumber(0), value: .max, context: .min, previous: JournalSequence(1)),
        ]
        try journal.commit(Change(rows: rows))
        #expect(try journal.rows(after: .start, of: Self.stream, limit: 9) == rows)
        #expect(try journal.row(at: JournalSequence(2), of: Self.stream) == rows[1])
        #expect(try journal.last(of: Self.stream) == JournalPosition(sequence: JournalSequence(2), time: .last))
    }

    @Test("refuses a gap, a repeat and a row out of order, and then writes nothing", arguments: JournalBackend.allCases)
    func gapless(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        try journal.commit(Change(rows: [.sample(1), .sample(2)]))
        for wrong in [[4], [2], [3, 5], [3, 3], [0]] as [[Int64]] {
            #expect(throws: StoreError.conflict) {
                try journal.commit(Change(rows: wrong.map { .sample($0) }, facts: [.leaderboard(.sample(7))]))
            }
        }
        #expect(try journal.rows(after: .start, of: Self.stream, limit: 9).map(\.sequence.rawValue) == [1, 2])
        #expect(try journal.leaderboards() == LeaderboardRecords())
        try journal.commit(Change(rows: [.sample(3)]))
        #expect(try journal.last(of: Self.stream)?.sequence == JournalSequence(3))
    }

    @Test("finds rows that wait for an upgrade, and decisions on them", arguments: JournalBackend.allCases)
    func awaitingUpgrade(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        func row(
            _ sequence: Int64, _ player: UInt32, _ waits: Bool, _ kind: JournalRow.Kind = .score,
            in stream: StreamID = Self.stream
        ) -> JournalRow {
            JournalRow(
                stream: stream, sequence: JournalSequence(sequence), time: .first, kind: kind,
                leaderboard: LeaderboardNumber(1), player: PlayerNumber(player), value: sequence,
                previous: JournalSequence(kind == .score ? 0 : 1), flags: waits ? [.isHeld, .awaitsUpgrade] : [.isHeld])
        }
        let rows = [row(1, 1, true), row(2, 2, true), row(3, 1, false), row(4, 1, true, .removal), row(5, 1, true)]
        try journal.commit(Change(rows: rows + [row(1, 2, false, in: Self.other)]))
        func found(_ player: UInt32, after sequence: Int64 = 0, limit: Int = 9) throws -> [JournalRow] {
            try journal.rows(
                awaitingUpgradeOf: PlayerNumber(player), after: JournalSequence(sequence), in: Self.stream, limit: limit
            )
        }
        #expect(try found(1) == [rows[0], rows[3], rows[4]])
        #expect(try found(1, after: 1, limit: 1) == [rows[3]])
        #expect(try found(2) == [rows[1]])
        #expect(try journal.streams(awaitingUpgradeOf: PlayerNumber(1)) == [Self.stream])
        try journal.commit(Change(rows: [row(2, 1, true, in: Self.other)]))
        #expect(try journal.streams(awaitingUpgradeOf: PlayerNumber(1)) == [Self.stream, Self.other])
        #expect(try journal.streams(awaitingUpgradeOf: PlayerNumber(3)).isEmpty)
    }

    @Test("what follows a row comes with the digests at both ends", arguments: JournalBackend.allCases)
    func tail(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        let none = try #require(try journal.tail(after: .start, of: Self.stream, limit: 9))
        #expect(none.rows.isEmpty && none.before == .start && none.digest == .start)
        #expect(try journal.tail(after: JournalSequence(1), of: Self.stream, limit: 9) == nil)
        try journal.commit(Change(rows: (1...5).map { .sample($0) }))
        for start in 0...5 as ClosedRange<Int64> {
            let tail = try #require(try journal.tail(after: JournalSequence(start), of: Self.stream, limit: 2))
            let end = min(start + 2, 5)
            #expect(tail.rows.map(\.sequence.rawValue) == Array(start + 1..<end + 1))
            #expect(try tail.before == journal.digest(at: JournalSequence(start), of: Self.stream) ?? .start)
            #expect(try tail.digest == journal.digest(at: JournalSequence(end), of: Self.stream))
        }
        #expect(try journal.tail(after: JournalSequence(6), of: Self.stream, limit: 2) == nil)
    }

    @Test(
        "rule 4.1: keeps what makes a leaderboard recurring, combined, shared or moved",
        arguments: JournalBackend.allCases)
    func kinds(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        var boards = (1...4 as ClosedRange<UInt32>).map { Leaderboard.sample($0) }
        boards[0].kind = .recurring(
            try Recurrence(start: Timestamp(clamping: 1_800_000_000_001), duration: .minutes(5), interval: .days(366)))
        boards[2].kind = .combined([LeaderboardNumber(2), LeaderboardNumber(1)])
        boards[3].sharedWith = [AppNumber(9), AppNumber(.max)]
        boards[1].movedInto = LeaderboardNumber(4)
        try journal.commit(Change(facts: [0, 3, 1, 2].map { .leaderboard(boards[$0]) }))
        #expect(try journal.leaderboards().leaderboards == boards)
        for index in boards.indices {
            (boards[index].kind, boards[index].sharedWith, boards[index].movedInto) = (.classic, [], nil)
        }
        try journal.commit(Change(facts: boards.map { .leaderboard($0) }))
        #expect(try journal.leaderboards().leaderboards == boards)
    }

    @Test(
        "hands out the rows of some leaderboards alone, between two rows, page by page",
        arguments: JournalBackend.allCases)
    func filtered(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        var rows = (1...20 as ClosedRange<Int64>).map { JournalRow.sample($0) }
        for index in rows.indices { rows[index].leaderboard = LeaderboardNumber(UInt32(index % 4)) }
        try journal.commit(Change(rows: rows + [.sample(1, Self.other)]))
        func found(_ after: Int64, _ through: Int64, _ numbers: [UInt32], limit: Int = 99) throws -> [Int64] {
            try journal.rows(
                after: JournalSequence(after), through: JournalSequence(through),
                on: numbers.map { LeaderboardNumber($0) }, of: Self.stream, limit: limit
            ).map(\.sequence.rawValue)
        }
        #expect(try found(0, 99, [0]) == [1, 5, 9, 13, 17])
        #expect(try found(1, 12, [0, 3]) == [4, 5, 8, 9, 12])
        #expect(try found(1, 12, [3, 0], limit: 2) == [4, 5])
        #expect(try found(5, 5, [0]) == [] && found(9, 3, [0]) == [] && found(0, 99, []) == [])
        #expect(try found(0, 99, [7]) == [])
    }

    @Test("rule 3.2: orders each stream by itself, and commits to several at once", arguments: JournalBackend.allCases)
    func streams(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        try journal.commit(Change(rows: [.sample(1), .sample(1, Self.other), .sample(2), .sample(2, Self.other)]))
        #expect(try journal.streams() == [Self.stream, Self.other])
        #expect(throws: StoreError.conflict) {
            try journal.commit(Change(rows: [.sample(3), .sample(4, Self.other)]))
        }
        #expect(try journal.last(of: Self.stream)?.sequence == JournalSequence(2))
        #expect(try journal.rows(after: JournalSequence(1), of: Self.other, limit: 9) == [.sample(2, Self.other)])
        let unknown = StreamID(team: TeamNumber(2), environment: .production)
        #expect(try journal.rows(after: .start, of: unknown, limit: 9) == [])
        #expect(try journal.last(of: unknown) == nil)
    }

    /// Engines write many rows with one statement: fields of one must not come to stand in another.
    @Test("gives back commits of any size, with rows of two streams in turn", arguments: JournalBackend.allCases)
    func sizes(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        var random = SplitMix64(seed: 1)
        var written: [StreamID: [JournalRow]] = [Self.stream: [], Self.other: []]
        for size in [1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 85, 128, 300] {
            var rows: [JournalRow] = []
            for _ in 0..<size {
                let stream = Bool.random(using: &random) ? Self.stream : Self.other
                let sequence = Int64(written[stream, default: []].count) + 1
                let name = "s\(sequence).\(random.next())"
                let rest = String(
                    repeating: "-", count: .random(in: 0...ScoreID.lengthLimit - name.utf8.count, using: &random))
                let id = Bool.random(using: &random) ? try ScoreID(name + rest) : nil
                let extra = (0..<Int.random(in: 0...3, using: &random)).map { UInt8($0) }
                let row = JournalRow(
                    stream: stream, sequence: JournalSequence(sequence), time: Timestamp(clamping: sequence),
                    kind: .score, leaderboard: LeaderboardNumber(1),
                    player: Bool.random(using: &random) ? PlayerNumber(7) : nil,
                    value: .random(in: -9...9, using: &random), scoreID: id, extra: extra)
                rows.append(row)
                written[stream, default: []].append(row)
            }
            try journal.commit(Change(rows: rows))
        }
        let last = Int64(written[Self.stream, default: []].count)
        #expect(throws: StoreError.conflict) {
            try journal.commit(Change(rows: ((1...40) + [42]).map { .sample(last + $0) }))
        }
        for (stream, rows) in written {
            #expect(try journal.rows(after: .start, of: stream, limit: 1_000) == rows)
        }
    }

    @Test("reads in pages, and nothing past either end", arguments: JournalBackend.allCases)
    func pages(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        try journal.commit(Change(rows: (1...10).map { .sample($0) }))
        var read: [JournalRow] = []
        while true {
            let page = try journal.rows(after: read.last?.sequence ?? .start, of: Self.stream, limit: 3)
            if page.isEmpty { break }
            #expect(page.count <= 3)
            read += page
        }
        #expect(read == (1...10).map { .sample($0) })
        #expect(try journal.rows(after: JournalSequence(10), of: Self.stream, limit: 1) == [])
        #expect(try journal.rows(after: .start, of: Self.stream, limit: 0) == [])
        for sequence in [Int64.min, -1, 0, 11, 1 << 47] {
            #expect(try journal.row(at: JournalSequence(sequence), of: Self.stream) == nil)
        }
    }

    @Test("keeps leaderboards with every field, and never gives a number again", arguments: JournalBackend.allCases)
    func leaderboards(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        var second = Leaderboard.sample(2)
        second.range = ScoreRange(lowest: .min, highest: .max)
        second.localizations = [
            LeaderboardLocalization(
                language: try LanguageTag("zh-Hans"), name: "最高分", description: "跑得最远的人",
                formatOverride: .yenWhole, suffixSingular: "", suffixPlural: " 分"),
            LeaderboardLocalization(language: .english, name: "High Scores"),
        ]
        second.replays = ReplayRule(simulator: try SimulatorName("laps"), requires: .ticket)
        second.isArchived = true
        for field in LeaderboardSettings.fields {
            let tried = [Leaderboard.sample(1), second].filter { board in
                field.change(from: LeaderboardSettings(), to: board.settings) != nil
            }
            #expect(!tried.isEmpty, "\(field.name) is as it is by default")
        }
        try journal.commit(Change(facts: [.leaderboard(.sample(1)), .leaderboard(second)]))
        #expect(try journal.leaderboards().leaderboards == [.sample(1), second])
        second.isArchived = false
        second.localizations.removeFirst()
        try journal.commit(Change(facts: [.leaderboard(second), .leaderboardRemoved(LeaderboardNumber(1))]))
        #expect(try journal.leaderboards() == LeaderboardRecords(leaderboards: [second], lastNumber: 2))
        try journal.commit(Change(facts: [.leaderboardRemoved(LeaderboardNumber(2))]))
        #expect(try journal.leaderboards() == LeaderboardRecords(leaderboards: [], lastNumber: 2))
    }

    @Test("finds old score ids in sorted runs, and merges runs", arguments: JournalBackend.allCases)
    func scoreIDs(backend: JournalBackend) throws {
        let index = try backend.makeJournal()
        try index.commit(Change(rows: [.sample(1)]))
        // More than two chunks, with one digest on both sides of where the first chunk ends.
        let both: UInt64 = 5_000 << 51
        let digests: [UInt64] = (0..<9_000).map { (index: UInt64) -> UInt64 in
            index == 4_095 || index == 4_096 ? both : index << 51
        }.sorted()
        let positions = digests.enumerated().map { (index: Int, digest: UInt64) in
            ScoreIDPosition(digest: digest, sequence: JournalSequence(Int64(index) + 1))
        }
        var run = ScoreIDRun(
            first: JournalSequence(1), last: JournalSequence(9_000), count: 9_000, filter: [1, 2, 3])
        run.number = try index.addScoreIDRun(run, positions: positions, replacing: [], of: Self.stream)
        #expect(try index.scoreIDRuns(of: Self.stream) == [run])
        let asked: [UInt64] = [digests[0], digests[4_094], digests[4_097], digests[8_999], both, 1, .max]
        for digest in asked {
            let expected = positions.filter { $0.digest == digest }.map(\.sequence)
            #expect(try index.sequences(of: digest, inRun: run.number).sorted() == expected)
        }
        #expect(try index.positions(ofRun: run.number, from: 4_000, limit: 5_000) == Array(positions[4_000..<9_000]))
        let merged = try index.addScoreIDRun(run, positions: positions, replacing: [run.number], of: Self.stream)
        #expect(merged > run.number)
        #expect(try index.scoreIDRuns(of: Self.stream).map(\.number) == [merged])
        #expect(try index.sequences(of: digests[0], inRun: run.number) == [])
    }

    @Test("keeps the last wipe of each leaderboard, and of each player since", arguments: JournalBackend.allCases)
    func wipes(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        let stream = StreamID(team: TeamNumber(1), environment: .sandbox)
        let other = StreamID(team: TeamNumber(1), environment: .production)
        func wipe(_ board: UInt32, _ player: UInt32?, _ through: Int64, in stream: StreamID) -> WipeRecord {
            WipeRecord(
                stream: stream, leaderboard: LeaderboardNumber(board), player: player.map { PlayerNumber($0) },
                through: JournalSequence(through))
        }
        let first = [wipe(1, nil, 1, in: stream), wipe(1, 7, 2, in: stream), wipe(1, 8, 3, in: stream)]
        try journal.commit(Change(facts: first.map { .wiped($0) }))
        #expect(try journal.wipes(of: stream) == first)
        let second = [wipe(1, 7, 4, in: stream), wipe(2, 7, 5, in: stream), wipe(1, nil, 9, in: other)]
        try journal.commit(Change(facts: second.map { .wiped($0) }))
        #expect(try Set(journal.wipes(of: stream)) == [first[0], first[2], second[0], second[1]])
        try journal.commit(Change(facts: [.wiped(wipe(1, nil, 6, in: stream))]))
        #expect(try Set(journal.wipes(of: stream)) == [wipe(1, nil, 6, in: stream), second[1]])
        #expect(try journal.wipes(of: other) == [second[2]])
    }
}

extension JournalRow {
    static func sample(_ sequence: Int64, _ stream: StreamID = JournalContract.stream) -> JournalRow {
        JournalRow(
            stream: stream, sequence: JournalSequence(sequence), time: Timestamp(clamping: 1_000 &+ sequence),
            kind: .score, leaderboard: LeaderboardNumber(1), player: PlayerNumber(1), value: sequence)
    }
}

extension Leaderboard {
    static func sample(_ number: UInt32) -> Leaderboard {
        guard let id = try? LeaderboardID("board\(number)") else { preconditionFailure("letters and digits are an id") }
        return Leaderboard(
            number: LeaderboardNumber(number), app: AppNumber(1), id: id,
            settings: LeaderboardSettings(
                referenceName: "Board \(number)", format: .elapsedTimeCentisecond, submissionType: .mostRecent,
                sortOrder: .lowToHigh, isDefault: true, isHidden: true,
                localizations: [LeaderboardLocalization(language: .english, name: "Board")], guests: .afterUpgrade),
            isReleased: true)
    }
}
