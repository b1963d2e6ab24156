public import LaurelDomain

/// Who is where on one leaderboard of one environment: all time, the past 7 days, the past 24 hours, exact at every
/// millisecond (game-center.md rules 4.5, 4.6, 4.8, 4.9, 4.12).
///
/// ```swift
/// let board = Board(order: .highToLow, type: .best, now: clock.now())
/// let outcome = board.apply(submission)                    // rows in the order of the journal
/// for need in board.needsHistory(at: now) { … }            // nearly always none; see ``HistoryNeed``
/// let page = board.page(.today, try RankWindow(first: 1, count: 25), at: now)
/// ```
///
/// **Concurrency.** Not Sendable, and holds no lock: its owner holds the lock of its stream during every call, reads
/// included (a read moves the windows); readers at ``stillMoment(at:)`` may share it, because they change nothing. Why:
/// rows, removals and reads of a stream have one order, and a lock here would be a second one. Otherwise memory is
/// corrupted.
///
/// **Order.** Better value, earlier date, lower player number. Of one player's equal rows the earlier journal row
/// counts; on a leaderboard of the most recent score the latest date, and of two on one date the later row.
///
/// **Windows.** A row is in a window when its date is after `now` minus the span. Time never goes back: a lower `now`
/// is taken as the last one.
///
/// **History.** The board keeps each player's entry and their staircase, not all their rows. After a removal, an unban,
/// a change of range, or a long staircase that ran out, it needs rows again: ``needsHistory(at:)`` says whose. Until
/// they are given the player has no entry there; a caller who asks before each read sees exact boards only.
///
/// **Complexity.** O(log n) for writing and reading an entry, plus the length of what is answered.
public final class Board {
    public let order: SortOrder
    public let type: SubmissionType
    /// False: it answers for all time alone, and keeps no staircases.
    public let hasWindows: Bool
    /// Values outside have no entry (rule 4.5). Nil: every value.
    public internal(set) var range: ScoreRange?
    /// The moment up to which the windows are right. The owner's lock excludes other accesses, and nothing is called
    /// during one.
    @exclusivity(unchecked) public internal(set) var now: Timestamp
    /// The last journal row folded in.
    public internal(set) var version: JournalSequence = .start

    let scopes: UnsafeMutablePointer<ScopeIndex>
    let players: PlayerMap<PlayerRecord>
    let pool = StepPool()
    let queue = ExpiryQueue()
    /// Where a staircase is while it is being changed.
    let scratch = UnsafeMutablePointer<Staircase>.allocate(capacity: 1)
    /// Players without an all-time entry of whom something must be remembered.
    var unranked: Set<UInt32> = []
    /// Players whose rows must be read again.
    var needy: Set<UInt32> = []
    /// Players with a staircase.
    var activeCount = 0
    /// Rows up to here are gone for good.
    var wipedThrough: JournalSequence = .start
    var snapshot: SnapshotProgress?
    /// Where combined boards learn who changed.
    var logs: [MoveLog] = []
    /// Where readers among friends learn who changed.
    var recent = RecentMoves()
    /// Where a part of a split board keeps what entries were.
    var images: EntryImages?
    /// See ``keep(_:)``.
    let warmed = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    public init(
        order: SortOrder, type: SubmissionType, range: ScoreRange? = nil, hasWindows: Bool = true,
        now: Timestamp = .first
    ) {
        self.order = order
        self.type = type
        self.hasWindows = hasWindows
        self.range = range
        self.now = now
        players = PlayerMap()
        scratch.initialize(to: Staircase())
        warmed.initialize(to: 0)
        scopes = .allocate(capacity: TimeScope.allCases.count)
        for index in TimeScope.allCases.indices { (scopes + index).initialize(to: ScopeIndex()) }
    }

    deinit {
        scopes.deinitialize(count: TimeScope.allCases.count)
        scopes.deallocate()
        scratch.deinitialize(count: 1)
        scratch.deallocate()
        warmed.deallocate()
    }

    /// How many players it knows, with an entry or without.
    public var playerCount: Int { players.count }

    /// What the index takes. Unit: bytes, allocated whether used or not.
    public var bytes: Int {
        TimeScope.allCases.indices.reduce(players.bytes + pool.bytes + queue.bytes) { $0 + scopes[$1].tree.bytes }
    }
}

extension Board {
    /// Folds one accepted score in. Rows of a player come in the order of the journal; one that is not newer than their
    /// latest is a repeat and changes nothing, so that rows may be replayed.
    @discardableResult public func apply(_ submission: Submission) -> ApplyOutcome {
        defer { checkInvariants() }
        let sequence = submission.sequence.rawValue
        guard wipedThrough.rawValue < sequence, sequence < SixBytes.limit else {
            return ApplyOutcome(status: .repeated)
        }
        let (record, isNew) = players.findOrInsert(submission.player.rawValue, .blank)
        guard record.pointee.latest < sequence else { return ApplyOutcome(status: .repeated) }
        record.pointee.latest = sequence
        note(submission.sequence)
        return fold(submission, record, isNew: isNew)
    }

    /// A row of the journal that concerns this board and moves nobody.
    public func note(_ version: JournalSequence) { self.version = max(self.version, version) }

    /// The head of a player's chain on this board: the `previous` of their next row. Nil: they have no row here.
    public func latestSequence(of player: PlayerNumber) -> JournalSequence? {
        guard let record = players.find(player.rawValue), record.pointee.latest > 0 else { return nil }
        return JournalSequence(record.pointee.latest)
    }

    /// A row in, whatever its sequence.
    func fold(_ submission: Submission, _ record: PlayerMap<PlayerRecord>.Pointer, isNew: Bool) -> ApplyOutcome {
        let player = submission.player.rawValue
        touch(player)
        let wasRanked = record.pointee.marks.contains(.ranked)
        defer { listUnranked(player, record.pointee, isNew: isNew, wasRanked: wasRanked) }
        if record.pointee.marks.contains(.hidden) { return ApplyOutcome(status: .hidden) }
        if record.pointee.marks.contains(.awaitsHistory) { return ApplyOutcome(status: .awaitingHistory) }
        guard range?.contains(submission.value) ?? true else {
            record.pointee.marks.insert(.outOfRange)
            return ApplyOutcome(status: .outOfRange)
        }
        let step = step(of: submission)
        var changed: ScopeSet = []
        let isNewBest = !wasRanked || step.outranks(record.pointee.best, type)
        if isNewBest {
            setBest(step, record, player)
            changed.insert(ScopeSet(.allTime))
        }
        if hasWindows, step.date > edge(.week), !record.pointee.marks.contains(.awaitsWeek) {
            changed.formUnion(climb(step, record, player))
        }
        return ApplyOutcome(status: .applied, isNewBest: isNewBest, changedScopes: changed)
    }

    func step(of submission: Submission) -> Step {
        Step(
            ordinal: order.ordinal(of: submission.value), date: submission.date.milliseconds,
            context: submission.context, sequence: submission.sequence.rawValue, flags: submission.flags.rawValue)
    }

    /// The tree of a restored board.
    func take(_ tree: consuming RankTree, _ scope: TimeScope) {
        (scopes + Int(scope.rawValue)).pointee = ScopeIndex(tree: tree)
    }

    func setBest(_ step: Step, _ record: PlayerMap<PlayerRecord>.Pointer, _ player: UInt32) {
        let index = scopes + Int(TimeScope.allTime.rawValue)
        if record.pointee.marks.contains(.ranked) { index.pointee.remove(record.pointee.best.key(player)) }
        record.pointee.setBest(step)
        index.pointee.insert(step.key(player))
    }

    /// Keeps the list of those whom the all-time order does not lead to.
    func listUnranked(_ player: UInt32, _ record: PlayerRecord, isNew: Bool, wasRanked: Bool) {
        let isRanked = record.marks.contains(.ranked)
        if !isRanked {
            unranked.insert(player)
        } else if !isNew, !wasRanked {
            unranked.remove(player)
        }
    }

    /// Asks for a player's record, which may span two cache lines, before it is needed.
    ///
    /// - Returns: something of it, for ``keep(_:)``.
    @inline(__always) func warm(_ player: UInt32) -> Int {
        guard let record = players.find(player) else { return 0 }
        return Int(truncatingIfNeeded: record.pointee.ordinal)
    }

    /// What was only looked at, summed up, so that looking is not left out. Readers share the board, so it is written
    /// down for one sum alone, which hardly ever comes.
    @inline(__always) func keep(_ sum: Int) { if sum == .min { warmed.pointee = sum } }

    /// To be called before a player's entries change. A snapshot under way gives this player's state at its end,
    /// combined boards and readers among friends look at them again, and a part of a split board keeps what they were.
    @inline(__always) func touch(_ player: UInt32) {
        recent.note(player)
        if let images { images.note(player, on: self) }
        if !logs.isEmpty { for log in logs { log.players.insert(player) } }
        guard snapshot != nil else { return }
        snapshot?.touched.insert(player)
    }
}
