public import LaurelDomain
import LaurelStorage
import Synchronization

/// Plays logs again on a few threads of its own: neither a loop of the server's nor the cooperative pool nor the
/// journal's writer ever waits for one.
///
/// Requests wait in order of arrival, a bounded number in all and of each player, so that one who sends two-hour runs
/// without end holds nobody up for long.
public final class Replayer: Sendable {
    private struct Request {
        let player: PlayerNumber
        let jobs: [ReplayJob]
        let completion: @Sendable (PlayedRuns) -> Void
    }

    private struct State {
        var line: [Request] = []
        /// Waiting or being played.
        var ofPlayer: [PlayerNumber: Int] = [:]
        var threads = 0
        var isStopped = false
    }

    private let simulators: [SimulatorName: any Simulator]
    /// Nil: those that come with the server are all.
    private let uploaded: UploadedSimulators?
    private let threadsLimit: Int
    private let waitingLimit: Int
    private let waitingOfPlayerLimit: Int
    private let state = Mutex(State())

    /// - Parameter threads: at a time; they end when there is nothing to do.
    public init(
        _ simulators: [SimulatorName: any Simulator], uploaded: UploadedSimulators? = nil, threads: Int,
        waiting: Int = ReplayLimits.waiting, waitingOfPlayer: Int = ReplayLimits.waitingOfPlayer
    ) {
        self.simulators = simulators
        self.uploaded = uploaded
        threadsLimit = max(1, threads)
        waitingLimit = max(1, waiting)
        waitingOfPlayerLimit = max(1, waitingOfPlayer)
    }

    public func knows(_ name: SimulatorName, of app: AppNumber) -> Bool {
        simulators[name] != nil || uploaded?.knows(name, of: app) == true
    }

    /// Plays the logs of one request, one after the other.
    ///
    /// - Parameter completion: called once: on this thread when nothing was played, else on one of the replayer's,
    ///   where it must return soon.
    public func play(
        _ jobs: [ReplayJob], by player: PlayerNumber,
        completion: @escaping @Sendable (PlayedRuns) -> Void
    ) {
        guard jobs.allSatisfy({ knows($0.simulator, of: $0.app) }) else {
            return completion(.failure(.unknownSimulator))
        }
        let request = Request(player: player, jobs: jobs, completion: completion)
        let (refusal, needsThread) = state.withLock { state -> (ReplayFailure?, Bool) in
            guard !state.isStopped, state.line.count < waitingLimit else { return (.busy, false) }
            guard state.ofPlayer[player, default: 0] < waitingOfPlayerLimit else { return (.tooManyOfPlayer, false) }
            state.ofPlayer[player, default: 0] += 1
            state.line.append(request)
            guard state.threads < threadsLimit else { return (nil, false) }
            state.threads += 1
            return (nil, true)
        }
        if let refusal { return completion(.failure(refusal)) }
        if needsThread {
            BlockingThread.start { [self] in
                while let next = next() { perform(next) }
            }
        }
    }

    /// What waits is answered ``ReplayFailure/busy``, and nothing more is taken.
    public func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.line = [] }
            return state.line
        }
        for request in waiting { request.completion(.failure(.busy)) }
    }

    /// Nil: the thread is to end.
    private func next() -> Request? {
        state.withLock { state in
            guard !state.line.isEmpty else {
                state.threads -= 1
                return nil
            }
            return state.line.removeFirst()
        }
    }

    private func perform(_ request: Request) {
        let result = play(request.jobs)
        state.withLock { state in
            let left = state.ofPlayer[request.player, default: 1] - 1
            state.ofPlayer[request.player] = left > 0 ? left : nil
        }
        request.completion(result)
    }

    private func play(_ jobs: [ReplayJob]) -> PlayedRuns {
        var runs: [Result<PlayedRun, ReplayRefusal>] = []
        for job in jobs {
            do throws(ReplayFailure) { runs.append(try play(job)) } catch { return .failure(error) }
        }
        return .success(runs)
    }

    private func play(_ job: ReplayJob) throws(ReplayFailure) -> Result<PlayedRun, ReplayRefusal> {
        if let simulator = simulators[job.simulator] {
            return try simulator.play(job.log, ticksLimit: ReplayLimits.ticks)
        }
        guard let uploaded else { throw .unknownSimulator }
        return try uploaded.play(job, ticksLimit: ReplayLimits.ticks)
    }
}
