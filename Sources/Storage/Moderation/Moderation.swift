public import LaurelDomain
public import LaurelMatches

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
    /// Of these words in a match of theirs, of all others there that say the same, and of the notices that tell of
    /// them. What the invitation says is taken from the store alone: the writer has it, too.
    ///
    /// - id: the match's, as notices have it.
    case matchWords(ReportedWords.Kind, of: MatchNumber, in: MatchGame, id: String)
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
    public var policy: ModerationPolicy

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

extension Report {
    /// The item that the first report of a thing makes.
    public var review: NewReview {
        NewReview(
            .content(thing, id: id), app: app, player: player,
            reasons: [ReviewReason(.reported, "A player reported this \(thing.name) as \(reason.name).")],
            created: created)
    }
}
