import LaurelDomain
import LaurelRanking
import LaurelStorage

/// What one commit will carry, and what is known of players because of it.
struct Batch {
    struct Call {
        let call: SubmitCall
        /// Its indices in ``Batch/items``.
        let items: Range<Int>
    }

    struct Item {
        let target: ScoreTarget
        let row: JournalRow
        let isRepeat: Bool
        var setOff = SetOff.nothing
        /// Achievements that its run earned.
        var earned: [AchievementID] = []
    }

    /// A step that is planned.
    struct Step {
        let call: any StepCall
        let effects: [Effect]
        let answer: @Sendable () -> Void
    }

    /// A player's latest row on a board in this batch, and their entry after it.
    struct Head: Hashable {
        var sequence: JournalSequence
        var bestValue: Int64
        var bestDate: Timestamp
        /// False: all their rows are held, out of range or removed; any score is better.
        var hasBest = true
    }

    struct HeadKey: Hashable {
        let stream: StreamID
        let key: BoardKey
        let player: PlayerNumber

        /// Two of these are all that tells most keys of a batch apart, and each row may be looked for three times.
        func hash(into hasher: inout Hasher) {
            hasher.combine(UInt64(key.leaderboard.rawValue) << 32 | UInt64(player.rawValue))
            if let occurrence = key.occurrence { hasher.combine(occurrence) }
        }
    }

    var time: Timestamp = .first
    private(set) var rows: [JournalRow] = []
    /// Of the rows' IDs with their players, in the order of ``rows``; nil: a row has none.
    private(set) var digests: [UInt64?] = []
    /// What the rows set off, and what is written without a row.
    var facts: [Change.Fact] = []
    /// Scores that come into the queue of reviews with this commit.
    var reviewed: [PendingScore] = []
    var items: [Item] = []
    var calls: [Call] = []
    var steps: [Step] = []
    /// Of achievements that runs have earned by themselves.
    var featEffects: [Effect] = []
    /// What rows of steps set off.
    var setOffs: [StreamID: [JournalSequence: SetOff]] = [:]
    /// Achievements of players who reported in this batch, after it.
    var achievements: [ProgressKey: PlayerAchievements] = [:]
    /// Matches that this batch writes.
    var matches: Set<PlannedMatch> = []
    /// Who plays a game for the first time.
    var joined: [AchievementTally.Game: Set<PlayerNumber>] = [:]
    var heads = PlannedHeads()
    /// Runs and tickets that this batch hands in.
    var runs: Set<RunKey> = []
    var tickets: [UInt64: UsedTicket] = [:]

    var isEmpty: Bool { calls.isEmpty && steps.isEmpty && facts.isEmpty }

    /// - Parameter digest: of the row's ID with its player; nil: it has none.
    mutating func append(_ row: JournalRow, _ digest: UInt64?) {
        rows.append(row)
        digests.append(digest)
    }

    /// A call all of whose items are planned, the first of them as this one.
    mutating func add(_ call: SubmitCall, itemsFrom first: Int) -> Call {
        let planned = Call(call: call, items: first..<items.count)
        calls.append(planned)
        return planned
    }

    /// The items at the front of these that count on one board. None: there are no items.
    func stretch(of indices: Range<Int>) -> Range<Int> {
        var end = indices.lowerBound
        while end < indices.upperBound,
            items[end].target === items[indices.lowerBound].target
                || items[end].target.key == items[indices.lowerBound].target.key
        { end += 1 }
        return indices.lowerBound..<end
    }

    mutating func clear() {
        rows.removeAll(keepingCapacity: true)
        digests.removeAll(keepingCapacity: true)
        facts.removeAll(keepingCapacity: true)
        reviewed.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        steps.removeAll(keepingCapacity: true)
        featEffects.removeAll(keepingCapacity: true)
        setOffs.removeAll(keepingCapacity: true)
        achievements.removeAll(keepingCapacity: true)
        joined.removeAll(keepingCapacity: true)
        matches.removeAll(keepingCapacity: true)
        calls.removeAll(keepingCapacity: true)
        heads.removeAll()
        runs.removeAll(keepingCapacity: true)
        tickets.removeAll(keepingCapacity: true)
    }
}
