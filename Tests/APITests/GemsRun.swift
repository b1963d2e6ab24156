import LaurelSimulators
import LaurelWire

/// A run of the example in docs/examples/simulator, by its rules written down once more.
struct GemsRun: Sendable {
    var envelope: RunEnvelope
    private(set) var score: Int64 = 0
    private(set) var steps = 0

    /// - Parameter dodges: how many rocks the player steps aside of before one hits.
    init(seed: UInt64, dodges: Int = 3, ticket: [UInt8] = []) {
        envelope = RunEnvelope(seed: seed, ticket: ticket, payload: [1])
        var random = seed == 0 ? 1 : seed
        func draw(_ bound: UInt32) -> UInt32 {
            random ^= random >> 12
            random ^= random << 25
            random ^= random >> 27
            return UInt32(truncatingIfNeeded: (random &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
        }
        var (lane, dodges) = (2, dodges)
        while true {
            let next = Int(draw(5))
            let isRock = draw(steps < 600 ? 8 - UInt32(steps) / 100 : 2) == 0
            var move = next < lane ? -1 : next > lane ? 1 : 0
            if isRock, dodges > 0, lane + move == next {
                // A step aside, to where it does not come down.
                move = next == lane ? (lane > 0 ? -1 : 1) : 0
                dodges -= 1
            }
            lane = min(4, max(0, lane + move))
            envelope.payload.append(UInt8(move + 1))
            steps += 1
            guard next == lane else { continue }
            if isRock { return }
            score += 10
        }
    }

    /// The same run, said otherwise: he pushes against the wall where he stood still. Nil: he never stood there.
    func pushingTheWall() -> RunEnvelope? {
        var (other, lane) = (envelope, 2)
        for index in other.payload.indices.dropFirst() {
            let move = Int(other.payload[index]) - 1
            if move == 0, lane == 0 || lane == 4 {
                other.payload[index] = UInt8(lane / 2)
                return other
            }
            lane = min(4, max(0, lane + move))
        }
        return nil
    }

    func body(_ value: Int64? = nil) -> String { RecordedRun.body(value ?? score, envelope.encoded()) }
}

extension World {
    static let gems = "/v1/connect/apps/com.ali.MonkeyJump/simulators/gems"
    static let gemsScores = "/v1/games/com.ali.MonkeyJump/leaderboards/Gems/scores"

    func upload(_ module: [UInt8], _ target: String = World.gems, _ token: String? = nil) async throws -> Answer {
        try await server.client.send(
            "PUT", target,
            [("Authorization", "Bearer " + (token ?? administrator)), ("Content-Type", "application/wasm")],
            body: module)
    }

    /// A leaderboard that checks its scores with the app's own simulator.
    func makeGems(requires: String = "replay") async throws -> Answer {
        let made = try await send(
            "POST", Self.app + "/leaderboards", administrator,
            """
            {"id":"Gems","localizations":[{"language":"en","name":"Gems"}],
            "replays":{"simulator":"gems","requires":"\(requires)"}}
            """)
        if made.status == 201 { try await release() }
        return made
    }
}
