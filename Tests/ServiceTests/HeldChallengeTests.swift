import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import Testing

@testable import LaurelService

@Suite("Held scores and challenges", .timeLimit(.minutes(15))) struct HeldChallengeTests {
    /// Two friends, a leaderboard that holds scores, and a challenge of the first for ten.
    private struct World {
        let play: PlayFixture
        let number: ChallengeNumber
        var moderation: Moderation {
            var accounts = AccountsWorld(directory: play.store.directory, catalogue: play.catalogue).accounts
            accounts.clock = play.time.clock
            return Moderation(directory: play.store.directory, keeper: play.keeper, accounts: accounts)
        }

        init(_ store: PlayStore? = nil) async throws {
            let play = try await PlayFixture(store)
            try await play.board()
            try await play.submit(10, by: 1)
            let number = try #require(try await play.challenge(2, by: 1).first).details.challenge.number
            self.init(play: play, number: number)
            try await hold(true)
            later(.hours(1))
        }

        init(play: PlayFixture, number: ChallengeNumber) {
            self.play = play
            self.number = number
        }

        func restarted() async throws -> World { World(play: try await play.restarted(), number: number) }
        func later(_ span: Timestamp.Span) { play.time.set(play.time.moment.advanced(by: span)) }

        func hold(_ holds: Bool) async throws {
            var policy = ModerationPolicy()
            policy.holdsScores = holds
            try await ConfigureModeration(moderation)(policy, of: play.app, leaderboard: nil, by: .operator)
        }

        func decide(_ verdict: DecideReview.Verdict) async throws {
            let queue = try await ReadReviews(moderation)(of: play.app, .pending, after: nil, by: .operator).reviews
            _ = try await DecideReview(moderation)(
                try #require(queue.first).id, of: play.app, verdict, note: "", by: .operator)
        }

        func state() async throws -> ChallengeState? {
            try await play.list(2).first { $0.number == number }?.state
        }
    }

    @Test("rules 4.12, 6.3, 6.4: an accepted score completes what it would have completed, tells both and goes back")
    func accepted() async throws {
        let store = try PlayStore.make()
        var world = try await World(store)
        let held = try await world.play.submit(15, by: 2, id: "a", replay: [1, 2])
        #expect(held.isHeld && held.setOff == .nothing)
        #expect(try await world.state() == .pending)
        let told = try await world.play.notices().count
        world.later(.days(1))
        try await world.decide(.accept)
        #expect(try await world.state() == .completed)
        #expect(
            try await Array(world.play.notices().dropFirst(told))
                == ["2 challengeCompleted 1", "1 challengeCompleted 2", "1 challengeReceived 2"])
        let back = try await world.play.list(1)
        #expect(back.map(\.sender.rawValue) == [2] && back.map(\.state) == [.pending])
        guard case .score(_, let value, _)? = back.first?.goal else {
            Issue.record("no challenge went back")
            return
        }
        #expect(value == 15)
        let record = try await store.directory.challenge(try #require(back.first).number)
        #expect(record?.replay != nil)
        // Sent once more, and after a restart, it says what became of it.
        world = try await world.restarted()
        let again = try await world.play.submit(15, by: 2, id: "a", replay: [1, 2])
        #expect(!again.isHeld && again.setOff.completed == [world.number])
        #expect(again.setOff.answers == back.map(\.number))
    }

    @Test("rule 4.12: a rejected score, one from before the issue and one that is accepted too late complete nothing")
    func nothing() async throws {
        var world = try await World()
        try await world.play.submit(15, by: 2)
        try await world.decide(.reject)
        #expect(try await world.state() == .pending)
        try await world.play.submit(15, by: 2, date: world.play.time.moment.advanced(by: .hours(-2)))
        try await world.decide(.accept)
        #expect(try await world.state() == .pending)
        try await world.play.submit(9, by: 2)
        try await world.decide(.accept)
        #expect(try await world.state() == .pending)
        try await world.play.submit(16, by: 2)
        world.later(Challenge.lifetime)
        try await world.decide(.accept)
        #expect(try await world.state() == .invalid)

        // Its sender named others.
        world = try await World()
        try await world.play.submit(15, by: 2, eligible: [ChallengeNumber(77)])
        try await world.decide(.accept)
        #expect(try await world.state() == .pending)
        try await world.play.submit(
            15, by: 2, date: world.play.time.moment.advanced(by: .hours(9)), eligible: [world.number])
        try await world.decide(.accept)
        #expect(try await world.state() == .completed)
    }

    @Test("rule 4.12: a commit that fails completes nothing, and taking out and bringing back nothing twice")
    func once() async throws {
        let (store, journal) = try PlayStore.make().held()
        let world = try await World(store)
        let board = try #require(
            world.play.catalogue.leaderboard(try LeaderboardID("HighScores"), of: world.play.app.number))
        try await world.play.submit(15, by: 2)
        journal.failNext(.unavailable)
        await #expect(throws: DecideReviewError.unavailable) { try await world.decide(.accept) }
        #expect(try await world.state() == .pending)
        let row = world.play.keeper.version(of: world.play.app, .production)
        // Brought in by hand, it is accepted all the same.
        let moderate = ModerateScore(world.play.keeper)
        _ = try await moderate.restore(row, to: board, of: world.play.app, .production)
        #expect(try await world.state() == .completed)
        let told = try await world.play.notices()
        _ = try await moderate.remove(row, from: board, of: world.play.app, .production)
        _ = try await moderate.restore(row, to: board, of: world.play.app, .production)
        #expect(try await world.play.notices() == told)
    }

    @Test("rules 4.12, 5.2: a ban refuses reports and challenges too, and leaves everybody's rarity as it was")
    func ban() async throws {
        let world = try await World()
        try await world.hold(false)
        try await world.play.achievement()
        try await world.play.report(100, by: 1)
        try await world.play.submit(20, by: 2)
        let before = try await world.play.page(of: 2).items.map(\.rarityPercent)
        #expect(before == [50])
        for alias in ["ada", "zoe"] {
            _ = try await world.play.store.directory.register(
                NewPlayer(
                    alias: try Alias(alias), displayName: alias, passwordHash: "", recoveryCodes: [],
                    created: world.play.time.moment, entrance: .open, session: nil))
        }
        _ = try await BanPlayer(world.moderation)(
            PlayerNumber(1), .team(world.play.app.team), reason: "", by: .operator)
        await #expect(throws: ReportAchievementsError.banned) { try await world.play.report(100, by: 1) }
        await #expect(throws: IssueChallengesError.banned) { try await world.play.challenge(2, by: 1, value: 1) }
        await #expect(throws: IssueChallengesError.banned) {
            try await world.play.challenge(2, by: 1, with: "FirstJump")
        }
        #expect(try await world.play.page(of: 2).items.map(\.rarityPercent) == before)
        try await world.play.report(100, by: 2)
        #expect(try await world.play.page(of: 2).items.map(\.rarityPercent) == [100])
    }

    @Test("settled challenges are kept for 90 days")
    func retention() async throws {
        let world = try await World()
        try await DeclineChallenge(world.play.challenges)(world.number, as: world.play.session(2))
        world.later(Challenge.keptSettled)
        try await TidyChallenges(world.play.challenges)()
        #expect(try await world.state() == .declined)
        world.later(Timestamp.Span(milliseconds: 1))
        try await TidyChallenges(world.play.challenges)()
        #expect(try await world.state() == nil)
    }
}
