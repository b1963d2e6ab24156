import LaurelDomain
import LaurelStorage

/// Which values of the store commits have changed lately: so that the writer knows whether what was read beside it
/// still holds. A value, which only the writer's thread changes.
///
/// A read notes the turn before it begins, a commit begins a turn after it is durable. So a value holds if nothing of
/// its kind was changed in a later turn.
struct ReadMarks {
    /// What a commit can change.
    enum Mark: Hashable {
        case progress(ProgressKey)
        case run(RunKey)
        case replays(ScoreReplayKey)
        case completions(JournalSequence)
        /// Two players, in order of number.
        case friendship(PlayerNumber, PlayerNumber)
        case review(ReviewID)
        case sending(ChallengeKey, PlayerNumber)
        /// Any, such as those of a score.
        case reviews
    }

    /// Changes remembered, in each of two generations. What was read before the older one began is read
    /// once more.
    static let limit = 4_096

    private(set) var turn: UInt64 = 0
    /// What was read before does not hold.
    private var floor: UInt64 = 0
    private var young: [Mark: UInt64] = [:]
    private var old: [Mark: UInt64] = [:]
    private let limit: Int

    init(limit: Int = ReadMarks.limit) { self.limit = limit }

    /// These are durable.
    mutating func note(_ facts: [Change.Fact]) {
        var marks: [Mark] = []
        for fact in facts {
            guard let changed = Self.marks(of: fact) else { return noteAll() }
            marks += changed
        }
        note(marks)
    }

    mutating func note(_ marks: [Mark]) {
        guard !marks.isEmpty else { return }
        turn += 1
        for mark in marks {
            if young.count >= limit {
                floor = max(floor, old.values.max() ?? 0)
                old = young
                young = [:]
            }
            young[mark] = turn
        }
    }

    /// Nothing that was read until now holds.
    mutating func noteAll() {
        turn += 1
        floor = turn
        young = [:]
        old = [:]
    }

    /// - Parameter mark: ``turn`` before it was read.
    func holds(_ read: StoreRead, since mark: UInt64) -> Bool {
        guard mark >= floor else { return false }
        return Self.marks(of: read).allSatisfy { max(young[$0] ?? 0, old[$0] ?? 0) <= mark }
    }

    /// None: a row, which stays as it is.
    private static func marks(of read: StoreRead) -> [Mark] {
        switch read {
        case .row, .rows, .history: []
        case .completions(let row, _, _, _): [.completions(row)]
        case .friendship(let player, let other, _): [.friendship(min(player, other), max(player, other))]
        case .run(let run): [.run(run)]
        case .replay(let key, _): [.replays(key)]
        case .progress(let key): [.progress(key)]
        case .review(let id): [.review(id), .reviews]
        case .sending(let key, let sender): [.sending(key, sender)]
        }
    }

    /// Nil: anything may have changed. That is so with what is rare.
    private static func marks(of fact: Change.Fact) -> [Mark]? {
        switch fact {
        // A new item of the queue is none that was there.
        case .leaderboard, .notice, .noticesResolved, .ban, .banLifted, .audit, .review, .match: []
        case .leaderboardRemoved, .wiped: nil
        case .reviewDecided(let id, _, _): [.review(id)]
        case .scoreReviewed: [.reviews]
        case .achievement(let fact): marks(of: fact)
        case .challenge(let fact): marks(of: fact)
        }
    }

    private static func marks(of fact: AchievementFact) -> [Mark]? {
        switch fact {
        case .defined, .players: []
        case .removed, .erased: nil
        case .reported(let key, _, isFirst: _), .reset(let key, at: _): [.progress(key)]
        }
    }

    private static func marks(of fact: ChallengeFact) -> [Mark]? {
        switch fact {
        case .issued, .ticketUsed, .mute, .group: []
        case .sent(let sending, by: let sender): [.sending(sending.key, sender)]
        case .settled(let settlement): settlement.by.map { [.completions($0)] } ?? []
        case .scoreReplay(let key, let replay):
            [.replays(key)]
                + (replay.trace.map { trace in
                    [.run(RunKey(trace: trace, leaderboard: key.leaderboard, environment: key.environment))]
                } ?? [])
        case .moved, .replaysWiped, .erased, .merged, .scoreReplayMoved: nil
        }
    }
}
