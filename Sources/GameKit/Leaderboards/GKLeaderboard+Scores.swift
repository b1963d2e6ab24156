import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

// Asking for scores as before iOS 14: say which, load, read.
extension GKLeaderboard {
    /// Asks for the scores of these players.
    @available(iOS, deprecated: 14.0)
    public convenience init(players: [GKPlayer]) {
        self.init()
        let ids = players.map(\.gamePlayerID)
        state.withLock { $0.playerIDs = ids }
    }

    /// Asks for the scores of these players. Nil: nobody was named.
    @available(iOS, deprecated: 8.0)
    public convenience init?(playerIDs: [String]?) {
        guard let playerIDs else { return nil }
        self.init()
        state.withLock { $0.playerIDs = playerIDs }
    }

    @available(iOS, deprecated: 14.0)
    public var timeScope: TimeScope {
        get { state.withLock(\.timeScope) }
        set { state.withLock { $0.timeScope = newValue } }
    }

    @available(iOS, deprecated: 14.0)
    public var playerScope: PlayerScope {
        get { state.withLock(\.playerScope) }
        set { state.withLock { $0.playerScope = newValue } }
    }

    /// Nil: the default leaderboard.
    @available(iOS, deprecated: 14.0)
    public var identifier: String? {
        get { state.withLock(\.identifier) }
        set {
            state.withLock { state in
                if newValue != state.identifier { (state.record, state.occurrence) = (nil, nil) }
                state.identifier = newValue
            }
        }
    }

    /// The name before iOS 7.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    @available(iOS, deprecated: 7.0)
    public var category: String! {
        get { identifier }
        set { identifier = newValue }
    }

    /// Begins at 1, at most 100 places; 1 to 25 until it is set.
    @available(iOS, deprecated: 14.0)
    public var range: NSRange {
        get { state.withLock(\.range) }
        set { state.withLock { $0.range = newValue } }
    }

    /// What was loaded last, by rank; nil until then.
    @available(iOS, deprecated: 14.0)
    public var scores: [GKScore]? { state.withLock(\.scores) }
    /// How many players there are in scope; 0 until scores were loaded.
    @available(iOS, deprecated: 14.0)
    public var maxRange: Int { state.withLock(\.maxRange) }
    /// Of the last loading, wherever he stands; nil: he has none, or nothing was loaded yet.
    @available(iOS, deprecated: 14.0)
    public var localPlayerScore: GKScore? { state.withLock(\.localPlayerScore) }
    @available(iOS, deprecated: 14.0)
    public var isLoading: Bool { state.withLock { $0.loadingCount > 0 } }

    /// Loads what the properties ask for. With players, their scores, and ``range`` does not matter.
    @available(iOS, deprecated: 14.0)
    public func loadScores(completionHandler: (([GKScore]?, (any Error)?) -> Void)? = nil) {
        state.withLock { $0.loadingCount += 1 }
        let asked = state.withLock(\.self)
        center.answer(completionHandler) { (center) throws(GKError) in
            // Over before the game hears of it.
            defer { self.state.withLock { $0.loadingCount -= 1 } }
            return try await center.scores(asked, of: self)
        }
    }
}

extension GameCenter {
    /// - Parameter asked: what the game wanted when it asked.
    fileprivate func scores(
        _ asked: GKLeaderboard.State, of leaderboard: GKLeaderboard
    ) async throws(GKError) -> [GKScore] {
        let part: LeaderboardPart
        if let ids = asked.playerIDs {
            part = try await entries(on: leaderboard, of: ids, asked.timeScope)
        } else {
            part = try await entries(on: leaderboard, asked.playerScope, asked.timeScope, asked.range)
        }
        _ = try await loaded(leaderboard)
        let scores = part.entries.map { GKScore($0) }
        leaderboard.state.withLock { state in
            state.scores = scores
            state.maxRange = part.total
            state.localPlayerScore = part.local.map { GKScore($0) }
        }
        return scores
    }
}
