import Foundation
import LaurelProcess
import Synchronization
import Testing

@testable import GameKit

@Suite("Achievements of a game", .timeLimit(.minutes(15)))
struct AchievementTests {
    @Test("rule 5.2: progress only rises, 100 earns it, and a banner comes up where the game wants it")
    func progress() async throws {
        let arena = try await FullGame()
        let clock = Mutex(Date(timeIntervalSince1970: (Date().timeIntervalSince1970 - 3_600).rounded()))
        let ali = try await arena.device("ali") { $0.now = { clock.withLock(\.self) } }
        #expect(try await ali.run { try await GKAchievement.loadAchievements() }.isEmpty)
        let first = ali.run { GKAchievement(identifier: "first") }
        #expect(first.percentComplete == 0 && !first.isCompleted && !first.showsCompletionBanner)
        #expect(first.player === ali.local && first.playerID == ali.local.gamePlayerID)
        let made = first.lastReportedDate
        clock.withLock { $0 += 60 }
        first.percentComplete = 40.5
        #expect(first.lastReportedDate == made)
        #expect(await ali.told { GKAchievement.report([first], withCompletionHandler: $0) }.error == nil)
        #expect(first.lastReportedDate == made + 60)
        let lower = ali.run { GKAchievement(identifier: "first", player: ali.local) }
        lower.percentComplete = 10
        try await ali.run { try await GKAchievement.report([lower]) }
        #expect(lower.percentComplete == 40.5)
        let banners = ali.presenter.banners.count
        first.percentComplete = 250
        first.showsCompletionBanner = true
        #expect(first.showsCompletionBanner && !lower.showsCompletionBanner)
        #expect(await ali.told { first.report(completionHandler: $0) }.error == nil)
        let told = await ali.told { GKAchievement.loadAchievements(completionHandler: $0) }
        #expect(told.value?.map(\.identifier) == ["first"] && told.isOnMainThread)
        #expect(told.value?.first?.isCompleted == true && told.value?.first?.percentComplete == 100)
        #expect(ali.presenter.banners.dropFirst(banners).map(\.title) == ["Title of first"])
        #expect(ali.presenter.banners.last?.message == "10 points")

        let quiet = ali.run { GKAchievement(identifier: "again") }
        quiet.percentComplete = 100
        try await ali.run { try await GKAchievement.report([quiet, first]) }
        #expect(ali.presenter.banners.count == banners + 1)
        #expect(await ali.told { GKAchievement.resetAchievements(completionHandler: $0) }.error == nil)
        #expect(try await ali.run { try await GKAchievement.loadAchievements() }.isEmpty)
        // What was made before the reset would not count.
        clock.withLock { $0 = Date() }
        first.percentComplete = 5
        try await ali.run { try await GKAchievement.report([first]) }
        #expect(try await ali.run { try await GKAchievement.loadAchievements() }.map(\.percentComplete) == [5])
        try await ali.run { try await GKAchievement.resetAchievements() }
        #expect(try await ali.run { try await GKAchievement.loadAchievements() }.isEmpty)
    }

    @Test("rules 4.10, 8.1: what is wrong with a report has its code, and an archived one is sent once")
    func reports() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let again = ali.run { GKAchievement(identifier: "again") }
        again.percentComplete = 100
        let data = try NSKeyedArchiver.archivedData(withRootObject: again, requiringSecureCoding: true)
        let copy = try #require(
            try ali.run { try NSKeyedUnarchiver.unarchivedObject(ofClass: GKAchievement.self, from: data) })
        #expect(copy.identifier == "again" && copy.percentComplete == 100 && copy.player == ali.local)
        for report in [again, copy] { try await ali.run { try await GKAchievement.report([report]) } }
        #expect(try await timesEarned(arena, "ali") == 1)
        // Earned again, since it may be.
        try await ali.run { try await GKAchievement.report([again]) }
        #expect(try await timesEarned(arena, "ali") == 2)
        try await ali.run { try await GKAchievement.report([again], withEligibleChallenges: []) }
        #expect(try await timesEarned(arena, "ali") == 3)

        let unknown = ali.run { GKAchievement(identifier: "nothing") }
        unknown.percentComplete = 1
        #expect(await ali.told { GKAchievement.report([unknown], withCompletionHandler: $0) }.code == .invalidParameter)
        unknown.identifier = "first"
        unknown.percentComplete = .nan
        #expect(await ali.failure { try await GKAchievement.report([unknown]) } == .invalidParameter)
        unknown.percentComplete = 30
        #expect(await ali.told { unknown.report(completionHandler: $0) }.error == nil)
        let reported = try await ali.run { try await GKAchievement.loadAchievements() }
        #expect(reported.first { $0.identifier == "first" }?.percentComplete == 30 && unknown.identifier == "first")
        #expect(ali.run { GKAchievement(identifier: nil, forPlayer: "A:_x") } == nil)
        #expect(ali.run { GKAchievement(identifier: "first", forPlayer: "") } == nil)
        #expect(ali.run { GKAchievement(identifier: "first", forPlayer: "A:_x") }?.playerID == "A:_x")
    }

    private func timesEarned(_ arena: FullGame, _ alias: String) async throws -> Int? {
        let token = try await arena.ownSession(alias)
        let list = try await arena.expect("GET", "/v1/games/\(arena.game.bundleID)/achievements", nil, token)
        let all = list["achievements"] as? [[String: Any]]
        return (all?.first { $0["id"] as? String == "again" }?["progress"] as? [String: Any])?["timesEarned"] as? Int
    }

    @Test("rules 5.1, 5.2: descriptions of all, hidden ones masked until they are reported, with rarity and pictures")
    func descriptions() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let told = await ali.told { GKAchievementDescription.loadAchievementDescriptions(completionHandler: $0) }
        let all = try #require(told.value)
        #expect(all.map(\.identifier) == ["first", "again", "hidden"] && all.map(\.maximumPoints) == [10, 5, 1])
        #expect(all[0].title == "Title of first" && all[0].unachievedDescription == "Do first")
        #expect(all[0].achievedDescription == "You did first" && all[0].rarityPercent == nil)
        #expect(all.map(\.isReplayable) == [false, true, false] && all.map(\.isHidden) == [false, false, true])
        #expect(all.map(\.releaseState) == [.released, .released, .released])
        #expect(all[2].title == "Hidden achievement" && all[0].groupIdentifier == nil)
        let hidden = ali.run { GKAchievement(identifier: "hidden") }
        try await ali.run { try await GKAchievement.report([hidden]) }
        let later = try await ali.run { try await GKAchievementDescription.loadAchievementDescriptions() }
        #expect(later[2].title == "Title of hidden" && !later[2].isHidden && later[2].rarityPercent == 0)
        let data = try NSKeyedArchiver.archivedData(withRootObject: later[2], requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: GKAchievementDescription.self, from: data)
        #expect(copy?.title == "Title of hidden" && copy?.releaseState == later[2].releaseState)
        let pictures = [
            GKAchievementDescription.incompleteAchievementImage(),
            GKAchievementDescription.placeholderCompletedAchievementImage(),
        ]
        #expect(pictures.allSatisfy { $0.size == CGSize(width: 64, height: 64) } && pictures[0] != pictures[1])
    }

    @Test("rule 6.1: those whom an achievement can challenge are friends who have not earned it")
    func challengeable() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let bea = try await arena.device("bea")
        let cal = try await arena.device("cal")
        try await arena.befriend("ali", "bea")
        try await arena.befriend("ali", "cal")
        for device in [ali, cal] {
            let first = device.run { GKAchievement(identifier: "first") }
            first.percentComplete = 100
            try await device.run { try await GKAchievement.report([first]) }
        }
        let first = ali.run { GKAchievement(identifier: "first") }
        let found = await ali.told {
            first.selectChallengeablePlayers([bea.local, cal.local], withCompletionHandler: $0)
        }
        #expect(found.value == [bea.local])
        #expect(try await first.selectChallengeablePlayers([cal.local, bea.local]) == [bea.local])
        let ids = await ali.told {
            first.selectChallengeablePlayerIDs([bea.local.gamePlayerID], withCompletionHandler: $0)
        }
        #expect(ids.value == [bea.local.gamePlayerID])
    }
}
