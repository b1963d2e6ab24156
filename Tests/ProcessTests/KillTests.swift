import Foundation
import LaurelProcess
import LaurelTestSupport
import Synchronization
import Testing

/// What was acknowledged survives the end of the process at any moment, and nothing counts twice.
@Suite("kill -9", .serialized, .timeLimit(.minutes(15))) struct KillTests {
    static let rounds = 5
    static let clients = 8

    /// What every client sent and what it was told.
    struct Sent: Sendable {
        let token: String
        let id: String
        let value: Int
        var isAcknowledged = false
    }

    @Test(
        "rules 4.4, 8.1: every acknowledged score is there after each restart, none twice",
        arguments: [UInt64(1), 2])
    func survives(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var server = try LaurelProcess()
        let folder = server.dataFolder
        var game = try await TestGame(on: server)
        var tokens: [String] = []
        for index in 0..<Self.clients { tokens.append(try await game.player("player\(index)")) }
        let start = try await version(of: game, token: tokens[0])

        var sent: [Sent] = []
        for round in 0..<Self.rounds {
            // The end comes after a number of acknowledgements, so in the middle of others' submissions.
            sent += try await load(game, tokens, round: round, killAfter: Int.random(in: 20...120, using: &random))
            _ = server.stop()
            server = try LaurelProcess(dataFolder: folder)
            game = game.moved(to: server)
            try await check(game, sent.filter(\.isAcknowledged), areRepeats: true)
        }
        #expect(sent.contains { !$0.isAcknowledged }, "the process ended between two submissions every time")

        // Sent again, whatever they were told: each is in the journal exactly once.
        try await check(game, sent, areRepeats: false)
        let end = try await version(of: game, token: tokens[0])
        #expect(end == start + sent.count + 1)
        for token in tokens {
            let best = sent.filter { $0.token == token }.map(\.value).max()
            let answer = try await server.http.json("GET", game.entries + "?count=1", token: token)
            let local = answer.object["local"] as? [String: Any]
            #expect(local?["value"] as? Int == best, "\(answer.text)")
        }
        _ = server.stop()
        try FileManager.default.removeItem(at: folder)
    }

    /// The place in the journal after one more score, which is never anybody's best.
    private func version(of game: TestGame, token: String) async throws -> Int {
        let answer = try await game.server.http.json("POST", game.scores, ["value": Int64.min], token: token)
        return try #require(answer.object["version"] as? Int, "\(answer.text)")
    }

    private func load(_ game: TestGame, _ tokens: [String], round: Int, killAfter limit: Int) async throws -> [Sent] {
        let acknowledged = Counter()
        return await withTaskGroup(of: [Sent].self) { group in
            for (client, token) in tokens.enumerated() {
                group.addTask {
                    var mine: [Sent] = []
                    for step in 0..<10_000 {
                        let value = round * 1_000_000 + step * 7 + client
                        var score = Sent(token: token, id: "r\(round)-c\(client)-s\(step)", value: value)
                        let answer = try? await game.server.http.json(
                            "POST", game.scores, ["value": score.value, "id": score.id], token: token)
                        score.isAcknowledged = answer?.status == 200
                        mine.append(score)
                        guard score.isAcknowledged else { break }
                        if acknowledged.next() == limit { game.server.kill() }
                    }
                    return mine
                }
            }
            var all: [Sent] = []
            for await mine in group { all += mine }
            return all
        }
    }

    private func check(_ game: TestGame, _ sent: [Sent], areRepeats: Bool) async throws {
        for score in sent {
            let answer = try await game.server.http.json(
                "POST", game.scores, ["value": score.value, "id": score.id], token: score.token)
            #expect(answer.status == 200, "\(answer.text)")
            if areRepeats { #expect(answer.object["isRepeat"] as? Bool == true, "\(score.id): \(answer.text)") }
        }
    }
}

/// Counts over many tasks.
final class Counter: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
