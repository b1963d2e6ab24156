import LaurelDomain
import LaurelHTTPServer
import LaurelWire
import Testing

@testable import LaurelAPI

@Suite("Events of leaderboards") struct LeaderboardEventTests {
    @Test(
        "are written by hand as their definition says",
        arguments: [nil, [], [.today], TimeScope.allCases] as [[TimeScope]?])
    func written(scopes: [TimeScope]?) throws {
        let name = LeaderboardName(try BundleID("com.ali.MonkeyJump"), try LeaderboardID("HighScores"))
        for environment in Environment.allCases {
            let event = LeaderboardEvent(
                bundleID: name.bundleID, leaderboard: name.leaderboard, environment: environment, scopes: scopes,
                version: 1 << 47)
            let data = String(decoding: event.json, as: UTF8.self)
            #expect(
                EventStreams.event(name, environment, JournalSequence(1 << 47), scopes.map { Set($0) })
                    == ServerSentEvent(event: "leaderboard", data: data).encoded)
            #expect(try LeaderboardEvent.shape.answer(json: event.json) == event)
        }
    }
}
