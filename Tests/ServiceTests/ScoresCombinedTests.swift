import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Testing

@Suite("Combined leaderboards", .timeLimit(.minutes(15))) struct ScoresCombinedTests {
    private func make(
        _ scores: ScoresFixture, _ parts: [Leaderboard], _ change: (inout LeaderboardFields) -> Void = { _ in }
    ) async throws -> Leaderboard {
        try await scores.make("All") {
            $0.kind = .combined(parts.map(\.number))
            change(&$0)
        }
    }

    @Test("rule 4.1: a combined leaderboard takes no scores and shows each player's best over its parts")
    func best() async throws {
        let scores = try await ScoresFixture()
        let parts = [try await scores.make("One"), try await scores.make("Two")]
        let all = try await make(scores, parts)
        #expect(try await scores.order("All") == [])
        try await scores.submit(10, by: 1, to: "One")
        try await scores.submit(20, by: 1, to: "Two")
        try await scores.submit(15, by: 2, to: "One")
        #expect(try await scores.order("All") == ["1:20", "2:15"])
        let page = try await scores.read("All", first: 2, count: 1, viewer: 1)
        #expect(page.entries?.map(\.rank) == [2] && page.local?.rank == 1 && page.total == 2)
        await #expect(throws: SubmitScoresError.combined(item: 0)) { try await scores.submit(99, by: 1, to: "All") }
        // The reply's version already shows it.
        let version = try await scores.submit(30, by: 2, to: "Two").version
        #expect(try await scores.read("All", viewer: 2, version: version).local?.rank == 1)
        let third = try await scores.make("Three")
        try await scores.submit(40, by: 3, to: "Three")
        _ = try await ConfigureLeaderboard(scores.keeper).update(all.number, of: scores.app) {
            $0.kind = .combined(parts.map(\.number) + [third.number])
        }
        #expect(try await scores.order("All") == ["3:40", "2:30", "1:20"])
    }

    @Test("rule 4.1: two or more classic leaderboards of one format and order, and what they are stays so")
    func rules() async throws {
        let scores = try await ScoresFixture()
        let one = try await scores.make("One") { $0.isReleased = false }
        let two = try await scores.make("Two") { $0.isReleased = false }
        let low = try await scores.make("Low") { $0.sortOrder = .lowToHigh }
        let yen = try await scores.make("Yen") { $0.format = .yenWhole }
        let recurrence = try Recurrence(start: scores.time.moment, duration: .minutes(5), interval: .minutes(5))
        let daily = try await scores.make("Daily") { $0.kind = .recurring(recurrence) }
        let refused: [([Leaderboard], ConfigureLeaderboardError)] = [
            ([one], .partCount(2...20)), ([one, one], .partTwice), ([one, low], .partDiffers(low.id)),
            ([one, yen], .partDiffers(yen.id)), ([one, daily], .partNotClassic(daily.id)),
        ]
        for (parts, error) in refused {
            await #expect(throws: error) { try await make(scores, parts) }
        }
        await #expect(throws: ConfigureLeaderboardError.combinedCannot(.range)) {
            try await make(scores, [one, two]) { $0.range = ScoreRange(lowest: 0, highest: 1) }
        }
        await #expect(throws: ConfigureLeaderboardError.combinedCannot(.isDefault)) {
            try await make(scores, [one, two]) { $0.isDefault = true }
        }
        let all = try await make(scores, [one, two]) { $0.isReleased = false }
        let configure = ConfigureLeaderboard(scores.keeper)
        await #expect(throws: ConfigureLeaderboardError.partOfCombined(all.id)) {
            try await configure.update(one.number, of: scores.app) { $0.sortOrder = .lowToHigh }
        }
        await #expect(throws: ConfigureLeaderboardError.partOfCombined(all.id)) {
            try await configure.remove(two.number, of: scores.app)
        }
        try await configure.remove(all.number, of: scores.app)
        try await configure.remove(two.number, of: scores.app)
    }

    @Test("who follows a combined leaderboard hears of its parts, and of what grows too old in them")
    func told() async throws {
        let scores = try await ScoresFixture()
        let parts = [try await scores.make("One"), try await scores.make("Two")]
        let all = try await make(scores, parts)
        let told = AsyncStream.makeStream(of: Set<TimeScope>.self)
        let key = LeaderboardVersions.Key(all.number, .production)
        let subscription = scores.keeper.versions.subscribe(to: [key]) { _, _, scopes in told.continuation.yield(scopes)
        }
        #expect(try await scores.order("All") == [])
        // Others may come between, when the timer looks at the same moment: those say less, or the same once more.
        func hears(_ scopes: Set<TimeScope>) async -> Bool { await told.stream.contains(scopes) }
        #expect(await hears(Set(TimeScope.allCases)), "the view is there")
        try await scores.submit(1, by: 1, to: "Two")
        #expect(await hears(Set(TimeScope.allCases)))
        scores.time.advance(.days(1))
        scores.keeper.runTimerNow()
        #expect(await hears([.today]))
        subscription.cancel()
    }

    @Test(
        "rule 4.1: agrees with its parts at every moment: time, removals, ranges, most recent, drops and restarts",
        arguments: Depth.seeds(4))
    func model(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let journal: any Journal & ScoreIDIndex =
            seed % 2 == 0 ? try TestStores.make() : InMemoryJournal()
        var scores = try await ScoresFixture(
            journal, snapshots: MemorySnapshots(),
            plan: BackgroundPlan(
                period: .days(1), snapshotRows: 1, rebuiltPlayers: seed == 3 ? 1 : 4_096, idleSpan: .seconds(0)))
        let order: SortOrder = seed % 2 == 0 ? .lowToHigh : .highToLow
        var parts: [Leaderboard] = []
        for (id, type) in [("One", SubmissionType.best), ("Two", .mostRecent), ("Three", .best)] {
            parts.append(
                try await scores.make(id) {
                    $0.sortOrder = order
                    $0.submissionType = type
                })
        }
        _ = try await make(scores, parts) { $0.sortOrder = order }
        var versions: [(Leaderboard, JournalSequence, isOut: Bool)] = []
        for step in 0..<300 {
            let part = parts[Int(random.next() % 3)]
            switch random.next() % 20 {
            case 0..<13:
                let age = Timestamp.Span.minutes(Int64(random.next() % 600))
                do {
                    let reply = try await scores.submit(
                        Int64(random.next() % 12), by: UInt32(random.next() % 8) + 1, to: part.id.text,
                        date: scores.time.moment.advanced(by: -age))
                    versions.append((part, reply.version, false))
                } catch SubmitScoresError.outOfRange {}
            case 13, 14: scores.time.advance(.minutes(Int64(random.next() % 500)))
            case 15:
                guard !versions.isEmpty else { continue }
                let index = Int(random.next() % UInt64(versions.count))
                let (board, version, isOut) = versions[index]
                let moderate = ModerateScore(scores.keeper)
                if isOut {
                    _ = try await moderate.restore(version, to: board, of: scores.app, .production)
                } else {
                    _ = try await moderate.remove(version, from: board, of: scores.app, .production)
                }
                versions[index].isOut.toggle()
            case 16:
                let range = random.next() % 2 == 0 ? nil : ScoreRange(lowest: 2, highest: 9)
                _ = try await ConfigureLeaderboard(scores.keeper).update(part.number, of: scores.app) {
                    $0.range = range
                }
            case 17: scores = try await scores.restarted()
            default: scores.keeper.runBackgroundNow()
            }
            for scope in TimeScope.allCases {
                try await compare(scores, parts, order, scope, "seed \(seed), step \(step)")
            }
        }
        #expect(versions.count > 100)
    }

    /// The parts are judged by the model of classic leaderboards; here only what is made of them.
    private func compare(
        _ scores: ScoresFixture, _ parts: [Leaderboard], _ order: SortOrder, _ scope: TimeScope, _ label: String
    ) async throws {
        var best: [PlayerNumber: RankedEntry] = [:]
        for part in parts {
            for entry in try #require(try await scores.read(part.id.text, scope: scope).entries) {
                guard let other = best[entry.player] else {
                    best[entry.player] = entry
                    continue
                }
                let isBetter = order.prefers(entry.value, to: other.value)
                if isBetter || entry.value == other.value && entry.date < other.date { best[entry.player] = entry }
            }
        }
        let sorted = best.values.sorted { left, right in
            if left.value != right.value { return order.prefers(left.value, to: right.value) }
            return (left.date, left.player) < (right.date, right.player)
        }
        let page = try await scores.read("All", scope: scope, viewer: 3)
        let found = (page.entries ?? []).map { "\($0.rank) \($0.player.rawValue):\($0.value)@\($0.date.milliseconds)" }
        let expected = sorted.enumerated().map { index, entry in
            "\(index + 1) \(entry.player.rawValue):\(entry.value)@\(entry.date.milliseconds)"
        }
        try #require(found == expected && page.total == expected.count, "\(label), \(scope)")
        #expect(page.local?.rank == sorted.firstIndex { $0.player.rawValue == 3 }.map { $0 + 1 })
    }
}
