import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Testing

@Suite("Wipes of test data", .timeLimit(.minutes(15))) struct ScoresWipeTests {
    private func wipe(_ scores: ScoresFixture, _ scope: WipeScope) async throws {
        _ = try await WipeScores(scores.keeper)(scope, of: scores.app, subject: "", by: .operator)
    }

    private func scope(_ board: String, _ scores: ScoresFixture) throws -> WipeScope {
        let id = try LeaderboardID(board)
        return .leaderboard(try #require(scores.catalogue.leaderboard(id, of: scores.app.number)).number)
    }

    @Test("rule 3.2: what is wiped is as if it had never been, and Production keeps all")
    func board() async throws {
        let scores = try await ScoresFixture()
        try await scores.make("A")
        try await scores.make("B")
        for environment in Environment.allCases {
            for player in 1...3 as ClosedRange<UInt32> {
                for board in ["A", "B"] {
                    try await scores.submit(
                        Int64(player), by: player, to: board, id: "\(board)\(player)", environment: environment)
                }
            }
        }
        let plan = try await WipeScores(scores.keeper).plan(try scope("A", scores), of: scores.app)
        #expect(plan.map(\.id.text) == ["A"] && plan.map(\.entries) == [3])
        try await wipe(scores, try scope("A", scores))
        #expect(try await scores.order("A", environment: .sandbox) == [])
        #expect(try await scores.order("B", environment: .sandbox) == ["3:3", "2:2", "1:1"])
        #expect(try await scores.order("A") == ["3:3", "2:2", "1:1"])
        // The same score under the same id counts again, and is no repeat.
        let again = try await scores.submit(1, by: 1, to: "A", id: "A1", environment: .sandbox)
        #expect(!again.result.isRepeat && again.result.isNewBest && again.result.total == 1)
        #expect(try await scores.submit(1, by: 1, to: "A", id: "A1", environment: .sandbox).result.isRepeat)
        #expect(try await scores.submit(1, by: 1, to: "A", id: "A1").result.isRepeat)
        let next = try await scores.restarted()
        #expect(try await next.order("A", environment: .sandbox) == ["1:1"])
        #expect(try await next.order("A") == ["3:3", "2:2", "1:1"])
    }

    @Test("rule 3.2: a player's scores go from every board, and nobody else's")
    func player() async throws {
        let scores = try await ScoresFixture()
        for board in ["A", "B"] {
            try await scores.make(board)
            for player in 1...3 as ClosedRange<UInt32> {
                try await scores.submit(Int64(player), by: player, to: board, environment: .sandbox)
            }
        }
        try await wipe(scores, .player(PlayerNumber(2)))
        for board in ["A", "B"] { #expect(try await scores.order(board, environment: .sandbox) == ["3:3", "1:1"]) }
        try await scores.submit(-5, by: 2, to: "A", environment: .sandbox)
        #expect(try await scores.order("A", environment: .sandbox) == ["3:3", "1:1", "2:-5"])
        try await wipe(scores, .everything)
        for board in ["A", "B"] { #expect(try await scores.order(board, environment: .sandbox) == []) }
        #expect(try await WipeScores(scores.keeper).plan(.everything, of: scores.app).isEmpty)
    }

    @Test("a score that was wiped cannot be brought back")
    func moderation() async throws {
        let scores = try await ScoresFixture()
        let board = try await scores.make("A")
        try await scores.submit(5, by: 1, to: "A", environment: .sandbox)
        let page = try await scores.read("A", environment: .sandbox)
        let sequence = try #require(page.entries?.first).sequence
        let moderate = ModerateScore(scores.keeper)
        _ = try await moderate.remove(sequence, from: board, of: scores.app, .sandbox)
        try await wipe(scores, .everything)
        await #expect(throws: ModerateScoreError.unknownScore) {
            _ = try await moderate.restore(sequence, to: board, of: scores.app, .sandbox)
        }
        #expect(try await scores.order("A", environment: .sandbox) == [])
    }

    /// A list from which the wiped rows are deleted.
    private struct Naive {
        var rows: [(board: String, environment: Environment, player: UInt32, value: Int64, date: Timestamp)] = []

        func order(_ board: String, _ environment: Environment, _ scope: TimeScope, at now: Timestamp) -> [String] {
            var best: [UInt32: (value: Int64, date: Timestamp)] = [:]
            for row in rows where row.board == board && row.environment == environment {
                if let span = scope.span, row.date <= now.advanced(by: -span) { continue }
                if let other = best[row.player], (other.value, row.date) >= (row.value, other.date) { continue }
                best[row.player] = (row.value, row.date)
            }
            return best.sorted { left, right in
                if left.value.value != right.value.value { return left.value.value > right.value.value }
                if left.value.date != right.value.date { return left.value.date < right.value.date }
                return left.key < right.key
            }.map { "\($0.key):\($0.value.value)" }
        }
    }

    @Test(
        "rule 3.2: agrees with a list through wipes, snapshots, boards dropped, and restarts",
        arguments: Depth.seeds(6))
    func model(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let journal: any Journal & ScoreIDIndex =
            seed % 2 == 0 ? try TestStores.make() : InMemoryJournal()
        var scores = try await ScoresFixture(
            journal, snapshots: MemorySnapshots(),
            plan: BackgroundPlan(
                period: .days(1), snapshotRows: 1, runRows: 16, mergedRuns: 3, rebuiltPlayers: 4,
                idleSpan: seed % 3 == 0 ? .days(1) : .seconds(0)))
        let boards = ["A", "B", "C"]
        for board in boards { try await scores.make(board) }
        var naive = Naive()
        for step in 0..<500 {
            let board = boards[Int(random.next() % 3)]
            let environment: Environment = random.next() % 5 == 0 ? .production : .sandbox
            switch random.next() % 100 {
            case 0..<72:
                let (player, value) = (UInt32(random.next() % 9) + 1, Int64(random.next() % 20))
                // Few ids: after a wipe one of them is sent again.
                let id = "\(board)-\(player)-\(value)"
                let reply = try await scores.submit(value, by: player, to: board, id: id, environment: environment)
                if !reply.result.isRepeat {
                    naive.rows.append((board, environment, player, value, scores.time.moment))
                }
                let all = naive.order(board, environment, .allTime, at: scores.time.moment)
                #expect(reply.result.total == all.count)
                #expect(reply.result.entry?.rank == all.firstIndex { $0.hasPrefix("\(player):") }.map { $0 + 1 })
            case 72..<80: scores.time.advance(Timestamp.Span(milliseconds: Int64(random.next() % 30_000_000)))
            case 80..<84:
                try await wipe(scores, try scope(board, scores))
                naive.rows.removeAll { $0.environment == .sandbox && $0.board == board }
            case 84..<87:
                let player = UInt32(random.next() % 9) + 1
                try await wipe(scores, .player(PlayerNumber(player)))
                naive.rows.removeAll { $0.environment == .sandbox && $0.player == player }
            case 87:
                try await wipe(scores, .everything)
                naive.rows.removeAll { $0.environment == .sandbox }
            case 88..<94:
                scores.keeper.runBackgroundNow()
                // The writer drops; the next command finds that done.
                _ = try await ConfigureLeaderboard(scores.keeper).releaseAll(of: scores.app)
            default: if step % 3 == 0 { scores = try await scores.restarted() }
            }
            guard step % 7 == 0 else { continue }
            for board in boards {
                for scope in TimeScope.allCases {
                    let expected = naive.order(board, environment, scope, at: scores.time.moment)
                    #expect(
                        try await scores.order(board, scope: scope, environment: environment) == expected,
                        "step \(step), \(board), \(scope), \(environment)")
                }
            }
        }
    }
}
