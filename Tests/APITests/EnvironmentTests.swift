@testable import LaurelAPI
import LaurelWire
import Testing

/// Sandbox and Production are two worlds: whatever is done in one, every route gives the same answers in the other.
/// The routes come from the table of endpoints, so a new one that takes an environment is in here from its first day.
@Suite("Sandbox and Production", .timeLimit(.minutes(15)))
struct EnvironmentTests {
    private static let endpoints = Endpoint.allCases.filter { endpoint in
        // A stream has no end to compare.
        endpoint != .events && [.player, .playerOrAnonymous].contains(endpoint.access)
            && endpoint.queryParameters.contains { $0.name == "environment" }
    }

    /// A good call in an environment, by a player's own session, which may ask for either.
    private func call(_ endpoint: Endpoint, _ environment: String, _ world: World) -> Call {
        var call = world.call(endpoint)
        let sides = call.target.split(separator: "?", maxSplits: 1).map(String.init)
        let others = sides.count > 1 ? sides[1].split(separator: "&").filter { !$0.hasPrefix("environment=") } : []
        let query = (others + ["environment=\(environment)"]).joined(separator: "&")
        call.target = sides[0] + "?" + query.replacing(world.gamePlayerID, with: world.playerID)
        call.token = world.player
        return call
    }

    /// What every route answers that gives the same answer twice; those that sign or draw lots say nothing here.
    private func readings(_ environment: String, _ world: World) async throws -> [Endpoint: String] {
        var texts: [Endpoint: String] = [:]
        for endpoint in Self.endpoints where endpoint.method == .get {
            let call = call(endpoint, environment, world)
            let answer = try await world.send(call.method, call.target, call.token)
            let again = try await world.send(call.method, call.target, call.token)
            if (200...299).contains(answer.status), again.text == answer.text { texts[endpoint] = answer.text }
        }
        #expect(texts.count > 4)
        return texts
    }

    private func writeAll(_ environment: String, _ world: World) async throws {
        var done: Set<Endpoint> = []
        for endpoint in Self.endpoints where endpoint.method != .get {
            let call = call(endpoint, environment, world)
            let answer = try await world.send(call.method, call.target, call.token, call.body)
            if (200...299).contains(answer.status) { done.insert(endpoint) }
        }
        #expect(done.isSuperset(of: [.submitScore, .submitScores]))
    }

    @Test(
        "rule 3.2: whatever happens in one changes no answer in the other",
        arguments: [("sandbox", "production"), ("production", "sandbox")])
    func apart(here: String, there: String) async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            #expect(Self.endpoints.count > 8)
            let empty = try await readings(there, world)
            try await writeAll(here, world)
            #expect(try await readings(there, world) == empty)
            // And the readings can tell: in its own world it is seen.
            #expect(try await readings(here, world) != empty)
            // The same ids, in the other world, are other scores.
            let mine = try await readings(here, world)
            try await writeAll(there, world)
            #expect(try await readings(here, world) == mine)
            #expect(try await readings(there, world) != empty)
        }
    }

    @Test("rule 3.2: a game's session cannot ask for the other one, whatever it asks for")
    func bound() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for endpoint in Self.endpoints {
                var call = call(endpoint, "sandbox", world)
                call.token = world.game
                let answer = try await world.send(call.method, call.target, call.token, call.body)
                #expect((400...409).contains(answer.status), "\(endpoint.name): \(answer.text)")
            }
        }
    }
}
