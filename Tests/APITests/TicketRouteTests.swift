import LaurelArcade
import LaurelDomain
import Testing

@testable import LaurelWire

/// A ticket says when a run began; what it cannot have been is refused.
@Suite("Tickets over HTTP", .timeLimit(.minutes(15)))
struct TicketRouteTests {
    private static let tickets = "/v1/games/com.ali.MonkeyJump/tickets"

    private struct Ticket {
        let bytes: [UInt8]
        let seed: UInt64
    }

    private func ticket(_ world: World, _ token: String? = nil) async throws -> Ticket {
        let answer = try await world.expect(201, "POST", Self.tickets, token ?? world.game)
        let bytes = try #require(Base64.decode(try answer.string("ticket")))
        let holder = try await world.expect(200, "GET", "/v1/players/me", token ?? world.game)["player"]
        #expect(answer["player"] == holder?["id"])
        guard case .integer(let seed)? = answer["seed"] else { throw TestClient.Failure(call: "no seed", code: 0) }
        #expect(seed >= 0 && seed < 1 << 53)
        return Ticket(bytes: bytes, seed: UInt64(seed))
    }

    private func submit(_ run: RecordedRun, _ world: World, _ token: String? = nil) async throws -> Answer {
        try await world.send("POST", World.runs + "/scores", token ?? world.game, run.body)
    }

    @Test("a run with its ticket, handed in when it is over, is live; the ticket is good once")
    func live() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns(requires: "ticket")
            let ticket = try await self.ticket(world)
            let run = RecordedRun(skill: 800, seed: ticket.seed, ticket: ticket.bytes)
            server.clock.advance(by: run.length)
            let answer = try await submit(run, world)
            #expect(answer.json?["entry"]?["verification"] == .string("live"), "\(answer.text)")
            // Another run of the same ticket, at once and after a pause.
            let other = RecordedRun(seed: ticket.seed, ticket: ticket.bytes) { $0 == 1 ? .jump : [] }
            try #require(other.log != run.log)
            server.clock.advance(by: other.length)
            let twice = try await submit(other, world)
            #expect(twice.status == 409 && twice.kind == "ticket-used", "\(twice.text)")
        }
    }

    @Test("a run that is longer than the time since its ticket was not played")
    func tooFast() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns()
            let ticket = try await self.ticket(world)
            let run = RecordedRun(skill: 1_000, seed: ticket.seed, ticket: ticket.bytes, ticks: 600)
            try #require(run.length > .seconds(6))
            server.clock.advance(by: Timestamp.Span(milliseconds: run.length.milliseconds - 3_001))
            let early = try await submit(run, world)
            #expect(early.status == 422 && early.kind == "run-too-fast", "\(early.text)")
            // Within the tolerance it is believed, and the refusal used nothing up.
            server.clock.advance(by: Timestamp.Span(milliseconds: 1))
            #expect(try await submit(run, world).json?["entry"]?["verification"] == .string("live"))
        }
    }

    @Test("slowed time, and a run that waited for a network, are not live: verified, or refused where live is wanted")
    func late() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns(requires: "ticket")
            for pause in [Timestamp.Span.minutes(15), .hours(25)] {
                let ticket = try await self.ticket(world)
                let run = RecordedRun(skill: 800, seed: ticket.seed, ticket: ticket.bytes)
                server.clock.advance(by: run.length)
                server.clock.advance(by: pause)
                server.clock.advance(by: Timestamp.Span(milliseconds: 1))
                let refused = try await submit(run, world)
                #expect(refused.status == 422 && refused.kind == "ticket-required", "\(refused.text)")
            }
            let none = try await submit(RecordedRun(skill: 800, seed: 1), world)
            #expect(none.status == 422 && none.kind == "ticket-required", "\(none.text)")
            _ = try await world.expect(
                200, "PATCH", World.app + "/leaderboards/Runs", world.administrator,
                #"{"replays":{"simulator":"monkeyjump","requires":"replay"}}"#)
            let ticket = try await self.ticket(world)
            let run = RecordedRun(skill: 850, seed: ticket.seed, ticket: ticket.bytes)
            server.clock.advance(by: run.length)
            server.clock.advance(by: .minutes(16))
            #expect(try await submit(run, world).json?["score"]?["verification"] == .string("verified"))
        }
    }

    @Test("a ticket is its player's, for one game and environment, with its own seed")
    func invalid() async throws {
        try await TestServer.run { server in
            var world = try await World(server)
            try await world.prepareChallenges()
            try await world.makeRuns()
            let ticket = try await self.ticket(world)
            server.clock.advance(by: .hours(1))
            func refuse(_ kind: String, _ run: RecordedRun, _ token: String? = nil) async throws {
                let answer = try await submit(run, world, token)
                #expect(answer.status == 422 && answer.kind == kind, "\(answer.text)")
            }
            let own = RecordedRun(skill: 700, seed: ticket.seed, ticket: ticket.bytes)
            try await refuse("ticket-invalid", own, world.friend)
            try await refuse(
                "ticket-seed-differs", RecordedRun(skill: 700, seed: ticket.seed ^ 1, ticket: ticket.bytes))
            try await refuse("ticket-invalid", RecordedRun(skill: 700, seed: ticket.seed, ticket: [1, 2, 3]))
            for index in [0, 1, 8, 15, 30] {
                var forged = ticket.bytes
                forged[index] ^= 1
                try await refuse("ticket-invalid", RecordedRun(skill: 700, seed: ticket.seed, ticket: forged))
            }
            #expect(try await world.send("POST", Self.tickets, "").status == 401)
            #expect(try await world.send("POST", "/v1/games/com.example.None/tickets", world.game).status == 404)
        }
    }
}
