public import GameKit

/// Callbacks of an ``ICFGameCenterManager``, on the main thread, as the book has them. All are optional there: one that
/// is called and missing is named in the log.
@MainActor public protocol GameCenterManagerDelegate: AnyObject {
    /// - Parameter error: nil if somebody is signed in.
    func gameCenterLoggedIn(_ error: (any Error)?)
    /// - Parameter error: nil if the server has the score. Otherwise the score is stored, unless it was rejected
    ///   permanently.
    func gameCenterScoreReported(_ error: (any Error)?)
    /// - Parameter scores: by rank; if nil, `error` says why.
    func scoreDataUpdated(_ scores: [GKScore]?, error: (any Error)?)
}

/// The same with more: the leaderboard with its title and the player's own score, and scores of nobody.
@MainActor public protocol ICFGameCenterManagerDelegate: GameCenterManagerDelegate {
    /// Called instead of ``GameCenterManagerDelegate/scoreDataUpdated(_:error:)``, which it calls by default.
    ///
    /// - Parameter leaderboard: with its scores; if nil, `error` says why.
    func scoreDataUpdated(_ leaderboard: GKLeaderboard?, _ error: (any Error)?)
    /// Scores made while nobody was signed in, offered to the player who is now: call `acceptUnownedScores()` or
    /// `discardUnownedScores()` of ``ICFGameCenterManager``.
    func gameCenterOffers(_ scores: [GKScore])
}

extension GameCenterManagerDelegate {
    public func gameCenterLoggedIn(_ error: (any Error)?) { logMissing("gameCenterLoggedIn(_:)") }
    public func gameCenterScoreReported(_ error: (any Error)?) { logMissing("gameCenterScoreReported(_:)") }
    public func scoreDataUpdated(_ scores: [GKScore]?, error: (any Error)?) { logMissing("scoreDataUpdated(_:error:)") }

    fileprivate func logMissing(_ method: String) {
        ICFGameCenterManager.log("ICFGameCenterManager: the delegate \(type(of: self)) has no \(method).")
    }
}

extension ICFGameCenterManagerDelegate {
    public func scoreDataUpdated(_ leaderboard: GKLeaderboard?, _ error: (any Error)?) {
        scoreDataUpdated(leaderboard.map { $0.scores ?? [] }, error: error)
    }
    public func gameCenterOffers(_ scores: [GKScore]) { logMissing("gameCenterOffers(_:)") }
}
