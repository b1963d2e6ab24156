import LaurelArcade
import LaurelDomain
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

    func play(_ log: [UInt8], ticksLimit: Int64) throws(ReplayFailure) -> Result<PlayedRun, LaurelDomain.ReplayRefusal>
    {
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

@Suite("Replayer", .timeLimit(.minutes(15)))
struct ReplayerTests {
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
        let replayer = Replayer([name: simulator], threads: 1)
        let job = ReplayJob(app: AppNumber(1), simulator: name, log: [])
        let (served, refused) = (Answers(), Answers())
        var next = refused.stream.makeAsyncIterator()
        func ask(_ player: UInt32, _ answers: Answers) {
            replayer.play([job], by: PlayerNumber(player)) { answers.add($0) }
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
        #expect(await next.next() == .failure(.busy))
    }
}
