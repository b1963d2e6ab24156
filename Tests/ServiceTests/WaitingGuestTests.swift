import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("Leaderboards that wait for a guest's upgrade", .timeLimit(.minutes(15))) struct WaitingGuestTests {
    private func scene() async throws -> (scene: MergeScene, board: Leaderboard) {
        let scene = try await MergeScene()
        let board = try await scene.play.board { $0.guests = .afterUpgrade }
        try await scene.play.submit(500, by: scene.ada.player.rawValue)
        return (scene, board)
    }

    private func upgrade(_ scene: MergeScene) async throws {
        let session = try await MergeScene.come(scene.world).session
        _ = try await UpgradeGuest(scene.world.accounts)(
            alias: try Alias("Lasting"), password: try Password("analytical engine", alias: "Lasting"), in: session,
            address: AccountsWorld.address)
    }

    private func release(_ scene: MergeScene) async throws {
        try await ReleaseScores(scene.world.accounts, scene.play.keeper)()
    }

    private func moderation(_ scene: MergeScene) -> Moderation {
        var accounts = scene.world.accounts
        accounts.clock = scene.play.time.clock
        return Moderation(directory: scene.play.store.directory, keeper: scene.play.keeper, accounts: accounts)
    }

    private func waiting(_ scene: MergeScene) throws -> JournalRow {
        try #require(try scene.scores(of: scene.guest).last { $0.flags.contains(.awaitsUpgrade) })
    }

    @Test("rules 1.11, 1.12: a guest's score waits without a rank, and does at the upgrade what it would have done")
    func upgraded() async throws {
        let (scene, _) = try await scene()
        let (ada, guest) = (scene.ada.player.rawValue, scene.guest.rawValue)
        try await scene.play.challenge(guest, by: ada)
        scene.play.time.advance(.hours(1))
        let came = scene.play.time.moment
        let held = try await scene.play.submit(700, by: guest)
        #expect(held.isHeld && held.entry == nil && held.setOff == .nothing)
        #expect(try await scene.order() == ["\(ada):500"])
        scene.play.time.advance(.days(2))
        try await upgrade(scene)
        let waiting = try await scene.world.directory.unreleasedGuests(limit: 10)
        #expect(waiting == [scene.guest])
        try await release(scene)
        #expect(try await scene.order() == ["\(guest):700", "\(ada):500"])
        let page = try await ReadEntries(scene.play.keeper)(
            EntriesQuery(
                leaderboard: try LeaderboardID("HighScores"), environment: .production,
                selection: .window(try RankWindow(first: 1, count: 1))), app: scene.play.app)
        #expect(page.entries?.map(\.date) == [came])
        #expect(try await scene.play.list(guest).map(\.state) == [.completed])
        #expect(try await scene.world.directory.unreleasedGuests(limit: 10).isEmpty)
        // From now on they are as anybody, and doing it again does nothing.
        #expect(try await scene.play.submit(800, by: guest).entry?.rank == 1)
        let last = scene.play.keeper.sequences
        try await ReleaseScores(scene.world.accounts, scene.play.keeper)(of: scene.guest)
        #expect(scene.play.keeper.sequences == last)
    }

    @Test("rule 1.11: a leaderboard that shows guests ranks them at once, and one that waits says so again")
    func shown() async throws {
        let (scene, _) = try await scene()
        try await scene.play.board("Shown")
        let guest = scene.guest.rawValue
        #expect(try await scene.play.submit(700, by: guest, to: "Shown").entry?.rank == 1)
        #expect(try await scene.play.submit(700, by: guest, id: "a").isHeld)
        #expect(try await scene.play.submit(700, by: guest, id: "a").isHeld, "sent again, it waits still")
    }

    @Test("rule 1.12: an upgrade after which the process ended shows the scores at the next start")
    func restarted() async throws {
        let (scene, _) = try await scene()
        let (ada, guest) = (scene.ada.player.rawValue, scene.guest.rawValue)
        try await scene.play.submit(700, by: guest)
        try await upgrade(scene)
        let later = try await scene.restarted()
        #expect(try await later.order() == ["\(ada):500"])
        try await release(later)
        #expect(try await later.order() == ["\(guest):700", "\(ada):500"])
        let last = try await later.restarted()
        #expect(try await last.order() == ["\(guest):700", "\(ada):500"])
    }

    @Test("rule 1.13: scores that waited rank as the account's")
    func merged() async throws {
        let (scene, _) = try await scene()
        try await scene.play.submit(700, by: scene.guest.rawValue)
        try await scene.merge()
        #expect(try await scene.order() == ["\(scene.ada.player.rawValue):700"])
    }

    @Test("rules 1.12, 1.13: what a moderator took out stays out", arguments: [false, true])
    func removed(isMerged: Bool) async throws {
        let (scene, board) = try await scene()
        try await scene.play.submit(700, by: scene.guest.rawValue)
        let row = try waiting(scene)
        let moderate = ModerateScore(scene.play.keeper)
        _ = try await moderate.restore(row.sequence, to: board, of: scene.play.app, .production)
        #expect(try await scene.order().count == 2)
        _ = try await moderate.remove(row.sequence, from: board, of: scene.play.app, .production)
        if isMerged {
            try await scene.merge()
        } else {
            try await upgrade(scene)
            try await release(scene)
        }
        #expect(try await scene.order() == ["\(scene.ada.player.rawValue):500"])
    }

    @Test("rules 1.12, 4.12: what a moderator took out while it waited stays out", arguments: [false, true])
    func removedWaiting(isMerged: Bool) async throws {
        let (scene, board) = try await scene()
        try await scene.play.submit(700, by: scene.guest.rawValue)
        try await scene.play.submit(600, by: scene.guest.rawValue)
        let taken = try #require(try scene.scores(of: scene.guest).first { $0.value == 700 })
        _ = try await ModerateScore(scene.play.keeper).remove(
            taken.sequence, from: board, of: scene.play.app, .production)
        if isMerged {
            try await scene.merge()
        } else {
            try await upgrade(scene)
            try await release(scene)
        }
        let best = isMerged ? scene.ada.player.rawValue : scene.guest.rawValue
        #expect(try await scene.order().first == "\(best):600")
    }

    @Test("rules 1.12, 4.12: what a moderator rejected after the upgrade stays out, however often scores are shown")
    func rejected() async throws {
        let (scene, _) = try await scene()
        let moderation = moderation(scene)
        var policy = ModerationPolicy()
        policy.holdsScores = true
        try await ConfigureModeration(moderation)(policy, of: scene.play.app, leaderboard: nil, by: .operator)
        try await scene.play.submit(700, by: scene.guest.rawValue)
        try await upgrade(scene)
        try await release(scene)
        let reviews = try await ReadReviews(moderation)(
            of: scene.play.app, .pending, after: nil, by: .operator
        ).reviews
        _ = try await DecideReview(moderation)(
            try #require(reviews.first).id, of: scene.play.app, .reject, note: "", by: .operator)
        try await ConfigureModeration(moderation)(
            ModerationPolicy(), of: scene.play.app, leaderboard: nil, by: .operator)
        try await ReleaseScores(scene.world.accounts, scene.play.keeper)(of: scene.guest)
        #expect(try await scene.order() == ["\(scene.ada.player.rawValue):500"])
    }

    @Test("rules 1.12, 4.12: scores that moderators have no room for wait on, and come once there is room")
    func full() async throws {
        let (scene, _) = try await scene()
        let moderation = moderation(scene)
        var policy = ModerationPolicy()
        policy.holdsScores = true
        try await ConfigureModeration(moderation)(policy, of: scene.play.app, leaderboard: nil, by: .operator)
        for value in 1...Int64(ModerationLimits.heldScores) + 2 {
            try await scene.play.submit(1_000 + value, by: scene.guest.rawValue)
        }
        try await upgrade(scene)
        try await release(scene)
        #expect(try scene.play.store.journal.pendingScores().count == ModerationLimits.heldScores)
        #expect(try await scene.world.directory.unreleasedGuests(limit: 10) == [scene.guest])
        let reviews = try await ReadReviews(moderation)(
            of: scene.play.app, .pending, after: nil, by: .operator
        ).reviews
        for review in reviews.prefix(2) {
            _ = try await DecideReview(moderation)(review.id, of: scene.play.app, .accept, note: "", by: .operator)
        }
        try await release(scene)
        #expect(try scene.play.store.journal.pendingScores().count == ModerationLimits.heldScores)
        #expect(try await scene.world.directory.unreleasedGuests(limit: 10).isEmpty)
    }

    @Test("rules 1.11, 4.12: where every score is held, moderators see it after the upgrade", arguments: [false, true])
    func held(isMerged: Bool) async throws {
        let (scene, _) = try await scene()
        let moderation = moderation(scene)
        var policy = ModerationPolicy()
        policy.holdsScores = true
        try await ConfigureModeration(moderation)(policy, of: scene.play.app, leaderboard: nil, by: .operator)
        try await scene.play.submit(700, by: scene.guest.rawValue)
        let read = ReadReviews(moderation)
        #expect(try await read(of: scene.play.app, .pending, after: nil, by: .operator).reviews.isEmpty)
        if isMerged {
            try await scene.merge()
        } else {
            try await upgrade(scene)
            try await release(scene)
            try await ReleaseScores(scene.world.accounts, scene.play.keeper)(of: scene.guest)
        }
        let reviews = try await read(of: scene.play.app, .pending, after: nil, by: .operator).reviews
        #expect(reviews.count == 1)
        #expect(try await scene.order() == ["\(scene.ada.player.rawValue):500"])
        _ = try await DecideReview(moderation)(
            try #require(reviews.first).id, of: scene.play.app, .accept, note: "", by: .operator)
        #expect(try await scene.order().first?.hasSuffix(":700") == true)
    }
}
