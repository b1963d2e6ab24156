public import LaurelDomain

/// A challenge with what only its sender and receiver may see.
public struct ChallengeRecord: Hashable, Sendable {
    public var challenge: Challenge
    /// Empty: none.
    public var message: String
    /// Nil: none, or let go of since it was settled.
    public var replay: BlobDigest?

    public init(challenge: Challenge, message: String = "", replay: BlobDigest? = nil) {
        self.challenge = challenge
        self.message = message
        self.replay = replay
    }
}

/// What a commit says about challenges.
public enum ChallengeFact: Hashable, Sendable {
    /// - replay: kept once, no matter what else refers to it.
    case issued(Challenge, message: String, replay: Blob?)
    /// A request with a key was carried out: it's remembered with each challenge that is new by it, behind those.
    case sent(ChallengeSending, by: PlayerNumber)
    /// It is pending no more; its replay is let go of.
    case settled(ChallengeSettlement)
    /// The replay of a score. Older ones there lose their bytes, as ``ScoreReplay`` says.
    case scoreReplay(ScoreReplayKey, ScoreReplay)
    /// A ticket was used up; those that have expired by `at` are forgotten.
    case ticketUsed(UsedTicket, at: Timestamp)
    /// Whether the player hears of these challenges.
    case mute(ChallengeMute, isMuted: Bool)
    /// A leaderboard became part of another one: challenges, settled ones too, mutes and replays are of that one from
    /// now on.
    case moved(from: LeaderboardNumber, to: LeaderboardNumber)
    /// The replays of scores on a leaderboard go; nil: everybody's.
    case replaysWiped(LeaderboardNumber, PlayerNumber?, Environment)
    /// Everything that a player sent, received or muted goes.
    case erased(PlayerNumber)
    /// What a guest sent, received or muted is the account's from now on (rule 1.13), but for what was between the two.
    case merged(PlayerNumber, into: PlayerNumber)
    /// A score became another player's: its replay, if it has one, goes with it.
    case scoreReplayMoved(ScoreReplayMove)
    /// Of challenges of groups.
    case group(GroupChallengeWrite)
}

/// A replay that is another player's from now on, as is its score.
public struct ScoreReplayMove: Hashable, Sendable {
    public let source: ScoreReplayKey
    public let sourceSequence: JournalSequence
    public let target: ScoreReplayKey
    /// The score's row from now on.
    public let sequence: JournalSequence
    /// As ``ScoreReplay/isBest``, of its new player.
    public let isBest: Bool

    public init(
        from source: ScoreReplayKey, _ sourceSequence: JournalSequence, to target: ScoreReplayKey,
        _ sequence: JournalSequence, isBest: Bool
    ) {
        self.source = source
        self.sourceSequence = sourceSequence
        self.target = target
        self.sequence = sequence
        self.isBest = isBest
    }
}

/// How a challenge stopped being pending.
public struct ChallengeSettlement: Hashable, Sendable {
    public let number: ChallengeNumber
    public let state: ChallengeState
    public let at: Timestamp
    /// The row that completed it.
    public let by: JournalSequence?
    /// The challenge that went back (rule 6.4).
    public let answer: ChallengeNumber?

    public init(
        _ number: ChallengeNumber, _ state: ChallengeState, at: Timestamp, by: JournalSequence? = nil,
        answer: ChallengeNumber? = nil
    ) {
        self.number = number
        self.state = state
        self.at = at
        self.by = by
        self.answer = answer
    }
}

/// Whose replay, of which leaderboard.
public struct ScoreReplayKey: Hashable, Sendable {
    public let player: PlayerNumber
    public let leaderboard: LeaderboardNumber
    public let environment: Environment

    public init(player: PlayerNumber, leaderboard: LeaderboardNumber, environment: Environment) {
        self.player = player
        self.leaderboard = leaderboard
        self.environment = environment
    }
}

/// What the journal's writer reads of challenges. Calls block, as ``Journal``'s do.
public protocol ChallengeJournal: Sendable {
    /// All that are stored as pending, in order of number.
    func pendingChallenges() throws(StoreError) -> [Challenge]
    /// Those issued after `moment`, in order of number.
    func challenges(issuedAfter moment: Timestamp) throws(StoreError) -> [Challenge]
    /// The highest number that one was ever given; 0: none.
    func lastChallenge() throws(StoreError) -> UInt32
    func challengeMutes() throws(StoreError) -> [ChallengeMute]
    /// What a row of the player's completed, and what went back, in order of number.
    func challenges(
        completedBy row: JournalSequence, of player: PlayerNumber, _ subject: ChallengeSubject,
        _ environment: Environment
    ) throws(StoreError) -> [ChallengeSettlement]
    /// What a sender's request with this key has sent. Nil: there was none, it has sent nothing new, or its challenges
    /// are gone.
    func challengeSending(_ key: ChallengeKey, by sender: PlayerNumber) throws(StoreError) -> ChallengeSending?
    /// - Returns: of the last score of this value; nil without one.
    func scoreReplay(_ key: ScoreReplayKey, value: Int64) throws(StoreError) -> Blob?
}

/// Which challenges of a player are wanted.
public struct ChallengeQuery: Hashable, Sendable {
    public var player: PlayerNumber
    public var role: ChallengeRole
    /// As it is at ``now``; nil: any.
    public var state: ChallengeState?
    /// Nil: of every game.
    public var app: AppNumber?
    public var environment: Environment
    /// Only those issued before this one.
    public var before: ChallengeNumber?
    public var limit: Int
    public var now: Timestamp

    public init(
        player: PlayerNumber, role: ChallengeRole = .received, state: ChallengeState? = nil, app: AppNumber? = nil,
        environment: Environment, before: ChallengeNumber? = nil, limit: Int, now: Timestamp
    ) {
        self.player = player
        self.role = role
        self.state = state
        self.app = app
        self.environment = environment
        self.before = before
        self.limit = limit
        self.now = now
    }
}

/// Challenges, for those who only read.
public protocol ChallengeDirectory: Sendable {
    func challenge(_ number: ChallengeNumber) async throws(StoreError) -> ChallengeRecord?
    /// Those of these numbers that exist, in order of number.
    func challenges(_ numbers: [ChallengeNumber]) async throws(StoreError) -> [ChallengeRecord]
    /// Newest first.
    func challenges(_ query: ChallengeQuery) async throws(StoreError) -> [ChallengeRecord]
    /// As ``ChallengeJournal/challengeSending(_:by:)``.
    func challengeSending(_ key: ChallengeKey, by sender: PlayerNumber) async throws(StoreError) -> ChallengeSending?
    /// Deletes those that stopped being pending before `moment`, the oldest first, at most `limit`.
    /// - Returns: how many.
    func deleteChallenges(settledBefore moment: Timestamp, limit: Int) async throws(StoreError) -> Int
    /// In no order.
    func mutes(of player: PlayerNumber) async throws(StoreError) -> [ChallengeMute]
}
