public import LaurelDomain

/// The replay that came with a score, as it is kept.
///
/// Of each player and leaderboard the last ones are kept whole, that of the best score, and those of scores that they
/// share; of older ones the trace alone, so that nobody sends the same run once more.
public struct ScoreReplay: Hashable, Sendable {
    /// The score's row.
    public let sequence: JournalSequence
    public let value: Int64
    /// It was the player's best, or most recent, when it was accepted.
    public let isBest: Bool
    /// Nil: nobody has played it again; it is bytes that only the game understands.
    public let verification: Verification?
    /// Of the run, where it was played again.
    public let trace: UInt64?
    public let log: Blob

    /// How many of its kind are kept whole. What nobody has played may be anything, so it is one.
    public var keptLimit: Int { verification == nil ? 1 : ReplayLimits.kept }

    public init(
        sequence: JournalSequence, value: Int64, isBest: Bool = false, verification: Verification? = nil,
        trace: UInt64? = nil, log: Blob
    ) {
        self.sequence = sequence
        self.value = value
        self.isBest = isBest
        self.verification = verification
        self.trace = trace
        self.log = log
    }
}

/// A score whose replay is looked for: the last one of this value.
public struct ReplayedScore: Hashable, Sendable {
    public let key: ScoreReplayKey
    public let value: Int64

    public init(key: ScoreReplayKey, value: Int64) {
        self.key = key
        self.value = value
    }
}

/// A replay without its bytes.
public struct StoredReplay: Hashable, Sendable {
    public let key: ScoreReplayKey
    public let sequence: JournalSequence
    public let value: Int64
    public let verification: Verification?
    public let digest: BlobDigest

    public init(
        key: ScoreReplayKey, sequence: JournalSequence, value: Int64, verification: Verification?,
        digest: BlobDigest
    ) {
        self.key = key
        self.sequence = sequence
        self.value = value
        self.verification = verification
        self.digest = digest
    }
}

/// A ticket that a run was handed in with, and until when it has to be remembered.
public struct UsedTicket: Hashable, Sendable {
    public let number: UInt64
    public let expires: Timestamp

    public init(number: UInt64, expires: Timestamp) {
        self.number = number
        self.expires = expires
    }
}

/// What the journal's writer reads of replays. Calls block, as ``Journal``'s do.
public protocol ReplayJournal: Sendable {
    /// Whether anybody handed in this run already, on this leaderboard.
    func hasReplay(
        trace: UInt64, on leaderboard: LeaderboardNumber, _ environment: Environment
    ) throws(StoreError) -> Bool
    /// Those that expire after `moment`, in no order.
    func usedTickets(after moment: Timestamp) throws(StoreError) -> [UsedTicket]
}

/// Replays, for those who only read.
public protocol ReplayDirectory: Sendable {
    /// The log of the last score of this value there; nil: it came without one, or it is not kept any more.
    func replay(_ key: ScoreReplayKey, value: Int64) async throws(StoreError) -> (StoredReplay, Blob)?
    /// The same without its bytes.
    func storedReplay(_ key: ScoreReplayKey, value: Int64) async throws(StoreError) -> StoredReplay?
    /// The same of many scores in one reading; those without one are left out.
    func storedReplays(_ scores: [ReplayedScore]) async throws(StoreError) -> [StoredReplay]
    /// All that are kept whole of a player, in order of leaderboard, environment and row.
    func replays(of player: PlayerNumber) async throws(StoreError) -> [StoredReplay]
}
