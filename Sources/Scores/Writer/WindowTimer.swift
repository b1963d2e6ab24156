import LaurelDomain
import LaurelRanking
import LaurelStorage
import Synchronization

/// Tells listeners what the clock alone changes: an entry that grows older than a rolling window reaches (rule 4.8).
///
/// One timer for all leaderboards, armed for the next moment at which a window of one that somebody listens to may
/// change. While nobody listens, its thread sleeps without end.
final class WindowTimer: Sendable {
    private let isStopped = Atomic(false)
    /// What it sleeps until, in milliseconds; `.max`: it sleeps without end, or is about to look.
    private let armed = Atomic<Int64>(.max)
    /// When each recurring leaderboard was looked at last.
    private let boundaries = Mutex<[LeaderboardVersions.Key: Timestamp]>([:])
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
            // A caller that arms it from here on may be overlooked below, and must wake it.
            armed.store(.max, ordering: .sequentiallyConsistent)
            guard keeper.isReady else { return nil }
            let now = keeper.clock.now()
            var next: Timestamp?
            for key in keeper.versions.keys {
                guard let boards = keeper.boards(of: key) else { continue }
                guard let due = look(at: key, boards, now, keeper) else { continue }
                next = min(next ?? due, due)
            }
            if let next { armed.store(next.milliseconds, ordering: .sequentiallyConsistent) }
            return next
        }
    }

    private func look(
        at key: LeaderboardVersions.Key, _ boards: StreamBoards, _ now: Timestamp, _ keeper: ScoreKeeper
    ) -> Timestamp? {
        guard let leaderboard = keeper.catalogue.leaderboard(key.leaderboard) else { return nil }
        switch leaderboard.kind {
        case .classic: return look(at: [leaderboard.chain], of: leaderboard, boards, now, keeper)
        case .combined(let parts):
            let next = look(at: parts.map { BoardKey($0) }, of: leaderboard, boards, now, keeper)
            // The builder wakes this timer when the view is there.
            let isAbsent = boards.withLock { state in
                state.isAbsentCombined(leaderboard) && !parts.contains { state.isAbsent(BoardKey($0)) }
            }
            if isAbsent { _ = keeper.buildCombined(leaderboard, in: boards) }
            return next
        case .recurring(let recurrence): return look(at: recurrence, key, boards, now, keeper)
        }
    }

    /// - Parameter keys: the boards whose windows it shows.
    private func look(
        at keys: [BoardKey], of leaderboard: Leaderboard, _ boards: StreamBoards, _ now: Timestamp,
        _ keeper: ScoreKeeper
    ) -> Timestamp? {
        // The writer tells of it, and wakes this timer, when the board is in its place.
        guard keys.allSatisfy({ keeper.load($0, in: boards) == nil }) else { return nil }
        do throws(StoreError) {
            // A long staircase that ran out asks for rows; without them a player would seem to have gone.
            for key in keys { try HistoryFiller(keeper, boards).fill(key, at: now, windows: true) }
        } catch {
            keeper.log(.backgroundFailed(error))
            return now.advanced(by: .seconds(1))
        }
        let (scopes, next, version) = boards.withLock { state in
            let changes = state.takeChanges(of: Set(keys), at: now)
            return (changes.scopes, changes.nextExpiry, state.published)
        }
        let news = scopes.filter { !$0.value.isEmpty }
        if !news.isEmpty { keeper.versions.changed(news, in: boards.stream, at: version) }
        return next
    }

    /// What the clock changes of a recurring leaderboard is which occurrence is shown.
    private func look(
        at recurrence: Recurrence, _ key: LeaderboardVersions.Key, _ boards: StreamBoards, _ now: Timestamp,
        _ keeper: ScoreKeeper
    ) -> Timestamp? {
        let last = boundaries.withLock { $0.updateValue(now, forKey: key) } ?? now
        if let boundary = recurrence.nextBoundary(after: last), boundary <= now {
            let version = boards.withLock { $0.published }
            keeper.versions.changed(
                [key.leaderboard: Set(TimeScope.allCases)], in: boards.stream, at: version)
        }
        return recurrence.nextBoundary(after: now)
    }

    /// What happened to these leaderboards while nobody listened is no news.
    func forgetChanges(of keys: [LeaderboardVersions.Key], _ keeper: ScoreKeeper) {
        let now = keeper.clock.now()
        for key in keys {
            keeper.boards(of: key)?.withLock { state in
                if let slot = state.combined[key.leaderboard], slot.isWhole {
                    slot.board.catchUp(to: now)
                    _ = slot.board.takeChanges()
                }
                guard let board = state.slots[BoardKey(key.leaderboard)]?.board else { return }
                board.advance(to: now)
                _ = board.takeChanges()
            }
            boundaries.withLock { $0[key] = now }
        }
    }
}

extension Board {
    func takeChangedScopes() -> Set<TimeScope> {
        let changes = takeChanges()
        return Set(TimeScope.allCases.filter { changes.contains($0) })
    }
}
