import Foundation
import LaurelArcade
import LaurelProcess
import LaurelWhackACac
import Testing

/// Replays and tickets on whole servers, some of which end without warning.
@Suite("Replays on a whole server", .timeLimit(.minutes(15)))
struct WholeServerTests {
    /// A run that is over in a moment, as nobody has to wait for it: the player leaves in this tick.
    private static func run(seed: UInt64, leavingAt tick: Int, ticket: Data) -> InputLog {
        var log = InputLog(of: ClassicRun.self, seed: seed, ticket: Array(ticket))
        for _ in 1..<tick { log.append([]) }
        log.append(.quit)
        return log
    }

    private static func submit(
        _ log: InputLog, _ game: TestGame, _ token: String
    ) async throws -> LocalHTTP.Answer {
        try await game.server.http.json(
            "POST", game.scores, ["value": 0, "replay": Data(log.encoded()).base64EncodedString()], token: token)
    }

    @Test("an unused ticket is good after the end of the process, a used one stays used")
    func survive() async throws {
        let server = try await LaurelProcess.started()
        let rule = ["simulator": "whackacac", "requires": "ticket"]
        let game = try await TestGame(on: server, fields: ["replays": rule])
        let token = try await game.player("jane")
        func ticket() async throws -> (data: Data, seed: UInt64) {
            let answer = try await server.http.json("POST", "/v1/games/\(game.bundleID)/tickets", token: token)
            let data = try #require((answer.object["ticket"] as? String).flatMap { Data(base64Encoded: $0) })
            return (data, UInt64(try #require(answer.object["seed"] as? Int)))
        }
        let (used, unused) = (try await ticket(), try await ticket())
        let first = try await Self.submit(Self.run(seed: used.seed, leavingAt: 1, ticket: used.data), game, token)
        #expect(first.status == 200, "\(first.text)")
        server.kill()

        let next = try await LaurelProcess.started(dataFolder: server.dataFolder)
        let moved = game.moved(to: next)
        let again = try await Self.submit(Self.run(seed: used.seed, leavingAt: 2, ticket: used.data), moved, token)
        #expect(again.status == 409 && again.text.contains("ticket-used"), "\(again.text)")
        let log = Self.run(seed: unused.seed, leavingAt: 1, ticket: unused.data)
        let live = try await Self.submit(log, moved, token)
        let score = live.object["score"] as? [String: Any]
        #expect(live.status == 200 && score?["verification"] as? String == "live", "\(live.text)")
        next.stop()
        try FileManager.default.removeItem(at: server.dataFolder)
    }

    @Test("each score of the demo's players carries a log that the server has played, and says so")
    func demo() async throws {
        let server = try await LaurelProcess.started(arguments: ["--demo"])
        for (bundleID, leaderboard, bots) in [
            ("com.ali.MonkeyJump", "HighScores", 5),
            ("com.dragonforged.whackacac", "com.dragonforged.whackacac.leaderboard", 4),
        ] {
            let game = TestGame(known: server, bundleID: bundleID, leaderboard: leaderboard)
            let token = try await game.player("jane-\(bots)")
            let answer = try await server.http.json("GET", game.entries, token: token)
            let entries = answer.object["entries"] as? [[String: Any]] ?? []
            #expect(entries.count == bots, "\(answer.text)")
            for entry in entries { #expect(entry["verification"] as? String == "verified", "\(entry)") }
        }
        server.stop()
        try FileManager.default.removeItem(at: server.dataFolder)
    }
}
