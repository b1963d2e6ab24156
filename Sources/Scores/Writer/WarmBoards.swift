public import LaurelDomain
public import LaurelStorage
import Synchronization

/// Leaderboards in memory beside a store that somebody else owns, so that a node that takes over has them already.
///
/// One thread calls ``follow()`` again and again. A ``ScoreKeeper`` that is given them goes on from there, if the store
/// has all rows that were seen: a standby that was promoted may lack some.
///
/// ```swift
/// let warm = WarmBoards(journal: store, snapshots: files, clock: .system)
/// while owner.isAnother { try warm.follow() }
/// let keeper = ScoreKeeper(…, warm: warm)
/// ```
public final class WarmBoards: Sendable {
    /// Rows in one reading.
    static let pageRows = 8_192
    /// Memory is looked after by the first round of ``follow()`` after this.
    private static let tidySpan = Timestamp.Span(milliseconds: 10_000)
    /// After nobody had a snapshot that is of use, others are asked again.
    private static let fetchPause = Timestamp.Span.minutes(1)

    private struct State {
        var streams: [StreamID: FollowedStream] = [:]
        var isTaken = false
        /// When memory was looked after.
        var tidied = Timestamp.first
        var lost: Set<StreamID> = []
        /// By the last round that came to its end.
        var isWhole = false
        /// Streams that were all here once.
        var begun: Set<StreamID> = []
        /// Until when no snapshot is asked for, by the steady clock.
        var pauses: [StreamID: Timestamp] = [:]
        /// The same of every stream: a peer didn't answer in time.
        var pause = Timestamp.first
    }

    private let journal: any Journal & ScoreIDIndex
    private let snapshots: KeptSnapshots?
    private let source: SnapshotSource?
    /// What came from there.
    private let fetched: KeptSnapshots?
    private let log: @Sendable (ScoreEvent) -> Void
    private let clock: Clock
    private let idleSpan: Timestamp.Span
    private let acceptsLoss: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - journal: of the store, for reading alone.
    ///   - snapshots: where leaderboards are kept for a quick start; nil: nowhere. Nothing is written there.
    ///   - source: where snapshots of other servers come from; nil: none are fetched.
    ///   - clock: the wall clock.
    ///   - acceptsLoss: snapshots go that have rows which the journal doesn't.
    public init(
        journal: any Journal & ScoreIDIndex, snapshots: (any SnapshotFiles)? = nil, source: SnapshotSource? = nil,
        clock: Clock, idleSpan: Timestamp.Span = BackgroundPlan().idleSpan, acceptsLoss: Bool = false,
        log: @escaping @Sendable (ScoreEvent) -> Void = { _ in }
    ) {
        self.journal = journal
        self.snapshots = snapshots.map { KeptSnapshots(files: $0, journal: journal, log: log) }
        self.source = source
        fetched = source.map { KeptSnapshots(files: $0.files, journal: journal, log: log) }
        self.log = log
        self.clock = clock
        self.idleSpan = idleSpan
        self.acceptsLoss = acceptsLoss
    }

    /// The last row of each stream that is in memory.
    public var positions: [StreamID: JournalSequence] { state.withLock { $0.streams.mapValues(\.position) } }

    /// Whether each stream that has rows was there after the last round: none was forgotten in it, or couldn't be read
    /// as it changed meanwhile.
    public var isWhole: Bool { state.withLock { $0.isWhole } }

    /// Streams of which the store has lost rows that were durable once: a snapshot here has them. A server that took
    /// the store over would refuse to go on (``StartError/lostRows(_:)``), so the operator has to know before.
    public var lost: Set<StreamID> { state.withLock { $0.lost } }

    // MARK: Following

    /// Folds in all that has come. The first time it reads all boards, and those of a stream again after a change of a
    /// leaderboard, a wipe, or rows that the store has lost. Blocks. Of one thread at a time.
    ///
    /// - Returns: how many rows came since the last call, but for those of boards that were read anew; nil: the boards
    ///   were taken, and nothing is followed any more.
    /// - Throws: what the store throws; then the next call goes on.
    @discardableResult
    public func follow() throws(StoreError) -> Int? {
        var (rows, isWhole) = (0, true)
        for id in try journal.streams() {
            if let count = try goOn(id) {
                rows += count
            } else {
                isWhole = false
                // The next round begins with it anew.
                state.withLock { state in if !state.isTaken { state.streams[id] = nil } }
            }
        }
        state.withLock { [isWhole] state in if !state.isTaken { state.isWhole = isWhole } }
        if isTidyDue() { try tidy() }
        return isTaken ? nil : rows
    }

    private func isTidyDue() -> Bool {
        let now = clock.now()
        return state.withLock { state in
            // The wall clock may have been set back.
            guard now < state.tidied || now >= state.tidied.advanced(by: Self.tidySpan) else { return false }
            defer { state.tidied = now }
            return state.tidied != .first
        }
    }

    private var isTaken: Bool { state.withLock { $0.isTaken } }

    /// - Returns: how many rows came; nil: what is known isn't what the store has, or nothing is.
    private func goOn(_ id: StreamID) throws(StoreError) -> Int? {
        guard var position = state.withLock({ $0.streams[id]?.position }) else {
            // Without rows nothing is missing.
            guard let begun = try begin(id) else { return try journal.last(of: id) == nil ? 0 : nil }
            state.withLock { state in
                guard !state.isTaken else { return }
                state.streams[id] = begun
                state.begun.insert(id)
            }
            return 0
        }
        var rows = 0
        while true {
            guard let tail = try journal.tail(after: position, of: id, limit: Self.pageRows) else { return nil }
            let now = clock.now()
            let isSame = state.withLock { $0.isTaken || $0.streams[id]?.follow(tail, at: now) ?? true }
            guard isSame else { return nil }
            rows += tail.rows.count
            forgetFetched(of: id, after: tail.rows)
            guard tail.rows.count == Self.pageRows, !isTaken, let last = tail.rows.last else { return rows }
            position = last.sequence
        }
    }

    /// Reads a stream as a start does, from the snapshot if there is one.
    ///
    /// - Returns: nil: it has no row, it has changed meanwhile, or the boards were taken.
    private func begin(_ id: StreamID) throws(StoreError) -> FollowedStream? {
        guard var last = try journal.last(of: id) else { return nil }
        if try fetchSnapshot(of: id, through: last.sequence) {
            // It may have rows that came meanwhile.
            guard let later = try journal.last(of: id) else { return nil }
            last = later
        }
        // Not before that: a later change of a leaderboard is among the rows that follow. Apps say nothing about which
        // row counts where.
        let boardKeys = BoardKeys(Catalogue(leaderboards: try journal.leaderboards().leaderboards))
        let snapshot = snapshot(of: id, through: last.sequence)
        var replay = StreamReplay(
            boardKeys, now: clock.now(), from: snapshot, wiped: WipedRows(try journal.wipes(of: id))
        ) { [snapshots] failure in
            snapshots?.log(.snapshotIgnored(id, reason: failure.reason))
        }
        replay.loadUsed(within: idleSpan)
        var ids = ScoreIDs()
        ids.adopt(try journal.scoreIDRuns(of: id))
        let indexed = ids.indexed
        var position = min(indexed, replay.start, last.sequence)
        var digest = try journal.digest(at: position, of: id) ?? .start
        // Boards in the snapshot may have rows up to its end, which is not after the last one.
        while position < last.sequence {
            let limit = min(Self.pageRows, Int(clamping: last.sequence.rawValue - position.rawValue))
            guard !isTaken, let tail = try journal.tail(after: position, of: id, limit: limit),
                tail.before == digest, let end = tail.rows.last
            else { return nil }
            for row in tail.rows {
                if row.sequence > indexed { ids.insert(row) }
                replay.fold(row)
            }
            forgetFetched(of: id, after: tail.rows)
            (position, digest) = (end.sequence, tail.digest)
        }
        let boards = StreamBoards(id)
        replay.finish(into: boards, at: last)
        return FollowedStream(boards, boardKeys, ids, through: position, digest)
    }

    /// The later one of this server's own and another's.
    private func snapshot(of id: StreamID, through last: JournalSequence) -> StreamSnapshot? {
        guard let fetched else { return ownSnapshot(of: id, through: last) }
        // First: where its own is dropped, what was fetched goes with it.
        let other = fetched.find(id, through: last)
        let own = ownSnapshot(of: id, through: last)
        switch other {
        case .snapshot(let snapshot) where snapshot.start > own?.start ?? .start: return snapshot
        case .snapshot, .contradiction, .none:
            // Whatever it says of the journal, it isn't this server who knows.
            fetched.remove(id)
            return own
        }
    }

    private func ownSnapshot(of id: StreamID, through last: JournalSequence) -> StreamSnapshot? {
        switch snapshots?.find(id, through: last) {
        case nil, .some(.none): return nil
        case .snapshot(let snapshot): return snapshot
        case .contradiction:
            if acceptsLoss {
                snapshots?.remove(id)
            } else {
                state.withLock { state in if !state.isTaken { state.lost.insert(id) } }
            }
            return nil
        }
    }

    // MARK: Other servers' snapshots

    /// Fetches one, if it spares reading many rows. One that isn't of this journal is dropped. Nobody is asked for a
    /// stream that was here before: others leave a takeover to this node, and reading needs no answer.
    ///
    /// - Returns: whether there is another one now than before.
    private func fetchSnapshot(of id: StreamID, through last: JournalSequence) throws(StoreError) -> Bool {
        guard let source, let fetched, last.rawValue > source.rows else { return false }
        let begun = source.steady.now()
        let mayAsk = state.withLock { state in
            !state.begun.contains(id) && begun >= max(state.pause, state.pauses[id] ?? .first)
        }
        guard mayAsk else { return false }
        let start = max(
            snapshots?.start(of: id, through: last) ?? .start, fetched.start(of: id, through: last) ?? .start)
        let saved = last.rawValue - start.rawValue
        guard saved > source.rows else { return false }
        let end = begun.advanced(by: SnapshotSource.span(saving: saved))
        // Of half as many rows it's hardly worth it.
        let after = JournalSequence(start.rawValue + source.rows / 2)
        for peer in source.peers() where !isTaken {
            let asked = source.steady.now()
            guard asked < end else { break }
            if let bytes = fetch(id, after: after, from: peer, until: end, source) {
                let known = try journal.last(of: id)?.sequence ?? .start
                if case .snapshot = fetched.find(id, through: known) {
                    log(.snapshotFetched(id, from: peer.name, bytes: bytes))
                    return true
                }
                fetched.remove(id)
            }
            guard source.isLate(asked, until: end) else { continue }
            let pauseEnd = source.steady.now().advanced(by: Self.fetchPause)
            state.withLock { $0.pause = pauseEnd }
        }
        let pauseEnd = source.steady.now().advanced(by: Self.fetchPause)
        state.withLock { $0.pauses[id] = pauseEnd }
        return false
    }

    /// - Returns: nil: the peer has none, or it didn't come.
    private func fetch(
        _ id: StreamID, after sequence: JournalSequence, from peer: SnapshotPeer, until end: Timestamp,
        _ source: SnapshotSource
    ) -> Int? {
        do throws(SnapshotFailure) {
            return try source.fetch(id, after: sequence, from: peer, until: end) { !isTaken }
        } catch {
            log(.snapshotIgnored(id, reason: "\(peer.name) has one: \(error.reason)"))
            return nil
        }
    }

    /// After an erasure it still has who was erased. The owner writes another one.
    private func forgetFetched(of id: StreamID, after rows: [JournalRow]) {
        guard let fetched, rows.contains(where: { $0.kind == .erasure }) else { return }
        fetched.remove(id)
    }

    /// Reads back what boards have forgotten, so that the next owner needn't, and gives memory back.
    private func tidy() throws(StoreError) {
        let now = clock.now()
        let moment = now.advanced(by: -idleSpan)
        for id in state.withLock({ Array($0.streams.keys) }) {
            // Under the lock: the next owner drops boards by itself.
            let stream = state.withLock { state in
                state.streams[id]?.dropUnused(since: moment, at: now)
                return state.streams[id]
            }
            guard let stream else { continue }
            try stream.fillHistories(from: journal, at: now)
            guard stream.hasManyIDs else { continue }
            let runs = try journal.scoreIDRuns(of: id)
            state.withLock { $0.streams[id]?.adopt(runs) }
        }
    }

    // MARK: Taking over

    /// From here on they are the caller's, and nothing is followed any more.
    func take() -> [StreamID: FollowedStream] {
        state.withLock { state in
            defer { state = State(isTaken: true) }
            return state.streams
        }
    }
}
