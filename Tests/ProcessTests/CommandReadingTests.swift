import Foundation
import LaurelProcess
import Testing

/// Commands that read, with a server that runs in the data folder and without one.
@Suite("Reading commands", .serialized, .timeLimit(.minutes(15))) struct CommandReadingTests {
    private static let game = "org.example.game"

    private static let commands = [
        ["player", "list"], ["player", "show", "reader"], ["player", "export", "reader"],
        ["player", "find", game, "read"], ["player", "bans"], ["app", "list"], ["app", "show", game],
        ["leaderboard", "list", game], ["achievement", "list", game], ["image", "list", game],
        ["activity", "list", game], ["challenge-definition", "list", game],
        ["score", "list", game, "best"], ["review", "list"], ["moderation", "show", game], ["words", "list"],
        ["simulator", "list", game], ["webhook", "show", game], ["webhook", "log", game], ["team", "list"],
        ["webhook", "log", game, "--environment", "sandbox"], ["webhook", "log", game, "--sandbox"],
        ["export", game], ["export", "scores", game], ["export", "achievements", game],
    ]

    private struct Answer: Equatable {
        let status: Int32
        let output: String
    }

    private static func answers(_ data: URL) throws -> [Answer] {
        try commands.map { words in
            let process = try ChildProcess(BuiltProducts.executable("laurel"), words + ["--data", data.path])
            // When an export was made differs from one to the next.
            let lines = process.remainingOutput().split(separator: "\n").filter { !$0.contains("\"exported\" :") }
            return Answer(status: process.wait(), output: lines.joined(separator: "\n"))
        }
    }

    @Test("a command waits for a server that is starting")
    func starting() throws {
        let data = try CommandTests.folder()
        defer { try? FileManager.default.removeItem(at: data) }
        let server = try ChildProcess(
            BuiltProducts.executable("laurel"), ["serve", "--data", data.path, "--port", "0", "--log", "none"])
        while let line = server.nextLine(), !line.contains(" at http") {}
        // It listens, and has yet to make its keys and load its ranks.
        let made = try CommandTests.laurel("app", "create", Self.game, "--name", "Game", data: data)
        #expect(made.status == 0, "\(made.output)")
        #expect(server.end(with: SIGTERM) == 0)
    }

    @Test("a command prints the same with and without a server, and a player's export is what HTTP gives")
    func withAndWithoutServer() async throws {
        let server = try await LaurelProcess.started()
        let game = try await TestGame(on: server)
        let token = try await game.player("reader")
        for value in 1...3 { _ = try await server.http.json("POST", game.scores, ["value": value], token: token) }
        let exported = try await server.administration.json(
            "POST", "/v1/connect/players/exports", ["alias": "reader"])
        #expect((exported.object["scores"] as? [Any])?.count == 3, "\(exported.text)")
        let running = try Self.answers(server.dataFolder)
        #expect(server.stop() == 0)
        let alone = try Self.answers(server.dataFolder)
        for (words, (one, other)) in zip(Self.commands, zip(running, alone)) {
            let name = words.joined(separator: " ")
            #expect(one == other, "\(name)")
            // An app without a webhook is the only one of these that has nothing to show.
            #expect(words[0] == "webhook" || one.status == 0, "\(name): \(one.output)")
            #expect(!one.output.isEmpty || words[0] == "webhook", "\(name)")
        }
        // Nothing was sent in either environment: the three ways to ask are all understood.
        let logs = zip(Self.commands, running).filter { $0.0[..<2] == ["webhook", "log"] }.map(\.1)
        #expect(logs.count == 3 && Set(logs.map(\.status)).count == 1 && Set(logs.map(\.output)).count == 1)
        let index = try #require(Self.commands.firstIndex { $0[..<2] == ["player", "export"] })
        var object = exported.object
        #expect(object.removeValue(forKey: "exported") is String)
        for answer in [running[index], alone[index]] {
            let printed = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? NSDictionary
            #expect(printed == object as NSDictionary)
        }
    }
}
