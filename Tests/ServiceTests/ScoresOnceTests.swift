import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Testing

@Suite("Scores count once", .timeLimit(.minutes(15))) struct ScoresOnceTests {
    /// What happens between the first sending and the second.
    enum Gap: String, CaseIterable, Sendable {
        case none, restart, sixtyDays, sixtyDaysAndRestart, indexed, indexedAndRestart
    }

    static let plan = BackgroundPlan(period: .days(1), snapshotRows: 1, runRows: 8, mergedRuns: 3)

    @Test("rules 4.4, 8.1: a repeat at any time answers the stored outcome and counts nothing", arguments: Gap.allCases)
    func matrix(gap: Gap) async throws {
        let journal = HeldJournal(try TestStores.make())
        let time = ManualTime()
        var scores = try await ScoresFixture(journal, time: time, plan: Self.plan)
        try await scores.make()
        let made = time.moment.advanced(by: -.hours(1))
        let first = try await scores.submit(10, by: 1, context: 3, date: made, id: "A-1")
        try await scores.submit(20, by: 1, id: "A-2")
        for filler in 0..<20 { try await scores.submit(1, by: 2, id: "F-\(filler)") }
        switch gap {
        case .none: break
        case .restart: scores = try await scores.restarted()
        case .sixtyDays: time.advance(.days(60))
        case .sixtyDaysAndRestart:
            time.advance(.days(60))
            scores = try await scores.restarted()
        case .indexed: scores.keeper.runBackgroundNow()
        case .indexedAndRestart:
            scores.keeper.runBackgroundNow()
            scores = try await scores.restarted()
        }
        let rows = journal.commits.reduce(0, +)
        let again = try await scores.submit(10, by: 1, context: 3, date: made, id: "A-1")
        #expect(again.result.isRepeat && again.result.isNewBest)
        #expect(again.result.value == 10 && again.result.date == made && again.result.context == 3)
        #expect(again.result.entry?.value == 20, "the entry is the one that stands now")
        #expect(again.result.isDateClamped == first.result.isDateClamped)
        #expect(journal.commits.reduce(0, +) == rows)
        // Another body under the same id, in every field.
        let others: [(Int64, Int64, Timestamp?)] = [(11, 3, made), (10, 4, made), (10, 3, nil), (10, 3, time.moment)]
        for (value, context, date) in others {
            await #expect(throws: SubmitScoresError.scoreIDReused(item: 0)) {
                try await scores.submit(value, by: 1, context: context, date: date, id: "A-1")
            }
        }
        try await scores.make("Other")
        await #expect(throws: SubmitScoresError.scoreIDReused(item: 0)) {
            try await scores.submit(10, by: 1, to: "Other", context: 3, date: made, id: "A-1")
        }
        // Another player's id, and another environment's, is another one.
        #expect(try await scores.submit(10, by: 3, context: 3, date: made, id: "A-1").result.isRepeat == false)
        #expect(
            try await scores.submit(10, by: 1, context: 3, date: made, id: "A-1", environment: .sandbox)
                .result.isRepeat == false)
    }

    @Test("rule 4.4: twice in one call counts once, and with another body refuses the call")
    func sameCall() async throws {
        let scores = try await ScoresFixture()
        let board = try await scores.make()
        let id = try ScoreID("X")
        let submitted = try await SubmitScores(scores.keeper)(
            [(board.id, Score(value: 4, id: id)), (board.id, Score(value: 4, id: id))], app: scores.app,
            environment: .production, as: scores.session(1))
        #expect(submitted.results.map(\.isRepeat) == [false, true])
        await #expect(throws: SubmitScoresError.scoreIDReused(item: 1)) {
            try await SubmitScores(scores.keeper)(
                [(board.id, Score(value: 4, id: ScoreID("Y"))), (board.id, Score(value: 5, id: ScoreID("Y")))],
                app: scores.app, environment: .production, as: scores.session(1))
        }
        #expect(try await scores.submit(9, by: 1, id: "Y").result.isRepeat == false)
    }

    @Test("rule 4.4: twice in one call counts once, though its run earns achievements, whose rows come in between")
    func sameCallWithAchievements() async throws {
        var replays = ReplayPorts.none
        replays.knows = { _, _ in true }
        let journal = InMemoryJournal()
        let scores = try await ScoresFixture(journal, replays: replays)
        let simulator = try SimulatorName("monkeyjump-1")
        let board = try await scores.make { $0.replays = ReplayRule(simulator: simulator, requires: .replay) }
        let feats = [try AchievementID("First"), try AchievementID("Second")]
        for id in feats {
            _ = try await ConfigureAchievement(scores.keeper).create(
                NewAchievement(id: id, fields: PlayFixture.fields()), of: scores.app)
        }
        let digest = try #require(BlobDigest([UInt8](repeating: 7, count: BlobDigest.byteCount)))
        let run = CheckedRun(
            simulator: simulator, verification: .verified, trace: 7, isTelling: true, feats: feats, hasTicket: false,
            ticket: nil)
        let item = SubmitCall.Item(
            leaderboard: board.number, score: Score(value: 4, id: try ScoreID("X")),
            replay: Blob(digest: digest, bytes: [1]), run: .success(run))
        let stream = StreamID(team: scores.app.team, environment: .production)
        let submitted: Result<SubmittedScores, SubmitScoresError> = await withCheckedContinuation { continuation in
            scores.keeper.sendPlayed(
                SubmitCall(
                    items: [item, item], app: scores.app.number, stream: stream, player: PlayerNumber(1),
                    device: DeviceNumber(1), waiting: nil
                ) { continuation.resume(returning: $0) })
        }
        let results = try submitted.get().results
        #expect(results.map(\.isRepeat) == [false, true])
        #expect(results.first?.earned == feats)
        #expect(try journal.rows(after: .start, of: stream, limit: 10).filter { $0.kind == .score }.count == 1)
    }

    @Test("rules 4.4, 8.1: twice in one batch counts once, from two queues too")
    func sameBatch() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        try await scores.make()
        journal.hold()
        let other = Task { try await scores.submit(1, by: 9) }
        await journal.commitIsPending()
        async let one = scores.submit(7, by: 1, id: "Q")
        async let two = scores.submit(7, by: 1, id: "Q")
        async let third = scores.submit(7, by: 1, id: "Q")
        journal.release()
        _ = try await other.value
        let repeats = try await [one, two, third].map(\.result.isRepeat)
        #expect(repeats.filter { $0 }.count == 2)
    }

    @Test("rule 4.3: a repeat without a leaderboard is one though the default is another now")
    func defaultChanged() async throws {
        let scores = try await ScoresFixture()
        let first = try await scores.make("First") { $0.isDefault = true }
        try await scores.submit(3, by: 1, to: nil, id: "D")
        try await scores.make("Second") { $0.isDefault = true }
        let again = try await scores.submit(3, by: 1, to: nil, id: "D")
        #expect(again.result.isRepeat && again.result.leaderboard.number == first.number)
        #expect(try await scores.submit(3, by: 1, to: nil, id: "E").result.leaderboard.id.text == "Second")
    }

    @Test("rules 4.4, 4.7: a repeat of a score whose date was not believed is one, also when it is refused anew")
    func clampedAndArchived() async throws {
        let scores = try await ScoresFixture()
        let board = try await scores.make { $0.range = ScoreRange(lowest: 0, highest: 50) }
        let future = scores.time.moment.advanced(by: .days(3))
        let first = try await scores.submit(9, by: 1, date: future, id: "Z")
        #expect(first.result.isDateClamped && first.result.date == scores.time.moment)
        scores.time.advance(.days(4))
        _ = try await ConfigureLeaderboard(scores.keeper).update(board.number, of: scores.app) {
            $0.range = ScoreRange(lowest: 10, highest: 50)
            $0.isArchived = true
        }
        let again = try await scores.submit(9, by: 1, date: future, id: "Z")
        #expect(again.result.isRepeat && again.result.isDateClamped && again.result.date == first.result.date)
        await #expect(throws: SubmitScoresError.scoreIDReused(item: 0)) {
            try await scores.submit(9, by: 1, date: first.result.date, id: "Z")
        }
    }

    @Test("many ids go into runs before the next round, and none of their rows is read again for it")
    func promptRuns() async throws {
        let journal = HeldJournal(try TestStores.make())
        let plan = BackgroundPlan(
            period: .days(1), snapshotRows: 1_000, runRows: 8, mergedRuns: 3, promptIDs: 24)
        let scores = try await ScoresFixture(journal, plan: plan)
        try await scores.make()
        let scans = journal.scans
        let first = try await scores.submit(1, by: 2, id: "F-0")
        for filler in 1..<40 { try await scores.submit(1, by: 2, id: "F-\(filler)") }
        await wait { (try? journal.base.scoreIDRuns(of: first.stream))?.isEmpty == false }
        #expect(journal.scans == scans)
        for known in [0, 20, 39] { #expect(try await scores.submit(1, by: 2, id: "F-\(known)").result.isRepeat) }
        #expect(try await scores.submit(1, by: 2, id: "F-40").result.isRepeat == false)
    }

    @Test("a fresh id costs no disk read, however many old ones there are")
    func freshIDs() async throws {
        let journal = HeldJournal(try TestStores.make())
        let scores = try await ScoresFixture(journal, plan: Self.plan)
        try await scores.make()
        for filler in 0..<100 { try await scores.submit(1, by: 2, id: "F-\(filler)") }
        let scans = journal.scans
        scores.keeper.runBackgroundNow()
        #expect(journal.scans == scans, "what this process has committed isn't read again")
        try await scores.submit(1, by: 2, id: "settle")
        let reads = (journal.indexReads, journal.rowReads)
        for fresh in 0..<200 { try await scores.submit(1, by: 3, id: "N-\(fresh)") }
        // A filter errs once in some hundred ids; that many runs are small here.
        #expect(journal.indexReads - reads.0 <= 20)
        #expect(journal.rowReads == reads.1)
        #expect(try await scores.submit(1, by: 2, id: "F-0").result.isRepeat)
    }
}
