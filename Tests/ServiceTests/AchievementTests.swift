import LaurelDomain
@testable import LaurelScores
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelService

@Suite("Achievements", .timeLimit(.minutes(15))) struct AchievementTests {
    @Test("rules 3.5, 3.6, 5.1: a definition keeps to its limits, and the refusal says which one")
    func definition() async throws {
        let play = try await PlayFixture()
        let made = try await play.achievement {
            $0.isHidden = true
            $0.isRepeatable = true
        }
        #expect(play.catalogue.achievements.achievement(made.id, of: play.app.number) == made)
        await #expect(throws: ConfigureAchievementError.idTaken) { try await play.achievement() }
        await #expect(throws: ConfigureAchievementError.pointsOutOfRange(limit: 100)) {
            try await play.achievement("A") { $0.points = 101 }
        }
        await #expect(throws: ConfigureAchievementError.missingLanguage(.english)) {
            try await play.achievement("A") { $0.localizations = [] }
        }
        await #expect(throws: ConfigureAchievementError.languageTwice(.english)) {
            try await play.achievement("A") { $0.localizations += $0.localizations }
        }
        await #expect(throws: ConfigureAchievementError.emptyText) {
            try await play.achievement("A") { $0.localizations[0].title = " " }
        }
        await #expect(throws: ConfigureAchievementError.textTooLong(limit: 255)) {
            try await play.achievement("A") {
                $0.localizations[0].descriptionAfter = String(repeating: "x", count: 256)
            }
        }
        await #expect(throws: ConfigureAchievementError.hiddenCharacter) {
            try await play.achievement("A") { $0.localizations[0].title = "a\u{202E}b" }
        }
        for number in 1...9 { try await play.achievement("P\(number)") { $0.points = 100 } }
        try await play.achievement("Last") { $0.points = 90 }
        await #expect(throws: ConfigureAchievementError.tooManyPoints(limit: 1_000)) {
            try await play.achievement("A") { $0.points = 1 }
        }
        for number in 12...100 { try await play.achievement("Z\(number)") { $0.points = 0 } }
        await #expect(throws: ConfigureAchievementError.tooManyAchievements(limit: 100)) {
            try await play.achievement("A") { $0.points = 0 }
        }
        #expect(play.catalogue.achievements.achievements(of: play.app.number).count == 100)
    }

    @Test("rule 3.3: a release freezes points and repeatability, and leaves the archive as the way out")
    func release() async throws {
        let play = try await PlayFixture()
        let made = try await play.achievement { $0.isReleased = false }
        await #expect(throws: ReportAchievementsError.prereleased(item: 0)) { try await play.report(50, by: 1) }
        try await play.report(50, by: 1, environment: .sandbox)
        #expect(try await play.page(of: 1).items.isEmpty, "players of the game as it is shipped do not see it yet")
        #expect(try await play.page(of: 1, .sandbox).items.count == 1)
        let configure = ConfigureAchievement(play.keeper)
        let changed = try await configure.update(made.number, of: play.app) { $0.points = 20 }
        #expect(changed.points == 20)
        try await configure.releaseAll(of: play.app)
        await #expect(throws: ConfigureAchievementError.frozen(.points)) {
            try await configure.update(made.number, of: play.app) { $0.points = 30 }
        }
        await #expect(throws: ConfigureAchievementError.frozen(.isRepeatable)) {
            try await configure.update(made.number, of: play.app) { $0.isRepeatable = true }
        }
        await #expect(throws: ConfigureAchievementError.frozen(.isReleased)) {
            try await configure.update(made.number, of: play.app) { $0.isReleased = false }
        }
        await #expect(throws: ConfigureAchievementError.cannotRemoveReleased) {
            try await configure.remove(made.number, of: play.app)
        }
        try await play.report(50, by: 1)
        _ = try await configure.update(made.number, of: play.app) { $0.isArchived = true }
        await #expect(throws: ReportAchievementsError.archived(item: 0)) { try await play.report(60, by: 1) }
        #expect(try await play.page(of: 1).items.count == 1)
        #expect(try await play.page(of: 2).items.isEmpty)
        let again = try await play.restarted()
        #expect(again.catalogue.achievements.achievement(made.number)?.isArchived == true)
    }

    @Test(
        "rules 4.7, 5.2: what a device with a slow clock earns after a reset counts, once it said that nothing waited")
    func slowClock() async throws {
        let play = try await PlayFixture()
        try await play.achievement()
        let reset = ResetAchievements(play.keeper)
        try await play.report(50, by: 1)
        func slow() -> Timestamp { play.time.moment.advanced(by: -.hours(1)) }
        try await reset(of: play.app, .production, as: play.session(1))
        play.time.advance(.minutes(1))
        let unknown = try await play.report(100, by: 1, date: slow())
        #expect(!unknown.isEarnedNow && unknown.progress == nil, "it may have waited since before the reset")
        try await reset(of: play.app, .production, waiting: 3, as: play.session(1))
        play.time.advance(.minutes(1))
        #expect(try await play.report(100, by: 1, date: slow()).progress == nil, "so may this")
        try await reset(of: play.app, .production, waiting: 0, as: play.session(1))
        play.time.advance(.minutes(1))
        let late = try await play.report(100, by: 1, date: slow())
        #expect(late.isEarnedNow && late.progress?.firstEarned == play.time.moment.advanced(by: -.minutes(1)))
    }

    @Test("rule 5.2: progress only rises, 100 earns once, and a first report shows what was hidden")
    func progress() async throws {
        let play = try await PlayFixture()
        try await play.achievement { $0.isHidden = true }
        #expect(try await play.page(of: 1).items[0].isMasked)
        let first = try await play.report(0, by: 1)
        #expect(first.progress?.percent == .zero && !first.isEarnedNow)
        #expect(try await !play.page(of: 1).items[0].isMasked)
        #expect(try await play.page(of: 2).items[0].isMasked)
        #expect(try await play.page(of: nil).items[0].isMasked)
        #expect(try await play.report(33.333, by: 1).progress?.percent.value == 33.333)
        #expect(try await play.report(20, by: 1).progress?.percent.value == 33.333)
        let made = play.time.moment
        play.time.advance(.minutes(5))
        let earned = try await play.report(100, by: 1, date: made)
        #expect(earned.isEarnedNow)
        #expect(earned.progress?.firstEarned == made && earned.progress?.timesEarned == 1)
        let again = try await play.report(100, by: 1)
        #expect(!again.isEarnedNow && again.progress == earned.progress)
        #expect(try await play.notices() == ["1 achievementEarned"])
        let page = try await play.page(of: 1)
        #expect(page.points == 10 && page.maximumPoints == 10)
        let restarted = try await play.restarted()
        #expect(try await restarted.page(of: 1).items[0].progress == earned.progress)
    }

    @Test("rule 5.2: what can be earned again is earned by each report, and a report with an id counts once")
    func repeatable() async throws {
        let play = try await PlayFixture()
        try await play.achievement { $0.isRepeatable = true }
        #expect(try await play.report(100, by: 1, id: "a").isEarnedNow)
        #expect(try await play.report(100, by: 1, id: "b").progress?.timesEarned == 2)
        let again = try await play.report(100, by: 1, id: "a")
        #expect(again.isRepeat && again.isEarnedNow && again.progress?.timesEarned == 2)
        await #expect(throws: ReportAchievementsError.idReused(item: 0)) { try await play.report(50, by: 1, id: "a") }
        let restarted = try await play.restarted()
        #expect(try await restarted.report(100, by: 1, id: "b").progress?.timesEarned == 2)
        try await restarted.board()
        await #expect(throws: SubmitScoresError.scoreIDReused(item: 0)) {
            try await restarted.submit(1, by: 1, id: "a")
        }
    }

    @Test("rule 4.10: several reports are taken or refused together")
    func together() async throws {
        let play = try await PlayFixture()
        try await play.achievement("A")
        try await play.achievement("B") { $0.isArchived = true }
        func report(_ ids: String...) async throws -> ReportedAchievements {
            try await ReportAchievements(play.keeper)(
                ids.map { AchievementReport(achievement: try AchievementID($0), percent: .full) }, app: play.app,
                environment: .production, as: play.session(1))
        }
        await #expect(throws: ReportAchievementsError.archived(item: 1)) { try await report("A", "B") }
        await #expect(throws: ReportAchievementsError.unknownAchievement(item: 1)) { try await report("A", "C") }
        #expect(try await play.page(of: 1).points == 0)
        #expect(try await play.notices().isEmpty)
        #expect(try await report("A", "A").results.map(\.isEarnedNow) == [true, false])
    }

    @Test("rule 5.2: a reset goes back to zero and hides again, and what was made before it counts no more")
    func reset() async throws {
        let play = try await PlayFixture()
        try await play.achievement { $0.isHidden = true }
        try await play.report(100, by: 1)
        try await play.report(100, by: 2)
        let made = play.time.moment
        play.time.advance(.minutes(1))
        try await ResetAchievements(play.keeper)(of: play.app, .production, as: play.session(1))
        let page = try await play.page(of: 1)
        #expect(page.points == 0 && page.items[0].isMasked && page.items[0].rarityPercent == 50)
        let late = try await play.report(100, by: 1, date: made)
        #expect(late.progress == nil && !late.isEarnedNow)
        #expect(try await play.report(100, by: 1).isEarnedNow)
        #expect(try await play.page(of: 1).items[0].rarityPercent == 100)
    }

    @Test("rules 3.2, 5.2: Sandbox and Production have progress and rarity of their own")
    func environments() async throws {
        let play = try await PlayFixture()
        try await play.achievement()
        try await play.report(100, by: 1, environment: .sandbox)
        #expect(try await play.page(of: 1).points == 0)
        #expect(try await play.page(of: 1).items[0].rarityPercent == nil)
        #expect(try await play.page(of: 1, .sandbox).items[0].rarityPercent == 100)
    }

    @Test("rule 4.10: when the commit fails, no report of it was taken")
    func commitFails() async throws {
        let (store, journal) = try PlayStore.make().held()
        let play = try await PlayFixture(store)
        try await play.achievement()
        journal.failNext(.unavailable)
        await #expect(throws: ReportAchievementsError.unavailable) { try await play.report(100, by: 1, id: "a") }
        #expect(try await play.page(of: 1).points == 0)
        #expect(try await play.notices().isEmpty)
        let again = try await play.report(100, by: 1, id: "a")
        #expect(again.isEarnedNow && !again.isRepeat)
    }

    @Test(
        "rule 5.2: rarity is the exact share of the players, whatever happens", arguments: Depth.seeds(6))
    func rarity(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var play = try await PlayFixture()
        try await play.board()
        for id in ["A", "B"] { try await play.achievement(id) { $0.isRepeatable = id == "B" } }
        var players: Set<UInt32> = []
        var percents: [String: [UInt32: Double]] = ["A": [:], "B": [:]]
        for step in 0..<120 {
            let player = UInt32.random(in: 1...9, using: &random)
            let id = Bool.random(using: &random) ? "A" : "B"
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let percent = ([0, 12.5, 50, 100] as [Double]).randomElement(using: &random) ?? 0
                try await play.report(percent, of: id, by: player)
                let known = percents[id]?[player] ?? 0
                percents[id]?[player] = max(percent, known)
                players.insert(player)
            case 6:
                try await play.submit(Int64(step), by: player)
                players.insert(player)
            case 7:
                try await ResetAchievements(play.keeper)(of: play.app, .production, as: play.session(player))
                for id in ["A", "B"] { percents[id]?[player] = nil }
            case 8:
                try await EndChallenges(play.challenges).playerErased(PlayerNumber(player))
                for id in ["A", "B"] { percents[id]?[player] = nil }
                players.remove(player)
            default: break
            }
            let items = try await play.page(of: player).items
            for item in items {
                let known = percents[item.achievement.id.text] ?? [:]
                let earned = known.values.count { $0 == 100 }
                let expected = players.isEmpty ? nil : Double(earned) * 100 / Double(players.count)
                try #require(item.rarityPercent == expected, "seed \(seed), step \(step)")
                try #require(item.progress?.percent.value == known[player], "seed \(seed), step \(step)")
            }
            if step % 40 == 39 { play = try await play.restarted() }
        }
    }
}
