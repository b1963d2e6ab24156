import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import Testing

@Suite("Groups of apps on one leaderboard", .timeLimit(.minutes(15))) struct ScoresGroupTests {
    /// A second app of the fixture's team.
    private func second(_ scores: ScoresFixture) throws -> App {
        let app = App(
            number: AppNumber(2), team: ScoresFixture.team, bundleID: try BundleID("com.example.second"),
            name: "Second", sku: "S", isGameCenterEnabled: true, isReleased: true)
        scores.catalogue.put(app)
        return app
    }

    private func submit(
        _ value: Int64, by player: UInt32, to board: String, of app: App, _ scores: ScoresFixture
    ) async throws -> SubmittedScores {
        try await SubmitScores(scores.keeper)(
            [(try LeaderboardID(board), Score(value: value))], app: app, environment: .production,
            as: scores.session(player))
    }

    private func order(_ board: String, of app: App, _ scores: ScoresFixture) async throws -> [String] {
        let query = EntriesQuery(
            leaderboard: try LeaderboardID(board), environment: .production,
            selection: .window(try RankWindow(first: 1, count: 100)))
        return (try await ReadEntries(scores.keeper)(query, app: app).entries ?? []).map {
            "\($0.player.rawValue):\($0.value)"
        }
    }

    @Test("rule 4.1: several apps of a team share a group")
    func shared() async throws {
        let scores = try await ScoresFixture()
        let other = try second(scores)
        let group = try await scores.make("grp.club") { $0.sharedWith = [other.number] }
        try await scores.submit(1, by: 1, to: "grp.club")
        #expect(try await submit(2, by: 2, to: "grp.club", of: other, scores).results.first?.entry?.rank == 1)
        #expect(try await order("grp.club", of: other, scores) == ["2:2", "1:1"])
        #expect(scores.catalogue.leaderboards(of: other.number).map(\.number) == [group.number])
        await #expect(throws: ConfigureLeaderboardError.notAGroup) {
            try await scores.make("Alone") { $0.sharedWith = [other.number] }
        }
        await #expect(throws: ConfigureLeaderboardError.unknownShare) {
            try await scores.make("grp.none") { $0.sharedWith = [AppNumber(77)] }
        }
        let again = NewLeaderboard(id: group.id, fields: ScoresFixture.fields())
        await #expect(throws: ConfigureLeaderboardError.idTaken) {
            try await ConfigureLeaderboard(scores.keeper).create(again, of: other)
        }
        _ = try await ConfigureLeaderboard(scores.keeper).update(group.number, of: scores.app) { $0.sharedWith = [] }
        await #expect(throws: ReadEntriesError.unknownLeaderboard) { try await order("grp.club", of: other, scores) }
    }

    @Test(
        "rule 4.1: a leaderboard moves into a group with its scores, its old id still answering, after restarts too",
        arguments: [false, true])
    func moved(isAbsent: Bool) async throws {
        let snapshots = MemorySnapshots()
        let journal = try TestStores.make()
        let plan = BackgroundPlan(period: .days(1), snapshotRows: 1, idleSpan: isAbsent ? .seconds(0) : .days(1))
        var scores = try await ScoresFixture(journal, snapshots: snapshots, plan: plan)
        let group = try await scores.make("grp.club")
        let old = try await scores.make("Old") { $0.isDefault = true }
        // The same player on both, in turns: his rows are in two chains.
        var removed = JournalSequence.start
        for round in 1...5 as ClosedRange<Int64> {
            let first = try await scores.submit(10 * round, by: 1, to: "Old")
            try await scores.submit(10 * round + 1, by: 1, to: "grp.club")
            try await scores.submit(7 * round, by: UInt32(round) + 1, to: "Old", id: "old-\(round)")
            if round == 5 { removed = first.version }
        }
        scores.keeper.runBackgroundNow()
        let expected = ["1:51", "6:35", "5:28", "4:21", "3:14", "2:7"]
        let configure = ConfigureLeaderboard(scores.keeper)
        let moved = try await configure.move(old.number, of: scores.app, into: group.id)
        #expect(moved.leaderboard?.number == group.number)
        #expect(try await scores.order("grp.club") == expected)
        #expect(try await scores.order("Old") == expected)
        #expect(try await scores.submit(7, by: 2, to: "Old", id: "old-1").result.isRepeat)
        #expect(try await scores.submit(60, by: 2, to: nil).result.leaderboard.number == group.number)
        #expect(try await scores.submit(61, by: 3, to: "Old").result.entry?.rank == 1)
        let after = ["3:61", "2:60", "1:51", "6:35", "5:28", "4:21"]
        #expect(try await scores.order("Old") == after)
        await #expect(throws: ConfigureLeaderboardError.idTaken) { try await scores.make("Old") }
        for isFromSnapshot in [true, true, false] {
            scores.keeper.stop()
            if !isFromSnapshot { for stream in snapshots.all.keys { snapshots.put(nil, stream) } }
            scores = try await scores.restarted()
            #expect(try await scores.order("Old") == after)
        }
        // What a removal uncovers is his next best, on whichever leaderboard he scored it.
        let best = try #require(try await scores.read("Old", viewer: 1).local?.sequence)
        let moderate = ModerateScore(scores.keeper)
        _ = try await moderate.remove(best, from: group, of: scores.app, .production)
        #expect(try await scores.read("Old", viewer: 1).local?.value == 50)
        _ = try await moderate.remove(removed, from: old, of: scores.app, .production)
        #expect(try await scores.read("grp.club", viewer: 1).local?.value == 41)
    }

    @Test("a move that a kill follows is whole: the snapshot from before it does not bring the old boards back")
    func killed() async throws {
        let snapshots = MemorySnapshots()
        let journal = InMemoryJournal()
        let plan = BackgroundPlan(period: .days(1), snapshotRows: 1)
        let scores = try await ScoresFixture(journal, snapshots: snapshots, plan: plan)
        let group = try await scores.make("grp.club")
        let old = try await scores.make("Old")
        try await scores.submit(1, by: 1, to: "Old")
        try await scores.submit(2, by: 2, to: "grp.club")
        scores.keeper.runBackgroundNow()
        try await scores.submit(3, by: 3, to: "Old")
        _ = try await ConfigureLeaderboard(scores.keeper).move(old.number, of: scores.app, into: group.id)
        try await scores.submit(4, by: 4, to: "Old")
        let copy = MemorySnapshots()
        for (stream, bytes) in snapshots.all { copy.put(bytes, stream) }
        let next = try await ScoresFixture(journal, time: scores.time, snapshots: copy, plan: plan)
        #expect(try await next.order("Old") == ["4:4", "3:3", "2:2", "1:1"])
        #expect(try await next.order("grp.club") == ["4:4", "3:3", "2:2", "1:1"])
    }

    @Test("a server that stops before the group's board is made anew leaves no snapshot of it without the moved rows")
    func stopped() async throws {
        let journal = HeldJournal()
        let plan = BackgroundPlan(period: .days(1), snapshotRows: 1)
        let scores = try await ScoresFixture(journal, snapshots: MemorySnapshots(), plan: plan)
        let group = try await scores.make("grp.club")
        let old = try await scores.make("Old")
        try await scores.submit(1, by: 1, to: "Old")
        try await scores.submit(2, by: 2, to: "grp.club")
        journal.holdScan()
        _ = try await ConfigureLeaderboard(scores.keeper).move(old.number, of: scores.app, into: group.id)
        await journal.scanIsPending()
        scores.keeper.stop()
        journal.releaseScan()
        let next = try await scores.restarted()
        #expect(try await next.order("Old") == ["2:2", "1:1"])
        #expect(try await next.order("grp.club") == ["2:2", "1:1"])
    }

    @Test("what cannot move is refused, and nothing is changed")
    func refused() async throws {
        let scores = try await ScoresFixture()
        let group = try await scores.make("grp.club")
        let one = try await scores.make("One")
        let two = try await scores.make("Two")
        let low = try await scores.make("Low") { $0.sortOrder = .lowToHigh }
        let all = try await scores.make("All") { $0.kind = .combined([one.number, two.number]) }
        let configure = ConfigureLeaderboard(scores.keeper)
        let cases: [(Leaderboard, String, ConfigureLeaderboardError)] = [
            (one, "grp.club", .partOfCombined(all.id)), (all, "grp.club", .cannotMove),
            (low, "grp.club", .groupDiffers), (low, "grp.none", .unknownLeaderboard),
            (group, "grp.club", .cannotMove), (low, "One", .unknownLeaderboard),
        ]
        let before = scores.catalogue.leaderboards(of: scores.app.number)
        for (leaderboard, id, error) in cases {
            await #expect(throws: error) {
                try await configure.move(leaderboard.number, of: scores.app, into: try LeaderboardID(id))
            }
        }
        #expect(scores.catalogue.leaderboards(of: scores.app.number) == before)
    }
}
