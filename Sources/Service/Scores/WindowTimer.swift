import LaurelDomain
import Ranking
import Storage
import Synchronization

/// Tells listeners what the clock alone changes: an entry that grows older than a rolling window reaches (rule 4.8).
///
/// One timer for all leaderboards, armed for the next moment at which a window of one that somebody listens to may
/// change. While nobody listens, its thread sleeps without end.
final class WindowTimer: Sendable {
    private let isStopped = Atomic(false)
    /// What it sleeps until, in milliseconds; `.max`: it sleeps without end, or is about to look.
    private let armed = Atomic<Int64>(.max)
    /// One look at a time.
    private let turn = Mutex(())
    private let signal = ThreadSignal()

    func run(_ keeper: ScoreKeeper) {
        while !isStopped.load(ordering: .sequentiallyConsistent) {
            guard let next = look(keeper) else {
                signal.wait()
                continue
            }
            let span = next.milliseconds - keeper.clock.now().milliseconds
            signal.wait(milliseconds: Int(clamping: max(1, span)))
        }
    }

    func stop() {
        isStopped.store(true, ordering: .sequentiallyConsistent)
        signal.set()
    }

    /// Somebody new listens, or boards are others than they were.
    func wake() { signal.set() }

    /// A leaderboard that somebody listens to may change at `moment`.
    func arm(_ moment: Timestamp) {
        if moment.milliseconds < armed.load(ordering: .sequentiallyConsistent) { signal.set() }
    }

    /// Moves the windows of all leaderboards that somebody listens to, and tells what that changed.
    /// - Returns: when to look again. Nil: not before ``wake()`` or ``arm(_:)``.
    @discardableResult func look(_ keeper: ScoreKeeper) -> Timestamp? {
        turn.withLock { _ in
            // Whoever arms it from here on may be overlooked below, and must wake it.
            armed.store(.max, ordering: .sequentiallyConsistent)
            guard keeper.isReady else { return nil }
            let now = keeper.clock.now()
            var next: Timestamp?
            for key in keeper.versions.keys {
                guard let boards = keeper.boards(of: key) else { continue }
                guard let due = look(at: key.leaderboard, boards, now, keeper) else { continue }
                next = min(next ?? due, due)
            }
            if let next { armed.store(next.milliseconds, ordering: .sequentiallyConsistent) }
            return next
        }
    }

    private func look(
        at leaderboard: LeaderboardNumber, _ boards: StreamBoards, _ now: Timestamp, _ keeper: ScoreKeeper
    ) -> Timestamp? {
        // The writer tells of it, and wakes this timer, when the board is in its place.
        if boards.withLock({ $0.rebuilds[leaderboard] != nil }) { return nil }
        do throws(StoreError) {
            // A long staircase that ran out asks for rows; without them a player would seem to have gone.
            try HistoryFiller(keeper.journal, boards).fill(leaderboard, at: now, windows: true)
        } catch {
            keeper.log(.backgroundFailed(error))
            return now.advanced(by: .seconds(1))
        }
        let (changes, next, version) = boards.withLock { state -> (Set<TimeScope>, Timestamp?, JournalSequence) in
            guard let board = state.slots[leaderboard]?.board else { return ([], nil, state.published) }
            return (board.takeChangedScopes(), board.nextExpiry, state.published)
        }
        if !changes.isEmpty { keeper.versions.changed([leaderboard: changes], in: boards.stream, at: version) }
        return next
    }

    /// What happened to these leaderboards while nobody listened is no news.
    func forgetChanges(of keys: [LeaderboardVersions.Key], _ keeper: ScoreKeeper) {
        let now = keeper.clock.now()
        for key in keys {
            keeper.boards(of: key)?.withLock { state in
                guard let board = state.slots[key.leaderboard]?.board else { return }
                board.advance(to: now)
                _ = board.takeChanges()
            }
        }
    }
}

extension Board {
    func takeChangedScopes() -> Set<TimeScope> {
        let changes = takeChanges()
        return Set(TimeScope.allCases.filter { changes.contains($0) })
    }
}
