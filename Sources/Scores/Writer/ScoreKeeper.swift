public import LaurelDomain
import LaurelMatches
public import LaurelStorage
import Synchronization

/// The path of scores: journal, leaderboards in memory, and the one writer between them.
///
/// Made once, at the composition root; the use cases ``SubmitScores``, ``ReadEntries``, ``ConfigureLeaderboard`` and
/// ``ModerateScore`` take it.
public final class ScoreKeeper: Sendable {
    public let catalogue: Catalogue
    /// Who wants to know when a leaderboard changes.
    public let versions = LeaderboardVersions()
    /// Who moved up, for notifying friends.
    package let rises = Rises()

    /// How many players have which achievement.
    public let tally = AchievementTally()
    /// Turn-based matches.
    package let matches: MatchTables
    /// Who wants to hear of them.
    public let matchNews = MatchNews()
    package let ports: ChallengePorts
    /// What plays replays again.
    package let checking: ReplayPorts
    package let replays = ReplayRoom()

    package let journal: any Journal & ScoreIDIndex
    /// ``Journal/batchRowsLimit``, for the writer.
    var batchRowsLimit: Int { journal.batchRowsLimit }
    package let contacts: DeviceContacts
    package let clock: ServerClock
    let boardKeys: BoardKeys
    let judgedBoards = JudgedBoards()
    package let queue = WriterQueue()
    package let loader = HistoryLoader()
    let loading = BoardLoading()
    let fetching = StoreFetching()
    /// As of ``ReadMarks``, for those who read beside the writer.
    let turn = Atomic<UInt64>(0)
    let snapshots: (any SnapshotFiles)?
    /// What was followed before the store was this server's; taken by the first rebuild.
    private let warm: WarmBoards?
    /// Whether a player is a guest now (rule 1.11). Asked by the writer as it plans.
    let isGuest: @Sendable (PlayerNumber) -> Bool
    package let log: @Sendable (ScoreEvent) -> Void
    package let exports = ExportPermits()
    /// One guest becomes part of an account at a time.
    package let merges = SerialGate()
    /// For what reads much and can wait: exports, histories.
    public let workers = WorkerThreads(threads: 2, line: 256)
    private let streams = Mutex<[StreamID: StreamBoards]>([:])
    private let readiness = Readiness()
    /// The failure that was logged last, until a commit succeeds.
    private let failure = Mutex<StoreError?>(nil)
    private enum Phase: Hashable {
        case new, started
        case stopped(wasStarted: Bool)
    }
    private let phase = Mutex(Phase.new)
    private let hasStopped = ThreadLatch()
    /// Open once all that must be there beside the ranks is.
    private let others = ThreadLatch()
    private let background: ScoreBackground
    private let backgroundHasStopped = ThreadLatch()
    private let timer = WindowTimer()
    private let timerHasStopped = ThreadLatch()
    private let matchTimer = MatchTimer()
    private let matchTimerHasStopped = ThreadLatch()
    /// When time changes a challenge of a group next, in milliseconds; `.max`: never.
    private let groupMoment = Atomic<Int64>(.max)

    /// - Parameters:
    ///   - clock: the wall clock.
    ///   - steady: time since some moment, which nobody can set: it tells a wall clock that was set from time that
    ///     passed. Nil: the wall clock is believed.
    ///   - snapshots: where leaderboards are kept for a quick start; nil: nowhere.
    ///   - warm: leaderboards that were followed while another server owned the store.
    ///   - background: how often leaderboards and old score ids are written down.
    ///   - isGuest: whether a player is a guest at the moment, in O(1) and from memory.
    ///   - log: called on any thread.
    public init(
        journal: any Journal & ScoreIDIndex, catalogue: Catalogue, contacts: DeviceContacts, clock: Clock,
        steady: Clock? = nil, snapshots: (any SnapshotFiles)? = nil, warm: WarmBoards? = nil,
        background: BackgroundPlan = BackgroundPlan(),
        challenges: ChallengePorts = ChallengePorts(), replays: ReplayPorts = .none,
        isGuest: @escaping @Sendable (PlayerNumber) -> Bool = { _ in false },
        log: @escaping @Sendable (ScoreEvent) -> Void = { _ in }
    ) {
        ports = challenges
        matches = MatchTables { [rules = challenges.turnRules] game in
            rules.isEmpty ? nil : catalogue.app(game.app).flatMap { rules[$0.bundleID] }
        }
        checking = replays
        self.journal = journal
        self.catalogue = catalogue
        boardKeys = BoardKeys(catalogue)
        self.contacts = contacts
        self.clock = ServerClock(clock, steady: steady)
        self.snapshots = snapshots
        self.warm = warm
        self.isGuest = isGuest
        self.background = ScoreBackground(background)
        self.log = log
        versions.onFirstListener { [weak self] keys in
            guard let self else { return }
            timer.forgetChanges(of: keys, self)
            timer.wake()
        }
    }

    /// Reads the leaderboards' configuration into the catalogue and starts the writer, which rebuilds the ranks on a
    /// thread of its own; see ``isReady``. Call it once, when the catalogue has the apps.
    ///
    /// - Parameters:
    ///   - acceptsClock: start although the wall clock is far behind the journal.
    ///   - acceptsLoss: start although snapshots have rows that the journal doesn't, or has otherwise; they go.
    ///   - waitsForOthers: it is not ready before ``othersAreReady()``, however early the ranks are right.
    public func start(
        acceptsClock: Bool = false, acceptsLoss: Bool = false, waitsForOthers: Bool = false
    ) throws(StartError) {
        if !waitsForOthers { others.open() }
        try lookForLoss(isAccepted: acceptsLoss)
        do throws(StoreError) {
            for leaderboard in try journal.leaderboards().leaderboards { catalogue.put(leaderboard) }
            for achievement in try journal.achievements().achievements { catalogue.achievements.put(achievement) }
            for stream in try journal.streams() {
                if let last = try journal.last(of: stream) { clock.raise(to: last.time) }
            }
        } catch {
            throw .store(error)
        }
        if let lag = clock.lag(), lag > Self.acceptedLag {
            guard acceptsClock else { throw .clockBehind(lag) }
            log(.clockBehindJournal(lag))
        }
        let mayStart = phase.withLock { phase in
            guard phase == .new else { return false }
            phase = .started
            return true
        }
        guard mayStart else { throw .store(.unavailable) }
        BlockingThread.start { [self] in
            JournalWriter(self).run()
            hasStopped.open()
        }
        BlockingThread.start { [self] in
            background.run(self)
            backgroundHasStopped.open()
        }
        BlockingThread.start { [self] in
            timer.run(self)
            timerHasStopped.open()
        }
        BlockingThread.start { [self] in
            matchTimer.run(self)
            matchTimerHasStopped.open()
        }
    }

    /// A server that was restarted by a wrong clock would give every score of that time a wrong date.
    static let acceptedLag = Timestamp.Span.minutes(5)

    /// What is loaded beside the ranks, such as players' names, is there.
    public func othersAreReady() { others.open() }

    func noteSnapshot(of stream: StreamID, at sequence: JournalSequence) {
        background.noteSnapshot(of: stream, at: sequence)
    }

    func forgetSnapshot(of stream: StreamID) { background.noteSnapshot(of: stream, at: .start) }

    /// A stream has so many score ids in memory, which the background has yet to write.
    func noteIDs(_ count: Int) { if count >= background.plan.promptIDs { background.prompt() } }

    var rebuiltPlayers: Int { background.plan.rebuiltPlayers }
    var idleSpan: Timestamp.Span { background.plan.idleSpan }

    func waitForOthers() { others.wait() }

    /// Whether ranks are right and scores are taken.
    public var isReady: Bool { readiness.isReady }

    /// Returns when ``isReady``, or when it never will be because of ``stop()``.
    public func ready() async { await readiness.wait() }

    /// Returns when it is stopped, or when the store turned out to be damaged, or taken over by somebody else: with the
    /// reason then. No call is taken any more.
    public func ended() async -> StoreError? { await readiness.ended() }

    /// Writes what waits, then a snapshot, and ends all threads. Blocks until that is done; calls made from now on
    /// are refused. One that wasn't started never does.
    ///
    /// - Parameters:
    ///   - keeps: false: no snapshot is written, nor anything else that only makes the next start quick.
    ///   - written: called once all that waited is written.
    public func stop(keeps: Bool = true, written: () -> Void = {}) {
        let wasStarted = phase.withLock { phase in
            let wasStarted = phase != .new && phase != .stopped(wasStarted: false)
            phase = .stopped(wasStarted: wasStarted)
            return wasStarted
        }
        queue.stop()
        others.open()
        guard wasStarted else { return endReadiness(nil) }
        hasStopped.wait()
        written()
        background.stop(keeps: keeps)
        backgroundHasStopped.wait()
        timer.stop()
        timerHasStopped.wait()
        matchTimer.stop()
        matchTimerHasStopped.wait()
    }

    /// Writes snapshots and runs of score ids now. Blocks; for tests and for commands.
    public func runBackgroundNow() { background.round(self, isForced: true) }

    /// Tells listeners now what the clock has taken out of windows, and sets the timer anew: for tests, which move the
    /// clock by hand. Blocks.
    ///
    /// - Returns: what the timer is set to; nil: nothing that anybody listens to will change by time alone.
    @discardableResult public func runTimerNow() -> Timestamp? {
        let next = timer.look(self)
        timer.wake()
        return next
    }

    /// Leaderboards changed, and their windows with them: tells who listens.
    func tell(_ changes: LeaderboardChanges, in stream: StreamID) {
        guard !changes.scopes.isEmpty else { return }
        versions.changed(changes.scopes, in: stream, at: changes.version)
        if let next = changes.nextExpiry { timer.arm(next) }
    }

    /// Rows were read back, and windows may have changed by it.
    package func wakeTimer() { if versions.hasListeners { timer.wake() } }

    /// What is durable of matches is to be seen from now on.
    func publish(_ facts: [MatchFact], of game: MatchGame) {
        matches.apply(facts, of: game)
        matchNews.tell(facts, of: game) { number in matches.read(game) { $0[number] } }
        if let next = matches.nextDeadline { matchTimer.arm(next) }
    }

    /// When time changes a match or a challenge of a group next, or earlier. Nil: there is none.
    var nextDeadline: Timestamp? {
        let group = groupMoment.load(ordering: .sequentiallyConsistent)
        return [matches.nextDeadline, group == .max ? nil : Timestamp(clamping: group)].compactMap(\.self).min()
    }

    /// - Parameter moment: when time changes a challenge of a group next; nil: never.
    func noteGroupMoment(_ moment: Timestamp?) {
        groupMoment.store(moment?.milliseconds ?? .max, ordering: .sequentiallyConsistent)
        if let moment { matchTimer.arm(moment) }
    }

    /// Logs that the wall clock was set ahead.
    func noteClock() {
        if let jump = clock.takeJump() { log(.clockJumped(jump)) }
    }

    /// Server time, as scores and reads see it.
    public func now() -> Timestamp { clock.now() }

    /// What a reader of an app's leaderboards sees now: for those who have just begun to listen for changes.
    public func version(of app: App, _ environment: Environment) -> JournalSequence {
        boards(of: StreamID(team: app.team, environment: environment)).withLock { $0.published }
    }

    package func boards(of stream: StreamID) -> StreamBoards {
        streams.withLock { streams in
            if let boards = streams[stream] { return boards }
            let boards = StreamBoards(stream)
            streams[stream] = boards
            return boards
        }
    }

    /// The same for a reader. Nil while the keeper isn't ready: boards are empty then until they are made from the
    /// store anew. They are taken before that is asked, or else a reader could come in between and find nothing.
    package func readyBoards(of stream: StreamID) -> StreamBoards? {
        let boards = boards(of: stream)
        return isReady ? boards : nil
    }

    /// Where a leaderboard is; nil: nowhere.
    func boards(of key: LeaderboardVersions.Key) -> StreamBoards? {
        guard let leaderboard = catalogue.leaderboard(key.leaderboard), let app = catalogue.app(leaderboard.app) else {
            return nil
        }
        return boards(of: StreamID(team: app.team, environment: key.environment))
    }

    func allBoards() -> [StreamBoards] { streams.withLock { Array($0.values) } }

    /// Boards that were followed until now.
    func adopt(_ boards: StreamBoards) { streams.withLock { $0[boards.stream] = boards } }

    func takeWarm() -> [StreamID: FollowedStream] { warm?.take() ?? [:] }

    /// Before a rebuild: what readers hold on to shows nothing any more.
    func forgetBoards() { streams.withLock { $0 = [:] } }

    func setReady(_ isReady: Bool) {
        // Callers that waited for it may submit at once: the line opens first.
        if isReady { queue.open() }
        readiness.set(isReady)
        if isReady {
            wakeTimer()
            matchTimer.wake()
        }
        if !isReady {
            for command in queue.close() { command.refuse(.unavailable) }
        }
    }

    /// Logs a failure of the store, once until something else happens: a full disk refuses thousands of scores.
    func noteFailure(_ error: StoreError) {
        let isNew = failure.withLock { known in
            defer { known = error }
            return known != error
        }
        if isNew { log(.commitFailed(error)) }
    }

    func noteCommit() { failure.withLock { $0 = nil } }

    func endReadiness(_ reason: StoreError?) { readiness.end(reason) }
}

/// Why the score path does not start.
public enum StartError: Error, Hashable, Sendable, CustomStringConvertible {
    case store(StoreError)
    case clockBehind(Timestamp.Span)
    /// So many rows that snapshots know of are not in the journal.
    case lostRows(Int64)
    /// The journal has other rows than the snapshots were made of.
    case otherRows

    public var description: String {
        switch self {
        case .otherRows:
            "this isn't the store that the snapshots in cache/ were made of: its journal has other rows. An older "
                + "copy, or another server's, may have been put in its place and used since. Put the right file "
                + "back, or restore a backup with `laurel restore --replace`. To go on with this one, start once with: "
                + "laurel serve --accept-loss"
        case .lostRows(let count):
            "the store has lost its end: \(count) rows of the journal (mostly scores) are in a snapshot in cache/, but "
                + "not in laurel.db. Its log may have been deleted or cut, or an older copy put in its place. Put the "
                + "missing file back, or restore a backup with `laurel restore --replace`. To go on without what is "
                + "missing, start once with: laurel serve --accept-loss"
        case .store(let error): "can't read the store: \(error)"
        case .clockBehind(let lag):
            "this machine's clock is \(lag.milliseconds / 1_000) seconds behind the last score in the store; "
                + "set the clock, or start with --accept-clock to continue from the last score's time"
        }
    }
}

/// What an operator should know. Reasons stay in the log.
public enum ScoreEvent: Hashable, Sendable {
    case clockBehindJournal(Timestamp.Span)
    /// The operator goes on without rows that the journal has lost.
    case lossAccepted(rows: Int64)
    /// The wall clock was set by so much: ahead, and server time catches up slowly; or back (negative), and it runs at
    /// half its pace until the wall clock has come.
    case clockJumped(Timestamp.Span)
    case commitFailed(StoreError)
    /// The leaderboard doesn't take what the rules of a judged match award (rule 12.40).
    case awardLeftOut(LeaderboardID, SubmitScoresError)
    /// Ranks are right.
    case ready(rowsReplayed: Int)
    case rebuilding
    case snapshotIgnored(StreamID, reason: String)
    case snapshotFailed(StreamID, reason: String)
    /// Another server's is here, so that fewer rows are read.
    case snapshotFetched(StreamID, from: String, bytes: Int)
    /// Boards that were followed are of no use: the store has lost rows of them, or leaderboards have just changed.
    case followedInVain(StreamID)
    case backgroundFailed(StoreError)
}
