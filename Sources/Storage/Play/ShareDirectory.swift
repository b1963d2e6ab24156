public import LaurelDomain

/// What players show to everybody, and open challenges. Every engine must pass `ShareContract`.
///
/// A challenge link is a share and a friend invitation, written together; without its invitation it is no more.
public protocol ShareDirectory: Sendable {
    /// The player's page of the same thing, if there is one; else this one is written.
    ///
    /// - Parameter code: of a challenge link's invitation, which is written with it; a challenge link is always new.
    /// - Returns: nil, with nothing written, when the player has as many shares or invitation links as they may.
    func addShare(
        _ share: Share, code: SecretDigest?, limits: (shares: Int, invitations: Int)
    ) async throws(StoreError) -> Share?
    /// - Returns: nil when it is unknown or taken back; a challenge link also when it is expired.
    func share(_ id: ShareID, at now: Timestamp) async throws(StoreError) -> Share?
    /// The challenge link with this code, used up or not.
    func share(code: SecretDigest, at now: Timestamp) async throws(StoreError) -> Share?
    /// Newest first.
    func shares(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) -> [Share]
    /// Takes a page back; a challenge link's invitation goes with it.
    /// - Returns: whether it was theirs and there.
    func removeShare(_ id: ShareID, of player: PlayerNumber) async throws(StoreError) -> Bool
    func countShares(_ selection: ShareSelection) async throws(StoreError) -> Int
    /// - Returns: how many went.
    func removeShares(_ selection: ShareSelection) async throws(StoreError) -> Int
}

/// Shares of a game in one environment.
public struct ShareSelection: Hashable, Sendable {
    public var app: AppNumber
    public var environment: Environment
    /// Nil: of all; else of scores there alone.
    public var leaderboard: LeaderboardNumber?
    /// Nil: of everybody.
    public var player: PlayerNumber?

    public init(
        app: AppNumber, environment: Environment, leaderboard: LeaderboardNumber? = nil, player: PlayerNumber? = nil
    ) {
        self.app = app
        self.environment = environment
        self.leaderboard = leaderboard
        self.player = player
    }

    func holds(_ share: Share) -> Bool {
        guard share.app == app, share.environment == environment, player.map({ $0 == share.player }) ?? true else {
            return false
        }
        guard let leaderboard else { return true }
        if case .score(leaderboard, _, _) = share.subject { return true }
        return false
    }
}

extension Share {
    /// Whether one page serves for both: the rank of then is not the point. No challenge link is another one.
    public func isSame(as other: Share) -> Bool {
        guard app == other.app, environment == other.environment, challenge == nil, other.challenge == nil else {
            return false
        }
        switch (subject, other.subject) {
        case (.score(let one, let value, _), .score(let two, let otherValue, _)):
            return one == two && value == otherValue
        case (.achievement(let one), .achievement(let two)): return one == two
        case (.score, .achievement), (.achievement, .score): return false
        }
    }
}
