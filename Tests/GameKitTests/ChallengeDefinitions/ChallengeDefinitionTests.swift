import Foundation
import LaurelDomain
import LaurelProcess
import Testing

@testable import GameKit

@Suite("Challenge definitions of a game", .timeLimit(.minutes(15)))
struct ChallengeDefinitionTests {
    @Test("rule 14.12: definitions come as their developer wrote them, in both forms; archived ones aren't loaded")
    func definitions() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let told = await ali.told { GKChallengeDefinition.loadChallengeDefinitions(completionHandler: $0) }
        #expect(told.value?.map(\.identifier) == ["Fast Laps", "daily"] && told.isOnMainThread)
        let all = try await ali.run { try await GKChallengeDefinition.all }
        let (laps, daily) = (try #require(all.first), try #require(all.last))
        #expect(laps.title == "Fast laps" && laps.details == "The fastest lap wins." && daily.details == nil)
        #expect(laps.groupIdentifier == "hop" && daily.groupIdentifier == nil)
        #expect(laps.durationOptions == [DateComponents(day: 1), DateComponents(day: 7)])
        #expect(daily.durationOptions.isEmpty && laps.isRepeatable && !daily.isRepeatable)
        #expect(laps.leaderboard?.baseLeaderboardID == "laps" && daily.leaderboard?.type == .recurring)
        #expect(laps.releaseState == .released)
        #expect(try await laps.image == nil)
        #expect(laps == told.value?.first && laps != daily)
    }
}
