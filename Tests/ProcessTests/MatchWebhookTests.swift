import Foundation
import LaurelProcess
import Testing

/// What a game's own server hears of the matches of its players, read by the example in Python, which takes nothing
/// that isn't signed with its secret.
@Suite("Matches told to a game's server", .serialized, .timeLimit(.minutes(15))) struct MatchWebhookTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let python = URL(filePath: "/usr/bin/python3")
    private static let program = root.appending(path: "docs/examples/webhook.py").path

    private struct Player {
        let token: String
        /// As the game knows them.
        let id: String
    }

    /// A match of two in which the second player was invited, and has accepted and handed the turn back.
    private final class Play {
        let game: TestGame
        let players: [Player]
        let path: String
        let id: String
        private var writes = 0

        init(_ game: TestGame, _ players: [Player], key: Int) async throws {
            self.game = game
            self.players = players
            let list = "/v1/games/\(game.bundleID)/matches"
            let made = try await game.server.http.json(
                "POST", list,
                [
                    "key": String(format: "f%031x", key), "minPlayers": 2, "maxPlayers": 2, "players": [players[1].id],
                ],
                token: players[0].token)
            id = try #require(made.object["id"] as? String, "\(made.text)")
            path = "\(list)/\(id)"
            try await write("POST", "/turns", by: 0, ["data": "", "next": [1]])
            try await write("POST", "/accept", by: 1, hasVersion: false)
            try await write("POST", "/turns", by: 1, ["data": "", "next": [0]])
        }

        /// - Parameter body: without key and version.
        func write(
            _ method: String, _ act: String, by seat: Int, _ body: [String: Any] = [:], hasVersion: Bool = true
        ) async throws {
            writes += 1
            var whole = body
            whole["key"] = String(format: "%032x", writes)
            if hasVersion {
                let seen = try await game.server.http.json("GET", path, token: players[seat].token)
                whole["version"] = try #require(seen.object["version"] as? Int, "\(seen.text)")
            }
            let answer = try await game.server.http.json(method, path + act, whole, token: players[seat].token)
            try #require(answer.status == 200, "\(method) \(act): \(answer.text)")
        }
    }

    private func player(_ alias: String, _ game: TestGame) async throws -> Player {
        let token = try await game.player(alias)
        let answer = try await game.server.http.json("GET", "/v1/players/me", token: token)
        let id = (answer.object["player"] as? [String: Any])?["id"] as? String
        return Player(token: token, id: try #require(id, "\(answer.text)"))
    }

    /// A receiver of turns and ends of the game's matches alone.
    private func receiver(of game: TestGame) async throws -> ChildProcess {
        // The secret is known once the address is: who takes nothing finds a free port.
        let deaf = try ChildProcess(Self.python, [Self.program], environment: ["LAUREL_WEBHOOK_SECRET": "whsec_eA=="])
        let port = try #require(try await deaf.nextObject()["port"] as? Int)
        deaf.end(with: SIGKILL)
        let made = try await game.server.administration.json(
            "PUT", "/v1/connect/apps/\(game.bundleID)/webhook",
            ["url": "http://127.0.0.1:\(port)/events", "events": ["matchTurn", "matchEnded"]])
        let secret = try #require(made.object["secret"] as? String, "\(made.text)")
        let hearing = try ChildProcess(
            Self.python, [Self.program, String(port)], environment: ["LAUREL_WEBHOOK_SECRET": secret])
        _ = try await hearing.nextObject()
        return hearing
    }

    /// So many events, and those that come before a test event that is asked for then, without what comes again under
    /// its id. Deliveries to one webhook go one after the other.
    private func heard(_ count: Int, by hearing: ChildProcess, of game: TestGame) async throws -> [[String: Any]] {
        var ids: Set<String> = []
        var events: [[String: Any]] = []
        while true {
            if events.count == count {
                let tested = try await game.server.administration.json(
                    "POST", "/v1/connect/apps/\(game.bundleID)/webhook/tests", [:])
                #expect(tested.status == 202, "\(tested.text)")
            }
            let line = try await hearing.nextObject(after: &ids)
            let event = try #require(line["event"] as? [String: Any], "it wasn't signed: \(line)")
            if event["type"] as? String == "test" { return events }
            events.append(event)
        }
    }

    /// - Parameters:
    ///   - player: who was told.
    ///   - other: whom the event is about.
    private func expect(
        _ event: [String: Any], _ type: String, to player: Player, about other: Player, in play: Play,
        _ details: [String: Int] = [:]
    ) throws {
        #expect(event["type"] as? String == type, "\(event)")
        #expect(event["timestamp"] is String)
        let data = try #require(event["data"] as? [String: Any], "\(event)")
        let fields = ["bundleID", "environment", "notice", "player", "about", "subject", "details", "created"]
        #expect(Set(data.keys) == Set(fields))
        #expect(data["bundleID"] as? String == play.game.bundleID)
        #expect(data["environment"] as? String == "production")
        #expect((data["player"] as? [String: Any])?["id"] as? String == player.id, "\(event)")
        #expect((data["about"] as? [String: Any])?["id"] as? String == other.id, "\(event)")
        #expect(data["subject"] as? String == play.id)
        let found = try #require(data["details"] as? [String: Any], "\(event)")
        #expect(found.count == details.count && found.compactMapValues { $0 as? Int } == details, "\(event)")
    }

    @Test("rules 12.18, 12.19: a game's server hears of each turn once, and of the end, and of no other game's")
    func turns() async throws {
        let server = try LaurelProcess(arguments: ["--allow-private-deliveries", "--budget", "off"])
        let game = try await TestGame(on: server)
        let other = try await TestGame(on: server, bundleID: "org.example.other")
        let hearing = try await receiver(of: game)
        defer { hearing.end(with: SIGKILL) }
        let others = try await receiver(of: other)
        defer { others.end(with: SIGKILL) }
        let (ada, zoe) = (try await player("ada", game), try await player("zoe", game))
        let strangers = [try await player("bea", other), try await player("cay", other)]

        let play = try await Play(game, [ada, zoe], key: 1)
        let second = try await Play(other, strangers, key: 2)
        // Saved in turn, it is the same turn; and a reminder is of another kind.
        try await play.write("PUT", "/data", by: 0, ["data": "AAEC"])
        try await play.write("POST", "/turns", by: 0, ["data": "AAEC", "next": [1]])
        try await play.write("POST", "/reminders", by: 0, ["seats": [1]], hasVersion: false)
        try await play.write("POST", "/turns", by: 1, ["data": "AAEC", "next": [0]])
        try await play.write("POST", "/end", by: 0, ["data": "", "outcomes": [2, 3]])

        // All that is to be told is planned in order, and this comes last.
        let events = try await heard(4, by: hearing, of: game)
        try #require(events.count == 4, "\(events)")
        for (event, (told, about)) in zip(events, [(ada, zoe), (zoe, ada), (ada, zoe)]) {
            try expect(event, "matchTurn", to: told, about: about, in: play)
        }
        try expect(
            events[3], "matchEnded", to: zoe, about: ada, in: play,
            ["outcome": 3, "otherOutcome": 2, "players": 2])
        let notices = events.compactMap { ($0["data"] as? [String: Any])?["notice"] as? String }
        #expect(Set(notices).count == 4, "\(notices)")

        let elsewhere = try await heard(1, by: others, of: other)
        try #require(elsewhere.count == 1, "\(elsewhere)")
        try expect(elsewhere[0], "matchTurn", to: strangers[0], about: strangers[1], in: second)
        #expect(server.stop() == 0)
        try FileManager.default.removeItem(at: server.dataFolder)
    }
}
