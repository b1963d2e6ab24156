import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import Synchronization
import Testing

@Suite("Boards made anew in the background", .timeLimit(.minutes(15))) struct ScoresRebuildTests {
    private static let players: UInt32 = 5_000

    @Test("rule 4.5: a range that concerns thousands holds up neither other boards nor the answer, and ends exact")
    func range() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        let large = try await scores.make("Large")
        try await scores.make("Other")
        try await fill(scores, "Large")
        journal.holdScan()
        let update = try await ConfigureLeaderboard(scores.keeper).update(large.number, of: scores.app) {
            $0.range = ScoreRange(lowest: 0, highest: 100)
        }
        // In both environments; this one is held.
        #expect(update.hiddenEntries == Int(Self.players) - 100)
        // The rebuild is held: the other board takes scores and is read.
        #expect(try await scores.submit(7, by: 1, to: "Other").result.entry?.rank == 1)
        #expect(try await scores.order("Other") == ["1:7"])
        let query = EntriesQuery(
            leaderboard: large.id, environment: .production, selection: .window(try RankWindow(first: 1, count: 1)))
        #expect(try ReadEntries(scores.keeper).immediately(query, app: scores.app) == nil)
        await #expect(throws: SubmitScoresError.self) { try await scores.submit(1, by: 1, to: "None") }
        let aside = Task { try await scores.submit(99, by: 9_000, to: "Large", id: "aside") }
        let reader = Task { try await scores.read("Large") }
        journal.releaseScan()
        let submitted = try await aside.value
        #expect(submitted.result.entry?.rank == 3 && submitted.result.total == 101)
        #expect(try await reader.value.entries?.first?.value == 100)
        #expect(try await scores.submit(99, by: 9_000, to: "Large", id: "aside").result.isRepeat)

        // Changed again while it is being changed: the last one counts.
        journal.holdScan()
        for highest in [50, 2] as [Int64] {
            _ = try await ConfigureLeaderboard(scores.keeper).update(large.number, of: scores.app) {
                $0.range = ScoreRange(lowest: 0, highest: highest)
            }
        }
        journal.releaseScan()
        #expect(try await scores.order("Large") == ["2:2", "1:1"])
        _ = try await ConfigureLeaderboard(scores.keeper).update(large.number, of: scores.app) { $0.range = nil }
        #expect(try await scores.read("Large").total == Int(Self.players) + 1)
        let restarted = try await scores.restarted()
        #expect(try await restarted.read("Large").total == Int(Self.players) + 1)
    }

    @Test("a server that is stopped while a board is made anew refuses what waits for it")
    func stop() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        let large = try await scores.make("Large")
        try await fill(scores, "Large")
        journal.holdScan()
        _ = try await ConfigureLeaderboard(scores.keeper).update(large.number, of: scores.app) {
            $0.range = ScoreRange(lowest: 0, highest: 100)
        }
        // A rebuild that has not begun is not begun after the stop: the stop's own walk would be the one that is held.
        await journal.scanIsPending()
        let refusal = Mutex<SubmitScoresError?>(nil)
        SubmitScores(scores.keeper).submit(
            [(large.id, Score(value: 1))], app: scores.app, environment: .production, as: scores.session(1)
        ) { result in
            if case .failure(let error) = result { refusal.withLock { $0 = error } }
        }
        // Behind it in the line: once this is answered, that one has been put aside.
        try await scores.submit(1, by: 1, to: "Large", environment: .sandbox)
        #expect(refusal.withLock { $0 } == nil)
        scores.keeper.stop()
        #expect(refusal.withLock { $0 } == .unavailable)
        journal.releaseScan()
    }

    @Test("rule 4.12: a score removed while its player's rows are read back doesn't return with them")
    func removedMeanwhile() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        let board = try await scores.make()
        var rows: [JournalSequence] = []
        for value in [10, 20, 30] as [Int64] { rows.append(try await scores.submit(value, by: 1).version) }
        let moderate = ModerateScore(scores.keeper)
        journal.holdChains()
        _ = try await moderate.remove(rows[2], from: board, of: scores.app, .production)
        await journal.chainsArePending()
        // The rows are read, 20 among them, and the board hasn't got them yet.
        _ = try await moderate.remove(rows[1], from: board, of: scores.app, .production)
        journal.releaseChains()
        #expect(try await scores.order() == ["1:10"])
        #expect(journal.chainReads == 2, "asked again")
    }

    @Test("players whose rows are read back come with all of them, many in one read")
    func manyAtOnce() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        let board = try await scores.make()
        let players: ClosedRange<UInt32> = 1...100
        for value in [3, 2, 9] as [Int64] {
            for player in players { try await scores.submit(value * 1_000 + Int64(player), by: player) }
        }
        let before = journal.chainReads
        _ = try await ConfigureLeaderboard(scores.keeper).update(board.number, of: scores.app) {
            $0.range = ScoreRange(lowest: 0, highest: 5_000)
        }
        #expect(try await scores.order() == players.reversed().map { "\($0):\(3_000 + Int64($0))" })
        #expect(journal.chainReads - before == 2, "of 64 players, and of 36")
    }

    private func fill(_ scores: ScoresFixture, _ board: String) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for player in 1...Self.players {
                group.addTask { try await scores.submit(Int64(player), by: player, to: board) }
            }
            try await group.waitForAll()
        }
    }
}
