import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Testing

@testable import LaurelService

@Suite("Erasure", .timeLimit(.minutes(15))) struct ErasureTests {
    enum Engine: CaseIterable { case memory, sqlite }

    private func journal(_ engine: Engine) throws -> any Journal & ScoreIDIndex {
        switch engine {
        case .memory: InMemoryJournal()
        case .sqlite: try TestStores.make()
        }
    }

    private func rows(_ journal: any Journal) throws -> [JournalRow] {
        try journal.streams().flatMap { try journal.rows(after: .start, of: $0, limit: 10_000) }
    }

    @Test(
        "takes a player's entries out at once, empties his rows, and stays so after a restart",
        arguments: Engine.allCases)
    func erases(engine: Engine) async throws {
        let journal = try journal(engine)
        let snapshots = MemorySnapshots()
        let fixture = try await ScoresFixture(journal, snapshots: snapshots)
        try await fixture.make()
        try await fixture.make("Other") { $0.submissionType = .mostRecent }
        for (player, value) in [(1 as UInt32, 777_001 as Int64), (2, 777_002), (3, 50), (2, 777_003)] {
            try await fixture.submit(value, by: player, context: 4_242 + value, id: "id-\(value)")
        }
        try await fixture.submit(777_004, by: 2, to: "Other", id: "id-777004")
        try await fixture.submit(777_005, by: 2, id: "id-777005", environment: .sandbox)
        try await fixture.submit(9, by: 3, to: "Other")
        fixture.keeper.runBackgroundNow()
        let before = try await fixture.read().version
        try await fixture.keeper.erase([PlayerNumber(2)])
        #expect(try await fixture.order() == ["1:777001", "3:50"])
        #expect(try await fixture.order(scope: .today) == ["1:777001", "3:50"])
        #expect(try await fixture.order("Other") == ["3:9"])
        #expect(try await fixture.order(environment: .sandbox) == [])
        let page = try await fixture.read()
        #expect(page.version > before && page.total == 2)
        let left = try rows(journal).filter { $0.player == PlayerNumber(2) }
        #expect(left.count == 6, "four scores and an erasure in each stream")
        #expect(left.filter { $0.kind == .erasure }.count == 2)
        for row in left {
            #expect(row.value == 0 && row.context == 0 && row.scoreID == nil && row.extra.isEmpty && row.flags == [])
        }
        // The others' rows are as they were.
        #expect(try rows(journal).filter { $0.player == PlayerNumber(1) }.map(\.value) == [777_001])
        // Again changes no rank, and what waited in the line for him is refused.
        try await fixture.keeper.erase([PlayerNumber(2)])
        await #expect(throws: SubmitScoresError.unavailable) { try await fixture.submit(1, by: 2) }
        let restarted = try await fixture.restarted()
        #expect(try await restarted.order() == ["1:777001", "3:50"])
        #expect(try await restarted.order("Other") == ["3:9"])
        // Without the snapshots the journal says the same.
        for stream in try journal.streams() { snapshots.put(nil, stream) }
        let rebuilt = try await restarted.restarted()
        #expect(try await rebuilt.order() == ["1:777001", "3:50"])
        #expect(try await rebuilt.order("Other") == ["3:9"])
        #expect(try await rebuilt.order(environment: .sandbox) == [])
    }

    @Test("a removed score of an erased player does not come back")
    func restoration() async throws {
        let fixture = try await ScoresFixture()
        let board = try await fixture.make()
        let score = try await fixture.submit(5, by: 1)
        _ = try await ModerateScore(fixture.keeper).remove(score.version, from: board, of: fixture.app, .production)
        try await fixture.keeper.erase([PlayerNumber(1)])
        try await fixture.submit(3, by: 2)
        await #expect(throws: ModerateScoreError.unknownScore) {
            try await ModerateScore(fixture.keeper).restore(score.version, to: board, of: fixture.app, .production)
        }
        #expect(try await fixture.order() == ["2:3"])
    }

    @Test("ranks after erasures are those of a server that never knew the players", arguments: Depth.seeds(6))
    func model(seed: UInt64) async throws {
        var state = seed
        func random(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
        }
        let fixture = try await ScoresFixture(snapshots: MemorySnapshots())
        let plain = try await ScoresFixture()
        try await fixture.make()
        try await plain.make()
        var erased: Set<UInt32> = []
        var submissions: [(UInt32, Int64)] = []
        for _ in 0..<60 {
            let player = UInt32(random(8)) + 1
            if random(8) == 0, erased.count < 5 {
                try await fixture.keeper.erase([PlayerNumber(player)])
                erased.insert(player)
            } else if !erased.contains(player) {
                let value = Int64(random(1_000))
                try await fixture.submit(value, by: player)
                submissions.append((player, value))
            }
        }
        for (player, value) in submissions where !erased.contains(player) { try await plain.submit(value, by: player) }
        let wanted = try await plain.order()
        #expect(try await fixture.order() == wanted)
        let restarted = try await fixture.restarted()
        #expect(try await restarted.order() == wanted)
    }
}
