import LaurelComposition
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// As the program puts it together; ServiceTests has what is kept, and for how long.
@Suite("Guesses over a start", .timeLimit(.minutes(15))) struct GuessRestartTests {
    @Test("what was guessed wrong at one server counts at the next one over its store, which names nobody by it")
    func next() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for _ in 0..<10 {
                let answer = try await world.send(
                    "POST", "/v1/sessions", "", #"{"alias":"jungle-jim","password":"wrong horse"}"#)
                #expect(answer.kind == "wrong-credentials", "\(answer.text)")
            }
            let rows = try server.export().filter { $0.hasPrefix("guesses: ") }
            #expect(rows.count > 1, "\(rows)")
            // Digests of 32 bytes, and moments.
            #expect(rows.allSatisfy { $0.wholeMatch(of: /guesses: X'[0-9A-F]{64}',[0-9]+/) != nil }, "\(rows)")
            let directory = SQLiteDirectory(server.store)
            var ports = ServerPorts(
                directory: directory, journal: server.store, secret: TestServer.secret, clock: server.clock.port,
                passwords: .quick, decoyHash: "hash of nothing")
            ports.signing = .immediate
            let next = try await ComposedServer(ports, try await Catalogue(from: directory))
            try await next.start()
            let signIn = SignIn(next.accounts, decoyHash: "hash of nothing")
            await #expect(throws: SignInError.tooManyAttempts(retryAfter: .minutes(1))) {
                _ = try await signIn(
                    alias: "jungle-jim", password: World.password,
                    arrival: Arrival(address: ClientAddress("127.0.0.1")))
            }
            _ = try await signIn(
                alias: "jungle-jim", password: World.password,
                arrival: Arrival(address: ClientAddress("192.0.2.9")))
            let keeper = next.keeper
            try await onThread { keeper.stop() }
        }
    }
}
