import Glibc
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import Synchronization

/// One data folder and what is measured on it.
final class Bench: Sendable {
    let folder: String
    let players: UInt32
    let app: App
    let board: LeaderboardID
    private let store = Mutex<SQLiteStore?>(nil)
    private let submitted = Atomic<UInt64>(0)

    init(folder: String, players: UInt32) throws {
        self.folder = folder
        self.players = players
        board = try LeaderboardID("HighScores")
        app = App(
            number: AppNumber(1), team: TeamNumber(1), bundleID: try BundleID("com.example.game"), name: "Game",
            sku: "G", isGameCenterEnabled: true, isReleased: true)
    }

    private static let wall = Clock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(clamping: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    func start(label: String? = nil) async throws -> ScoreKeeper {
        let began = now()
        let store = try SQLiteStore(dataFolder: folder)
        self.store.withLock { $0 = store }
        let keeper = ScoreKeeper(
            journal: store, catalogue: Catalogue(apps: [app]), contacts: DeviceContacts(), clock: Self.wall,
            snapshots: SnapshotFolder(path: folder + "/cache"),
            log: { event in
                switch event {
                case .ready(let rows): if label != nil { print("rows replayed\t\(rows)\trows") }
                default: print("event\t\(event)")
                }
            })
        try keeper.start()
        await keeper.ready()
        if let label {
            report(label, now() - began, "s")
            let query = EntriesQuery(
                leaderboard: board, environment: .production, selection: .window(try RankWindow(first: 1, count: 1)))
            let total = try await ReadEntries(keeper)(query, app: app).total
            precondition(total == Int(players), "ranks are not right: \(total)")
        }
        return keeper
    }

    func release() {
        store.withLock { store in
            store?.close()
            store = nil
        }
    }

    func removeSnapshots() -> Bool { unlink(folder + "/cache/scores-1-production.snapshot") == 0 }

    private func session(_ player: UInt32) -> Session {
        Session(
            id: SessionID(Int64(player)), player: PlayerNumber(player), device: DeviceNumber(Int64(player)),
            binding: .game(app.number, .production))
    }

    func fill(_ keeper: ScoreKeeper) async throws {
        let new = NewLeaderboard(
            id: board,
            fields: LeaderboardFields(
                LeaderboardSettings(
                    referenceName: "High",
                    localizations: [LeaderboardLocalization(language: .english, name: "High")]),
                isReleased: true))
        _ = try await ConfigureLeaderboard(keeper).create(new, of: app)
        let began = now()
        let next = Atomic<UInt32>(0)
        await run(keeper, concurrency: 1_024) { [players] in
            let player = next.add(1, ordering: .relaxed).newValue
            return player <= players ? (player, Int64(player) * 977 % 1_000_000) : nil
        }
        report("fill, 1,024 at a time", Double(players) / (now() - began), "submissions/s")
    }

    func measure(_ keeper: ScoreKeeper, concurrency: Int, seconds: Double, isBetter: Bool) async throws {
        let count = Atomic<UInt64>(0)
        let began = now()
        let processor = processorTime()
        let latencies = await run(keeper, concurrency: concurrency) { [players] in
            guard now() - began < seconds else { return nil }
            let number = count.add(1, ordering: .relaxed).newValue
            var mixed = number &* 0x9E37_79B9_7F4A_7C15
            mixed ^= mixed >> 29
            let player = UInt32(mixed % UInt64(players)) + 1
            return (player, isBetter ? 2_000_000 + Int64(number) : Int64(mixed % 1_000))
        }
        let time = now() - began
        let spent = processorTime() - processor
        let sorted = latencies.sorted()
        let name = "\(concurrency) at a time, \(isBetter ? "always better" : "mostly not better")"
        report("\(name), submissions", Double(sorted.count) / time, "a second")
        report("\(name), CPU", spent / Double(sorted.count) * 1e6, "µs a submission")
        report("\(name), p50", Double(sorted[sorted.count / 2]) * 1_000, "ms")
        report("\(name), p99", Double(sorted[sorted.count * 99 / 100]) * 1_000, "ms")
    }

    /// Keeps so many calls under way until `next` gives no more.
    /// - Returns: how long each took, in seconds.
    @discardableResult
    private func run(
        _ keeper: ScoreKeeper, concurrency: Int, next: @escaping @Sendable () -> (UInt32, Int64)?
    ) async -> [Float] {
        let submit = SubmitScores(keeper)
        return await withTaskGroup(of: [Float].self) { group in
            for _ in 0..<concurrency {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Caller(self, submit, next, continuation).step()
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// One connection: the next score is sent when the last is answered.
    private final class Caller: Sendable {
        let bench: Bench
        let submit: SubmitScores
        let next: @Sendable () -> (UInt32, Int64)?
        let continuation: CheckedContinuation<[Float], Never>
        let latencies = Mutex<[Float]>([])

        init(
            _ bench: Bench, _ submit: SubmitScores, _ next: @escaping @Sendable () -> (UInt32, Int64)?,
            _ continuation: CheckedContinuation<[Float], Never>
        ) {
            self.bench = bench
            self.submit = submit
            self.next = next
            self.continuation = continuation
        }

        func step() {
            guard let (player, value) = next() else {
                continuation.resume(returning: latencies.withLock { $0 })
                return
            }
            let began = now()
            let number = bench.submitted.add(1, ordering: .relaxed).newValue
            let id: ScoreID
            do { id = try ScoreID("0F3C4A6E-0000-4000-8000-\(number &+ 100_000_000_000)") } catch {
                preconditionFailure("letters, digits and hyphens are an id")
            }
            submit.submit(
                [(bench.board, Score(value: value, id: id))], waiting: 0, app: bench.app, environment: .production,
                as: bench.session(player)
            ) { result in
                guard case .success(let submitted) = result, submitted.results.first?.entry?.rank ?? 0 > 0 else {
                    preconditionFailure("refused: \(result)")
                }
                self.latencies.withLock { $0.append(Float(now() - began)) }
                self.step()
            }
        }
    }

    func measureReads(_ keeper: ScoreKeeper, seconds: Double) async throws {
        let read = ReadEntries(keeper)
        let top = EntriesQuery(
            leaderboard: board, environment: .production, selection: .window(try RankWindow(first: 1, count: 100)))
        var known = top
        known.known = try await read(top, app: app).revision
        var around = top
        around.selection = .around(count: 21)
        for (name, query) in [("top 100", top), ("top 100, known", known), ("21 around", around)] {
            var count: UInt32 = 0
            let began = now()
            while now() - began < min(seconds, 1) {
                for _ in 0..<100 {
                    count += 1
                    var query = query
                    query.viewer = PlayerNumber(count &* 7_919 % players + 1)
                    guard try read.immediately(query, app: app) != nil else { preconditionFailure("not at once") }
                }
            }
            report("read \(name), one thread", Double(count) / (now() - began), "a second")
        }
        try measureFriends(read, seconds: seconds)
    }

    /// The top 100 among 1,000 friends from all over the board.
    private func measureFriends(_ read: ReadEntries, seconds: Double) throws {
        let window = try RankWindow(first: 1, count: 100)
        var random: UInt32 = 1
        var latencies: [Double] = []
        let began = now()
        while now() - began < min(seconds, 1) {
            let friends = Set(
                (0..<FriendLimits.friends).map { _ in
                    random = random &* 1_664_525 &+ 1_013_904_223
                    return PlayerNumber(random % players + 1)
                }
            ).sorted()
            let query = EntriesQuery(
                leaderboard: board, environment: .production, selection: .friends(friends, .window(window)),
                viewer: friends.first)
            let start = now()
            guard try read.immediately(query, app: app)?.total == friends.count else {
                preconditionFailure("every friend has an entry")
            }
            latencies.append(now() - start)
        }
        latencies.sort()
        report("read among 1,000 friends, p50", latencies[latencies.count / 2] * 1e6, "µs")
        report("read among 1,000 friends, p99", latencies[latencies.count * 99 / 100] * 1e6, "µs")
    }
}
