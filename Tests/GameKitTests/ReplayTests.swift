import Foundation
import LaurelArcade
import LaurelProcess
import LaurelWhackACac
import Testing

@testable import GameKit

/// Logs and tickets out of a game, on a server that plays the logs again.
@Suite("Replays of a game", .timeLimit(.minutes(15)))
struct ReplayTests {
    /// A run of Whack-a-Cac that is over in less than three seconds, so that nobody has to wait for it.
    private struct QuickRun {
        let data: Data
        let score: Int

        /// - Parameter rest: ticks after the first cactus was hit and before the player leaves.
        init(seed: UInt64, ticket: Data = Data(), rest: Int = 0) {
            var run = ClassicRun(seed: seed)
            var log = InputLog(of: ClassicRun.self, seed: seed, ticket: Array(ticket))
            func play(_ input: Input) {
                run.tick(input)
                log.append(input)
            }
            while run.score < 1, run.run.ticks < 120 { play(Bot(reaction: 1, rest: 1).input(for: run.run)) }
            for _ in 0..<rest { play([]) }
            play(.quit)
            data = Data(log.encoded())
            score = Int(run.score)
        }
    }

    private func arena() async throws -> FullGame {
        let arena = try await FullGame()
        for (id, requires) in [("runs", "replay"), ("live", "ticket")] {
            try await arena.administer(
                "leaderboards",
                [
                    "id": id, "localizations": [["language": "en", "name": id]],
                    "replays": ["simulator": "whackacac", "requires": requires],
                ])
        }
        try await arena.administer(
            "achievements",
            [
                "id": "com.dragonforged.whackacac.killone", "points": 5,
                "localizations": [
                    [
                        "language": "en", "title": "One", "descriptionBefore": "Hit one", "descriptionAfter": "Hit one",
                    ]
                ],
            ])
        try await arena.release()
        return arena
    }

    /// The mark of the player's entry; nil: he has none, or none with a mark.
    private func mark(_ device: TestDevice, on board: String, _ arena: FullGame) async throws -> String? {
        let answer = try await arena.expect(
            "GET",
            "/v1/games/\(arena.game.bundleID)/leaderboards/\(board)/entries?ids=" + device.local.gamePlayerID, nil, nil)
        return (answer["entries"] as? [[String: Any]])?.first?["verification"] as? String
    }

    @Test("runTicket and submitScore with a replay: a run with its ticket is live, and its achievements are there")
    func live() async throws {
        let arena = try await arena()
        let ali = try await arena.device("ali")
        let ticket = try await ali.run { try await Laurel.runTicket() }
        #expect(!ticket.data.isEmpty)
        #expect(try await ali.run { try await Laurel.runTicket() } != ticket)
        let run = QuickRun(seed: ticket.seed, ticket: ticket.data)
        try #require(run.score == 1)
        try await ali.run {
            try await Laurel.submitScore(run.score, replay: run.data, leaderboardIDs: ["live"])
        }
        #expect(try await mark(ali, on: "live", arena) == "live")
        let earned = try await ali.run { try await GKAchievement.loadAchievements() }
        #expect(earned.map(\.identifier) == ["com.dragonforged.whackacac.killone"])
        #expect(earned.first?.isCompleted == true)
        // Without a ticket, and with another player's.
        let none = QuickRun(seed: 5)
        #expect(
            await ali.failure {
                try await Laurel.submitScore(none.score, replay: none.data, leaderboardIDs: ["live"])
            } == .invalidParameter)
        let bea = try await arena.device("bea")
        let stolen = QuickRun(seed: ticket.seed, ticket: ticket.data, rest: 3)
        #expect(
            await bea.failure {
                try await Laurel.submitScore(stolen.score, replay: stolen.data, leaderboardIDs: ["runs"])
            } == .invalidParameter)
        #expect(try await mark(bea, on: "runs", arena) == nil)
    }

    @Test("a score's replay: verified, and refused for good when it does not give the score or there is none")
    func score() async throws {
        let arena = try await arena()
        let ali = try await arena.device("ali")
        let run = QuickRun(seed: 3)
        let score = ali.run { GKScore(leaderboardIdentifier: "runs") }
        (score.value, score.replay) = (Int64(run.score) + 1, run.data)
        #expect(await ali.failure { try await GKScore.report([score]) } == .invalidParameter)
        #expect(try await mark(ali, on: "runs", arena) == nil)
        let bare = ali.run { GKScore(leaderboardIdentifier: "runs") }
        bare.value = Int64(run.score)
        bare.replay = Data(count: 262_145)
        #expect(bare.replay == nil, "what is too long is left out")
        #expect(await ali.failure { try await GKScore.report([bare]) } == .invalidParameter)
        let fine = ali.run { GKScore(leaderboardIdentifier: "runs") }
        (fine.value, fine.replay) = (Int64(run.score), run.data)
        try await ali.run { try await GKScore.report([fine]) }
        #expect(try await mark(ali, on: "runs", arena) == "verified")
        // The log goes along in an archive, so a game may keep a score.
        let archive = try NSKeyedArchiver.archivedData(withRootObject: fine, requiringSecureCoding: true)
        let copy = try ali.run { try NSKeyedUnarchiver.unarchivedObject(ofClass: GKScore.self, from: archive) }
        #expect(copy?.replay == run.data)
    }

    @Test("loadReplay and replay(of:) hand the challenger's log to the receiver; a challenge without one has none")
    func challenge() async throws {
        let arena = try await arena()
        let ali = try await arena.device("ali")
        let bea = try await arena.device("bea")
        try await arena.befriend("ali", "bea")
        let run = QuickRun(seed: 7)
        let score = ali.run { GKScore(leaderboardIdentifier: "runs") }
        (score.value, score.replay) = (Int64(run.score), run.data)
        try await ali.run { try await GKScore.report([score]) }
        try await ali.center.challenge(score.challenge(to: [bea.local.gamePlayerID], "With a ghost"))
        let received = try #require(try await bea.run { try await GKChallenge.loadReceivedChallenges() }.first)
        #expect(received.hasReplay)
        #expect(try await bea.run { try await Laurel.replay(of: received) } == run.data)
        let loaded = await bea.told { received.loadReplay(completionHandler: $0) }
        #expect(loaded.value == run.data && loaded.error == nil && loaded.isOnMainThread)

        let plain = ali.run { GKScore(leaderboardIdentifier: "laps") }
        plain.value = 40
        try await ali.run { try await GKScore.report([plain]) }
        try await ali.center.challenge(plain.challenge(to: [bea.local.gamePlayerID], "Without"))
        let other = try #require(
            try await bea.run { try await GKChallenge.loadReceivedChallenges() }.first { $0.message == "Without" })
        #expect(!other.hasReplay)
        #expect(try await bea.run { try await Laurel.replay(of: other) } == nil)
        let nothing = await bea.told { other.loadReplay(completionHandler: $0) }
        #expect(nothing.value == nil && nothing.error != nil)
    }
}
