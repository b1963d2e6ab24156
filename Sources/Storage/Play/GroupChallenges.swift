public import LaurelDomain

/// A challenge of a group with its replays.
public struct GroupChallengeRecord: Hashable, Sendable {
    public var challenge: GroupChallenge
    /// Of the try that leads, if it came with one.
    public var replay: BlobDigest?
    /// Of the winner of the one that this is a rematch of.
    public var ghost: BlobDigest?

    public init(challenge: GroupChallenge, replay: BlobDigest? = nil, ghost: BlobDigest? = nil) {
        self.challenge = challenge
        self.replay = replay
        self.ghost = ghost
    }
}

/// What a commit says about challenges of groups. Erasures, merges and moves of leaderboards are ``ChallengeFact``s,
/// which concern these, too.
public enum GroupChallengeWrite: Hashable, Sendable {
    /// All of it, new or changed.
    case kept(GroupChallenge)
    /// One participant's tries.
    case tried(GroupChallengeNumber, GroupChallenge.Participant)
    /// Another try leads: its replay takes the place of the one before.
    case led(GroupChallengeNumber, replay: Blob?)
    /// A rematch, and whose leading replay is its ghost.
    case ghost(GroupChallengeNumber, of: GroupChallengeNumber)
}

/// What the journal's writer reads of challenges of groups. Calls block, as ``Journal``'s do.
public protocol GroupChallengeJournal: Sendable {
    /// Those whose standings may change, and those that were closed after `moment`, in order of number.
    func groupChallenges(closedAfter moment: Timestamp) throws(StoreError) -> [GroupChallenge]
    /// The highest number that one was ever given; 0: none.
    func lastGroupChallenge() throws(StoreError) -> UInt32
}

/// Which challenges of groups are wanted: those that a player made, joined or is invited to.
public struct GroupChallengeQuery: Hashable, Sendable {
    public var player: PlayerNumber
    /// Nil: of every game.
    public var app: AppNumber?
    public var environment: Environment
    /// Only those made before this one.
    public var before: GroupChallengeNumber?
    public var limit: Int
    /// Those too that the player declined or left.
    public var includesLeft = false

    public init(
        player: PlayerNumber, app: AppNumber? = nil, environment: Environment,
        before: GroupChallengeNumber? = nil, limit: Int
    ) {
        self.player = player
        self.app = app
        self.environment = environment
        self.before = before
        self.limit = limit
    }
}

/// Challenges of groups, for those who only read. Every engine must pass `GroupChallengeContract`.
public protocol GroupChallengeDirectory: Sendable {
    func groupChallenge(_ number: GroupChallengeNumber) async throws(StoreError) -> GroupChallengeRecord?
    /// Newest first.
    func groupChallenges(_ query: GroupChallengeQuery) async throws(StoreError) -> [GroupChallengeRecord]
    /// Deletes those whose standings were final before `moment`, the oldest first, at most `limit`.
    /// - Returns: how many.
    func deleteGroupChallenges(closedBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int
}
