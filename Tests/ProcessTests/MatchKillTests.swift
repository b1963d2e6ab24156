import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// A turn that was acknowledged survives the end of the process at any moment, and no match is left without a turn, or
/// with two.
@Suite("kill -9 in the middle of turns", .serialized, .timeLimit(.minutes(60))) struct MatchKillTests {
    static let matches = 6
    /// Ends of the process: 1,000 with `LAUREL_DEPTH=200`.
    static let rounds = min(1_000, 5 * Depth.factor)

    /// Turn `number` is seat `(number − 1) mod 2`'s, and saves its number as the match's data.
    struct Turn: Sendable {
        let number: Int
        let version: Int
        var seat: Int { (number - 1) % 2 }
        var data: String { Data("\(number)".utf8).base64EncodedString() }

        func body(_ match: Int) -> [String: Any] {
            let key = String(format: "%08x%024x", match, number)
            return ["key": key, "version": version, "data": data, "next": [1 - seat]]
        }
    }

    /// Two players who write turns one after the other.
    struct Pair: Sendable {
        let index: Int
        let tokens: [String]
        let path: String
        /// The last turn that was acknowledged.
        var done: Int
        var version: Int
        /// What was sent last, and nobody knows what became of it.
        var inDoubt: Turn?
    }

    @Test("rule 12.24: no acknowledged turn is lost, none counts twice, and exactly one player has the turn")
    func survives() async throws {
        var random = SplitMix64(seed: 24)
        var server = try LaurelProcess()
        let folder = server.dataFolder
        var game = try await TestGame(on: server)
        var pairs: [Pair] = []
        for index in 0..<Self.matches { pairs.append(try await begin(index, game)) }
        var doubts = 0
        for _ in 0..<Self.rounds {
            // The end comes after a number of acknowledgements, so in the middle of the other matches' turns.
            pairs = await play(pairs, game, killAfter: Int.random(in: 10...90, using: &random))
            doubts += pairs.count { $0.inDoubt != nil }
            _ = server.stop()
            server = try LaurelProcess(dataFolder: folder)
            game = game.moved(to: server)
            for index in pairs.indices { pairs[index] = try await checked(pairs[index], game) }
        }
        #expect(doubts > 0, "the process ended between two turns every time")
        _ = server.stop()
        try FileManager.default.removeItem(at: folder)
    }

    /// Two strangers who are found for one another; the second one's turn is next.
    private func begin(_ index: Int, _ game: TestGame) async throws -> Pair {
        let tokens = [try await game.player("first\(index)"), try await game.player("second\(index)")]
        let list = "/v1/games/\(game.bundleID)/matches"
        func find(_ seat: Int) async throws -> LocalHTTP.Answer {
            let key = String(format: "f%031x", 2 * index + seat)
            return try await game.server.http.json(
                "POST", list, ["key": key, "minPlayers": 2, "maxPlayers": 2, "group": index], token: tokens[seat])
        }
        let made = try await find(0)
        let id = try #require(made.object["id"] as? String, "\(made.text)")
        let turn = Turn(number: 1, version: try #require(made.object["version"] as? Int))
        let ended = try await game.server.http.json(
            "POST", "\(list)/\(id)/turns", turn.body(index), token: tokens[0])
        #expect(ended.status == 200, "\(ended.text)")
        let joined = try await find(1)
        #expect(joined.object["id"] as? String == id, "\(joined.text)")
        return Pair(
            index: index, tokens: tokens, path: "\(list)/\(id)", done: 1,
            version: try #require(joined.object["version"] as? Int))
    }

    private func send(_ turn: Turn, of pair: Pair, _ game: TestGame) async throws -> LocalHTTP.Answer {
        try await game.server.http.json(
            "POST", pair.path + "/turns", turn.body(pair.index), token: pair.tokens[turn.seat])
    }

    private func play(_ pairs: [Pair], _ game: TestGame, killAfter limit: Int) async -> [Pair] {
        let acknowledged = Counter()
        return await withTaskGroup(of: Pair.self) { group in
            for pair in pairs {
                group.addTask {
                    var pair = pair
                    for _ in 0..<10_000 {
                        let turn = Turn(number: pair.done + 1, version: pair.version)
                        pair.inDoubt = turn
                        guard let answer = try? await send(turn, of: pair, game), answer.status == 200,
                            let version = answer.object["version"] as? Int
                        else { break }
                        (pair.done, pair.version, pair.inDoubt) = (turn.number, version, nil)
                        if acknowledged.next() == limit { game.server.kill() }
                    }
                    return pair
                }
            }
            var all: [Pair] = []
            for await pair in group { all.append(pair) }
            return all.sorted { $0.index < $1.index }
        }
    }

    /// After a restart: what is there, and what was in doubt sent again.
    private func checked(_ pair: Pair, _ game: TestGame) async throws -> Pair {
        var pair = pair
        let found = try await turns(of: pair, game)
        let mayBe = [pair.done, pair.inDoubt?.number].compactMap(\.self)
        #expect(mayBe.contains(found.done), "match \(pair.index): \(found) and not one of \(mayBe)")
        if let turn = pair.inDoubt {
            let answer = try await send(turn, of: pair, game)
            #expect(answer.status == 200, "\(answer.text)")
            pair.inDoubt = nil
        }
        let now = try await turns(of: pair, game)
        #expect(now.done == mayBe.last, "match \(pair.index): \(now) and not \(mayBe)")
        // Sent again after it was done, nothing happens.
        if found.done == now.done { #expect(found.version == now.version) }
        (pair.done, pair.version) = (now.done, now.version)
        return pair
    }

    /// How many turns the match has, as both see it: exactly one of them has the next.
    private func turns(of pair: Pair, _ game: TestGame) async throws -> (done: Int, version: Int) {
        var seen: [(done: Int, version: Int)] = []
        var holders: [Int] = []
        for (seat, token) in pair.tokens.enumerated() {
            let answer = try await game.server.http.json("GET", pair.path, token: token)
            let data = try #require(Data(base64Encoded: answer.object["data"] as? String ?? "-"), "\(answer.text)")
            let done = try #require(Int(String(decoding: data, as: UTF8.self)), "\(answer.text)")
            let turn = answer.object["turn"] as? [String: Any]
            #expect(turn?["seat"] as? Int == done % 2, "\(answer.text)")
            if answer.object["state"] as? String == "turn" { holders.append(seat) }
            seen.append((done, try #require(answer.object["version"] as? Int)))
        }
        #expect(holders == [seen[0].done % 2] && seen[0] == seen[1], "match \(pair.index): \(holders), \(seen)")
        return seen[0]
    }
}
