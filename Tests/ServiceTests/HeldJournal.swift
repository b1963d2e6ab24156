import LaurelDomain
import LaurelStorage
import Synchronization

/// A journal whose commits can be held, counted and made to fail.
final class HeldJournal: Journal, ScoreIDIndex {
    private struct State {
        var isHeld = false
        var failures: [StoreError] = []
        var commits: [Int] = []
        var rowReads = 0
        var chainReads = 0
        var scans = 0
        var indexReads = 0
        var pendingWaiters: [CheckedContinuation<Void, Never>] = []
        var pending = 0
        var trouble: StoreError?
        var losesAnswers = false
        var calls = 0
        var fault: (call: Int, error: StoreError)?
        var whenWritten: (@Sendable () -> Void)?
    }

    private let bases: Mutex<any Journal & ScoreIDIndex>
    var base: any Journal & ScoreIDIndex { bases.withLock { $0 } }
    private let state = Mutex(State())
    private let released = ThreadSignal()
    private let scanGate = ReadGate()
    private let chainGate = ReadGate()
    let batchRowsLimit: Int

    /// - Parameter batchRowsLimit: nil: as the base has it.
    init(_ base: any Journal & ScoreIDIndex = InMemoryJournal(), batchRowsLimit: Int? = nil) {
        self.batchRowsLimit = batchRowsLimit ?? base.batchRowsLimit
        bases = Mutex(base)
    }

    /// Another store is in its place from now on, such as a standby that was promoted.
    func promote(_ other: any Journal & ScoreIDIndex) { bases.withLock { $0 = other } }

    func hold() { state.withLock { $0.isHeld = true } }
    func release() {
        state.withLock { $0.isHeld = false }
        released.set()
    }
    /// The next commit fails so, with nothing written.
    func failNext(_ error: StoreError) { state.withLock { $0.failures.append(error) } }
    /// Commits are done, and yet report an error, as when the disk fails after it has written.
    func setLosesAnswers(_ losesAnswers: Bool) { state.withLock { $0.losesAnswers = losesAnswers } }
    /// Called by the next commit when it is done, before its caller hears of it.
    func whenWritten(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenWritten = body } }
    /// The next walk along the journal waits until it is released.
    func holdScan() { scanGate.close() }
    func releaseScan() { scanGate.open() }
    /// Returns when a walk is being held.
    func scanIsPending() async { await scanGate.isPending() }
    /// The next chains that are read, once they are read, wait until they are released.
    func holdChains() { chainGate.close() }
    func releaseChains() { chainGate.open() }
    /// Returns when chains are being held.
    func chainsArePending() async { await chainGate.isPending() }
    /// Nothing can be read or written until it is mended.
    func setBroken(_ isBroken: Bool, with error: StoreError = .failing(reason: "disk")) {
        state.withLock { $0.trouble = isBroken ? error : nil }
    }
    /// The call so many from now fails so, whatever it is, and has no effect; 1: the next, or the commit being held.
    func fail(call: Int, _ error: StoreError) { state.withLock { $0.fault = ($0.calls + call, error) } }
    /// A call that has yet to fail won't.
    func failNone() { state.withLock { $0.fault = nil } }
    /// Calls of all kinds so far.
    var calls: Int { state.withLock { $0.calls } }
    /// Rows in each commit so far.
    var commits: [Int] { state.withLock { $0.commits } }
    /// Of single rows, and of chains, page by page.
    var rowReads: Int { state.withLock { $0.rowReads } }
    var chainReads: Int { state.withLock { $0.chainReads } }
    /// Walks along the journal, page by page.
    var scans: Int { state.withLock { $0.scans } }
    var indexReads: Int { state.withLock { $0.indexReads } }

    func activity(_ query: ActivityQuery) throws(StoreError) -> [DailyActivity] {
        try check()
        return try base.activity(query)
    }

    // Moderation
    func bans() throws(StoreError) -> [Ban] {
        try check()
        return try base.bans()
    }
    func review(_ id: ReviewID) throws(StoreError) -> Review? {
        try check()
        return try base.review(id)
    }
    func pendingScores() throws(StoreError) -> [PendingScore] {
        try check()
        return try base.pendingScores()
    }
    func policies() throws(StoreError) -> [PolicyRecord] {
        try check()
        return try base.policies()
    }

    /// Returns when a commit is being held.
    func commitIsPending() async {
        await withCheckedContinuation { continuation in
            let isPending = state.withLock { state in
                if state.pending > 0 { return true }
                state.pendingWaiters.append(continuation)
                return false
            }
            if isPending { continuation.resume() }
        }
    }

    func commit(_ change: Change) throws(StoreError) {
        let waiters = state.withLock { state in
            state.pending += 1
            defer { if state.isHeld { state.pendingWaiters = [] } }
            return state.isHeld ? state.pendingWaiters : []
        }
        for waiter in waiters { waiter.resume() }
        while state.withLock({ $0.isHeld }) { released.wait() }
        let failure = state.withLock { state in
            state.pending -= 1
            return state.trouble != nil || state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        try check()
        if let failure { throw failure }
        try base.commit(change)
        let (isLost, whenWritten) = state.withLock { state in
            state.commits.append(change.rows.count)
            defer { state.whenWritten = nil }
            return (state.losesAnswers, state.whenWritten)
        }
        whenWritten?()
        if isLost { throw .broken(reason: "disk") }
    }

    /// Counts a call.
    func check() throws(StoreError) {
        let failure = state.withLock { state -> StoreError? in
            state.calls += 1
            if let trouble = state.trouble { return trouble }
            return state.fault.flatMap { $0.call == state.calls ? $0.error : nil }
        }
        if let failure { throw failure }
    }

    func last(of stream: StreamID) throws(StoreError) -> JournalPosition? {
        try check()
        return try base.last(of: stream)
    }
    func streams() throws(StoreError) -> [StreamID] {
        try check()
        return try base.streams()
    }
    func rows(
        after sequence: JournalSequence, of stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        try check()
        state.withLock { $0.scans += 1 }
        scanGate.pass()
        return try base.rows(after: sequence, of: stream, limit: limit)
    }
    func row(at sequence: JournalSequence, of stream: StreamID) throws(StoreError) -> JournalRow? {
        try check()
        state.withLock { $0.rowReads += 1 }
        return try base.row(at: sequence, of: stream)
    }
    func chains(
        from starts: [ChainStart], of stream: StreamID, limit: Int
    ) throws(StoreError) -> [[JournalRow]] {
        try check()
        state.withLock { state in
            state.rowReads += 1
            state.chainReads += 1
        }
        let chains = try base.chains(from: starts, of: stream, limit: limit)
        chainGate.pass()
        return chains
    }
    func digest(at sequence: JournalSequence, of stream: StreamID) throws(StoreError) -> JournalDigest? {
        try check()
        return try base.digest(at: sequence, of: stream)
    }
    func wipes(of stream: StreamID) throws(StoreError) -> [WipeRecord] {
        try check()
        return try base.wipes(of: stream)
    }

    func leaderboards() throws(StoreError) -> LeaderboardRecords {
        try check()
        return try base.leaderboards()
    }
    func erasureTargets(of player: PlayerNumber) throws(StoreError) -> [ErasureTarget] {
        try check()
        return try base.erasureTargets(of: player)
    }
    func rows(
        of player: PlayerNumber, after sequence: JournalSequence, in stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        try check()
        return try base.rows(of: player, after: sequence, in: stream, limit: limit)
    }
    func streams(awaitingUpgradeOf player: PlayerNumber) throws(StoreError) -> [StreamID] {
        try check()
        return try base.streams(awaitingUpgradeOf: player)
    }
    func rows(
        awaitingUpgradeOf player: PlayerNumber, after sequence: JournalSequence, in stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        try check()
        return try base.rows(awaitingUpgradeOf: player, after: sequence, in: stream, limit: limit)
    }
    func overwrite(
        rowsOf player: PlayerNumber, in stream: StreamID, after sequence: JournalSequence, limit: Int
    ) throws(StoreError) -> JournalSequence? {
        try check()
        return try base.overwrite(rowsOf: player, in: stream, after: sequence, limit: limit)
    }
    func erasedPlayers() throws(StoreError) -> [PlayerNumber] {
        try check()
        return try base.erasedPlayers()
    }
    func scoreIDRuns(of stream: StreamID) throws(StoreError) -> [ScoreIDRun] {
        try check()
        return try base.scoreIDRuns(of: stream)
    }
    func addScoreIDRun(
        _ run: ScoreIDRun, positions: [ScoreIDPosition], replacing merged: [Int64], of stream: StreamID
    ) throws(StoreError) -> Int64 {
        try check()
        return try base.addScoreIDRun(run, positions: positions, replacing: merged, of: stream)
    }
    func sequences(of digest: UInt64, inRun run: Int64) throws(StoreError) -> [JournalSequence] {
        try check()
        state.withLock { $0.indexReads += 1 }
        return try base.sequences(of: digest, inRun: run)
    }
    func positions(ofRun run: Int64, from offset: Int, limit: Int) throws(StoreError) -> [ScoreIDPosition] {
        try check()
        return try base.positions(ofRun: run, from: offset, limit: limit)
    }
}

/// Holds one call, on its thread.
private final class ReadGate: Sendable {
    private struct State {
        /// The next call is held.
        var isClosed = false
        var isHeld = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let opened = ThreadSignal()

    func close() { state.withLock { $0.isClosed = true } }

    func open() {
        state.withLock {
            $0.isClosed = false
            $0.isHeld = false
        }
        opened.set()
    }

    func pass() {
        let (isHeld, waiters) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
            guard state.isClosed else { return (false, []) }
            state.isClosed = false
            state.isHeld = true
            defer { state.waiters = [] }
            return (true, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        while isHeld, state.withLock({ $0.isHeld }) { opened.wait() }
    }

    /// Returns when a call is being held.
    func isPending() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if !state.isHeld { state.waiters.append(continuation) }
                return state.isHeld
            }
            if isHeld { continuation.resume() }
        }
    }
}

/// Snapshots in memory, which tests can damage.
final class MemorySnapshots: SnapshotFiles {
    private let files = Mutex<[StreamID: [UInt8]]>([:])
    /// How often anything was read.
    private let readCount = Mutex(0)
    private struct Listener { var body: (@Sendable () -> Void)? }
    private let listener = Mutex(Listener())

    /// Is called before each piece that is written.
    func onAppend(_ body: (@Sendable () -> Void)?) { listener.withLock { $0.body = body } }

    var all: [StreamID: [UInt8]] { files.withLock { $0 } }
    var reads: Int { readCount.withLock { $0 } }
    func put(_ bytes: [UInt8]?, _ stream: StreamID) { files.withLock { $0[stream] = bytes } }

    private struct File: SnapshotFile {
        let bytes: [UInt8]
        let onRead: @Sendable () -> Void
        var size: Int { bytes.count }
        func read(_ range: Range<Int>) throws(SnapshotFailure) -> [UInt8] {
            onRead()
            guard range.upperBound <= bytes.count else { throw .damaged("too short") }
            return Array(bytes[range])
        }
    }

    private func file(_ bytes: [UInt8]) -> any SnapshotFile {
        File(bytes: bytes) { [self] in readCount.withLock { $0 += 1 } }
    }

    func streams() -> [StreamID] { Array(all.keys) }
    func open(_ stream: StreamID) throws(SnapshotFailure) -> (any SnapshotFile)? {
        files.withLock { $0[stream] }.map { file($0) }
    }
    func remove(_ stream: StreamID) throws(SnapshotFailure) { files.withLock { $0[stream] = nil } }
    func replace(
        _ stream: StreamID,
        with body: (_ append: ([UInt8]) throws(SnapshotFailure) -> Void) throws(SnapshotFailure) -> Void
    ) throws(SnapshotFailure) -> any SnapshotFile {
        var bytes: [UInt8] = []
        try body { piece in
            listener.withLock { $0.body }?()
            bytes += piece
        }
        files.withLock { $0[stream] = bytes }
        return file(bytes)
    }
}
