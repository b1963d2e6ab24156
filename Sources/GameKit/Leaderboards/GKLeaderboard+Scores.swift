import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

// Asking for scores as before iOS 14: say which, load, read.
extension GKLeaderboard {
    /// Loads these players' scores.
    @available(iOS, deprecated: 14.0)
    public convenience init(players: [GKPlayer]) {
        self.init()
        let ids = players.map(\.gamePlayerID)
        state.withLock { $0.playerIDs = ids }
    }

    /// Loads these players' scores. Nil if no players are given.
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

    /// Nil for the default leaderboard.
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

    /// Starts at 1, at most 100 ranks; 1 to 25 by default.
    @available(iOS, deprecated: 14.0)
    public var range: NSRange {
        get { state.withLock(\.range) }
        set { state.withLock { $0.range = newValue } }
    }

    /// The scores loaded last, by rank; nil before that.
    @available(iOS, deprecated: 14.0)
    public var scores: [GKScore]? { state.withLock(\.scores) }
    /// The number of players in scope; 0 until scores are loaded.
    @available(iOS, deprecated: 14.0)
    public var maxRange: Int { state.withLock(\.maxRange) }
    /// The local player's score from the last load, whatever its rank; nil without one, or before loading.
    @available(iOS, deprecated: 14.0)
    public var localPlayerScore: GKScore? { state.withLock(\.localPlayerScore) }
    @available(iOS, deprecated: 14.0)
    public var isLoading: Bool { state.withLock { $0.loadingCount > 0 } }

    /// Loads what the properties describe. If players are given, ``range`` is ignored.
    @available(iOS, deprecated: 14.0)
    @preconcurrency public func loadScores(completionHandler: (@Sendable ([GKScore]?, (any Error)?) -> Void)? = nil) {
        state.withLock { $0.loadingCount += 1 }
        let asked = state.withLock(\.self)
        center.answer(completionHandler) { (center) throws(GKError) in
            // Over before the game hears of it.
            defer { self.state.withLock { $0.loadingCount -= 1 } }
            return try await center.scores(asked, of: self)
        }
    }
}

extension Laurel {
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
