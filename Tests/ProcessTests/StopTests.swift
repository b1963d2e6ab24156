import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// A server that is asked to end finishes what it has begun, and takes back nothing that it has said.
@Suite("SIGTERM", .serialized, .timeLimit(.minutes(15))) struct StopTests {
    static let clients = 8

    /// What one client was told before the server went.
    struct Told: Sendable {
        var scores: [(token: String, id: String, value: Int)] = []
        var tokens: [String] = []
        /// Answers that began and did not end.
        var brokenOff = 0
    }

    @Test("under load: the exit status is 0, no answer breaks off, and all that was acknowledged is kept")
    func endsInOrder() async throws {
        let server = try LaurelProcess()
        let game = try await TestGame(on: server)
        var tokens: [String] = []
        for index in 0..<Self.clients { tokens.append(try await game.player("player\(index)")) }

        let (told, status) = await load(game, tokens, stopAfter: 150)
        #expect(status == 0)
        #expect(told.brokenOff == 0)
        try #require(told.scores.count >= 150)

        let again = try LaurelProcess(dataFolder: server.dataFolder)
        for score in told.scores {
            let answer = try await again.http.json(
                "POST", game.scores, ["value": score.value, "id": score.id], token: score.token)
            #expect(answer.object["isRepeat"] as? Bool == true, "\(score.id): \(answer.text)")
        }
        for token in told.tokens {
            let answer = try await again.http.json("GET", "/v1/players/me", token: token)
            #expect(answer.status == 200, "a player who was welcomed is unknown: \(answer.text)")
        }
        #expect(again.stop() == 0)
        try FileManager.default.removeItem(at: server.dataFolder)
    }

    @Test("SIGHUP, by which a service is asked to read its files again, doesn't end it")
    func hangUp() async throws {
        let folder = try TemporaryFolder().path
        let server = try ChildProcess(
            URL(filePath: "/bin/sh"),
            [
                "-c", "exec \"$0\" serve --data \"$1\" --log none --port 0 </dev/null",
                BuiltProducts.executable("laurel").path, folder,
            ])
        var address: String?
        while address == nil, let line = server.nextLine() {
            address = line.split(separator: ":").last.map(String.init)
        }
        let http = LocalHTTP(.port(try #require(address.flatMap { UInt16($0) })))
        while try await http.call("GET", "/readyz").status != 200 {}
        #expect(kill(server.identifier, SIGHUP) == 0)
        #expect(try await http.call("GET", "/readyz").status == 200)
        #expect(server.end(with: SIGTERM) == 0)
    }

    @Test("before its start has come to its end: it takes scores by then, and leaves all in order")
    func endsBeforeReady() async throws {
        let folder = try TemporaryFolder().path
        // A demo's first start plays for a while once it answers.
        let server = try ChildProcess(
            BuiltProducts.executable("laurel"), ["serve", "--data", folder, "--log", "none", "--port", "0", "--demo"])
        var address: String?
        while address == nil, let line = server.nextLine() {
            address = line.split(separator: ":").last.map(String.init)
        }
        let http = LocalHTTP(.port(try #require(address.flatMap { UInt16($0) })))
        while try await http.call("GET", "/readyz").status != 200 {}
        #expect(server.end(with: SIGTERM) == 0)
        // A store that was closed has everything in the one file.
        let log = FileManager.default.contents(atPath: folder + "/laurel.db-wal")
        #expect(log ?? Data() == Data())
    }

    /// Submits from all clients, with sign-ups beside them, and stops the server at that many acknowledgements.
    private func load(_ game: TestGame, _ tokens: [String], stopAfter limit: Int) async -> (Told, Int32) {
        let acknowledged = Counter()
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        return await withTaskGroup(of: Told.self) { group in
            for (client, token) in tokens.enumerated() {
                group.addTask {
                    await Self.submit(game, token, client) {
                        if acknowledged.next() == limit { stop.yield() }
                    }
                }
            }
            group.addTask { await Self.signUp(game) }
            for await _ in stops { break }
            let status = await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: game.server.stop()) }
            }
            var all = Told()
            for await told in group {
                all.scores += told.scores
                all.tokens += told.tokens
                all.brokenOff += told.brokenOff
            }
            return (all, status)
        }
    }

    private static func submit(
        _ game: TestGame, _ token: String, _ client: Int, onAcknowledgement: @Sendable () -> Void
    ) async -> Told {
        var told = Told()
        for step in 0..<100_000 {
            let (id, value) = ("c\(client)-s\(step)", step * 7 + client)
            do {
                let answer = try await game.server.http.json(
                    "POST", game.scores, ["value": value, "id": id], token: token)
                guard answer.status == 200 else { break }
                told.scores.append((token, id, value))
                onAcknowledgement()
            } catch {
                if case LocalHTTP.Trouble.brokenOff(let received) = error, received > 0 { told.brokenOff += 1 }
                break
            }
        }
        return told
    }

    private static func signUp(_ game: TestGame) async -> Told {
        var told = Told()
        for step in 0..<100_000 {
            do { told.tokens.append(try await game.player("late\(step)")) } catch {
                if case LocalHTTP.Trouble.brokenOff(let received) = error, received > 0 { told.brokenOff += 1 }
                break
            }
        }
        return told
    }
}
