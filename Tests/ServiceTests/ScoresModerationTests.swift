import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelService

@Suite("Moderation of scores", .timeLimit(.minutes(15))) struct ScoresModerationTests {
    /// A score path with accounts beside it, over one store.
    private struct World {
        let scores: ScoresFixture
        let directory: any Directory
        var moderation: Moderation {
            var accounts = AccountsWorld(directory: directory, catalogue: scores.catalogue).accounts
            accounts.clock = scores.time.clock
            return Moderation(directory: directory, keeper: scores.keeper, accounts: accounts)
        }

        static func make() async throws -> World {
            let store = try TestStores.make()
            let directory = SQLiteDirectory(store)
            let world = World(
                scores: try await ScoresFixture(store, snapshots: MemorySnapshots()), directory: directory)
            let accounts = world.moderation.accounts
            for number in 1...30 {
                let alias = try Alias("player \(number)")
                _ = try await directory.register(
                    NewPlayer(
                        alias: alias, displayName: alias.text, passwordHash: "", recoveryCodes: [],
                        created: accounts.clock.now(), entrance: .open, session: nil))
            }
            return world
        }

        func restarted() async throws -> World {
            World(scores: try await scores.restarted(), directory: directory)
        }

        func ban(_ player: UInt32, _ scope: Ban.Scope) async throws {
            _ = try await BanPlayer(moderation)(PlayerNumber(player), scope, reason: "test", by: .operator)
        }

        func lift(_ player: UInt32, _ scope: Ban.Scope) async throws {
            try await BanPlayer(moderation).lift(PlayerNumber(player), scope, by: .operator)
        }

        func set(_ change: (inout ModerationPolicy) -> Void, on board: Leaderboard? = nil) async throws {
            var policy = ModerationPolicy()
            change(&policy)
            try await ConfigureModeration(moderation)(policy, of: scores.app, leaderboard: board, by: .operator)
        }

        func queue(_ state: ReviewState = .pending) async throws -> [Review] {
            try await ReadReviews(moderation)(of: scores.app, state, after: nil, by: .operator).reviews
        }

        func decide(_ review: Review, _ verdict: DecideReview.Verdict) async throws {
            _ = try await DecideReview(moderation)(review.id, of: scores.app, verdict, note: "", by: .operator)
        }
    }

    private static let team = Ban.Scope.team(ScoresFixture.team)

    @Test("rule 4.12: a ban hides all entries on all leaderboards in one commit, and its end brings them back")
    func ban() async throws {
        var world = try await World.make()
        for board in ["one", "two"] {
            try await world.scores.make(board)
            for player in 1...3 as ClosedRange<UInt32> {
                try await world.scores.submit(Int64(player), by: player, to: board)
            }
        }
        let before = world.scores.keeper.version(of: world.scores.app, .production)
        try await world.ban(3, Self.team)
        // One row: both leaderboards at one version.
        #expect(world.scores.keeper.version(of: world.scores.app, .production) == before.advanced(by: 1))
        for board in ["one", "two"] { #expect(try await world.scores.order(board) == ["2:2", "1:1"]) }
        await #expect(throws: SubmitScoresError.banned) { try await world.scores.submit(9, by: 3, to: "one") }
        world = try await world.restarted()
        for board in ["one", "two"] { #expect(try await world.scores.order(board) == ["2:2", "1:1"]) }
        await #expect(throws: SubmitScoresError.banned) { try await world.scores.submit(9, by: 3, to: "one") }
        try await world.lift(3, Self.team)
        for board in ["one", "two"] { #expect(try await world.scores.order(board) == ["3:3", "2:2", "1:1"]) }
        try await world.scores.submit(9, by: 3, to: "one")
        world = try await world.restarted()
        #expect(try await world.scores.order("one") == ["3:9", "2:2", "1:1"])
    }

    @Test("rule 4.12: two bans of different scopes end with the last of them")
    func scopes() async throws {
        var world = try await World.make()
        try await world.scores.make()
        try await world.scores.submit(1, by: 1)
        try await world.scores.submit(2, by: 2)
        try await world.ban(2, .server)
        try await world.ban(2, Self.team)
        try await world.lift(2, .server)
        #expect(try await world.scores.order() == ["1:1"])
        world = try await world.restarted()
        #expect(try await world.scores.order() == ["1:1"])
        // Ending what is not there, and banning twice, change nothing.
        let version = world.scores.keeper.version(of: world.scores.app, .production)
        try await world.lift(2, .server)
        try await world.ban(2, Self.team)
        #expect(world.scores.keeper.version(of: world.scores.app, .production) == version)
        try await world.lift(2, Self.team)
        #expect(try await world.scores.order() == ["2:2", "1:1"])
        await #expect(throws: BanPlayerError.unknownPlayer) { try await world.ban(99, .server) }
    }

    @Test("rule 4.12: a held score has no rank, is its owner's alone to see, and comes in when it is accepted")
    func held() async throws {
        var world = try await World.make()
        let board = try await world.scores.make()
        try await world.scores.submit(5, by: 1)
        try await world.set({ $0.holdsScores = true }, on: board)
        let sent = try await world.scores.submit(9, by: 1, id: "a").result
        #expect(sent.isHeld && !sent.isNewBest && sent.entry?.value == 5)
        #expect(try await world.scores.submit(9, by: 1, id: "a").result.isHeld)
        try await world.scores.submit(7, by: 2)
        #expect(try await world.scores.order() == ["1:5"])
        func own(_ player: UInt32) async throws -> [Int64] {
            try await ReadReviews(world.moderation).held(
                by: PlayerNumber(player), on: board, of: world.scores.app, .production
            ).compactMap { if case .score(_, _, _, let value, _, _) = $0.content.subject { value } else { nil } }
        }
        #expect(try await own(1) == [9])
        #expect(try await own(2) == [7])
        #expect(try await own(3) == [])
        world = try await world.restarted()
        #expect(try await world.scores.order() == ["1:5"])
        let queue = try await world.queue()
        #expect(queue.map(\.content.player.rawValue) == [1, 2])
        try await world.decide(queue[0], .accept)
        #expect(try await world.scores.order() == ["1:9"])
        try await world.decide(queue[1], .reject)
        #expect(try await world.scores.order() == ["1:9"])
        #expect(try await own(1) == [])
        #expect(try await own(2) == [7])
        #expect(try await world.scores.submit(9, by: 1, id: "a").result.isHeld == false)
        // Decided is decided; the same again changes nothing.
        try await world.decide(queue[0], .accept)
        await #expect(throws: DecideReviewError.decided(.accepted)) { try await world.decide(queue[0], .reject) }
        world = try await world.restarted()
        #expect(try await world.scores.order() == ["1:9"])
        // Without the policy the next score counts at once, over his rows that were held.
        try await ConfigureModeration(world.moderation)(nil, of: world.scores.app, leaderboard: board, by: .operator)
        try await world.scores.submit(4, by: 2)
        #expect(try await world.scores.order() == ["1:9", "2:4"])
    }

    @Test("a player has so many held scores waiting, and one more is refused until some are decided")
    func heldLimit() async throws {
        let world = try await World.make()
        try await world.scores.make()
        try await world.set { $0.holdsScores = true }
        for value in 1...ModerationLimits.heldScores { try await world.scores.submit(Int64(value), by: 1) }
        let refusal = SubmitScoresError.tooManyHeld(item: 0, limit: ModerationLimits.heldScores)
        await #expect(throws: refusal) { try await world.scores.submit(1, by: 1) }
        try await world.scores.submit(1, by: 2)
        let first = try #require(try await world.queue().first)
        try await world.decide(first, .reject)
        try await world.scores.submit(1, by: 1)
        // It isn't refused for good: the device keeps it, and its date is believed later (rule 4.7).
        let made = world.scores.time.moment
        world.scores.time.advance(.hours(1))
        await #expect(throws: refusal) { try await world.scores.submit(1, by: 1, date: made, waiting: 0) }
        world.scores.time.advance(.hours(1))
        try await world.decide(try #require(try await world.queue().first), .reject)
        #expect(try await world.scores.submit(1, by: 1, date: made, waiting: 0).result.date == made)
    }

    @Test("rules 3.2, 4.12: what is wiped waits for no moderator, and keeps no new score out")
    func wiped() async throws {
        let world = try await World.make()
        try await world.scores.make()
        try await world.set { $0.holdsScores = true }
        for value in 1...ModerationLimits.heldScores {
            try await world.scores.submit(Int64(value), by: 1, environment: .sandbox)
        }
        try await world.scores.submit(1, by: 2, environment: .sandbox)
        try await world.scores.submit(1, by: 1)
        let refusal = SubmitScoresError.tooManyHeld(item: 0, limit: ModerationLimits.heldScores)
        await #expect(throws: refusal) { try await world.scores.submit(1, by: 1, environment: .sandbox) }
        func wipe(_ scope: WipeScope) async throws {
            _ = try await WipeScores(world.scores.keeper)(
                scope, of: world.scores.app, subject: "", by: .operator)
        }
        try await wipe(.player(PlayerNumber(1)))
        #expect(try await world.queue().map(\.content.player.rawValue) == [2, 1])
        try await world.scores.submit(1, by: 1, environment: .sandbox)
        try await wipe(.everything)
        let left = try await world.queue()
        #expect(left.map(\.content.player.rawValue) == [1] && left.map(\.environment) == [.production])
        let next = try await world.restarted()
        try await next.scores.submit(1, by: 1, environment: .sandbox)
        #expect(try await next.queue().count == 2)
    }

    @Test("rules 3.2, 4.12: a wipe takes along what waits of a leaderboard whose rows were wiped before")
    func wipedBefore() async throws {
        let store: any Journal & ScoreIDIndex = try TestStores.make()
        let stream = StreamID(team: ScoresFixture.team, environment: .sandbox)
        let review = NewReview(
            .score(stream, LeaderboardNumber(1), JournalSequence(1), value: 5, date: .first, isHeld: true),
            app: AppNumber(1), player: PlayerNumber(1), reasons: [ReviewReason(.held, "one.")], created: .first)
        try store.commit(Change(facts: [.review(review)]))
        let scores = try await ScoresFixture(store)
        #expect(try await scores.make().number == LeaderboardNumber(1))
        _ = try await WipeScores(scores.keeper)(.everything, of: scores.app, subject: "", by: .operator)
        #expect(try store.pendingScores().isEmpty)
    }

    @Test("rule 4.12: a flagged score ranks until it is rejected, and uncovers the next best")
    func flagged() async throws {
        let world = try await World.make()
        try await world.scores.make()
        try await world.set {
            $0.plausible = ScoreRange(lowest: 0, highest: 100)
            $0.leapOverBest = 200
        }
        try await world.scores.submit(10, by: 1)
        #expect(try await world.queue().isEmpty)
        let leap = try await world.scores.submit(101, by: 1)
        #expect(!leap.result.isHeld && leap.result.isNewBest)
        #expect(try await world.scores.order() == ["1:101"])
        let item = try #require(try await world.queue().first)
        #expect(item.content.reasons.map(\.rule) == [.outOfPlausibleRange, .leapOverOwnBest])
        #expect(item.content.reasons.first?.sentence == "101 is outside the plausible range, 0 to 100.")
        try await world.decide(item, .reject)
        #expect(try await world.scores.order() == ["1:10"])
        // Taken out by hand: what waits about it is settled with it.
        let second = try await world.scores.submit(500, by: 2)
        let board = second.result.leaderboard
        _ = try await ModerateScore(world.scores.keeper).remove(
            second.version, from: board, of: world.scores.app, .production)
        #expect(try await world.queue().isEmpty)
        #expect(try await world.queue(.rejected).count == 2)
        #expect(try await world.scores.order() == ["1:10"])
    }

    @Test("every act of moderation is in the audit log once, and an act that changes nothing is not")
    func audit() async throws {
        let world = try await World.make()
        let board = try await world.scores.make()
        try await world.set { $0.plausible = ScoreRange(lowest: 0, highest: 1) }
        let sent = try await world.scores.submit(7, by: 1)
        let item = try #require(try await world.queue().first)
        try await world.decide(item, .accept)
        try await world.decide(item, .accept)
        let moderate = ModerateScore(world.scores.keeper)
        for _ in 0..<2 {
            _ = try await moderate.remove(sent.version, from: board, of: world.scores.app, .production)
        }
        for _ in 0..<2 {
            _ = try await moderate.restore(sent.version, to: board, of: world.scores.app, .production)
        }
        for _ in 0..<2 { try await world.ban(1, .server) }
        for _ in 0..<2 { try await world.lift(1, .server) }
        let entries = try await world.directory.auditEntries(of: .server, before: nil, limit: 100)
        #expect(
            entries.reversed().map(\.content.action) == [
                .leaderboardCreate, .moderationUpdate, .reviewAccept, .scoreRemove, .scoreRestore, .playerBan,
                .playerUnban,
            ])
        #expect(entries.allSatisfy { $0.content.actor == .operator })
    }

    @Test("a commit that fails leaves ranks, bans and the queue as they were")
    func fault() async throws {
        let store = try TestStores.make()
        let journal = HeldJournal(store)
        let directory = SQLiteDirectory(store)
        let world = World(scores: try await ScoresFixture(journal), directory: directory)
        _ = try await directory.register(
            NewPlayer(
                alias: try Alias("somebody"), displayName: "somebody", passwordHash: "", recoveryCodes: [],
                created: .first, entrance: .open, session: nil))
        try await world.scores.make()
        try await world.set { $0.plausible = ScoreRange(lowest: 0, highest: 1) }
        try await world.scores.submit(7, by: 1)
        let item = try #require(try await world.queue().first)
        journal.failNext(.unavailable)
        await #expect(throws: BanPlayerError.unavailable) { try await world.ban(1, Self.team) }
        journal.failNext(.unavailable)
        await #expect(throws: DecideReviewError.unavailable) { try await world.decide(item, .reject) }
        journal.failNext(.unavailable)
        await #expect(throws: SubmitScoresError.unavailable) { try await world.scores.submit(8, by: 1) }
        #expect(try await world.scores.order() == ["1:7"])
        #expect(try await world.queue().count == 1)
        try await world.decide(item, .reject)
        #expect(try await world.scores.order() == [])
    }

    @Test(
        "rule 4.12: bans, held and rejected scores agree with a list of all scores, through time and restarts",
        arguments: Depth.seeds(4))
    func model(seed: UInt64) async throws {
        struct Row {
            let board: String, player: UInt32, value: Int64, date: Timestamp, sequence: Int64
            var isOut: Bool
        }
        var random = SplitMix64(seed: seed)
        var world = try await World.make()
        let boards = ["open", "held"]
        for board in boards { try await world.scores.make(board) }
        let held = try #require(
            world.scores.catalogue.leaderboard(try LeaderboardID("held"), of: world.scores.app.number))
        try await world.set({ $0.holdsScores = true }, on: held)
        var rows: [Row] = []
        var bans: Set<UInt32> = []
        for step in 0..<400 {
            let player = UInt32(random.next() % 6) + 1
            let board = boards[Int(random.next() % 2)]
            switch random.next() % 100 {
            case 0..<55:
                let value = Int64(random.next() % 20)
                do {
                    let sent = try await world.scores.submit(value, by: player, to: board)
                    rows.append(
                        Row(
                            board: board, player: player, value: value, date: world.scores.time.moment,
                            sequence: sent.version.rawValue, isOut: board == "held"))
                } catch SubmitScoresError.banned {
                    #expect(bans.contains(player))
                }
            case 55..<65: world.scores.time.advance(Timestamp.Span(milliseconds: Int64(random.next() % 30_000_000)))
            case 65..<75:
                if bans.remove(player) != nil {
                    try await world.lift(player, Self.team)
                } else {
                    try await world.ban(player, Self.team)
                    bans.insert(player)
                }
            case 75..<85:
                guard let item = try await world.queue().randomElement(using: &random),
                    case .score(_, _, let sequence, _, _, _) = item.content.subject,
                    let index = rows.firstIndex(where: { $0.sequence == sequence.rawValue })
                else { continue }
                let accepts = random.next() % 2 == 0
                try await world.decide(item, accepts ? .accept : .reject)
                rows[index].isOut = !accepts
            case 85..<93:
                guard let index = rows.indices.randomElement(using: &random) else { continue }
                let board = try #require(
                    world.scores.catalogue.leaderboard(
                        try LeaderboardID(rows[index].board), of: world.scores.app.number))
                let moderate = ModerateScore(world.scores.keeper)
                let sequence = JournalSequence(rows[index].sequence)
                if rows[index].isOut {
                    _ = try await moderate.restore(sequence, to: board, of: world.scores.app, .production)
                } else {
                    _ = try await moderate.remove(sequence, from: board, of: world.scores.app, .production)
                }
                rows[index].isOut.toggle()
            case 93..<96: world.scores.keeper.runBackgroundNow()
            default: world = try await world.restarted()
            }
            guard step % 4 == 0 else { continue }
            for (board, scope) in boards.flatMap({ board in TimeScope.allCases.map { (board, $0) } }) {
                let now = world.scores.time.moment
                var best: [UInt32: Row] = [:]
                for row in rows where row.board == board && !row.isOut && !bans.contains(row.player) {
                    if let span = scope.span, row.date <= now.advanced(by: -span) { continue }
                    if let other = best[row.player], other.value >= row.value { continue }
                    best[row.player] = row
                }
                let expected = best.values.sorted {
                    ($1.value, $0.date, $0.player) < ($0.value, $1.date, $1.player)
                }
                let found = try await world.scores.order(board, scope: scope)
                try #require(
                    found == expected.map { "\($0.player):\($0.value)" },
                    "seed \(seed), step \(step), \(board), \(scope)")
            }
        }
        #expect(rows.count > 50)
    }
}
