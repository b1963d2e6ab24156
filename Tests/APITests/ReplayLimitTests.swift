import Foundation
import LaurelArcade
import LaurelDomain
import LaurelHelperProcess
import LaurelReplays
import LaurelWire
import Testing

/// Plays as another does, once somebody opens the gate.
private struct GatedSimulator: Simulator {
    let base: any Simulator
    let gate: Gate

    func play(
        _ log: [UInt8], ticksLimit: Int64, overtime: Overtime
    ) throws(ReplayFailure) -> Result<PlayedRun, LaurelDomain.ReplayRefusal> {
        gate.pass()
        return try base.play(log, ticksLimit: ticksLimit, overtime: overtime)
    }

    /// Waiting holds up a thread of the replayer's, which are there for that.
    final class Gate: Sendable {
        private let condition = NSCondition()
        private nonisolated(unsafe) var isOpen = false

        func open() {
            condition.withLock {
                isOpen = true
                condition.broadcast()
            }
        }

        func pass() { condition.withLock { while !isOpen { condition.wait() } } }
    }
}

/// What playing logs again may cost a server.
@Suite("Limits of replays over HTTP", .timeLimit(.minutes(15)))
struct ReplayLimitTests {
    private static let scores = World.runs + "/scores"

    private func options(_ gate: GatedSimulator.Gate) -> TestServer.Options {
        var options = TestServer.Options()
        options.builtIn = { _ in BuiltInSimulators.all().mapValues { GatedSimulator(base: $0, gate: gate) } }
        return options
    }

    @Test("a log over 256 KiB is a clear problem and changes nothing; one of 256 KiB is read")
    func bytes() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns()
            let before = try server.export()
            let limit = Challenge.replayBytesLimit
            // Where the log is played, where it is kept as it is, and in a call with several scores.
            let over = RecordedRun.body(5, [UInt8](repeating: 7, count: limit + 1))
            for target in [Self.scores, World.board + "/scores"] {
                let answer = try await world.send("POST", target, world.game, over)
                #expect(answer.status == 400 && answer.field == "replay", "\(answer.text)")
                #expect(answer.text.contains("262144"), "\(answer.text)")
            }
            let several = try await world.send(
                "POST", "/v1/games/com.ali.MonkeyJump/scores", world.game,
                "{\"scores\":[{\"leaderboard\":\"Runs\"," + over.dropFirst() + "]}")
            #expect(several.status == 400 && several.field == "scores[0].replay", "\(several.text)")
            #expect(try server.export() == before)
            let read = try await world.send(
                "POST", Self.scores, world.game, RecordedRun.body(5, [UInt8](repeating: 7, count: limit)))
            #expect(read.status == 422 && read.kind == "replay-unreadable", "\(read.text)")
            let kept = try await world.send(
                "POST", World.board + "/scores", world.game, RecordedRun.body(5, [UInt8](repeating: 7, count: limit)))
            #expect(kept.status == 200, "\(kept.text)")
        }
    }

    @Test("one player has eight runs in the line; the ninth is 429, the eight are served, and then the ninth")
    func ofOnePlayer() async throws {
        let gate = GatedSimulator.Gate()
        try await TestServer.run(options(gate)) { server in
            defer { gate.open() }
            var world = try await World(server)
            try await world.makeFriend()
            try await world.makeRuns(requires: "replay")
            let runs = (1...9 as ClosedRange<UInt64>).map { RecordedRun(skill: 700, seed: $0) }
            var refused: [Int] = []
            try await withThrowingTaskGroup(of: (Int, Answer).self) { [world] group in
                for (index, run) in runs.enumerated() {
                    group.addTask { (index, try await world.send("POST", Self.scores, world.game, run.body)) }
                }
                // The only one that is answered while nothing is played.
                let (index, first) = try #require(try await group.next())
                #expect(first.status == 429 && first.kind == "too-many-requests", "\(first.text)")
                #expect(first.headers["retry-after"] != nil)
                refused.append(index)
                // Another player is not held up by them: he only waits.
                group.addTask {
                    (
                        -1,
                        try await world.send(
                            "POST", Self.scores, world.friend, RecordedRun(skill: 700, seed: 99).body)
                    )
                }
                gate.open()
                for try await (index, answer) in group {
                    #expect(answer.json?["entry"]?["verification"] == .string("verified"), "\(index): \(answer.text)")
                }
            }
            for index in refused { _ = try await world.expect(200, "POST", Self.scores, world.game, runs[index].body) }
        }
    }

    @Test("a server that has as many in the line as it may answers 503, serves those, and then the others")
    func inAll() async throws {
        let gate = GatedSimulator.Gate()
        var options = options(gate)
        options.replaysWaiting = 3
        try await TestServer.run(options) { server in
            defer { gate.open() }
            let world = try await World(server)
            try await world.makeRuns(requires: "replay")
            // One is being played and three wait; who comes before the first is taken finds one place less.
            let runs = (1...5 as ClosedRange<UInt64>).map { RecordedRun(skill: 700, seed: $0) }
            var refused: [Int] = []
            try await withThrowingTaskGroup(of: (Int, Answer).self) { [world] group in
                for (index, run) in runs.enumerated() {
                    group.addTask { (index, try await world.send("POST", Self.scores, world.game, run.body)) }
                }
                let (index, first) = try #require(try await group.next())
                #expect(first.status == 503 && first.kind == "unavailable", "\(first.text)")
                #expect(first.headers["retry-after"] != nil)
                refused.append(index)
                gate.open()
                for try await (index, answer) in group {
                    #expect(answer.status == 200 || answer.status == 503, "\(answer.text)")
                    if answer.status == 503 { refused.append(index) }
                }
            }
            #expect(refused.count < 3)
            for index in refused { _ = try await world.expect(200, "POST", Self.scores, world.game, runs[index].body) }
        }
    }
}
