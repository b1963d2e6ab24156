import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Testing

@testable import LaurelService

@Suite("Recurring leaderboards", .timeLimit(.minutes(15))) struct ScoresRecurringTests {
    /// Ten minutes long, every fifteen, from the fixture's first moment on.
    private static func recurrence(
        _ scores: ScoresFixture, minutes: Int64 = 10, every interval: Int64 = 15
    ) throws -> Recurrence {
        try Recurrence(start: scores.time.moment, duration: .minutes(minutes), interval: .minutes(interval))
    }

    private static let quick = BackgroundPlan(period: .days(1), snapshotRows: 1, idleSpan: .seconds(0))

    private func make(_ scores: ScoresFixture, _ recurrence: Recurrence, _ id: String = "Daily") async throws {
        try await scores.make(id) { $0.kind = .recurring(recurrence) }
    }

    @Test("rule 4.1: each occurrence begins afresh; scores count in the running one, whatever time scope is asked for")
    func occurrences() async throws {
        let scores = try await ScoresFixture()
        let recurrence = try Self.recurrence(scores)
        try await make(scores, recurrence)
        #expect(try await scores.submit(10, by: 1, to: "Daily").result.entry?.rank == 1)
        try await scores.submit(30, by: 2, to: "Daily")
        scores.time.advance(.minutes(10))
        // In the gap the one that has ended is shown, whole.
        let gap = try await scores.read("Daily")
        #expect(gap.entries?.map(\.value) == [30, 10] && gap.occurrence?.number == 1)
        await #expect(
            throws: SubmitScoresError.betweenOccurrences(item: 0, next: recurrence.start.advanced(by: .minutes(15)))
        ) { try await scores.submit(99, by: 3, to: "Daily") }
        scores.time.advance(.minutes(5))
        #expect(try await scores.order("Daily") == [])
        let again = try await scores.submit(5, by: 1, to: "Daily")
        #expect(again.result.isNewBest && again.result.entry?.rank == 1 && again.result.total == 1)
        for scope in TimeScope.allCases { #expect(try await scores.order("Daily", scope: scope) == ["1:5"]) }
        #expect(try await scores.order("Daily", occurrence: .number(1)) == ["2:30", "1:10"])
        await #expect(throws: ReadEntriesError.unknownOccurrence) {
            try await scores.read("Daily", occurrence: .number(3))
        }
        try await scores.make("Classic")
        await #expect(throws: ReadEntriesError.notRecurring) {
            try await scores.read("Classic", occurrence: .number(1))
        }
    }

    @Test("rule 4.1: before the first start a score is refused with that start, and the leaderboard is empty")
    func beforeStart() async throws {
        let scores = try await ScoresFixture()
        let start = scores.time.moment.advanced(by: .days(1))
        try await make(scores, try Recurrence(start: start, duration: .minutes(5), interval: .minutes(5)))
        await #expect(throws: SubmitScoresError.betweenOccurrences(item: 0, next: start)) {
            try await scores.submit(1, by: 1, to: "Daily")
        }
        let page = try await scores.read("Daily", viewer: 1)
        #expect(page.entries == [] && page.total == 0 && page.occurrence == nil)
        scores.time.set(start)
        #expect(try await scores.submit(1, by: 1, to: "Daily").result.total == 1)
    }

    @Test("rule 4.1: current is no occurrence that ended more than 30 days ago, however long the gap is")
    func longGap() async throws {
        let scores = try await ScoresFixture()
        let recurrence = try Recurrence(
            start: scores.time.moment, duration: .minutes(5), interval: Recurrence.intervalLimit)
        try await make(scores, recurrence, "Yearly")
        try await scores.submit(10, by: 1, to: "Yearly")
        scores.time.set(recurrence.start.advanced(by: .minutes(5)).advanced(by: Recurrence.readableSpan))
        scores.time.advance(.seconds(-1))
        let last = try await scores.read("Yearly", viewer: 1)
        #expect(last.occurrence?.number == 1 && last.local?.value == 10)
        for _ in 1...2 {
            scores.time.advance(.seconds(1))
            let page = try await scores.read("Yearly", viewer: 1)
            #expect(page.occurrence == nil && page.entries == [] && page.total == 0 && page.local == nil)
            scores.time.advance(.days(170))
        }
    }

    @Test("rules 4.1, 4.7: a late score counts in the occurrence of its date while that is readable, else not at all")
    func late() async throws {
        let scores = try await ScoresFixture()
        let recurrence = try Self.recurrence(scores)
        try await make(scores, recurrence)
        let date = scores.time.moment.advanced(by: .minutes(3))
        scores.time.advance(.minutes(3))
        scores.time.advance(.days(1))
        try await scores.submit(7, by: 1, to: "Daily")
        let late = try await scores.submit(50, by: 1, to: "Daily", date: date, id: "late")
        #expect(late.result.entry?.value == 50 && late.result.total == 1)
        #expect(try await scores.order("Daily", occurrence: .number(1)) == ["1:50"])
        #expect(try await scores.order("Daily") == ["1:7"])
        #expect(try await scores.submit(50, by: 1, to: "Daily", date: date, id: "late").result.isRepeat)
        await #expect(throws: SubmitScoresError.self) {
            try await scores.submit(50, by: 1, to: "Daily", date: date.advanced(by: .minutes(8)))
        }
        scores.time.advance(.days(30))
        // Its date would be moved to 30 days ago, into an occurrence that it was not made in.
        await #expect(throws: SubmitScoresError.occurrenceOver(item: 0)) {
            try await scores.submit(60, by: 2, to: "Daily", date: date)
        }
        await #expect(throws: ReadEntriesError.unknownOccurrence) {
            try await scores.read("Daily", occurrence: .number(1))
        }
    }

    @Test("rule 4.1: previous is the last expired occurrence in which that player scored")
    func previous() async throws {
        var scores = try await ScoresFixture(snapshots: MemorySnapshots(), plan: Self.quick)
        let recurrence = try Self.recurrence(scores)
        let board = try await scores.make("Daily") { $0.kind = .recurring(recurrence) }
        func previous(_ player: UInt32) async throws -> Int64? {
            try await scores.read("Daily", viewer: player, occurrence: .previous).occurrence?.number
        }
        #expect(try await previous(1) == nil)
        try await scores.submit(1, by: 1, to: "Daily")
        try await scores.submit(2, by: 2, to: "Daily")
        #expect(try await previous(1) == nil, "it has not expired")
        scores.time.advance(.minutes(10))
        #expect(try await previous(1) == 1)
        scores.time.advance(.minutes(5))
        let second = try await scores.submit(3, by: 1, to: "Daily")
        scores.time.advance(.minutes(15))
        try await scores.submit(4, by: 2, to: "Daily")
        #expect(try await previous(1) == 2)
        let page = try await scores.read("Daily", viewer: 2, occurrence: .previous)
        #expect(page.occurrence?.number == 1 && page.local?.rank == 1 && page.total == 2)
        // A late score makes another one the previous.
        try await scores.submit(9, by: 3, to: "Daily", date: recurrence.start.advanced(by: .minutes(16)))
        #expect(try await previous(3) == 2)
        scores.keeper.runBackgroundNow()
        scores = try await scores.restarted()
        #expect(try await previous(1) == 2)
        _ = try await ModerateScore(scores.keeper).remove(second.version, from: board, of: scores.app, .production)
        #expect(try await previous(1) == 1)
        scores.time.advance(.days(30))
        #expect(try await previous(2) == 3)
        scores.time.advance(.minutes(15))
        #expect(try await previous(2) == nil)
        await #expect(throws: ReadEntriesError.noViewer) { try await scores.read("Daily", occurrence: .previous) }
    }

    @Test("a reader who asks for the previous one waits for a board that was dropped while they stood in line")
    func previousOfDropped() async throws {
        let plan = BackgroundPlan(period: .days(1), snapshotRows: 1, idleSpan: .seconds(0))
        let scores = try await ScoresFixture(snapshots: MemorySnapshots(), plan: plan)
        let recurrence = try Self.recurrence(scores)
        let board = try await scores.make("Daily") { $0.kind = .recurring(recurrence) }
        try await scores.submit(1, by: 1, to: "Daily")
        scores.time.advance(.minutes(10))
        scores.keeper.runBackgroundNow()
        _ = try await ConfigureLeaderboard(scores.keeper).releaseAll(of: scores.app)
        let boards = scores.keeper.boards(of: StreamID(team: ScoresFixture.team, environment: .production))
        let found = try await scores.keeper.loader.previousOccurrence(
            of: PlayerNumber(1), on: board, in: boards, scores.keeper, at: scores.time.moment)
        #expect(found == .absent)
        #expect(try await scores.read("Daily", viewer: 1, occurrence: .previous).occurrence?.number == 1)
    }

    @Test("occurrences that nobody can read any more leave memory, the snapshot and the next start")
    func forgotten() async throws {
        var scores = try await ScoresFixture(snapshots: MemorySnapshots(), plan: Self.quick)
        try await make(scores, try Self.recurrence(scores))
        for _ in 1...5 {
            try await scores.submit(1, by: 1, to: "Daily")
            scores.time.advance(.minutes(15))
        }
        #expect(scores.keeper.knownCount == 6, "five occurrences and the chain")
        scores.time.advance(.days(30))
        scores.keeper.runBackgroundNow()
        // The writer forgets; the next change finds that done.
        let board = try #require(scores.catalogue.leaderboard(try LeaderboardID("Daily"), of: scores.app.number))
        _ = try await ConfigureLeaderboard(scores.keeper).update(board.number, of: scores.app) {
            $0.referenceName += "x"
        }
        #expect(scores.keeper.knownCount == 1)
        scores = try await scores.restarted()
        #expect(scores.keeper.knownCount == 1)
        try await scores.submit(4, by: 1, to: "Daily", date: scores.time.moment)
        #expect(try await scores.order("Daily") == ["1:4"])
    }

    @Test("who follows a recurring leaderboard is told when an occurrence ends and when the next one begins")
    func told() async throws {
        let scores = try await ScoresFixture()
        let recurrence = try Self.recurrence(scores)
        let board = try await scores.make("Daily") { $0.kind = .recurring(recurrence) }
        let told = AsyncStream.makeStream(of: Set<TimeScope>.self)
        let key = LeaderboardVersions.Key(board.number, .production)
        let subscription = scores.keeper.versions.subscribe(to: [key]) { _, _, scopes in told.continuation.yield(scopes)
        }
        #expect(scores.keeper.runTimerNow() == recurrence.start.advanced(by: .minutes(10)))
        scores.time.advance(.minutes(10))
        #expect(scores.keeper.runTimerNow() == recurrence.start.advanced(by: .minutes(15)))
        scores.time.advance(.minutes(5))
        scores.keeper.runTimerNow()
        subscription.cancel()
        told.continuation.finish()
        var count = 0
        for await scopes in told.stream where !scopes.isEmpty { count += 1 }
        #expect(count == 2)
    }

    @Test("rules 3.3, 4.1: kind and schedule can change while there are no scores, and not after the release")
    func frozen() async throws {
        let scores = try await ScoresFixture()
        let board = try await scores.make("Daily") { $0.isReleased = false }
        let configure = ConfigureLeaderboard(scores.keeper)
        let recurrence = try Self.recurrence(scores)
        _ = try await configure.update(board.number, of: scores.app) { $0.kind = .recurring(recurrence) }
        try await scores.submit(1, by: 1, to: "Daily", environment: .sandbox)
        let other = try Self.recurrence(scores, minutes: 5, every: 5)
        for kind in [.classic, .recurring(other)] as [LeaderboardKind<LeaderboardNumber>] {
            await #expect(throws: ConfigureLeaderboardError.kindHasScores) {
                try await configure.update(board.number, of: scores.app) { $0.kind = kind }
            }
        }
        let released = try await scores.make("Released")
        try await configure.releaseAll(of: scores.app)
        await #expect(throws: ConfigureLeaderboardError.frozen(.kind)) {
            try await configure.update(released.number, of: scores.app) { $0.kind = .recurring(recurrence) }
        }
    }

    @Test(
        "rules 4.1, 4.5, 4.12: agrees with a list through scores late and in time, removals, ranges and restarts",
        arguments: Depth.seeds(4))
    func model(seed: UInt64) async throws {
        struct Row {
            let player: UInt32
            let value: Int64
            let date: Timestamp
            let version: JournalSequence
            var isOut = false
        }
        var random = SplitMix64(seed: seed)
        let journal: any Journal & ScoreIDIndex =
            seed % 2 == 0 ? try TestStores.make() : InMemoryJournal()
        var scores = try await ScoresFixture(journal, snapshots: MemorySnapshots(), plan: Self.quick)
        let recurrence = try Self.recurrence(scores, minutes: 60, every: 90)
        let isRecent = seed > 2
        let board = try await scores.make("Daily") {
            $0.kind = .recurring(recurrence)
            if isRecent { $0.submissionType = .mostRecent }
        }
        var rows: [Row] = []
        var range: ScoreRange?
        func expected(_ number: Int64) -> [String] {
            guard let occurrence = recurrence.occurrence(number) else { return [] }
            var best: [UInt32: Row] = [:]
            for row in rows where !row.isOut && occurrence.start <= row.date && row.date < occurrence.end {
                if let range, !range.contains(row.value) { continue }
                guard let other = best[row.player] else {
                    best[row.player] = row
                    continue
                }
                let isBetter = row.value > other.value || row.value == other.value && row.date < other.date
                if isRecent ? row.date >= other.date : isBetter { best[row.player] = row }
            }
            return best.values.sorted {
                ($1.value, $0.date, $0.player) < ($0.value, $1.date, $1.player)
            }.map { "\($0.player):\($0.value)" }
        }
        for step in 0..<300 {
            switch random.next() % 20 {
            case 0..<12:
                let age = Timestamp.Span.minutes(Int64(random.next() % 400))
                let date = max(recurrence.start, scores.time.moment.advanced(by: -age))
                let (player, value) = (UInt32(random.next() % 6) + 1, Int64(random.next() % 9))
                do {
                    let reply = try await scores.submit(value, by: player, to: "Daily", date: date)
                    #expect(recurrence.running(at: date) != nil && range?.contains(value) ?? true)
                    rows.append(Row(player: player, value: value, date: date, version: reply.version))
                    let number = try #require(recurrence.running(at: date)).number
                    let index = expected(number).firstIndex { $0.hasPrefix("\(player):") }
                    #expect(reply.result.entry?.rank == index.map { $0 + 1 }, "seed \(seed), step \(step)")
                } catch SubmitScoresError.betweenOccurrences {
                    #expect(recurrence.running(at: date) == nil)
                } catch SubmitScoresError.outOfRange {
                    #expect(range?.contains(value) == false)
                }
            case 12..<15: scores.time.advance(.minutes(Int64(random.next() % 50)))
            case 15:
                guard !rows.isEmpty else { continue }
                let index = Int(random.next() % UInt64(rows.count))
                let moderate = ModerateScore(scores.keeper)
                if rows[index].isOut {
                    _ = try await moderate.restore(rows[index].version, to: board, of: scores.app, .production)
                } else {
                    _ = try await moderate.remove(rows[index].version, from: board, of: scores.app, .production)
                }
                rows[index].isOut.toggle()
            case 16:
                let new = random.next() % 2 == 0 ? nil : ScoreRange(lowest: 2, highest: 7)
                range = new
                _ = try await ConfigureLeaderboard(scores.keeper).update(board.number, of: scores.app) {
                    $0.range = new
                }
            case 17: scores = try await scores.restarted()
            default: scores.keeper.runBackgroundNow()
            }
            let latest = try #require(recurrence.latest(at: scores.time.moment)).number
            let number = latest - Int64(random.next() % UInt64(latest))
            let found = try await scores.order("Daily", occurrence: .number(number))
            let wanted = expected(number)
            try #require(found == wanted, "seed \(seed), step \(step), occurrence \(number)")
        }
        #expect(rows.count > 80)
    }
}
