import Foundation
import LaurelProcess
import Testing

@testable import GameKit

@Suite("Scores of a game", .timeLimit(.minutes(15)))
struct ScoreTests {
    /// What a device's player has on a leaderboard.
    private func entry(_ device: TestDevice, on id: String) async throws -> GKLeaderboard.Entry? {
        let board = device.run { GKLeaderboard() }
        board.identifier = id
        return try await board.loadEntries(
            for: .global, timeScope: .allTime, range: NSRange(location: 1, length: 1)
        ).0
    }

    @Test("rule 4.4: date, player and key are there when a score is made, and survive an archive")
    func archive() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let bea = try await arena.device("bea")
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        #expect(score.value == 0 && score.rank == 0 && score.formattedValue == nil && score.context == 0)
        #expect(score.player === ali.local && score.playerID == ali.local.gamePlayerID)
        score.value = .min
        score.context = .max
        let data = try NSKeyedArchiver.archivedData(withRootObject: [score], requiringSecureCoding: true)
        let list = try ali.run {
            try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, GKScore.self], from: data) as? [GKScore]
        }
        let copy = try #require(list?.first)
        #expect(copy.value == .min && copy.context == .max && copy.date == score.date)
        #expect(copy.leaderboardIdentifier == "best" && copy.player == score.player)
        // Sent twice, from two objects: it counts once, with its first date and all of its bits.
        try await ali.run { try await GKScore.report([score]) }
        try await ali.run { try await GKScore.report([copy]) }
        let entry = try #require(try await entry(ali, on: "best"))
        #expect(entry.score == .min && entry.context == -1 && entry.date == score.date)
        let total = try await arena.expect(
            "GET", arena.game.entries + "?ids=" + ali.local.gamePlayerID, nil, nil)
        #expect((total["entries"] as? [Any])?.count == 1)
        // A score stays its player's, no matter who unarchives it.
        let elsewhere = try bea.run {
            try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, GKScore.self], from: data) as? [GKScore]
        }
        #expect(elsewhere?.first?.player.displayName == "ali" && elsewhere?.first?.player !== bea.local)
        let spoilt = NSKeyedArchiver(requiringSecureCoding: true)
        spoilt.encode(Data(#"{"value":true}"#.utf8) as NSData, forKey: "laurel.state")
        let coder = try NSKeyedUnarchiver(forReadingFrom: spoilt.encodedData)
        #expect(GKScore(coder: coder) == nil)
    }

    @Test("a score reads as Apple's: player, rank, date, value, formattedValue, context in hexadecimal digits")
    func description() async throws {
        let device = try TestDevice(try await FullGame().game)
        let score = device.run { GKScore(category: "best") }
        score.value = -5
        score.context = 0xBEEF
        let pattern =
            #"^<GKScore: 0x[0-9a-f]+>player:\(null\) rank:0 date:.+ value:-5 formattedValue:\(null\) context:0xbeef$"#
        #expect(score.description.range(of: pattern, options: .regularExpression) != nil, "\(score.description)")
        #expect(score.category == "best" && score.playerID == nil && score.player.gamePlayerID.isEmpty)
        #expect(device.run { GKScore(leaderboardIdentifier: "best", forPlayer: "") } == nil)
        #expect(device.run { GKScore(leaderboardIdentifier: "best", forPlayer: "A:_x") }?.playerID == "A:_x")
    }

    @Test("rules 4.5, 4.10: scores are reported together or not at all, and what is wrong has its code")
    func refusals() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        @Sendable func score(_ id: String, _ value: Int64?) -> GKScore {
            let score = ali.run { GKScore(leaderboardIdentifier: id) }
            if let value { score.value = value }
            return score
        }
        let unset = await ali.told { GKScore.report([score("best", nil)], withCompletionHandler: $0) }
        #expect(unset.code == .scoreNotSet && unset.isOnMainThread)
        let both = [score("best", 5), score("nothing", 5)]
        #expect(await ali.told { GKScore.report(both, withCompletionHandler: $0) }.code == .invalidParameter)
        #expect(try await entry(ali, on: "best") == nil)
        #expect(await ali.failure { try await GKScore.report([GKScore]()) } == .invalidParameter)
        let guest = ali.run {
            GKScore(leaderboardIdentifier: "best", player: .anonymousGuestPlayer(withIdentifier: "kid"))
        }
        guest.value = 1
        #expect(guest.player.guestIdentifier == "kid")
        #expect(await ali.failure { try await GKScore.report([guest]) } == .invalidPlayer)
        // Zero is a score.
        #expect(await ali.told { GKScore.report([score("best", 0)], withCompletionHandler: $0) }.error == nil)
        #expect(try await entry(ali, on: "best")?.score == 0)
        // As in iOS 5; and changed after that, it is another score.
        let old = score("best", 8)
        #expect(await ali.told { old.report(completionHandler: $0) }.error == nil)
        old.value = 9
        #expect(await ali.told { old.report(completionHandler: $0) }.error == nil)
        #expect(try await entry(ali, on: "best")?.score == 9)
        // Where it goes may be said later, by the newer name and by the older.
        let moved = score("nothing", 10)
        moved.leaderboardIdentifier = "best"
        try await ali.run { try await GKScore.report([moved]) }
        let renamed = score("nothing", 11)
        renamed.category = "laps"
        try await ali.run { try await GKScore.report([renamed]) }
        #expect(try await entry(ali, on: "best")?.score == 10)
        #expect(try await entry(ali, on: "laps")?.score == 11)
        let nobody = try TestDevice(arena.game)
        let homeless = nobody.run { GKScore(leaderboardIdentifier: "best") }
        homeless.value = 3
        #expect(await nobody.failure { try await GKScore.report([homeless]) } == .notAuthenticated)
    }

    @Test("one score goes to several leaderboards, in each of the four forms")
    func submitting() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let several = await ali.told {
            GKLeaderboard.submitScore(
                12, context: 1, player: GKLocalPlayer.local, leaderboardIDs: ["best", "laps"], completionHandler: $0)
        }
        #expect(several.error == nil && several.isOnMainThread)
        #expect(try await entry(ali, on: "laps")?.formattedScore == "0:00:12")
        #expect(try await entry(ali, on: "best")?.context == 1)
        let board = try #require(
            try await ali.run { try await GKLeaderboard.loadLeaderboards(IDs: ["best"]) }.first)
        try await board.submitScore(20, context: 2, player: ali.local)
        #expect(try await entry(ali, on: "best")?.score == 20)
        let one = await ali.told { board.submitScore(30, context: 3, player: ali.local, completionHandler: $0) }
        #expect(one.error == nil)
        #expect(try await entry(ali, on: "best")?.context == 3)
        let challenge = ali.run { GKLeaderboardScore() }
        (challenge.leaderboardID, challenge.value, challenge.context) = ("best", 40, 4)
        let eligible = await ali.told {
            GKScore.report([challenge], withEligibleChallenges: [], withCompletionHandler: $0)
        }
        #expect(eligible.error == nil)
        #expect(try await entry(ali, on: "best")?.context == 4)
        challenge.context = 5
        challenge.value = 41
        try await ali.run { try await GKScore.report([challenge], withEligibleChallenges: []) }
        #expect(try await entry(ali, on: "best")?.context == 5)
        let none = await ali.failure {
            try await GKLeaderboard.submitScore(1, context: 0, player: GKLocalPlayer.local, leaderboardIDs: [])
        }
        #expect(none == .invalidParameter)
    }

    @Test("rule 4.3: a score may make its leaderboard the player's default one")
    func defaultLeaderboard() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let score = ali.run { GKScore(leaderboardIdentifier: "laps") }
        score.value = 60
        #expect(!score.shouldSetDefaultLeaderboard)
        score.shouldSetDefaultLeaderboard = true
        #expect(score.shouldSetDefaultLeaderboard)
        try await ali.run { try await GKScore.report([score]) }
        let board = ali.run { GKLeaderboard() }
        #expect(await ali.told { board.loadScores(completionHandler: $0) }.value?.map(\.value) == [60])
        #expect(board.identifier == "laps")
    }

    @Test("rule 4.3: a score without a leaderboard goes to the player's default one")
    func withoutLeaderboard() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let score = ali.run { GKScore() }
        score.value = 7
        // It says of no leaderboard that it's the player's default one.
        score.shouldSetDefaultLeaderboard = true
        try await ali.run { try await GKScore.report([score]) }
        #expect(try await entry(ali, on: "best")?.score == 7)
        try await ali.local.setDefaultLeaderboardIdentifier("laps")
        let old = ali.run { GKScore(category: nil) }
        old.value = 8
        try await ali.run { try await GKScore.report([old]) }
        #expect(try await entry(ali, on: "laps")?.score == 8)
        #expect(try await entry(ali, on: "best")?.score == 7)
    }

    @Test("rule 8.1: without a server a score is kept, the handler is told so, and it arrives once, with its date")
    func offline() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let port = try #require(arena.server.base.port)
        arena.server.stop()
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 77
        let told = await ali.told { GKScore.report([score], withCompletionHandler: $0) }
        #expect(told.code == .communicationsFailure && told.error?.isKept == true)
        let moved = try await LaurelProcess.started(
            dataFolder: arena.server.dataFolder, arguments: ["--port", "\(port)"])
        try await ali.run {
            try await GKLeaderboard.submitScore(
                1, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
        }
        let entry = try #require(try await entry(ali, on: "best"))
        #expect(entry.score == 77 && entry.date == score.date)
        moved.stop()
    }

    @Test("rules 4.4, 8.1: a score of somebody else waits on the device until he signs in, and stays his")
    func otherPlayers() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 55
        _ = try await arena.game.player("bea")
        try await ali.signIn("bea")
        let told = await ali.told { GKScore.report([score], withCompletionHandler: $0) }
        #expect(told.code == .notAuthenticated && told.error?.isKept == true)
        #expect(try await entry(ali, on: "best") == nil)
        try await ali.signIn("ali")
        // Behind what waited.
        try await ali.run {
            try await GKLeaderboard.submitScore(1, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["laps"])
        }
        #expect(try await entry(ali, on: "best")?.score == 55)
        #expect(try await entry(ali, on: "best")?.player.displayName == "ali")
    }
}
