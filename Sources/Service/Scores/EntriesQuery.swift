public import LaurelDomain
import LaurelRanking
public import LaurelScores

/// What a reader wants of a leaderboard (rules 4.1, 4.8, 4.9).
public struct EntriesQuery: Sendable {
    public enum Selection: Sendable {
        /// By rank.
        case window(RankWindow)
        /// So many (at most 100) with the viewer in the middle; none when they have no entry.
        case around(count: Int)
        /// These players, with their ranks on the whole leaderboard.
        case players([PlayerNumber])
        /// Ranks among these and the viewer alone (rule 2.3).
        case friends([PlayerNumber], FriendsSelection)
    }

    public var leaderboard: LeaderboardID
    public var environment: Environment
    /// A recurring leaderboard has one scope, the occurrence, whatever stands here.
    public var scope: TimeScope
    public var occurrence: OccurrenceChoice
    public var selection: Selection
    /// Whose own entry the answer carries, whatever the selection.
    public var viewer: PlayerNumber?
    /// The answer must know the rows up to here: the version of an earlier answer.
    public var version: JournalSequence?
    /// The caller still has the entries of a page with this revision and wants them only if they changed.
    public var known: PageRevision?
    /// …or if the leaderboard has another number of entries than one of these. Nil: any number will do.
    public var knownTotals: ClosedRange<Int>?
    /// What that page was read from, if it is one among friends.
    public var knownFriends: FriendsMoment?

    public init(
        leaderboard: LeaderboardID, environment: Environment, scope: TimeScope = .allTime,
        occurrence: OccurrenceChoice = .current, selection: Selection, viewer: PlayerNumber? = nil,
        version: JournalSequence? = nil, known: PageRevision? = nil
    ) {
        self.leaderboard = leaderboard
        self.environment = environment
        self.scope = scope
        self.occurrence = occurrence
        self.selection = selection
        self.viewer = viewer
        self.version = version
        self.known = known
    }
}

/// Pages of one leaderboard, scope and selection with equal revisions have the same entries; those among friends only
/// if one player asks for both.
public struct PageRevision: Hashable, Sendable {
    let generation: UInt64
    /// How often the top changed, or the friends' fingerprint.
    let top: UInt64
}

/// A moment of a leaderboard.
public struct EntriesPage: Sendable {
    let found: FoundLeaderboard
    public var leaderboard: Leaderboard { found.leaderboard }
    /// Of a recurring leaderboard: the one that is shown; nil also when there is none.
    public let occurrence: Occurrence?
    /// The viewer's entry in the scope; nil: they have none there, or nobody views.
    public internal(set) var local: LaurelScores.RankedEntry?
    /// Nil: the same as those of the revision that the caller knows.
    public internal(set) var entries: [LaurelScores.RankedEntry]?
    /// Entries in the scope.
    public let total: Int
    public let version: JournalSequence
    /// Nil for what is not worth keeping: windows past rank 100, around a player, chosen players.
    public internal(set) var revision: PageRevision?
    /// Of a page among friends, where the next one may go on from.
    public internal(set) var friends: FriendsMoment?
    /// Friends as the board has them, to be put in order once its lock is free.
    var standing: Standing?
}

public enum ReadEntriesError: Error, StoreFailure, Hashable, Sendable {
    case gameCenterDisabled
    case notReleased(Environment)
    case unknownLeaderboard
    /// No such version yet; the newest is given.
    case versionAhead(JournalSequence)
    case tooManyPlayers(limit: Int)
    /// Occurrences are those of recurring leaderboards.
    case notRecurring
    /// It has not begun, or ended more than 30 days ago.
    case unknownOccurrence
    /// Whose previous one?
    case noViewer
    case unavailable
    case broken(reason: String)
}
