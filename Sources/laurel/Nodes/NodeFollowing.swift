import LaurelCluster
import LaurelDomain
import LaurelScores
import LaurelStorage
import LaurelStoragePostgres
import Synchronization

/// Keeps the leaderboards in memory while another node owns the store, so that this one has them when it takes over.
final class NodeFollowing: Sendable {
    /// Between two readings of what is new: so much is to be read at a takeover. The more rows come, the shorter, so
    /// that a reading has about so many: all of a second's at once would hold up the store's other users.
    private static let pauseMilliseconds = 50...1_000
    private static let readingRows = 1_000
    /// Until the store is opened again that couldn't be read.
    private static let retryMilliseconds = 5_000
    /// How old the last reading may be: what has come since is to be read at a takeover, in some ten milliseconds where
    /// 1,000 rows come a second. Longer than a reading takes that also looks after the memory of large boards.
    private static let freshMilliseconds: Int64 = 10_000

    /// What one round of ``WarmBoards/follow()`` came to.
    private struct Reading {
        let begun: Timestamp
        let rowCount: Int64
        /// False: a stream's boards were forgotten or couldn't be read, and the next round reads them anew.
        let isWhole: Bool
    }

    /// From one start to the next end.
    private final class Run: Sendable {
        let isOver = Atomic(false)
        let signal = ThreadSignal()
        let warm = Mutex<WarmBoards?>(nil)
        /// The last one; nil: not everything was read yet.
        let reading = Mutex<Reading?>(nil)
        let hasLoss = Atomic(false)
    }

    private let access: NodeStore
    private let folder: String
    private let snapshots: PeerSnapshots
    private let acceptsLoss: Bool
    private let log: RequestLog?
    private let run = Mutex<Run?>(nil)

    init(
        _ access: NodeStore, _ folder: String, _ snapshots: PeerSnapshots, acceptsLoss: Bool, _ log: RequestLog?
    ) {
        self.access = access
        self.folder = folder
        self.snapshots = snapshots
        self.acceptsLoss = acceptsLoss
        self.log = log
    }

    /// Rows that are in memory; nil: not all were read yet, or this node owns the store.
    var rowCount: Int64? { reading?.rowCount }

    private var reading: Reading? { run.withLock { $0 }?.reading.withLock { $0 } }

    /// What other nodes are to know of it. They needn't leave the store to a node that would refuse to own it.
    var announced: NodeAnnouncement.Following {
        guard !hasLoss, let reading, reading.isWhole,
            Clock.steady.now().milliseconds - reading.begun.milliseconds < Self.freshMilliseconds
        else { return .cold }
        return .rows(reading.rowCount)
    }

    /// Whether the store lacks rows that a snapshot of this node has: see ``WarmBoards/lost``.
    var hasLoss: Bool { run.withLock { $0 }?.hasLoss.load(ordering: .relaxed) ?? false }

    func start() {
        let run = Run()
        let isNew = self.run.withLock { current in
            guard current == nil else { return false }
            current = run
            return true
        }
        if isNew { BlockingThread.start { [self] in follow(run) } }
    }

    func stop() { _ = take() }

    /// What is in memory so far. Nothing is followed any more.
    func take() -> WarmBoards? {
        let run = run.withLock { current in
            defer { current = nil }
            return current
        }
        guard let run else { return nil }
        run.isOver.store(true, ordering: .releasing)
        run.signal.set()
        return run.warm.withLock { $0 }
    }

    // MARK: The thread

    private func follow(_ run: Run) {
        while !run.isOver.load(ordering: .acquiring) {
            do {
                let store = try access.openToFollow()
                defer { store.close() }
                try follow(store, run)
            } catch {
                guard !run.isOver.load(ordering: .acquiring) else { return }
                run.reading.withLock { $0 = nil }
                log?.add(event: "store-not-followed", "\(error)")
                run.signal.wait(milliseconds: Self.retryMilliseconds)
            }
        }
    }

    /// - Throws: what only reading everything anew helps against.
    private func follow(_ store: PostgresStore, _ run: Run) throws {
        let warm = WarmBoards(
            journal: store, snapshots: SnapshotFolder(dataFolder: folder),
            source: snapshots.source { !run.isOver.load(ordering: .acquiring) }, clock: .system,
            acceptsLoss: acceptsLoss,
            log: { [log] in log?.add(event: "scores", "\($0)") })
        run.warm.withLock { $0 = warm }
        let begun = Clock.steady.now()
        var wasWhole = false
        var pause = Self.pauseMilliseconds.upperBound
        while !run.isOver.load(ordering: .acquiring) {
            do throws(StoreError) {
                let roundBegun = Clock.steady.now()
                guard let rows = try warm.follow() else { return }
                let wanted = pause * Self.readingRows / max(rows, 1)
                pause = min(max(wanted, Self.pauseMilliseconds.lowerBound), Self.pauseMilliseconds.upperBound)
                let count = warm.positions.values.reduce(0) { $0 + $1.rawValue }
                let isWhole = warm.isWhole
                // Before the reading is there: it may be announced at once.
                if !warm.lost.isEmpty, !run.hasLoss.exchange(true, ordering: .relaxed) { complain() }
                run.reading.withLock { $0 = Reading(begun: roundBegun, rowCount: count, isWhole: isWhole) }
                if isWhole, !wasWhole {
                    let time = Clock.steady.now().milliseconds - begun.milliseconds
                    log?.add(event: "store-followed", "\(count) rows after \(time) ms")
                }
                wasWhole = wasWhole || isWhole
            } catch {
                guard error.canPass else { throw error }
            }
            run.signal.wait(milliseconds: pause)
        }
    }

    private func complain() {
        let text =
            "the \(access.location) lacks rows of the journal that were acknowledged: a snapshot in "
            + "\(folder)/cache has them. A standby without the last commits may have been promoted, or an older backup "
            + "restored. Bring the right server back. This node refuses to own the store as it is; to go on without "
            + "what is missing, start it once with: laurel serve --accept-loss"
        Terminal.complain("laurel: \(text)")
        log?.add(event: "store-lost-rows", text)
    }
}
