import Foundation
import LaurelProcess
import Testing

@testable import GameKit

@Suite("What objects say of themselves", .timeLimit(.minutes(15)))
struct DescriptionTests {
    @Test("a description names the class and what tells one object from another")
    func descriptions() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let id = ali.local.gamePlayerID
        #expect(ali.local.description == "<GKLocalPlayer alias: ali, gamePlayerID: \(id), displayName: ali>")
        let board = try #require(
            try await ali.run { try await GKLeaderboard.loadLeaderboards(IDs: ["best"]) }.first)
        #expect(board.description == "<GKLeaderboard identifier: best, title: Best>")
        let set = try #require(try await ali.run { try await GKLeaderboardSet.loadLeaderboardSets() }.first)
        #expect(set.description == "<GKLeaderboardSet identifier: all, title: Everything>")
        let score = ali.run { GKLeaderboardScore() }
        (score.leaderboardID, score.value, score.context) = ("best", 5, 255)
        #expect(score.description == "<GKLeaderboardScore leaderboardID: best, player: ali, value: 5, context: 0xff>")
        score.player = ali.run { GKPlayer.anonymousGuestPlayer(withIdentifier: "guest") }
        #expect(score.player.guestIdentifier == "guest" && score.description.contains("player: guest"))
        try await board.submitScore(50, context: 9, player: ali.local)
        let entry = try #require(
            try await board.loadEntries(for: .global, timeScope: .allTime, range: NSRange(location: 1, length: 1)).0)
        for part in ["<Entry player: ali", "rank: 1", "score: 50", "formattedScore: 50 m", "context: 9"] {
            #expect(entry.description.contains(part), "\(entry)")
        }
        let achievement = ali.run { GKAchievement(identifier: "first") }
        achievement.percentComplete = 40
        #expect(
            achievement.description.hasPrefix(
                "<GKAchievement identifier: first, percentComplete: 40.0, completed: false"))
        let described = try await ali.run { try await GKAchievementDescription.loadAchievementDescriptions() }
        let text = "identifier: first, title: Title of first, maximumPoints: 10, hidden: false"
        #expect(described.first?.description == "<GKAchievementDescription \(text)>")
        let saved = try await ali.run { try await GKLocalPlayer.local.saveGameData(Data([1]), withName: "slot") }
        #expect(saved.description.hasPrefix("<GKSavedGame name: slot, deviceName: "))
    }
}
