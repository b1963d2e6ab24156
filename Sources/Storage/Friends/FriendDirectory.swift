public import LaurelDomain

/// What is asked of friends and blocks all the time.
public protocol FriendLists: Sendable {
    /// In order of number.
    func friends(of player: PlayerNumber) async throws(StoreError) -> [PlayerNumber]
    /// Whether `player` blocks `other`.
    func isBlocked(_ other: PlayerNumber, by player: PlayerNumber) async throws(StoreError) -> Bool
    /// Whom a player blocks, in order of number.
    func blocked(by player: PlayerNumber) async throws(StoreError) -> [PlayerNumber]
    /// Who blocks a player, in order of number.
    func blockers(of player: PlayerNumber) async throws(StoreError) -> [PlayerNumber]
}

extension FriendLists {
    /// Whom a player blocks, and who blocks them. Two reads of the store.
    public func apart(from player: PlayerNumber) async throws(StoreError) -> Set<PlayerNumber> {
        Set(try await blocked(by: player)).union(try await blockers(of: player))
    }
}

/// Who is whose friend, who asks, invites and blocks whom (rules 2.1, 2.2). Every engine must pass `FriendContract`.
public protocol FriendDirectory: FriendLists, LikeDirectory {
    /// Of them those who let the game see it (rule 2.2), in order of number.
    func friends(of player: PlayerNumber, consentingTo app: AppNumber) async throws(StoreError) -> [PlayerNumber]
    /// Requests that wait: those they see and those they sent, newest first.
    func friendRequests(of player: PlayerNumber) async throws(StoreError) -> FriendRequests
    /// Friends of a player's friends who are no friends of theirs, with how many friends they share, most first, then
    /// in order of number. Without those of whom either has asked or blocks the other.
    /// - Parameter friendships: looked at, at most; with more, the answer is made of a part of them.
    func friendsOfFriends(
        of player: PlayerNumber, friendships: Int, limit: Int
    ) async throws(StoreError) -> [FriendSuggestion]

    /// Reads what stands between two players, lets `rule` change it and writes the difference with what they are told
    /// of it: one transaction.
    ///
    /// - Parameter now: what the counts of the past 24 hours reach back from.
    /// - Returns: what `rule` did; nil, with nothing asked, when there is no such other player.
    func relate<Answer: Sendable>(
        _ player: PlayerNumber, to other: PlayerNumber, at now: Timestamp,
        _ rule: @escaping @Sendable (inout Relation) -> Answer
    ) async throws(StoreError) -> Answer?

    // MARK: Invitation links

    /// - Parameter limit: links of one player; those that are no good any more make room first.
    /// - Returns: nil, with nothing written, when they have as many.
    func addFriendInvitation(
        _ code: SecretDigest, by player: PlayerNumber, created: Timestamp, expires: Timestamp, uses: Int, limit: Int
    ) async throws(StoreError) -> FriendInvitation?
    /// Those that are still good, newest first.
    func friendInvitations(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) -> [FriendInvitation]
    /// - Returns: nil when it is unknown, expired, used up or taken back.
    func friendInvitation(_ code: SecretDigest, at now: Timestamp) async throws(StoreError) -> FriendInvitation?
    /// - Returns: whether it was theirs and there.
    func removeFriendInvitation(_ id: FriendInvitationID, of player: PlayerNumber) async throws(StoreError) -> Bool
    /// As ``relate(_:to:at:_:)`` with the player who made the link. One use is gone when they became friends by it.
    /// - Returns: nil, with nothing asked, when the link is no good (any more). One that is used up is good for the
    ///   friends of its maker, whom it changes nothing for.
    func relate<Answer: Sendable>(
        _ player: PlayerNumber, byInvitation code: SecretDigest, at now: Timestamp,
        _ rule: @escaping @Sendable (inout Relation) -> Answer
    ) async throws(StoreError) -> (inviter: PlayerNumber, answer: Answer)?

    // MARK: Overtaken

    /// Tells players that a friend went past them (rule 7.1): each at most once a day, leaderboard and environment.
    /// All in one transaction.
    /// - Returns: how many were told.
    func tell(_ overtakings: [Overtaking]) async throws(StoreError) -> Int

    // MARK: Consent

    /// What the player decided; ``LaurelDomain/FriendListConsent/notDetermined`` until they did.
    func friendListConsent(of player: PlayerNumber, to app: AppNumber) async throws(StoreError) -> FriendListConsent
    func setFriendListConsent(
        _ consent: FriendListConsent, of player: PlayerNumber, to app: AppNumber
    ) async throws(StoreError)
}

/// Somebody went past friends on a leaderboard.
public struct Overtaking: Hashable, Sendable {
    public var overtaken: [PlayerNumber]
    public var by: PlayerNumber
    public var app: AppNumber
    public var environment: Environment
    public var leaderboard: LeaderboardNumber
    public var leaderboardID: LeaderboardID
    /// With what.
    public var score: Int64
    public var time: Timestamp

    public init(
        overtaken: [PlayerNumber], by: PlayerNumber, app: AppNumber, environment: Environment,
        leaderboard: LeaderboardNumber, leaderboardID: LeaderboardID, score: Int64, time: Timestamp
    ) {
        self.overtaken = overtaken
        self.by = by
        self.app = app
        self.environment = environment
        self.leaderboard = leaderboard
        self.leaderboardID = leaderboardID
        self.score = score
        self.time = time
    }

    /// Of server time, counted from 1970 in UTC.
    public var day: Int64 { time.milliseconds / Timestamp.Span.days(1).milliseconds }

    public func notice(to player: PlayerNumber) -> NewNotice {
        NewNotice(
            to: player, .overtaken, app: app, environment: environment, about: by, subject: leaderboardID.text,
            details: #"{"score":\#(score)}"#, created: time)
    }
}
