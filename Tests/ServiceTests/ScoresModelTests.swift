import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Synchronization
import Testing

/// Scores as the rules say it, with nothing clever: a list.
private struct NaiveScores {
    struct Row {
        let board: String
        let environment: Environment
        let player: UInt32
        let value: Int64
        let date: Timestamp
        let sequence: Int64
        var isRemoved = false
    }

    var rows: [Row] = []
    var ranges: [String: ScoreRange] = [:]
    var orders: [String: SortOrder] = [:]
    var types: [String: SubmissionType] = [:]

    func order(_ board: String, _ environment: Environment, _ scope: TimeScope, at now: Timestamp) -> [String] {
        var best: [UInt32: Row] = [:]
        let order = orders[board] ?? .highToLow
        let type = types[board] ?? .best
        for row in rows where row.board == board && row.environment == environment && !row.isRemoved {
            if let span = scope.span, row.date <= now.advanced(by: -span) { continue }
            if let range = ranges[board], !range.contains(row.value) { continue }
            guard let other = best[row.player] else {
                best[row.player] = row
                continue
            }
            let isBetter: Bool
            switch type {
            case .mostRecent: isBetter = row.date >= other.date
            case .best:
                isBetter =
                    order.prefers(row.value, to: other.value) || row.value == other.value && row.date < other.date
            }
            if isBetter { best[row.player] = row }
        }
        let sorted = best.values.sorted { left, right in
            if left.value != right.value { return order.prefers(left.value, to: right.value) }
            if left.date != right.date { return left.date < right.date }
            return left.player < right.player
        }
        return sorted.map { "\($0.player):\($0.value)" }
    }
}

@Suite("Service and naive model", .timeLimit(.minutes(15))) struct ScoresModelTests {
    private static let boards = ["high", "low", "recent"]

    @Test(
        "rules 4.2 to 4.10: agree through submissions, time, ranges, removals, snapshots and restarts",
        arguments: Depth.seeds(6))
    func model(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let journal: any Journal & ScoreIDIndex =
            seed % 3 == 0 ? try TestStores.make() : InMemoryJournal()
        let snapshots = MemorySnapshots()
        let ignored = Mutex(0)
        var scores = try await ScoresFixture(
            journal, snapshots: snapshots,
            plan: BackgroundPlan(
                period: .days(1), snapshotRows: 1, runRows: 16, mergedRuns: 3,
                rebuiltPlayers: seed % 2 == 0 ? 1 : 4_096,
                // 0: whatever the last snapshot has is dropped at each round.
                idleSpan: seed % 3 == 1 ? .days(1) : .seconds(0),
                // 16: runs of IDs are written beside the steps, too.
                promptIDs: seed % 2 == 0 ? 65_536 : 16),
            log: { if case .snapshotIgnored = $0 { ignored.withLock { $0 += 1 } } })
        var dropped = 0
        var naive = NaiveScores()
        for board in Self.boards {
            try await scores.make(board) {
                if board == "low" { $0.sortOrder = .lowToHigh }
                if board == "recent" { $0.submissionType = .mostRecent }
            }
        }
        naive.orders["low"] = .lowToHigh
        naive.types["recent"] = .mostRecent
        for step in 0..<700 {
            let board = Self.boards[Int(random.next() % 3)]
            let environment: Environment = random.next() % 4 == 0 ? .sandbox : .production
            switch random.next() % 100 {
            case 0..<70:
                let player = UInt32(random.next() % 12) + 1
                let value = Int64(random.next() % 20) - 10
                let age = Timestamp.Span(milliseconds: Int64(random.next() % 10) * 3_600_000)
                let date = random.next() % 2 == 0 ? nil : scores.time.moment.advanced(by: -age)
                do {
                    let reply = try await scores.submit(
                        value, by: player, to: board, date: date, id: "S\(seed).\(step)", environment: environment)
                    naive.rows.append(
                        NaiveScores.Row(
                            board: board, environment: environment, player: player, value: value,
                            date: date ?? scores.time.moment, sequence: reply.version.rawValue))
                    let all = naive.order(board, environment, .allTime, at: scores.time.moment)
                    let expected = all.firstIndex { $0.hasPrefix("\(player):") }.map { $0 + 1 }
                    #expect(reply.result.entry?.rank == expected && reply.result.total == all.count)
                } catch SubmitScoresError.outOfRange {
                    #expect(naive.ranges[board]?.contains(value) == false)
                }
            case 70..<80: scores.time.advance(Timestamp.Span(milliseconds: Int64(random.next() % 30_000_000)))
            case 80..<85:
                let range = random.next() % 2 == 0 ? nil : ScoreRange(lowest: -5, highest: Int64(random.next() % 10))
                let leaderboard = try #require(
                    scores.catalogue.leaderboard(try LeaderboardID(board), of: scores.app.number))
                _ = try await ConfigureLeaderboard(scores.keeper).update(leaderboard.number, of: scores.app) {
                    $0.range = range
                }
                naive.ranges[board] = range
            case 85..<92:
                guard !naive.rows.isEmpty else { continue }
                let index = Int(random.next() % UInt64(naive.rows.count))
                let row = naive.rows[index]
                let leaderboard = try #require(
                    scores.catalogue.leaderboard(try LeaderboardID(row.board), of: scores.app.number))
                let moderate = ModerateScore(scores.keeper)
                if row.isRemoved {
                    _ = try await moderate.restore(
                        JournalSequence(row.sequence), to: leaderboard, of: scores.app, row.environment)
                } else {
                    _ = try await moderate.remove(
                        JournalSequence(row.sequence), from: leaderboard, of: scores.app, row.environment)
                }
                naive.rows[index].isRemoved.toggle()
            case 92..<96:
                let before = scores.keeper.loadedCount
                scores.keeper.runBackgroundNow()
                // The writer drops; the next command finds that done.
                _ = try await ConfigureLeaderboard(scores.keeper).releaseAll(of: scores.app)
                dropped += max(0, before - scores.keeper.loadedCount)
            default:
                let kept = snapshots.all.sorted { "\($0.key)" < "\($1.key)" }
                if random.next() % 3 == 0, let damaged = kept.randomElement(using: &random) {
                    var bytes = damaged.value
                    bytes[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
                    let stream = damaged.key
                    scores.keeper.stop()
                    snapshots.put(bytes, stream)
                }
                scores = try await scores.restarted()
            }
            guard step % 5 == 0 else { continue }
            for scope in TimeScope.allCases {
                let found = try await scores.order(board, scope: scope, environment: environment)
                let expected = naive.order(board, environment, scope, at: scores.time.moment)
                try #require(found == expected, "seed \(seed), step \(step), \(board), \(scope)")
            }
        }
        #expect(naive.rows.count > 100)
        #expect(dropped > 0 || seed % 3 == 1)
    }

    @Test("a snapshot spares the replay, and one that is damaged, cut, foreign or from another history is ignored")
    func snapshots() async throws {
        let journal = InMemoryJournal()
        let files = MemorySnapshots()
        let events = Mutex<[ScoreEvent]>([])
        var scores = try await ScoresFixture(journal, snapshots: files) { event in
            events.withLock { $0.append(event) }
        }
        try await scores.make()
        for player in 1...50 as ClosedRange<UInt32> { try await scores.submit(Int64(player), by: player) }
        let expected = try await scores.order()
        func restart() async throws -> [ScoreEvent] {
            events.withLock { $0 = [] }
            scores = try await scores.restarted()
            #expect(try await scores.order() == expected)
            return events.withLock { $0 }
        }
        scores.keeper.stop()
        let good = files.all
        let stream = try #require(good.keys.first { $0.environment == .production })
        let bytes = try #require(good[stream])
        for offset in Swift.stride(from: 0, to: bytes.count, by: max(1, bytes.count / 97)) {
            var damaged = bytes
            damaged[offset] ^= 0x10
            scores.keeper.stop()
            files.put(damaged, stream)
            let seen = try await restart()
            let isIgnored = seen.contains { if case .snapshotIgnored = $0 { true } else { false } }
            #expect(isIgnored, "the byte at \(offset)")
        }
        for count in [0, 1, 24, bytes.count / 2, bytes.count - 1] {
            scores.keeper.stop()
            files.put(Array(bytes.prefix(count)), stream)
            _ = try await restart()
        }
        scores.keeper.stop()
        files.put(bytes, StreamID(team: stream.team, environment: .sandbox))
        _ = try await restart()
    }
}
