import LaurelDomain
import LaurelStorage
import Synchronization

/// Has the writer do what time does to matches and to challenges of groups: a turn passes on, an exchange is over, a
/// player who is long away loses, a challenge ends. Armed for the earliest such moment; without one its thread sleeps
/// without end.
final class MatchTimer: Sendable {
    /// After a failure of the store, in milliseconds.
    private static let pause = 1_000
    /// While matches wait for leaderboards to be loaded, in milliseconds: others are looked after meanwhile.
    private static let awardPause = 200

    private let isStopped = Atomic(false)
    /// What it sleeps until, in milliseconds; `.max`: it sleeps without end, or is about to look.
    private let armed = Atomic<Int64>(.max)
    private let isAwarding = Atomic(false)
    private let signal = ThreadSignal()

    func run(_ keeper: ScoreKeeper) {
        while !isStopped.load(ordering: .sequentiallyConsistent) {
            // A caller that arms it from here on may be overlooked below, and must wake it.
            armed.store(.max, ordering: .sequentiallyConsistent)
            guard keeper.isReady, let due = keeper.nextDeadline else {
                signal.wait()
                continue
            }
            let span = due.milliseconds - keeper.clock.now().milliseconds
            if span > 0 {
                armed.store(due.milliseconds, ordering: .sequentiallyConsistent)
                // One that was armed since for an earlier moment has set the signal.
                signal.wait(milliseconds: Int(clamping: span))
            } else if !keeper.fireUnawardedMatches() || !keeper.fireGroupChallenges() {
                signal.wait(milliseconds: Self.pause)
            } else if keeper.hasJudges {
                award(keeper)
                signal.wait(milliseconds: Self.awardPause)
            }
        }
    }

    /// Begins with what awards something, unless that is under way.
    private func award(_ keeper: ScoreKeeper) {
        guard !isAwarding.exchange(true, ordering: .sequentiallyConsistent) else { return }
        keeper.sendOwn(FireMatchesStep(awards: true)) { [self] result in
            isAwarding.store(false, ordering: .sequentiallyConsistent)
            // Otherwise the store failed, and it is tried again after the pause.
            if case .success = result { signal.set() }
        }
    }

    func stop() {
        isStopped.store(true, ordering: .sequentiallyConsistent)
        signal.set()
    }

    /// There may be matches now.
    func wake() { signal.set() }

    /// A match changes at `moment` by itself.
    func arm(_ moment: Timestamp) {
        if moment.milliseconds < armed.load(ordering: .sequentiallyConsistent) { signal.set() }
    }
}

extension ScoreKeeper {
    /// Does what time does to matches by now. Blocks; for tests, which move the clock by hand.
    ///
    /// - Returns: false: the store failed, or the server stops.
    @discardableResult package func fireMatches() -> Bool {
        fireUnawardedMatches() && (!hasJudges || fire(FireMatchesStep(awards: true)))
    }

    /// The same but for judged matches whose rules award something.
    fileprivate func fireUnawardedMatches() -> Bool { fire(FireMatchesStep(awards: false)) }

    /// Does what time does to challenges of groups by now. Blocks.
    ///
    /// - Returns: false: the store failed, or the server stops.
    @discardableResult package func fireGroupChallenges() -> Bool { fire(FireGroupChallengesStep()) }

    /// Until nothing is due.
    private func fire(_ step: some WriterStep<Int, MatchStepError>) -> Bool {
        while true {
            let answer = Answer()
            sendOwn(step) { answer.give($0) }
            switch answer.take() {
            case .success(0)?: return true
            case .success: continue
            case .failure, nil: return false
            }
        }
    }
}

/// What a step was answered, for a thread that waits.
private final class Answer: Sendable {
    private let value = Mutex<Result<Int, MatchStepError>?>(nil)
    private let latch = ThreadLatch()

    func give(_ result: Result<Int, MatchStepError>) {
        value.withLock { $0 = result }
        latch.open()
    }

    func take() -> Result<Int, MatchStepError>? {
        latch.wait()
        return value.withLock { $0 }
    }
}
