public import LaurelDomain

/// What the journal's writer has to know to keep rule 4.12. Its facts are written with ``Journal/commit(_:)``.
public protocol ModerationJournal: Sendable {
    /// Those that stand, in no order.
    func bans() throws(StoreError) -> [Ban]
    func review(_ id: ReviewID) throws(StoreError) -> Review?
    /// Scores that wait in the queue, in no order.
    func pendingScores() throws(StoreError) -> [PendingScore]
    func policies() throws(StoreError) -> [PolicyRecord]
}

/// A score that waits in the queue.
public struct PendingScore: Hashable, Sendable {
    public let app: AppNumber
    public let stream: StreamID
    public let leaderboard: LeaderboardNumber
    public let player: PlayerNumber
    public let sequence: JournalSequence

    public init(
        app: AppNumber, stream: StreamID, leaderboard: LeaderboardNumber, player: PlayerNumber,
        sequence: JournalSequence
    ) {
        self.app = app
        self.stream = stream
        self.leaderboard = leaderboard
        self.player = player
        self.sequence = sequence
    }
}

/// The queue of reviews, reports, policies and words. Every engine must pass `ModerationContract`.
public protocol ModerationDirectory: Sendable {
    /// Oldest first: those after `id`, at most `limit`.
    func reviews(_ filter: ReviewFilter, after id: ReviewID?, limit: Int) async throws(StoreError) -> [Review]
    func review(_ id: ReviewID) async throws(StoreError) -> Review?
    /// A player's held or flagged scores on a leaderboard, newest first.
    func reviewedScores(
        of player: PlayerNumber, on leaderboard: LeaderboardNumber, _ stream: StreamID, limit: Int
    ) async throws(StoreError) -> [Review]

    /// Writes the report and puts it into the queue; reports of the same thing in the same game, while it is pending,
    /// are one item.
    /// - Parameters:
    ///   - since: reports of this reporter from then on are counted…
    ///   - limit: …and more than so many are refused.
    /// The photo that a report of one names as its evidence is kept for ``reportedPhoto(_:of:)``.
    func file(_ report: Report, since: Timestamp, limit: Int) async throws(StoreError) -> ReportOutcome
    /// Those that an item joins, oldest first.
    func reports(of id: ReviewID, limit: Int) async throws(StoreError) -> [Report]

    /// Those that a player wrote, newest first.
    func reports(by reporter: PlayerNumber, limit: Int) async throws(StoreError) -> [Report]

    /// - Parameters:
    ///   - leaderboard: nil: for every leaderboard of the app that has none of its own.
    ///   - policy: nil: the leaderboard's own goes.
    func setPolicy(
        _ policy: ModerationPolicy?, of app: AppNumber, leaderboard: LeaderboardNumber?, _ audit: NewAuditEntry
    ) async throws(StoreError)

    /// What the operator added to the list of words or took out of it, in order of word.
    func words() async throws(StoreError) -> [WordRecord]
    /// - Parameter verdict: nil: as the list that comes with the program has it.
    func setWord(_ word: String, _ verdict: WordVerdict?, _ audit: NewAuditEntry) async throws(StoreError)

    /// Whose ``Alias/key`` begins so, in order of key.
    func players(aliasKeyPrefix prefix: String, limit: Int) async throws(StoreError) -> [Player]
    /// Takes something of a player's away, tells them and writes it down: one transaction, or nothing.
    /// - Parameter review: the item that it was reported in. What no report of it shows as its evidence stays, since
    ///   nobody reported it: the player has put it in place of what was reported.
    func takeDown(
        _ content: TakenDown, of player: PlayerNumber, reportedIn review: ReviewID, _ notice: NewNotice,
        _ audit: NewAuditEntry
    ) async throws(StoreError) -> TakedownOutcome
    /// The bytes of a photo that an item was reported for, until the item is decided, whatever the player shows since.
    func reportedPhoto(_ digest: BlobDigest, of id: ReviewID) async throws(StoreError) -> [UInt8]?
}

/// What a moderator takes away.
public enum TakenDown: Hashable, Sendable {
    /// Alias and real name; this alias, which says nothing, comes in their place.
    case name(Alias)
    /// In both sizes, with its bytes.
    case photo
    case status
    /// Of all requests for friendship of theirs that wait and say the same.
    case requestMessages
    /// Of this challenge of theirs, and of all others that say the same.
    case challengeMessage(ChallengeNumber)
}

/// What became of a takedown. Nothing is written but in the first case.
public enum TakedownOutcome: Hashable, Sendable {
    case done
    /// It is gone already, or another one is in its place, or the player is gone.
    case nothingThere
    /// Somebody has the alias, or one that looks like it.
    case aliasTaken
}

/// Which part of the queue.
public struct ReviewFilter: Hashable, Sendable {
    /// Nil: of all apps, and what belongs to none.
    public var app: AppNumber?
    public var state: ReviewState

    public init(app: AppNumber? = nil, state: ReviewState = .pending) {
        self.app = app
        self.state = state
    }
}

/// What became of a report. Nothing is written but in the first case.
public enum ReportOutcome: Hashable, Sendable {
    case filed(ReviewID)
    /// This player has reported it already, and it is still pending.
    case again(ReviewID)
    case tooMany
    /// The photo is not there any more.
    case nothingThere
}

/// A policy and where it holds.
public struct PolicyRecord: Hashable, Sendable {
    public let app: AppNumber
    /// Nil: wherever a leaderboard has none of its own.
    public let leaderboard: LeaderboardNumber?
    public let policy: ModerationPolicy

    public init(app: AppNumber, leaderboard: LeaderboardNumber?, policy: ModerationPolicy) {
        self.app = app
        self.leaderboard = leaderboard
        self.policy = policy
    }
}

public struct WordRecord: Hashable, Sendable {
    public let word: String
    public let verdict: WordVerdict

    public init(_ word: String, _ verdict: WordVerdict) {
        self.word = word
        self.verdict = verdict
    }
}
