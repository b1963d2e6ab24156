public import LaurelDomain
import LaurelStorage
import Synchronization

/// How often the background writes, and how much must have come for it.
public struct BackgroundPlan: Hashable, Sendable {
    /// How long the thread sleeps between two looks.
    public var period: Timestamp.Span
    /// New rows of a stream that are worth a snapshot; each is read again at a start without one.
    public var snapshotRows: Int
    /// Rows whose score ids leave memory for the store together. Unit of the runs there.
    public var runRows: Int
    /// Runs of about one size that become one.
    public var mergedRuns: Int
    /// Runs are not merged beyond so many ids: it would take memory and time at once.
    public var mergedRowsLimit: Int
    /// A change of range, order or type makes a board with so many players anew; a smaller one is changed in place,
    /// within about 10 ms.
    public var rebuiltPlayers: Int
    /// A board that nobody read or wrote to for so long leaves memory, once a snapshot has it.
    public var idleSpan: Timestamp.Span
    /// Once so many score ids of a stream's committed rows are in memory, they are written without waiting for the
    /// period. Beyond 524,288 they would be forgotten, and each row read again for its id.
    ///
    /// - Range: at least ``runRows``.
    public var promptIDs: Int

    public init(
        period: Timestamp.Span = .seconds(10), snapshotRows: Int = 100_000, runRows: Int = 65_536,
        mergedRuns: Int = 4, mergedRowsLimit: Int = 4_194_304, rebuiltPlayers: Int = 4_096,
        idleSpan: Timestamp.Span = .minutes(30), promptIDs: Int = 65_536
    ) {
        self.period = period
        self.snapshotRows = snapshotRows
        self.runRows = max(1, runRows)
        self.mergedRuns = max(2, mergedRuns)
        self.mergedRowsLimit = mergedRowsLimit
        self.rebuiltPlayers = rebuiltPlayers
        self.idleSpan = idleSpan
        self.promptIDs = max(promptIDs, runRows)
    }
}

/// Writes down, beside the writer, what makes a start quick and memory small. All of it can be made again.
final class ScoreBackground: Sendable {
    private struct State {
        var isStopped = false
        var keeps = true
        /// Where each stream's last snapshot begins.
        var snapshots: [StreamID: JournalSequence] = [:]
        /// Why the last snapshot of a stream wasn't written: it is told once, and tried in each round.
        var failures: [StreamID: String] = [:]
    }

    let plan: BackgroundPlan
    private let state = Mutex(State())
    /// One round at a time.
    private let turn = Mutex(())
    private let signal = ThreadSignal()

    init(_ plan: BackgroundPlan) { self.plan = plan }

    func run(_ keeper: ScoreKeeper) {
        var next = keeper.clock.now().advanced(by: plan.period)
        /// False: the store has failed, and the next round is early enough for another try.
        var writesPromptly = true
        while !state.withLock({ $0.isStopped }) {
            let left = max(0, next.milliseconds - keeper.clock.now().milliseconds)
            let isPrompted = signal.wait(milliseconds: Int(clamping: left))
            let now = keeper.clock.now()
            keeper.noteClock()
            if isPrompted, now < next {
                if writesPromptly, keeper.isReady { writesPromptly = writeRuns(keeper) }
                continue
            }
            writesPromptly = true
            if keeper.isReady { round(keeper, isForced: false) }
            // A round that takes longer than the period is followed by a rest, too.
            next = keeper.clock.now().advanced(by: plan.period)
        }
        // Nothing is written any more: the next start has nothing to replay.
        if state.withLock({ $0.keeps }) { round(keeper, isForced: true) }
    }

    /// A stream has ``BackgroundPlan/promptIDs`` in memory.
    func prompt() { signal.set() }

    /// About 10 ms of a start.
    private static let forcedRunRows = 4_096

    /// A snapshot that begins there was read: without news none is written.
    func noteSnapshot(of stream: StreamID, at sequence: JournalSequence) {
        state.withLock { $0.snapshots[stream] = sequence }
    }

    /// - Parameter keeps: whether one more round is made, for the next start.
    func stop(keeps: Bool) {
        state.withLock { state in (state.isStopped, state.keeps) = (true, keeps) }
        signal.set()
    }

    func round(_ keeper: ScoreKeeper, isForced: Bool) {
        turn.withLock { _ in
            for boards in keeper.allBoards() {
                let published = boards.withLock { $0.published }
                guard published > .start else { continue }
                do throws(StoreError) {
                    // So that the next reader finds exact windows, and the writer a short list of those who ask.
                    for key in boards.withLock({ $0.slots.keys.sorted() }) {
                        try HistoryFiller(keeper, boards).fill(key, at: keeper.clock.now(), windows: true)
                    }
                    writeSnapshot(boards, published, keeper, isForced)
                    dropIdle(boards, keeper)
                    try writeRuns(
                        of: boards, through: published, keeper, isForced, mergedRowsLimit: plan.mergedRowsLimit)
                } catch {
                    keeper.log(.backgroundFailed(error))
                }
            }
        }
    }

    private func writeSnapshot(
        _ boards: StreamBoards, _ published: JournalSequence, _ keeper: ScoreKeeper, _ isForced: Bool
    ) {
        guard let files = keeper.snapshots else { return }
        let last = state.withLock { $0.snapshots[boards.stream] }
        let news = published.rawValue - (last ?? .start).rawValue
        let needed = holdsIdle(boards, keeper) ? 0 : isForced ? 1 : Int64(plan.snapshotRows)
        guard news >= needed else { return }
        do throws(SnapshotFailure) {
            let writer = SnapshotWriter(
                files: files, boards: boards, journal: keeper.journal, now: keeper.clock.now())
            let start = try writer.write()
            state.withLock { state in
                state.snapshots[boards.stream] = start
                state.failures[boards.stream] = nil
            }
        } catch {
            let known = state.withLock { $0.failures.updateValue(error.reason, forKey: boards.stream) }
            if known != error.reason { keeper.log(.snapshotFailed(boards.stream, reason: error.reason)) }
        }
    }

    /// Whether a board stays in memory for want of a snapshot alone. Then one is written: once in an idle span at most.
    private func holdsIdle(_ boards: StreamBoards, _ keeper: ScoreKeeper) -> Bool {
        let moment = keeper.clock.now().advanced(by: -plan.idleSpan)
        return boards.withLock { state in
            guard state.snapshot?.time ?? .first <= moment else { return false }
            return state.slots.keys.contains { state.isIdle($0, since: moment) && !state.isKept($0) }
        }
    }

    /// Has boards dropped that nobody uses. The writer looks again: it alone knows what is under way.
    private func dropIdle(_ boards: StreamBoards, _ keeper: ScoreKeeper) {
        let moment = keeper.clock.now().advanced(by: -plan.idleSpan)
        let idle = boards.withLock { state in
            state.slots.keys.filter { state.isIdle($0, since: moment) && state.isKept($0) }.sorted()
        }
        let now = keeper.clock.now()
        let past = boards.withLock { state in
            state.extents.keys.filter { keeper.boardKeys.leaderboard(of: $0)?.isPast($0, at: now) ?? false }
        }
        boards.withLock { state in
            state.forgetCombined { _, slot in slot.used <= moment }
        }
        guard !idle.isEmpty || !past.isEmpty else { return }
        _ = keeper.queue.add(.drop(idle + past, boards, unusedFor: plan.idleSpan))
    }

    /// Between two rounds, for the streams that have too many ids in memory to wait for the next one. Large runs become
    /// one in a round: meanwhile scores share the disk with that.
    ///
    /// - Returns: false: the store has failed.
    private func writeRuns(_ keeper: ScoreKeeper) -> Bool {
        turn.withLock { _ -> Bool in
            for boards in keeper.allBoards() where boards.committedIDs.withLock({ $0.count }) >= plan.promptIDs {
                do throws(StoreError) {
                    try writeRuns(
                        of: boards, through: boards.withLock { $0.published }, keeper, false,
                        mergedRowsLimit: min(plan.mergedRowsLimit, plan.runRows * plan.mergedRuns))
                } catch {
                    keeper.log(.backgroundFailed(error))
                    return false
                }
            }
            return true
        }
    }

    /// Moves ids out of memory, so many at a time, and keeps the number of runs small.
    private func writeRuns(
        of boards: StreamBoards, through published: JournalSequence, _ keeper: ScoreKeeper, _ isForced: Bool,
        mergedRowsLimit: Int
    ) throws(StoreError) {
        let stream = boards.stream
        // At the end of a server even a short one is worth it: the next start reads what is in none.
        let least = isForced ? min(plan.runRows, Self.forcedRunRows) : plan.runRows
        let known = boards.scoreIDRuns.withLock { $0 }
        if let known, published.rawValue - Self.end(of: known).rawValue < Int64(least) { return }
        // All filters are among them, so they are read once. After a failure only the store knows what it has.
        boards.scoreIDRuns.withLock { $0 = nil }
        var runs: [ScoreIDRun]
        if let known { runs = known } else { runs = try keeper.journal.scoreIDRuns(of: stream) }
        var hasChanged = false
        var last = Self.end(of: runs)
        while published.rawValue - last.rawValue >= Int64(least) {
            let end = min(last.advanced(by: plan.runRows), published)
            var positions = boards.committedIDs.withLock { $0.positions(after: last, through: end) }
            if positions == nil { positions = try read(after: last, through: end, of: stream, keeper) }
            runs.append(try add(positions ?? [], last.advanced(by: 1), end, [], stream, keeper))
            boards.committedIDs.withLock { $0.forget(through: end) }
            last = end
            hasChanged = true
        }
        while let merged = try merge(runs, stream, keeper, limit: mergedRowsLimit) {
            runs = merged
            hasChanged = true
        }
        let written = runs
        boards.scoreIDRuns.withLock { $0 = written }
        if hasChanged { _ = keeper.queue.add(.adoptRuns(stream, written)) }
    }

    /// Rows up to here are in runs.
    private static func end(of runs: [ScoreIDRun]) -> JournalSequence { runs.map(\.last).max() ?? .start }

    /// Of rows that were written before this process had them, or too many for memory.
    private func read(
        after start: JournalSequence, through end: JournalSequence, of stream: StreamID, _ keeper: ScoreKeeper
    ) throws(StoreError) -> [ScoreIDPosition] {
        let limit = Int(clamping: end.rawValue - start.rawValue)
        let rows = try keeper.journal.rows(after: start, of: stream, limit: limit)
        return rows.compactMap { row in
            ScoreIDs.digest(of: row).map { ScoreIDPosition(digest: $0, sequence: row.sequence) }
        }
    }

    private func add(
        _ positions: [ScoreIDPosition], _ first: JournalSequence, _ last: JournalSequence, _ merged: [Int64],
        _ stream: StreamID, _ keeper: ScoreKeeper
    ) throws(StoreError) -> ScoreIDRun {
        let sorted = positions.sorted { ($0.digest, $0.sequence) < ($1.digest, $1.sequence) }
        let filter = ScoreIDFilter(sorted.lazy.map(\.digest))
        var run = ScoreIDRun(first: first, last: last, count: sorted.count, filter: filter.bytes)
        run.number = try keeper.journal.addScoreIDRun(run, positions: sorted, replacing: merged, of: stream)
        return run
    }

    /// - Returns: nil when there is nothing to merge.
    private func merge(
        _ runs: [ScoreIDRun], _ stream: StreamID, _ keeper: ScoreKeeper, limit: Int
    ) throws(StoreError) -> [ScoreIDRun]? {
        let tail = Array(runs.suffix(plan.mergedRuns))
        guard tail.count == plan.mergedRuns, let first = tail.first, let last = tail.last else { return nil }
        let count = tail.reduce(0) { $0 + $1.count }
        // Of about one size: else a large one would be copied for each small one.
        let span = first.last.rawValue - first.first.rawValue
        guard count <= limit, span / 2 <= last.last.rawValue - last.first.rawValue else { return nil }
        var positions: [ScoreIDPosition] = []
        positions.reserveCapacity(count)
        for run in tail { positions += try keeper.journal.positions(ofRun: run.number, from: 0, limit: run.count) }
        guard positions.count == count else { throw .broken(reason: "a run of score IDs is incomplete") }
        let merged = try add(positions, first.first, last.last, tail.map(\.number), stream, keeper)
        return runs.dropLast(plan.mergedRuns) + [merged]
    }
}
