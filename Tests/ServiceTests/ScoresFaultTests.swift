import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Synchronization
import Testing

@Suite("Faults of the store and of the clock", .timeLimit(.minutes(15))) struct ScoresFaultTests {
    @Test("rules 4.4, 4.10: after an I/O error in a commit that was written all the same, the score counts once")
    func ambiguous() async throws {
        let journal = HeldJournal(try TestStores.make())
        let events = Mutex<[ScoreEvent]>([])
        let scores = try await ScoresFixture(journal, snapshots: MemorySnapshots()) { event in
            events.withLock { $0.append(event) }
        }
        try await scores.make()
        try await scores.submit(5, by: 1, id: "acknowledged")
        events.withLock { $0 = [] }
        journal.setLosesAnswers(true)
        await #expect(throws: SubmitScoresError.broken(reason: "disk")) {
            try await scores.submit(9, by: 2, id: "unknown")
        }
        journal.setLosesAnswers(false)
        // The refusal is told before the rebuild begins: readiness may still be that of before.
        while !events.withLock({ $0.contains(.rebuilding) }) {
            try Task.checkCancellation()
            await Task.yield()
        }
        await scores.keeper.ready()
        let seen = events.withLock { $0 }
        #expect(seen.prefix(2) == [.commitFailed(.broken(reason: "disk")), .rebuilding])
        #expect(try await scores.order() == ["2:9", "1:5"])
        let again = try await scores.submit(9, by: 2, id: "unknown")
        #expect(again.result.isRepeat && again.result.entry?.rank == 1)
        #expect(try journal.rows(after: .start, of: again.stream, limit: 99).filter { $0.kind == .score }.count == 2)
    }

    @Test("rule 4.10: on a full disk a score is refused, nothing acknowledged is lost, and room mends it")
    func fullDisk() async throws {
        let store = try TestStores.make()
        let failures = Mutex<[StoreError]>([])
        let scores = try await ScoresFixture(store) { event in
            if case .commitFailed(let error) = event { failures.withLock { $0.append(error) } }
        }
        try await scores.make()
        try store.write { connection throws(StoreError) in
            _ = try connection.integer("PRAGMA max_page_count = \(connection.integer("PRAGMA page_count") ?? 1)")
        }
        var acknowledged: [String] = []
        for player in 1...200 as ClosedRange<UInt32> {
            do {
                try await scores.submit(Int64(1_000 - player), by: player, id: "S\(player)")
                acknowledged.append("\(player):\(1_000 - player)")
            } catch {
                #expect(error as? SubmitScoresError == .unavailable)
                break
            }
        }
        #expect((1..<200).contains(acknowledged.count))
        for player in 300..<310 as Range<UInt32> {
            await #expect(throws: SubmitScoresError.unavailable) { try await scores.submit(1, by: player) }
        }
        #expect(failures.withLock { $0 } == [.full], "logged once")
        #expect(try await scores.order().starts(with: acknowledged.prefix(100)))
        try store.write { connection throws(StoreError) in
            _ = try connection.integer("PRAGMA max_page_count = 1000000")
        }
        await scores.keeper.ready()
        let refused = UInt32(acknowledged.count + 1)
        let again = try await scores.submit(Int64(1_000 - refused), by: refused, id: "S\(refused)")
        #expect(!again.result.isRepeat && again.result.total == acknowledged.count + 1)
        let restarted = try await scores.restarted()
        let page = try await restarted.read(first: acknowledged.count + 1, count: 1)
        #expect(page.entries?.first?.player == PlayerNumber(refused) && page.total == acknowledged.count + 1)
    }

    @Test("snapshots in files are read back; one of a store that went another way stops the start")
    func files() async throws {
        let folder = try TemporaryFolder().path + "/cache"
        let journal = InMemoryJournal()
        let ignored = Mutex<[String]>([])
        func fixture(_ journal: InMemoryJournal) async throws -> ScoresFixture {
            try await ScoresFixture(journal, snapshots: SnapshotFolder(path: folder)) { event in
                if case .snapshotIgnored(_, let reason) = event { ignored.withLock { $0.append(reason) } }
            }
        }
        var scores = try await fixture(journal)
        try await scores.make()
        for player in 1...20 as ClosedRange<UInt32> { try await scores.submit(Int64(player), by: player) }
        let order = try await scores.order()
        scores = try await scores.restarted()
        #expect(try await scores.order() == order && ignored.withLock { $0 } == [])
        scores.keeper.stop()

        // The same folder under another history: as many rows, one of them other than the snapshot's last.
        let other = InMemoryJournal()
        let first = try await ScoresFixture(other)
        try await first.make()
        for player in 1...21 as ClosedRange<UInt32> { try await first.submit(Int64(100 - player), by: player) }
        let otherOrder = try await first.order()
        first.keeper.stop()
        func keeper() -> ScoreKeeper {
            ScoreKeeper(
                journal: other, catalogue: first.catalogue, contacts: DeviceContacts(), clock: first.time.clock,
                snapshots: SnapshotFolder(path: folder), background: BackgroundPlan(period: .days(1)))
        }
        scores.keeper.stop()
        let refusal = #expect(throws: StartError.otherRows) { try keeper().start() }
        #expect(refusal?.description.contains("--accept-loss") == true)
        let accepted = keeper()
        try accepted.start(acceptsLoss: true)
        accepted.stop()
        scores = try await fixture(other)
        #expect(try await scores.order() == otherOrder)
        #expect(ignored.withLock { $0 } == [])
    }

    @Test("a store that has lost acknowledged rows under a running server ends it")
    func setBack() async throws {
        let journal = HeldJournal()
        let scores = try await ScoresFixture(journal)
        try await scores.make()
        for player in 1...3 as ClosedRange<UInt32> { try await scores.submit(Int64(player), by: player) }
        // A standby without the last commit is promoted.
        let promoted = InMemoryJournal()
        let other = try await ScoresFixture(promoted, time: scores.time)
        try await other.make()
        for player in 1...2 as ClosedRange<UInt32> { try await other.submit(Int64(player), by: player) }
        journal.promote(promoted)
        journal.failNext(.conflict)
        await #expect(throws: SubmitScoresError.unavailable) { try await scores.submit(4, by: 4) }
        guard case .damaged(let reason)? = await scores.keeper.ended() else {
            Issue.record("it went on")
            return
        }
        #expect(reason.hasPrefix("1 row of the journal of team 7, production"))
    }

    @Test("a keeper that was never started stops at once, and never starts")
    func unstarted() async throws {
        let keeper = ScoreKeeper(
            journal: InMemoryJournal(), catalogue: Catalogue(apps: []), contacts: DeviceContacts(),
            clock: ManualTime().clock)
        keeper.stop()
        #expect(throws: StartError.store(.unavailable)) { try keeper.start() }
        await keeper.ready()
        #expect(!keeper.isReady)
    }

    @Test("who waits for what is written doesn't wait for the snapshot, and there needn't be one")
    func stops() async throws {
        let files = SnapshotFolder(path: try TemporaryFolder().path + "/cache")
        let journal = InMemoryJournal()
        var scores = try await ScoresFixture(journal, snapshots: files)
        try await scores.make()
        try await scores.submit(1, by: 1)
        scores.keeper.stop(keeps: false)
        #expect(files.streams().isEmpty)
        scores = try await ScoresFixture(journal, time: scores.time, snapshots: files)
        try await scores.submit(2, by: 2)
        var calls = 0
        scores.keeper.stop {
            calls += 1
            #expect(files.streams().isEmpty)
        }
        #expect(calls == 1 && files.streams().contains(StreamID(team: scores.app.team, environment: .production)))
    }

    @Test("a store that turns out to be damaged ends it, instead of being tried again and again")
    func damaged() async throws {
        let journal = HeldJournal()
        let failures = Mutex(0)
        let scores = try await ScoresFixture(journal) { event in
            if case .commitFailed = event { failures.withLock { $0 += 1 } }
        }
        try await scores.make()
        try await scores.submit(5, by: 1)
        journal.setBroken(true, with: .broken(reason: "page 7"))
        await #expect(throws: SubmitScoresError.broken(reason: "page 7")) { try await scores.submit(9, by: 1) }
        #expect(await scores.keeper.ended() == .broken(reason: "page 7"))
        #expect(!scores.keeper.isReady && failures.withLock { $0 } == 1)
        await #expect(throws: SubmitScoresError.unavailable) { try await scores.submit(9, by: 1) }
        // Nobody waits for what never comes.
        await scores.keeper.ready()
        scores.keeper.stop()
        #expect(await scores.keeper.ended() == .broken(reason: "page 7"))
    }

    @Test("a store that somebody else has taken over ends the writer, which refuses scores from then on")
    func takenOver() async throws {
        let journal = HeldJournal()
        let events = Mutex<[ScoreEvent]>([])
        let scores = try await ScoresFixture(journal) { event in events.withLock { $0.append(event) } }
        try await scores.make()
        try await scores.submit(5, by: 1)
        events.withLock { $0 = [] }
        // The store would take what comes later; the writer doesn't try.
        journal.failNext(.lostOwnership)
        await #expect(throws: SubmitScoresError.unavailable) { try await scores.submit(9, by: 1) }
        #expect(await scores.keeper.ended() == .lostOwnership)
        #expect(!scores.keeper.isReady)
        await #expect(throws: SubmitScoresError.unavailable) { try await scores.submit(9, by: 1) }
        #expect(events.withLock { $0 } == [.commitFailed(.lostOwnership)])
        #expect(journal.commits.count == 2)
        scores.keeper.stop()
    }

    @Test("rows that only a snapshot has stop the start; accepted, they are gone for good")
    func lostRows() async throws {
        // The copy has the same digests.
        let salts = JournalSalts { [UInt8](repeating: 0, count: $0) }
        let journal = InMemoryJournal(salts: salts)
        let files = MemorySnapshots()
        let scores = try await ScoresFixture(journal, snapshots: files)
        try await scores.make()
        for player in 1...9 as ClosedRange<UInt32> { try await scores.submit(Int64(player), by: player) }
        scores.keeper.stop()
        // The journal as it was before the last three.
        let older = InMemoryJournal(salts: salts)
        for stream in try journal.streams() {
            let rows = try journal.rows(after: .start, of: stream, limit: 99)
            let isPlayed = stream.environment == .production
            try older.commit(
                Change(
                    rows: isPlayed ? rows.dropLast(3) : rows,
                    facts: try journal.leaderboards().leaderboards.map { .leaderboard($0) }))
        }
        func keeper() -> ScoreKeeper {
            ScoreKeeper(
                journal: older, catalogue: scores.catalogue, contacts: DeviceContacts(), clock: scores.time.clock,
                snapshots: files, background: BackgroundPlan(period: .days(1)))
        }
        let refusal = #expect(throws: StartError.lostRows(3)) { try keeper().start() }
        #expect(refusal?.description.contains("--accept-loss") == true)
        let accepted = keeper()
        try accepted.start(acceptsLoss: true)
        // As after a kill: no new snapshot has taken the old one's place.
        #expect(files.all.keys.map(\.environment) == [.sandbox])
        await accepted.ready()
        #expect(accepted.sequences.values.map(\.rawValue).max() == 7)
        accepted.stop()
        let again = keeper()
        try again.start()
        again.stop()
    }

    @Test("it is not ready before what is loaded beside the ranks is, and can be stopped while it waits")
    func others() async throws {
        let keeper = ScoreKeeper(
            journal: InMemoryJournal(), catalogue: Catalogue(), contacts: DeviceContacts(), clock: ManualTime().clock)
        try keeper.start(waitsForOthers: true)
        #expect(!keeper.isReady)
        keeper.othersAreReady()
        await keeper.ready()
        #expect(keeper.isReady)
        keeper.stop()
        let stopped = ScoreKeeper(
            journal: InMemoryJournal(), catalogue: Catalogue(), contacts: DeviceContacts(), clock: ManualTime().clock)
        try stopped.start(waitsForOthers: true)
        stopped.stop()
        #expect(!stopped.isReady)
    }

    @Test("a wall clock that is set ahead is logged once, and server time catches up slowly")
    func ahead() async throws {
        let (wall, steady) = (ManualTime(), ManualTime(5_000))
        let events = Mutex<[ScoreEvent]>([])
        let scores = try await ScoresFixture(time: wall, steady: steady) { event in
            if case .clockJumped = event { events.withLock { $0.append(event) } }
        }
        func pass(_ span: Timestamp.Span) {
            wall.advance(span)
            steady.advance(span)
        }
        try await scores.make()
        let start = wall.moment
        #expect(try await scores.submit(1, by: 1).result.date == start)
        // An idle hour is no jump.
        pass(.hours(1))
        #expect(try await scores.submit(1, by: 2).result.date == start.advanced(by: .hours(1)))
        #expect(events.withLock { $0 } == [])
        wall.advance(.days(2))
        #expect(try await scores.submit(1, by: 3).result.date == start.advanced(by: .hours(1)))
        #expect(try await scores.order(scope: .today) == ["1:1", "2:1", "3:1"])
        pass(.hours(10))
        #expect(try await scores.submit(1, by: 4).result.date == start.advanced(by: .hours(12)))
        #expect(events.withLock { $0 } == [.clockJumped(.days(2))])
        // Mended before it was reached: time goes on from where it is.
        wall.advance(-.days(2))
        pass(.hours(2))
        #expect(try await scores.submit(1, by: 5).result.date == start.advanced(by: .hours(13)))
        wall.advance(.seconds(60))
        for _ in 0..<700 {
            pass(.seconds(1))
            _ = scores.keeper.now()
        }
        #expect(scores.keeper.now() == wall.moment)
        scores.keeper.runBackgroundNow()
    }
}
