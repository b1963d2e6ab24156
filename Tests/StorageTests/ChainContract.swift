import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelStorageSQL

/// Rows that lead from one to the next, in every journal.
@Suite("Chains of rows", .timeLimit(.minutes(15))) struct ChainContract {
    private static let stream = JournalContract.stream
    private static let circle = StoreError.broken(reason: "a chain in the journal is circular")

    private static func missing(_ sequence: Int64) -> StoreError {
        .broken(reason: "a chain leads to the journal's row \(sequence), which is missing")
    }

    /// Rows from 1 on, each with the previous row given for it.
    private static func rows(_ previous: [Int64], in stream: StreamID = JournalContract.stream) -> [JournalRow] {
        previous.enumerated().map { index, previous in
            var row = JournalRow.sample(Int64(index) + 1, stream)
            row.previous = JournalSequence(previous)
            return row
        }
    }

    /// What chains are held against: the obvious reading.
    private func readRowByRow(_ journal: any Journal, _ start: ChainStart, limit: Int) throws -> [JournalRow] {
        guard limit > 0, let row = try journal.row(at: start.sequence, of: Self.stream) else { return [] }
        let isTooOld = start.after.map { row.time <= $0 } ?? false
        guard !isTooOld, row.previous < row.sequence else { return [row] }
        let rest = ChainStart(row.previous, after: start.after)
        return try [row] + readRowByRow(journal, rest, limit: limit - 1)
    }

    private func walked(_ journal: any Journal, from sequence: Int64, pageRows: Int = 4_096) throws -> [Int64] {
        var found: [Int64] = []
        let start = ChainStart(JournalSequence(sequence))
        try journal.walkChains(from: [start], of: Self.stream, firstRows: pageRows, upTo: pageRows) { _, row in
            found.append(row.sequence.rawValue)
            return true
        }
        return found
    }

    @Test(
        "have the rows that are found one by one, whatever they say",
        arguments: JournalBackend.allCases, Depth.seeds(3))
    func alike(backend: JournalBackend, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let journal = try backend.makeJournal()
        let count = 300
        var rows: [JournalRow] = []
        for sequence in 1...Int64(count) {
            for stream in [Self.stream, JournalContract.other] {
                var row = JournalRow.random(&random, stream, sequence)
                row.time = Timestamp(clamping: 1_000 + sequence / 4)
                // Mostly a near one, so that chains are long; now and then one that isn't older.
                let isCircular = random.chance(1, in: 30)
                let distance = Int64(isCircular ? -random.below(3) : 1 + random.below(6))
                row.previous = JournalSequence(max(0, sequence - distance))
                rows.append(row)
            }
        }
        try journal.commit(Change(rows: rows))
        // What an erasure empties stays in its chain.
        _ = try journal.overwrite(rowsOf: PlayerNumber(2), in: Self.stream, after: .start, limit: 1_000)
        for _ in 0..<30 {
            let starts = (0..<[1, 3, ChainStart.countLimit][random.below(3)]).map { _ in
                // Rows that there are, none, and some behind the last one.
                let sequence = JournalSequence(Int64(random.below(count + 10)))
                let after = random.chance(1, in: 2) ? Timestamp(clamping: Int64(990 + random.below(100))) : nil
                return ChainStart(sequence, after: after)
            }
            let limit = [1, 2, 9, 64, 4_096][random.below(5)]
            let expected = try starts.map { try readRowByRow(journal, $0, limit: limit) }
            #expect(try journal.chains(from: starts, of: Self.stream, limit: limit) == expected, "\(starts), \(limit)")
        }
    }

    @Test("end at the limit, or with the first row that is too old", arguments: JournalBackend.allCases)
    func ends(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        let others = Self.rows([0, 1, 1], in: JournalContract.other)
        try journal.commit(Change(rows: Self.rows(Array(0..<10)) + others))
        func found(_ starts: [ChainStart], limit: Int = 99) throws -> [[Int64]] {
            try journal.chains(from: starts, of: Self.stream, limit: limit).map { $0.map(\.sequence.rawValue) }
        }
        let last = JournalSequence(10)
        #expect(try found([ChainStart(last)]) == [[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]])
        #expect(try found([ChainStart(last)], limit: 3) == [[10, 9, 8]])
        #expect(try found([ChainStart(last)], limit: 0) == [[]])
        let times = [JournalRow.sample(7).time, JournalRow.sample(10).time, .first, .last]
        #expect(
            try found(times.map { ChainStart(last, after: $0) })
                == [[10, 9, 8, 7], [10], [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], [10]])
        #expect(try found([]) == [])
        let nowhere = [Int64.min, -1, 0, 11, 1 << 48, .max].map { ChainStart(JournalSequence($0)) }
        #expect(try found(nowhere) == [[], [], [], [], [], []])
        // The same start twice, and one that isn't there between them.
        let mixed = [ChainStart(JournalSequence(2)), nowhere[3], ChainStart(JournalSequence(2))]
        #expect(try found(mixed) == [[2, 1], [], [2, 1]])
        let start = ChainStart(JournalSequence(3))
        #expect(try journal.chains(from: [start], of: JournalContract.other, limit: 9) == [[others[2], others[0]]])
        let unknown = StreamID(team: TeamNumber(2), environment: .production)
        #expect(try journal.chains(from: [start, start], of: unknown, limit: 9) == [[], []])
    }

    @Test("are walked page by page until they end, and each as far as is wanted", arguments: JournalBackend.allCases)
    func pages(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        // Even rows are a chain, and odd ones.
        try journal.commit(Change(rows: Self.rows([0, 0, 1, 2, 3, 4, 5, 6, 7, 8])))
        for pageRows in [1, 2, 3, 5, 6, 4_096] {
            #expect(try walked(journal, from: 10, pageRows: pageRows) == [10, 8, 6, 4, 2])
            var found: [[Int64]] = [[], [], []]
            let starts = [
                ChainStart(JournalSequence(10), after: JournalRow.sample(4).time), ChainStart(.start),
                ChainStart(JournalSequence(9)),
            ]
            try journal.walkChains(from: starts, of: Self.stream, firstRows: pageRows, upTo: pageRows) { chain, row in
                found[chain].append(row.sequence.rawValue)
                return chain == 0 || found[chain].count < 4
            }
            #expect(found == [[10, 8, 6], [], [9, 7, 5, 3]], "\(pageRows) rows a page")
        }
    }

    @Test("that lead to no row, or to one that isn't older, are errors", arguments: JournalBackend.allCases)
    func errors(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        // 2 leads to itself, 3 to a later one, 4 to 3.
        try journal.commit(Change(rows: Self.rows([0, 2, 5, 3, 1])))
        #expect(try walked(journal, from: 5) == [5, 1])
        for pageRows in [1, 2, 4_096] {
            for start in 2...4 as ClosedRange<Int64> {
                #expect(throws: Self.circle) { try walked(journal, from: start, pageRows: pageRows) }
            }
            #expect(throws: Self.missing(6)) { try walked(journal, from: 6, pageRows: pageRows) }
        }
        // It may be too old to be wanted, and is wrong all the same.
        let start = ChainStart(JournalSequence(2), after: .last)
        #expect(throws: Self.circle) {
            try journal.walkChains(from: [start], of: Self.stream, firstRows: 16) { _, _ in true }
        }
    }

    @Test("that the store has lost rows of, or changed, are errors", arguments: [JournalBackend.sqlite, .postgres])
    func damage(backend: JournalBackend) throws {
        let journal = try backend.makeJournal()
        // Even rows are a chain, and odd ones.
        try journal.commit(Change(rows: Self.rows([0, 0, 1, 2, 3, 4, 5, 6, 7])))
        let database = try #require(journal as? any SQLDatabase)
        func name(_ sequence: Int64) -> String { JournalTable.name(JournalSequence(sequence), of: Self.stream) }
        func position(_ sequence: Int64) -> Int64 {
            JournalTable.position(JournalSequence(sequence), ofStream: 1)
        }
        _ = try database.changeAny { connection throws(StoreError) in
            try connection.run("UPDATE journal SET value = value + 1 WHERE position = \(position(6))")
        }
        #expect(throws: StoreError.damaged(reason: name(6) + " isn't as it was written")) {
            try walked(journal, from: 8)
        }
        #expect(try walked(journal, from: 7) == [7, 5, 3, 1])
        _ = try database.changeAny { connection throws(StoreError) in
            try connection.run("DELETE FROM journal WHERE position = \(position(3))")
        }
        #expect(throws: Self.missing(3)) { try walked(journal, from: 7) }
        // Its digest is missing to tell whether the row behind it is right.
        #expect(throws: StoreError.damaged(reason: name(3) + " is missing")) { try walked(journal, from: 4) }
    }
}
