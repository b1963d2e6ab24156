public import LaurelDomain
import LaurelHelperProcess
import LaurelStorage
import Synchronization

/// Plays logs again on a few threads of its own: neither a loop of the server's nor the cooperative pool nor the
/// journal's writer ever waits for one.
///
/// Logs wait in fair turns of apps and of players (``FairLine``), a bounded number in all, of each app and of each
/// player. A run that outlasts ``ReplayLimits/quickMilliseconds`` counts as slow: it goes on beside those that are
/// quick, and its app has no other turn meanwhile. So a quick run waits for quick ones only, whatever other apps play.
///
/// A request that comes again while the first one waits is answered with it, and played once: otherwise, on a busy
/// server, those who gave up waiting and asked again would fill the line with runs that nobody waits for.
public final class Replayer: Sendable {
    /// What is left to be played of one request.
    private struct Request {
        let number: UInt64
        let player: PlayerNumber
        var jobs: ArraySlice<ReplayJob>
        var played: [Result<PlayedRun, ReplayRefusal>] = []
    }

    private typealias Completion = @Sendable (PlayedRuns) -> Void

    /// Who waits for a request.
    private struct Waiting {
        let number: UInt64
        let jobs: [ReplayJob]
        var completions: [Completion]
    }

    private enum Entry {
        case waits
        /// Nobody waits for it with so many others: its client asked again and again.
        case joined(instead: Completion?)
        case refused(ReplayFailure)
    }

    private struct State {
        var line = FairLine<AppNumber, PlayerNumber, Request>(limit: 1, limitOfShare: 1)
        /// Requests that wait or are being played.
        var ofPlayer: [PlayerNumber: [Waiting]] = [:]
        var lastNumber: UInt64 = 0
        /// Threads with quick runs.
        var quickCount = 0
        /// Slow runs.
        var slow: [AppNumber: Int] = [:]
        var slowCount = 0
        var isStopped = false

        var hasWork: Bool { line.hasNext { slow[$0] == nil } }
    }

    private let simulators: [SimulatorName: any Simulator]
    /// Nil: those that come with the server are all.
    private let uploaded: UploadedSimulators?
    private let quickLimit: Int
    private let waitingOfPlayerLimit: Int
    private let slowLimit: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - quick: runs at a time that end quickly; threads end when there is nothing to do.
    ///   - slow: runs at a time that may outlast ``ReplayLimits/quickMilliseconds``.
    public init(
        _ simulators: [SimulatorName: any Simulator], uploaded: UploadedSimulators? = nil, quick: Int,
        waiting: Int = ReplayLimits.waiting, waitingOfApp: Int = ReplayLimits.waitingOfApp,
        waitingOfPlayer: Int = ReplayLimits.waitingOfPlayer, slow: Int = ReplayLimits.slow
    ) {
        self.simulators = simulators
        self.uploaded = uploaded
        quickLimit = max(1, quick)
        waitingOfPlayerLimit = max(1, waitingOfPlayer)
        slowLimit = max(0, slow)
        state = Mutex(State(line: FairLine(limit: waiting, limitOfShare: waitingOfApp)))
    }

    public func knows(_ name: SimulatorName, of app: AppNumber) -> Bool {
        simulators[name] != nil || uploaded?.knows(name, of: app) == true
    }

    /// Plays the logs of one request, one after the other, up to the first that is refused.
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
        guard let first = jobs.first else { return completion(.success([])) }
        let entry = state.withLock { state in
            enter(jobs, of: first.app, player, completion, in: &state)
        }
        switch entry {
        case .waits: startIfNeeded()
        case .joined(let other): other?(.failure(.tooManyOfPlayer))
        case .refused(let failure): completion(.failure(failure))
        }
    }

    private func enter(
        _ jobs: [ReplayJob], of app: AppNumber, _ player: PlayerNumber, _ completion: @escaping Completion,
        in state: inout State
    ) -> Entry {
        guard !state.isStopped else { return .refused(.stopped) }
        let waiting = state.ofPlayer[player, default: []]
        if let index = waiting.firstIndex(where: { $0.jobs == jobs }) {
            state.ofPlayer[player]?[index].completions.append(completion)
            let isFull = waiting[index].completions.count >= waitingOfPlayerLimit
            return .joined(instead: isFull ? state.ofPlayer[player]?[index].completions.removeFirst() : nil)
        }
        guard waiting.count < waitingOfPlayerLimit else { return .refused(.tooManyOfPlayer) }
        state.lastNumber += 1
        let request = Request(number: state.lastNumber, player: player, jobs: jobs[...])
        guard state.line.append(request, of: app, player) else { return .refused(.busy) }
        state.ofPlayer[player, default: []].append(
            Waiting(number: request.number, jobs: jobs, completions: [completion]))
        return .waits
    }

    /// What waits is answered ``ReplayFailure/stopped``, and nothing more is taken.
    public func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            return state.line.removeAll()
        }
        for request in waiting { finish(request, .failure(.stopped)) }
    }

    // MARK: Threads

    /// Starts a thread if there may be one more and it has something to do.
    private func startIfNeeded() {
        let isFree = state.withLock { state in
            guard state.quickCount < quickLimit, state.hasWork else { return false }
            state.quickCount += 1
            return true
        }
        guard isFree else { return }
        BlockingThread.start { [self] in
            while let (app, request) = next() {
                if !perform(request, of: app) { return }
            }
        }
    }

    /// Nil: the thread is to end, and another may start.
    private func next() -> (AppNumber, Request)? {
        state.withLock { state in
            let slow = state.slow
            if let next = state.line.next(where: { slow[$0] == nil }) { return next }
            state.quickCount -= 1
            return nil
        }
    }

    /// Plays the first log of a request.
    ///
    /// - Returns: whether this thread goes on with the next request.
    private func perform(_ request: Request, of app: AppNumber) -> Bool {
        guard let job = request.jobs.first else { return true }
        let begun = Monotonic.milliseconds()
        let isSlow = Mutex(false)
        let overtime = Overtime(after: ReplayLimits.quickMilliseconds) { [self] in
            isSlow.withLock { isSlow in
                isSlow = isSlow || becomeSlow(app)
                return isSlow
            }
        }
        let result = Result { () throws(ReplayFailure) in try play(job, overtime) }
        let wasSlow = isSlow.withLock(\.self)
        state.withLock { state in
            state.line.charge(app, Monotonic.milliseconds() - begun)
            guard wasSlow else { return }
            state.slowCount -= 1
            let left = state.slow[app, default: 1] - 1
            state.slow[app] = left > 0 ? left : nil
        }
        proceed(request, with: result)
        guard wasSlow else { return true }
        // Its app may have turns again; another thread took over from this one.
        startIfNeeded()
        return false
    }

    /// A run takes longer than a quick one may.
    ///
    /// - Returns: whether it may go on without.
    private func becomeSlow(_ app: AppNumber) -> Bool {
        let isLeft = state.withLock { state in
            guard state.slowCount < slowLimit else { return false }
            state.slowCount += 1
            state.slow[app, default: 0] += 1
            state.quickCount -= 1
            return true
        }
        if isLeft { startIfNeeded() }
        return isLeft
    }

    // MARK: Requests

    /// What comes after a log was played: the next one waits for its turn, or the request is done.
    private func proceed(_ request: Request, with result: Result<Result<PlayedRun, ReplayRefusal>, ReplayFailure>) {
        var request = request
        switch result {
        case .failure(let failure): finish(request, .failure(failure))
        case .success(let run):
            request.played.append(run)
            request.jobs = request.jobs.dropFirst()
            guard case .success = run, let next = request.jobs.first else {
                return finish(request, .success(request.played))
            }
            let failure = state.withLock { [request] state -> ReplayFailure? in
                if state.isStopped { return .stopped }
                return state.line.append(request, of: next.app, request.player, isBegun: true) ? nil : .busy
            }
            if let failure { finish(request, .failure(failure)) } else { startIfNeeded() }
        }
    }

    private func finish(_ request: Request, _ runs: PlayedRuns) {
        let completions = state.withLock { state -> [Completion] in
            guard let index = state.ofPlayer[request.player]?.firstIndex(where: { $0.number == request.number }) else {
                return []
            }
            let done = state.ofPlayer[request.player]?.remove(at: index)
            if state.ofPlayer[request.player]?.isEmpty == true { state.ofPlayer[request.player] = nil }
            return done?.completions ?? []
        }
        for completion in completions { completion(runs) }
    }

    private func play(
        _ job: ReplayJob, _ overtime: Overtime
    ) throws(ReplayFailure) -> Result<PlayedRun, ReplayRefusal> {
        if let simulator = simulators[job.simulator] {
            return try simulator.play(job.log, ticksLimit: ReplayLimits.ticks, overtime: overtime)
        }
        guard let uploaded else { throw .unknownSimulator }
        return try uploaded.play(job, ticksLimit: ReplayLimits.ticks, overtime: overtime)
    }
}
