@testable import LaurelAPI
import LaurelDomain
import LaurelWire
import Testing

/// What is written too often for the definition to write it is judged by the definition.
@Suite("Event encoding") struct EventEncodingTests {
    @Test(
        "A leaderboard's event is written as its definition says",
        arguments: [nil, [], [.today], TimeScope.allCases] as [[TimeScope]?])
    func leaderboardEvent(scopes: [TimeScope]?) throws {
        let name = LeaderboardName(try BundleID("com.ali.MonkeyJump"), try LeaderboardID("HighScores"))
        let written = EventStreams.event(name, .sandbox, JournalSequence(281_474_976_710_655), scopes.map { Set($0) })
        let defined = LeaderboardEvent(
            bundleID: name.bundleID, leaderboard: name.leaderboard, environment: .sandbox, scopes: scopes,
            version: 281_474_976_710_655)
        let text = String(decoding: written, as: UTF8.self)
        #expect(text == "event: leaderboard\ndata: \(String(decoding: defined.json, as: UTF8.self))\n\n")
    }
}
