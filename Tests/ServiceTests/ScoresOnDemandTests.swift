import Dispatch
import Foundation
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Synchronization
import Testing

@Suite("Boards on demand", .timeLimit(.minutes(15))) struct ScoresOnDemandTests {
    /// A store with a few boards; everything that is not used is dropped at each round of the background.
    private struct World {
        let journal: HeldJournal
        let snapshots = MemorySnapshots()
        let ignored = Counter()
        var scores: ScoresFixture

        init(idle: Timestamp.Span = .minutes(30), _ base: any Journal & ScoreIDIndex = InMemoryJournal()) async throws {
            journal = HeldJournal(base)
            let ignored = ignored
            scores = try await ScoresFixture(
                journal, snapshots: snapshots, plan: BackgroundPlan(period: .days(1), idleSpan: idle),
                log: { if case .snapshotIgnored = $0 { ignored.add() } })
        }

        /// A round of the background; the writer then drops what it named before the next command is answered.
        func rest() async throws {
            scores.keeper.runBackgroundNow()
            try await settle()
        }

        func settle() async throws {
            _ = try await ConfigureLeaderboard(scores.keeper).releaseAll(of: scores.app)
        }

        /// How often the journal was walked along or the snapshot read during `body`.
        func reads(_ body: () async throws -> Void) async throws -> Int {
            let before = journal.scans + journal.rowReads + journal.indexReads + snapshots.reads
            try await body()
            return journal.scans + journal.rowReads + journal.indexReads + snapshots.reads - before
        }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        func take() -> Int {
            count.withLock { count in
                defer { count = 0 }
                return count
            }
        }
    }

    @Test("a board that nobody uses leaves memory once a snapshot has it, and comes back as it was")
    func dropped() async throws {
        let world = try await World()
        let scores = world.scores
        for id in ["A", "B"] { try await scores.make(id) }
        for player in 1...30 as ClosedRange<UInt32> {
            try await scores.submit(Int64(player), by: player, to: "A")
            try await scores.submit(Int64(player), by: player, to: "B")
        }
        let before = try await scores.read("A", viewer: 7)
        scores.time.advance(.minutes(29))
        _ = try await scores.read("B")
        scores.time.advance(.minutes(1))
        try await world.rest()
        #expect(scores.keeper.loadedCount == 1 && scores.keeper.knownCount == 2)
        let query = EntriesQuery(
            leaderboard: try LeaderboardID("A"), environment: .production,
            selection: .window(try RankWindow(first: 1, count: 100)), known: before.revision)
        #expect(try ReadEntries(scores.keeper).immediately(query, app: scores.app) == nil)
        let after = try await scores.read("A", viewer: 7)
        #expect(after.entries == before.entries && after.local == before.local && after.total == 30)
        // Another generation: nobody may take a page of the old one for a page of this one.
        #expect(after.revision != before.revision && scores.keeper.loadedCount == 2)
        scores.time.advance(.days(1))
        #expect(try await scores.order("A", scope: .today) == [])
        try await world.rest()
        #expect(try await scores.order("A", scope: .today) == [])
        #expect(try await scores.order("A", scope: .week).count == 30)
    }

    @Test("a score that comes while the last piece of its board is being written isn't lost with a kill")
    func betweenPieces() async throws {
        let (journal, snapshots, time) = (HeldJournal(), MemorySnapshots(), ManualTime())
        let scores = try await ScoresFixture(journal, time: time, snapshots: snapshots)
        let board = try await scores.make().id
        try await scores.submit(1, by: 1)
        let players = Mutex<UInt32>(1)
        snapshots.onAppend {
            let player = players.withLock { players in
                players += 1
                return players
            }
            let answered = DispatchSemaphore(value: 0)
            SubmitScores(scores.keeper).submit(
                [(board, Score(value: Int64(player)))], app: scores.app, environment: .production,
                as: scores.session(player)
            ) { _ in answered.signal() }
            answered.wait()
        }
        scores.keeper.runBackgroundNow()
        snapshots.onAppend(nil)
        #expect(players.withLock { $0 } > 3)
        let before = try await scores.order()
        #expect(before.count == Int(players.withLock { $0 }))
        // The first one is killed: it writes no other snapshot.
        let next = try await ScoresFixture(journal, time: time, snapshots: snapshots)
        #expect(try await next.order() == before)
    }

    @Test("rule 4.10: a snapshot that was written while the clock was ahead takes nothing out of today")
    func aheadOfStart() async throws {
        let (journal, snapshots, time) = (HeldJournal(), MemorySnapshots(), ManualTime())
        let scores = try await ScoresFixture(journal, time: time, snapshots: snapshots)
        try await scores.make()
        try await scores.submit(5, by: 1)
        let right = time.moment
        time.advance(.days(2))
        #expect(try await scores.order(scope: .today) == [])
        scores.keeper.runBackgroundNow()
        time.set(right.advanced(by: .minutes(1)))
        let next = try await ScoresFixture(journal, time: time, snapshots: snapshots)
        #expect(try await next.order(scope: .today) == ["1:5"])
    }

    @Test("a snapshot of the release before isn't used, and still tells that the journal has lost rows")
    func older() async throws {
        let (journal, snapshots, time) = (HeldJournal(), MemorySnapshots(), ManualTime())
        let scores = try await ScoresFixture(journal, time: time, snapshots: snapshots)
        try await scores.make()
        try await scores.submit(5, by: 1)
        scores.keeper.runBackgroundNow()
        let stream = StreamID(team: ScoresFixture.team, environment: .production)
        var bytes = try #require(snapshots.all[stream])
        #expect(bytes.starts(with: "LaurelS4".utf8))
        bytes.replaceSubrange(7..<8, with: "3".utf8)
        snapshots.put(bytes, stream)
        let ignored = Counter()
        let next = try await ScoresFixture(
            journal, time: time, snapshots: snapshots, log: { if case .snapshotIgnored = $0 { ignored.add() } })
        #expect(try await next.order() == ["1:5"])
        #expect(ignored.take() == 1)
        journal.promote(InMemoryJournal())
        await #expect(throws: StartError.self) {
            try await ScoresFixture(journal, time: time, snapshots: snapshots)
        }
    }

    @Test("a read of a loaded board reads neither the journal nor the snapshot")
    func noReading() async throws {
        let world = try await World()
        try await world.scores.make("A")
        for player in 1...300 as ClosedRange<UInt32> { try await world.scores.submit(1, by: player, to: "A") }
        try await world.rest()
        let reads = try await world.reads {
            for scope in TimeScope.allCases {
                let page = try await world.scores.read("A", scope: scope, first: 150, viewer: 3)
                #expect(page.total == 300)
            }
            try await world.scores.submit(5, by: 301, to: "A")
        }
        #expect(reads == 0)
        world.scores.time.advance(.minutes(30))
        try await world.rest()
        let again = try await world.reads { _ = try await world.scores.read("A") }
        #expect(again == 1, "the section and nothing else")
    }

    @Test("many who ask for an absent board at once have it loaded once, and scores wait for it")
    func once() async throws {
        let world = try await World(idle: .seconds(0))
        let scores = world.scores
        try await scores.make("A")
        try await scores.submit(1, by: 1, to: "A")
        try await world.rest()
        #expect(scores.keeper.loadedCount == 0)
        let reads = try await world.reads {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for player in 2...40 as ClosedRange<UInt32> {
                    group.addTask { try await scores.read("A").total }
                    group.addTask { try await scores.submit(2, by: player, to: "A").result.total }
                }
                for try await total in group { #expect(total >= 1) }
            }
        }
        #expect(reads == 1, "the section, once")
        #expect(try await scores.read("A").total == 40)
    }

    @Test("neither the background nor a timer loads a board; who listens to one keeps it, or has it loaded")
    func listened() async throws {
        let world = try await World(idle: .seconds(0))
        let scores = world.scores
        let board = try await scores.make("A")
        try await scores.submit(1, by: 1, to: "A")
        try await world.rest()
        try await world.rest()
        scores.keeper.runTimerNow()
        #expect(scores.keeper.loadedCount == 0)
        let told = AsyncStream.makeStream(of: Set<TimeScope>.self)
        let key = LeaderboardVersions.Key(board.number, .production)
        let subscription = scores.keeper.versions.subscribe(to: [key]) { _, _, scopes in told.continuation.yield(scopes)
        }
        scores.keeper.runTimerNow()
        #expect(try await scores.order("A") == ["1:1"])
        try await world.rest()
        #expect(scores.keeper.loadedCount == 1, "somebody listens")
        scores.time.advance(.days(1))
        scores.keeper.runTimerNow()
        var heard: Set<TimeScope> = []
        for await scopes in told.stream {
            heard.formUnion(scopes)
            if !heard.isEmpty { break }
        }
        #expect(heard == [.today])
        subscription.cancel()
        try await world.rest()
        #expect(scores.keeper.loadedCount == 0)
    }

    @Test("a start loads what was in use and what has rows after the snapshot, after a kill too")
    func start() async throws {
        var world = try await World()
        for id in ["A", "B", "C"] {
            try await world.scores.make(id)
            try await world.scores.submit(3, by: 3, to: id)
        }
        world.scores.time.advance(.minutes(40))
        try await world.scores.submit(4, by: 4, to: "B")
        try await world.rest()
        #expect(world.scores.keeper.loadedCount == 1)
        try await world.scores.submit(5, by: 5, to: "C")
        // Killed here: nothing more is written down. The snapshot has A and C as they were when they were dropped.
        let killed = world.scores
        let snapshots = MemorySnapshots()
        for (stream, bytes) in world.snapshots.all { snapshots.put(bytes, stream) }
        world.scores = try await ScoresFixture(
            world.journal, time: killed.time, snapshots: snapshots, plan: BackgroundPlan(period: .days(1)))
        #expect(world.scores.keeper.loadedCount == 2 && world.scores.keeper.knownCount == 3)
        #expect(try await world.scores.order("A") == ["3:3"])
        #expect(try await world.scores.order("B") == ["4:4", "3:3"])
        #expect(try await world.scores.order("C") == ["5:5", "3:3"])
        killed.keeper.stop()
    }

    @Test("a board of many chunks comes back as it was; where one of them is damaged, it comes from the journal")
    func manyChunks() async throws {
        let (journal, snapshots, time) = (HeldJournal(), MemorySnapshots(), ManualTime())
        let scores = try await ScoresFixture(journal, time: time, snapshots: snapshots)
        try await scores.make()
        var random = SplitMix64(seed: 11)
        for player in 1...4_500 as ClosedRange<UInt32> {
            try await scores.submit(Int64(random.below(1_000)), by: player)
        }
        scores.keeper.runBackgroundNow()
        // Killed here: nothing more is written down.
        let stream = StreamID(team: ScoresFixture.team, environment: .production)
        let bytes = try #require(snapshots.all[stream])
        #expect(bytes.count > 256 << 10, "or it's read at once")
        for damage in [nil, bytes.count / 8, bytes.count / 2, bytes.count * 3 / 4] {
            var written = bytes
            if let damage { written[damage] ^= 1 }
            snapshots.put(written, stream)
            let ignored = Counter()
            let rows = journal.scans + journal.rowReads
            let next = try await ScoresFixture(
                journal, time: time, snapshots: snapshots, log: { if case .snapshotIgnored = $0 { ignored.add() } })
            for scope in TimeScope.allCases {
                for first in [1, 2_000, 4_450] {
                    let page = try await next.read(scope: scope, first: first, viewer: 9)
                    let before = try await scores.read(scope: scope, first: first, viewer: 9)
                    #expect(page.entries == before.entries && page.local == before.local && page.total == 4_500)
                }
            }
            #expect(ignored.take() == (damage == nil ? 0 : 1))
            if damage != nil { #expect(journal.scans + journal.rowReads > rows) }
        }
    }

    @Test("what is carried over from snapshot to snapshot is the board; damage in it costs that board its replay alone")
    func sections() async throws {
        var world = try await World(idle: .seconds(0))
        for id in ["A", "B"] {
            try await world.scores.make(id)
            for player in 1...40 as ClosedRange<UInt32> {
                try await world.scores.submit(Int64(player), by: player, to: id)
            }
        }
        let expected = try await world.scores.order("A")
        try await world.rest()
        for round in 1...3 as ClosedRange<Int64> {
            try await world.scores.submit(round, by: 90, to: "B")
            try await world.rest()
        }
        world.scores = try await world.scores.restarted()
        #expect(world.scores.keeper.loadedCount == 0)
        let reads1 = try await world.reads { () async throws in
            #expect(try await world.scores.order("A") == expected)
        }
        #expect(reads1 == 1)

        world.scores.keeper.stop()
        let stream = StreamID(team: ScoresFixture.team, environment: .production)
        var bytes = try #require(world.snapshots.all[stream])
        // Sections stand in order of the boards' numbers behind a head of 24 bytes: this is in that of A.
        bytes[24 + 100] ^= 4
        world.snapshots.put(bytes, stream)
        world.scores = try await world.scores.restarted()
        #expect(world.ignored.take() == 0)
        let reads2 = try await world.reads { () async throws in
            #expect(try await world.scores.order("B").count == 41)
        }
        #expect(reads2 == 1)
        #expect(world.ignored.take() == 0)
        #expect(try await world.scores.order("A") == expected)
        #expect(world.ignored.take() == 1)
        try await world.rest()
        let reads3 = try await world.reads { () async throws in
            #expect(try await world.scores.order("A") == expected)
        }
        #expect(reads3 == 1, "mended")
    }

    @Test("rules 4.5, 4.12, 3.3: what is done to an absent board is as if it were loaded")
    func configured() async throws {
        let world = try await World(idle: .seconds(0), try TestStores.make())
        let scores = world.scores
        let board = try await scores.make("A") { $0.isReleased = false }
        var rows: [Int64: JournalSequence] = [:]
        for value in [10, 20, 30] as [Int64] {
            rows[value] = try await scores.submit(value, by: 1, to: "A", environment: .sandbox).version
            try await scores.submit(value + 1, by: 2, to: "A", environment: .sandbox)
        }
        func rest() async throws {
            scores.keeper.runBackgroundNow()
            _ = try await ConfigureLeaderboard(scores.keeper).update(board.number, of: scores.app) {
                $0.referenceName += "x"
            }
            #expect(scores.keeper.loadedCount == 0)
        }
        try await rest()
        let moderate = ModerateScore(scores.keeper)
        _ = try await moderate.remove(try #require(rows[30]), from: board, of: scores.app, .sandbox)
        #expect(scores.keeper.loadedCount == 0, "it folds the row in when it is loaded")
        #expect(try await scores.order("A", environment: .sandbox) == ["2:31", "1:20"])
        try await rest()
        let configure = ConfigureLeaderboard(scores.keeper)
        let narrow = try #require(ScoreRange(lowest: 0, highest: 25))
        #expect(await configure.hiddenEntries(narrow, on: board, of: scores.app) == 1)
        try await rest()
        let narrowed = try await configure.update(board.number, of: scores.app) { $0.range = narrow }
        #expect(narrowed.hiddenEntries == 1)
        #expect(try await scores.order("A", environment: .sandbox) == ["2:21", "1:20"])
        try await rest()
        _ = try await configure.update(board.number, of: scores.app) { $0.range = nil }
        #expect(try await scores.order("A", environment: .sandbox) == ["2:31", "1:20"])
        try await rest()
        _ = try await configure.update(board.number, of: scores.app) { $0.sortOrder = .lowToHigh }
        #expect(try await scores.order("A", environment: .sandbox) == ["1:10", "2:11"])
        try await rest()
        _ = try await moderate.restore(try #require(rows[30]), to: board, of: scores.app, .sandbox)
        let again = try await scores.submit(5, by: 1, to: "A", environment: .sandbox)
        #expect(again.result.isNewBest && again.result.entry?.rank == 1)
        try await rest()
        try await configure.remove(board.number, of: scores.app)
        #expect(scores.keeper.knownCount == 0)
    }

    @Test("the snapshot's file may be deleted while boards are absent: a reader that holds it reads it on")
    func deleted() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(dataFolder: folder.path)
        let scores = try await ScoresFixture(
            store, snapshots: SnapshotFolder(path: folder.path + "/cache"),
            plan: BackgroundPlan(period: .days(1), idleSpan: .seconds(0)))
        try await scores.make()
        try await scores.submit(1, by: 1)
        scores.keeper.runBackgroundNow()
        try FileManager.default.removeItem(atPath: folder.path + "/cache/scores-7-production.snapshot")
        _ = try await ConfigureLeaderboard(scores.keeper).releaseAll(of: scores.app)
        #expect(scores.keeper.loadedCount == 0)
        #expect(try await scores.order() == ["1:1"])
        scores.keeper.runBackgroundNow()
        let restarted = try await scores.restarted()
        #expect(try await restarted.order() == ["1:1"])
    }
}
