import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelService

/// Leaderboards of every kind under everything that can happen to them, judged by a list.
@Suite("All kinds and a naive model", .timeLimit(.minutes(15))) struct ScoresKindsModelTests {
    private static let ids = ["One", "Two", "All", "Daily", "Old", "grp.club"]

    @Test(
        "rules 3.2, 4.1, 4.5, 4.12: agree through bans, removals, wipes, ranges, erasures, moves, drops, takeovers",
        arguments: Depth.seeds(8))
    func model(seed: UInt64) async throws {
        var run = try await KindsRun(seed: seed)
        for step in 0..<350 {
            try await run.step()
            if step == 120 { try await run.move() }
            // Whatever the seed does: a server that is up to date takes over.
            if step % 100 == 60 { try await run.takeOver() }
            try await run.check(
                "seed \(seed), step \(step), \(run.last)", boards: [Self.ids[(step * 7 + Int(seed)) % Self.ids.count]])
        }
        try await run.check("seed \(seed), at the end", boards: Self.ids)
        try await run.restart(.withoutSnapshots)
        try await run.check("seed \(seed), from the journal alone", boards: Self.ids)
        #expect(run.accepted > 50, "most of what was tried was refused: this run shows little")
        #expect(run.streamsGoneOn > 0, "no takeover went on from what was followed")
    }
}

/// One run: a server, and the list beside it.
private struct KindsRun {
    enum Restart: CaseIterable {
        case orderly, withoutSnapshots
        /// The last snapshots are those of some while ago.
        case killed
        /// Another server, which has followed, takes over.
        case followed
    }

    /// Streams whose boards were followed, and of no use to who took over.
    private final class Vain: Sendable {
        let count = Atomic(0)
    }

    var naive = NaiveKinds()
    /// How many scores were taken.
    private(set) var accepted = 0
    /// What was done last.
    var last = ""
    private var world: ModeratedScores
    private var scores: ScoresFixture { world.scores }
    private var follower: WarmBoards
    private let vain: Vain
    private var streamsTaken = 0
    private let snapshots = MemorySnapshots()
    private var oldSnapshots: [StreamID: [UInt8]] = [:]
    private var random: SplitMix64
    private let recurrence: Recurrence
    private var ranges = 0

    init(seed: UInt64) async throws {
        random = SplitMix64(seed: seed)
        vain = Vain()
        world = try await ModeratedScores(
            snapshots: snapshots,
            plan: BackgroundPlan(
                period: .days(1), snapshotRows: 1, runRows: 16, mergedRuns: 3,
                rebuiltPlayers: seed % 4 < 2 ? 1 : 4_096, idleSpan: seed % 3 == 0 ? .days(1) : .seconds(0)),
            log: { [vain] in
                if case .followedInVain = $0 { vain.count.add(1, ordering: .relaxed) }
            })
        follower = world.scores.follower()
        recurrence = try Recurrence(start: world.scores.time.moment, duration: .minutes(60), interval: .minutes(90))
        try await makeBoards(seed % 5 == 0 ? .lowToHigh : .highToLow)
    }

    private mutating func makeBoards(_ order: SortOrder) async throws {
        var numbers: [String: LeaderboardNumber] = [:]
        for id in ["One", "Two", "Old", "grp.club", "Daily", "All"] {
            var shape = NaiveKinds.Shape(order: order)
            var kind = LeaderboardKind<LeaderboardNumber>.classic
            if id == "Two" { shape.type = .mostRecent }
            if id == "Daily" {
                kind = .recurring(recurrence)
                shape.kind = .recurring(recurrence)
            }
            if id == "All", let one = numbers["One"], let two = numbers["Two"] {
                kind = .combined([one, two])
                shape.kind = .combined(["One", "Two"])
            }
            numbers[id] = try await scores.make(id) { [kind, shape] in
                $0.sortOrder = order
                $0.submissionType = shape.type
                $0.kind = kind
            }.number
            naive.shapes[id] = shape
        }
    }

    private mutating func next(_ bound: UInt64) -> UInt64 { random.next() % bound }
    private mutating func player() -> UInt32 { UInt32(next(10)) + 1 }
    private mutating func environment() -> Environment { next(4) == 0 ? .production : .sandbox }

    var streamsGoneOn: Int { streamsTaken - vain.count.load(ordering: .relaxed) }

    mutating func step() async throws {
        if next(4) == 0 { try follower.follow() }
        switch next(100) {
        case 0..<60: try await submit()
        case 60..<68:
            last = "time"
            scores.time.advance(Timestamp.Span(milliseconds: Int64(next(9_000_000))))
        case 68..<76: try await moderate()
        case 76..<80: try await narrow()
        case 80..<84: try await ban()
        case 84..<87: try await wipe()
        case 87: try await erase()
        case 88..<95:
            last = "background"
            scores.keeper.runBackgroundNow()
            // The writer drops; the next command finds that done.
            _ = try await ConfigureLeaderboard(scores.keeper).update(board("One").number, of: scores.app) { _ in }
            if next(2) == 0 { oldSnapshots = snapshots.all }
        default: try await restart(Restart.allCases[Int(next(4))])
        }
    }

    mutating func takeOver() async throws {
        try follower.follow()
        try await restart(.followed)
    }

    private func board(_ id: String) throws -> Leaderboard {
        try #require(scores.catalogue.leaderboard(try LeaderboardID(id), of: scores.app.number))
    }

    private mutating func submit() async throws {
        let id = ["One", "Two", "Daily", "Old", "grp.club"][Int(next(5))]
        let (player, value, environment) = (player(), Int64(next(24)) - 8, environment())
        let age = Timestamp.Span.minutes(next(2) == 0 ? 0 : Int64(next(2_000)))
        let date = max(recurrence.start, scores.time.moment.advanced(by: -age))
        last = "\(id) \(player):\(value) \(environment)"
        let isRunning = id != "Daily" || recurrence.running(at: date) != nil
        let isInRange = naive.shapes[naive.target(id)]?.range?.contains(value) ?? true
        do {
            let reply = try await scores.submit(value, by: player, to: id, date: date, environment: environment)
            #expect(isRunning && isInRange && !naive.banned.contains(player) && !naive.erased.contains(player))
            accepted += 1
            naive.rows.append(
                NaiveKinds.Row(
                    board: reply.result.leaderboard.id.text, environment: environment, player: player, value: value,
                    date: date, sequence: reply.version))
            let occurrence = id == "Daily" ? recurrence.running(at: date) : nil
            let entries = naive.entries(id, environment, .allTime, occurrence, at: scores.time.moment)
            #expect(reply.result.entry?.rank == entries.firstIndex { $0.player == player }.map { $0 + 1 }, "\(last)")
            #expect(reply.result.total == entries.count, "\(last)")
        } catch SubmitScoresError.betweenOccurrences {
            #expect(!isRunning)
        } catch SubmitScoresError.outOfRange {
            #expect(!isInRange)
        } catch SubmitScoresError.banned {
            #expect(naive.banned.contains(player))
        } catch SubmitScoresError.unavailable {
            #expect(naive.erased.contains(player))
        }
    }

    private mutating func moderate() async throws {
        guard !naive.rows.isEmpty else { return }
        let index = Int(next(UInt64(naive.rows.count)))
        let row = naive.rows[index]
        last = "\(row.isOut ? "restore" : "remove") \(row.player):\(row.value) on \(row.board) \(row.environment)"
        // By the leaderboard on which everybody sees it.
        let board = try board(naive.target(row.board))
        let moderate = ModerateScore(scores.keeper)
        if row.isOut {
            _ = try await moderate.restore(row.sequence, to: board, of: scores.app, row.environment)
        } else {
            _ = try await moderate.remove(row.sequence, from: board, of: scores.app, row.environment)
        }
        naive.rows[index].isOut.toggle()
    }

    private mutating func narrow() async throws {
        let id = naive.target(["One", "Two", "Daily", "Old", "grp.club"][Int(next(5))])
        ranges += 1
        let range = ranges % 3 == 0 ? nil : ScoreRange(lowest: Int64(next(6)) - 5, highest: Int64(next(10)) + 2)
        last = "range of \(id)"
        _ = try await ConfigureLeaderboard(scores.keeper).update(board(id).number, of: scores.app) { $0.range = range }
        naive.shapes[id]?.range = range
    }

    private mutating func ban() async throws {
        if let banned = naive.banned.min(), next(2) == 0 {
            last = "end of the ban of \(banned)"
            try await world.lift(banned)
            naive.banned.remove(banned)
        } else {
            let player = player()
            last = "ban of \(player)"
            try await world.ban(player)
            naive.banned.insert(player)
        }
    }

    private mutating func wipe() async throws {
        let scope: WipeScope
        switch next(4) {
        case 0..<2:
            let id = naive.target(["One", "Two", "Daily", "Old", "grp.club"][Int(next(5))])
            scope = .leaderboard(try board(id).number)
            last = "wipe of \(id)"
            naive.rows.removeAll { [naive] in $0.environment == .sandbox && naive.target($0.board) == id }
        case 2:
            let player = player()
            scope = .player(PlayerNumber(player))
            last = "wipe of player \(player)"
            naive.rows.removeAll { $0.environment == .sandbox && $0.player == player }
        default:
            scope = .everything
            last = "wipe of everything"
            naive.rows.removeAll { $0.environment == .sandbox }
        }
        _ = try await WipeScores(scores.keeper)(scope, of: scores.app, subject: "", by: .operator)
    }

    private mutating func erase() async throws {
        guard naive.erased.count < 4 else { return }
        let player = player()
        last = "erasure of \(player)"
        try await scores.keeper.erase([PlayerNumber(player)])
        naive.erased.insert(player)
        naive.rows.removeAll { $0.player == player }
    }

    mutating func move() async throws {
        last = "move"
        let configure = ConfigureLeaderboard(scores.keeper)
        _ = try await configure.move(board("Old").number, of: scores.app, into: LeaderboardID("grp.club"))
        naive.moved["Old"] = "grp.club"
    }

    mutating func restart(_ kind: Restart) async throws {
        last = "restart, \(kind)"
        scores.keeper.stop()
        switch kind {
        case .orderly, .followed: break
        case .withoutSnapshots: for stream in snapshots.all.keys { snapshots.put(nil, stream) }
        case .killed:
            // An erasure is finished, and so no older snapshot there, before it is told.
            guard naive.erased.isEmpty else { break }
            for stream in snapshots.all.keys { snapshots.put(oldSnapshots[stream], stream) }
        }
        if kind == .followed { streamsTaken += follower.positions.count }
        world = try await world.restarted(warm: kind == .followed ? follower : nil)
        if kind == .followed || next(2) == 0 { follower = scores.follower() }
        // A start tells the writer of those who are gone.
        for player in naive.erased.sorted() { try await scores.keeper.erase([PlayerNumber(player)]) }
    }

    func check(_ label: String, boards: [String]) async throws {
        let now = scores.time.moment
        for board in boards {
            for environment in Environment.allCases {
                if naive.shapes[naive.target(board)]?.kind.recurrence != nil {
                    try await check(recurring: board, environment, label)
                    continue
                }
                for scope in TimeScope.allCases {
                    let found = try await scores.order(board, scope: scope, environment: environment)
                    let expected = naive.entries(board, environment, scope, at: now).map { "\($0.player):\($0.value)" }
                    try #require(found == expected, "\(label), \(board), \(scope), \(environment)")
                }
            }
        }
    }

    private func check(recurring board: String, _ environment: Environment, _ label: String) async throws {
        let now = scores.time.moment
        guard let latest = recurrence.latest(at: now)?.number else { return }
        for number in max(1, latest - 4)...latest {
            let found = try await scores.order(board, environment: environment, occurrence: .number(number))
            let occurrence = recurrence.occurrence(number)
            let expected = naive.entries(board, environment, .allTime, occurrence, at: now)
            try #require(
                found == expected.map { "\($0.player):\($0.value)" }, "\(label), \(board) \(number), \(environment)")
        }
        for player in [1, 2] as [UInt32] where !naive.banned.contains(player) {
            let page = try await scores.read(
                board, viewer: player, environment: environment, occurrence: .previous)
            try #require(
                page.occurrence?.number == naive.previous(player, board, environment, at: now),
                "\(label), previous of \(player), \(environment)")
        }
    }
}
