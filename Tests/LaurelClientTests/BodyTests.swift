import LaurelClient
import LaurelDomain
import LaurelWire
import Testing

@Suite("Bodies that the client sends") struct BodyTests {
    @Test("the server reads what the client writes")
    func roundTrip() throws {
        var signIn = SignInBody()
        (signIn.alias, signIn.password, signIn.code) = ("ali \"x\"", "correct\nhorse", "123456")
        signIn.session.bundleID = try BundleID("com.example.game")
        signIn.session.environment = .sandbox
        signIn.session.device = try DeviceName("d1")
        signIn.session.waiting = 3
        let read = try SignInBody(json: signIn.json)
        #expect(read.alias == signIn.alias && read.password == signIn.password && read.code == signIn.code)
        #expect(read.session == signIn.session)
        var poll = DevicePollBody()
        (poll.deviceCode, poll.waiting) = ("abc", 7)
        let polled = try DevicePollBody(json: poll.json)
        #expect(polled.deviceCode == "abc" && polled.waiting == 7)
        var scores = ScoresBody()
        var item = ScoreOfGame()
        item.leaderboard = try LeaderboardID("best")
        item.score = Score(
            value: .min, context: -1, date: Timestamp(milliseconds: 1_700_000_000_123), id: try ScoreID("s1"))
        item.replay = [1, 2, 255]
        scores.scores = [item, ScoreOfGame()]
        scores.waiting = 2
        let sent = try ScoresBody(json: scores.json)
        #expect(sent.scores.map(\.score) == scores.scores.map(\.score) && sent.waiting == 2)
        #expect(sent.scores[0].leaderboard == item.leaderboard && sent.scores[0].replay == item.replay)
        #expect(sent.scores[1].leaderboard == nil && sent.challengeIDs == nil)
    }
}
