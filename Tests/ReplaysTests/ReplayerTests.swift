import LaurelArcade
import LaurelDomain
import LaurelHelperProcess
import LaurelMonkeyJump
import LaurelReplays
import LaurelStorage
import Synchronization
import Testing

/// Plays nothing until somebody opens the gate, and tells when it was reached.
private final class GatedSimulator: Simulator {
    private struct State {
        var isOpen = false
        var arrivals = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let opened = ThreadSignal()

    func play(
        _ log: [UInt8], ticksLimit: Int64, overtime: Overtime
    ) throws(ReplayFailure) -> Result<PlayedRun, LaurelDomain.ReplayRefusal> {
        let (isOpen, waiters) = state.withLock { state in
            state.arrivals += 1
            defer { state.waiters = [] }
            return (state.isOpen, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        if !isOpen { opened.wait() }
        return .failure(.otherGame)
    }

    func open() {
        state.withLock { $0.isOpen = true }
        opened.set()
    }

    /// Returns when a log is being played.
    func reached() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrivals == 0 { state.waiters.append(continuation) }
                return state.arrivals > 0
            }
            if isThere { continuation.resume() }
        }
    }
}

/// What it does is what a log says: `long` takes long, until somebody opens the gate; `refused` is refused.
private final class ScriptedSimulator: Simulator {
    let gate = ThreadSignal()
    /// Logs as they are begun.
    let begun: AsyncStream<String>
    private let feed: AsyncStream<String>.Continuation

    init() { (begun, feed) = AsyncStream.makeStream() }

    func play(
        _ log: [UInt8], ticksLimit: Int64, overtime: Overtime
    ) throws(ReplayFailure) -> Result<PlayedRun, LaurelDomain.ReplayRefusal> {
        let text = String(decoding: log, as: UTF8.self)
        feed.yield(text)
        if text.hasPrefix("long") {
            // Asked twice, as for two processes of one run.
            guard overtime.mayGoOn(), overtime.mayGoOn() else { throw .busy }
            gate.wait()
            gate.set()
        }
        return text.hasPrefix("refused") ? .failure(.otherGame) : .success(Self.run)
    }

    static var run: PlayedRun {
        PlayedRun(score: 1, ticks: 1, length: Timestamp.Span(milliseconds: 1), seed: 1, ticket: [], trace: 1)
    }
}

@Suite("Replayer", .timeLimit(.minutes(15)))
struct ReplayerTests {
    private func job(_ log: String, of app: UInt32) throws -> ReplayJob {
        ReplayJob(app: AppNumber(app), simulator: try SimulatorName("game"), log: Array(log.utf8))
    }

    @Test("a long run makes room: other apps' are played meanwhile, its own app's wait, and too many are turned away")
    func long() async throws {
        let simulator = ScriptedSimulator()
        let replayer = Replayer([try SimulatorName("game"): simulator], quick: 1, slow: 2)
        let (long, quick) = (Answers(), Answers())
        replayer.play([try job("long", of: 1)], by: PlayerNumber(1)) { long.add($0) }
        var begun = simulator.begun.makeAsyncIterator()
        #expect(await begun.next() == "long")
        replayer.play([try job("own", of: 1)], by: PlayerNumber(2)) { long.add($0) }
        replayer.play([try job("long too", of: 2)], by: PlayerNumber(3)) { long.add($0) }
        #expect(await begun.next() == "long too")
        // Two are all that may be slow.
        replayer.play([try job("long as well", of: 3)], by: PlayerNumber(4)) { quick.add($0) }
        var answers = quick.stream.makeAsyncIterator()
        #expect(await answers.next() == .failure(.busy))
        replayer.play([try job("quick", of: 4)], by: PlayerNumber(5)) { quick.add($0) }
        #expect(await answers.next() == .success([.success(ScriptedSimulator.run)]))
        simulator.gate.set()
        var rest = long.stream.makeAsyncIterator()
        for _ in 0..<3 { #expect(await rest.next() == .success([.success(ScriptedSimulator.run)])) }
        var order: [String] = []
        for _ in 0..<3 { order.append(await begun.next() ?? "") }
        #expect(order == ["long as well", "quick", "own"])
    }

    @Test("what is refused ends the batch")
    func refusal() async throws {
        let simulator = ScriptedSimulator()
        let replayer = Replayer([try SimulatorName("game"): simulator], quick: 1)
        let answers = Answers()
        let jobs = try ["fine", "refused", "never"].map { try job($0, of: 1) }
        replayer.play(jobs, by: PlayerNumber(1)) { answers.add($0) }
        var next = answers.stream.makeAsyncIterator()
        #expect(await next.next() == .success([.success(ScriptedSimulator.run), .failure(.otherGame)]))
        replayer.play([try job("after", of: 1)], by: PlayerNumber(1)) { answers.add($0) }
        _ = await next.next()
        var begun = simulator.begun.makeAsyncIterator()
        var order: [String] = []
        for _ in 0..<3 { order.append(await begun.next() ?? "") }
        #expect(order == ["fine", "refused", "after"])
    }

    @Test("half of what may wait is any app's own; the rest is left to others")
    func app() async throws {
        let simulator = ScriptedSimulator()
        let replayer = Replayer([try SimulatorName("game"): simulator], quick: 1)
        let answers = Answers()
        replayer.play([try job("long", of: 1)], by: PlayerNumber(0)) { answers.add($0) }
        var begun = simulator.begun.makeAsyncIterator()
        #expect(await begun.next() == "long")
        for player in 1...UInt32(ReplayLimits.waitingOfApp) {
            replayer.play([try job("own", of: 1)], by: PlayerNumber(player)) { answers.add($0) }
        }
        let refused = Answers()
        var next = refused.stream.makeAsyncIterator()
        replayer.play([try job("one more", of: 1)], by: PlayerNumber(1_000)) { refused.add($0) }
        #expect(await next.next() == .failure(.busy))
        replayer.play([try job("other", of: 2)], by: PlayerNumber(1_000)) { refused.add($0) }
        #expect(await next.next() == .success([.success(ScriptedSimulator.run)]))
        simulator.gate.set()
        var count = 0
        for await _ in answers.stream {
            count += 1
            if count == ReplayLimits.waitingOfApp + 1 { break }
        }
    }

    /// What became of requests, in the order of their answers.
    private final class Answers: Sendable {
        let stream: AsyncStream<PlayedRuns>
        private let feed: AsyncStream<PlayedRuns>.Continuation
        init() { (stream, feed) = AsyncStream.makeStream() }
        func add(_ runs: PlayedRuns) { feed.yield(runs) }
    }

    @Test("eight runs of one player and 256 in all wait; more are refused at once, those are served, and then more")
    func limits() async throws {
        let simulator = GatedSimulator()
        let name = try SimulatorName("game")
        let replayer = Replayer([name: simulator], quick: 1)
        var number: UInt16 = 0
        func job(_ player: UInt32) -> ReplayJob {
            number += 1
            // Of two apps, so that neither has more than its part of what may wait.
            return ReplayJob(
                app: AppNumber(player / 8 % 2), simulator: name, log: [UInt8(number >> 8), UInt8(number & 255)])
        }
        let (served, refused) = (Answers(), Answers())
        var next = refused.stream.makeAsyncIterator()
        func ask(_ player: UInt32, _ answers: Answers) {
            replayer.play([job(player)], by: PlayerNumber(player)) { answers.add($0) }
        }
        ask(1, served)
        await simulator.reached()
        // One is being played, and counts as its player's.
        for _ in 1..<ReplayLimits.waitingOfPlayer { ask(1, served) }
        ask(1, refused)
        #expect(await next.next() == .failure(.tooManyOfPlayer))
        var waiting = ReplayLimits.waitingOfPlayer - 1
        var player: UInt32 = 2
        while waiting < ReplayLimits.waiting {
            for _ in 0..<min(ReplayLimits.waitingOfPlayer, ReplayLimits.waiting - waiting) {
                ask(player, served)
                waiting += 1
            }
            player += 1
        }
        ask(player + 1, refused)
        #expect(await next.next() == .failure(.busy))
        simulator.open()
        var count = 0
        for await runs in served.stream {
            #expect(runs == .success([.failure(.otherGame)]))
            count += 1
            if count == ReplayLimits.waiting + 1 { break }
        }
        ask(1, refused)
        #expect(await next.next() == .success([.failure(.otherGame)]))
        replayer.stop()
        ask(1, refused)
        #expect(await next.next() == .failure(.stopped))
    }

    @Test("what waits when the server ends wasn't begun, which is what its caller hears") func ending() async throws {
        let simulator = ScriptedSimulator()
        let replayer = Replayer([try SimulatorName("game"): simulator], quick: 1)
        let (played, waiting) = (Answers(), Answers())
        replayer.play([try job("long", of: 1)], by: PlayerNumber(1)) { played.add($0) }
        var begun = simulator.begun.makeAsyncIterator()
        #expect(await begun.next() == "long")
        replayer.play([try job("one", of: 1)], by: PlayerNumber(2)) { waiting.add($0) }
        replayer.stop()
        var next = waiting.stream.makeAsyncIterator()
        #expect(await next.next() == .failure(.stopped))
        simulator.gate.set()
        var last = played.stream.makeAsyncIterator()
        let run = await last.next()
        #expect(run == .success([.success(ScriptedSimulator.run)]), "what was begun is played to its end")
    }

    @Test("a request that comes again while it waits is played once, and all who ask for it are answered")
    func again() async throws {
        let simulator = ScriptedSimulator()
        let replayer = Replayer([try SimulatorName("game"): simulator], quick: 1)
        let (first, others) = (Answers(), Answers())
        func ask(_ log: String, _ player: UInt32, _ answers: Answers) throws {
            replayer.play([try job(log, of: 1)], by: PlayerNumber(player)) { answers.add($0) }
        }
        try ask("long", 1, others)
        var begun = simulator.begun.makeAsyncIterator()
        #expect(await begun.next() == "long")
        // One is being played, one waits; both come again, more often than a player's requests may wait.
        try ask("one", 2, first)
        for _ in 1..<ReplayLimits.waitingOfPlayer { try ask("one", 2, others) }
        var next = first.stream.makeAsyncIterator()
        try ask("one", 2, others)
        #expect(await next.next() == .failure(.tooManyOfPlayer), "the one that has waited longest makes room")
        try ask("long", 1, others)
        // Somebody else's, and another one of the same player's, are theirs.
        try ask("one", 3, others)
        try ask("two", 2, others)
        simulator.gate.set()
        var answers = others.stream.makeAsyncIterator()
        for _ in 0..<ReplayLimits.waitingOfPlayer + 4 {
            #expect(await answers.next() == .success([.success(ScriptedSimulator.run)]))
        }
        var played: [String] = []
        for _ in 0..<3 { played.append(await begun.next() ?? "") }
        #expect(played.sorted() == ["one", "one", "two"])
        // What was answered is played again.
        try ask("one", 2, others)
        #expect(await begun.next() == "one")
        #expect(await answers.next() == .success([.success(ScriptedSimulator.run)]))
    }
}
