public import GameKit

/// What an ``ICFGameCenterManager`` tells, on the main thread. A delegate without one of these is logged.
@MainActor public protocol ICFGameCenterManagerDelegate: AnyObject {
    /// - Parameter error: nil: somebody is signed in.
    func gameCenterLoggedIn(_ error: (any Error)?)
    /// - Parameter error: nil: the server has the score. Else it is stored, unless it was refused for good.
    func gameCenterScoreReported(_ error: (any Error)?)
    /// - Parameter leaderboard: with its scores; nil: `error` says why.
    func scoreDataUpdated(_ leaderboard: GKLeaderboard?, _ error: (any Error)?)
    /// Scores that were made while nobody was signed in, for the player who is now: ``ICFGameCenterManager`` has
    /// `acceptUnownedScores()` and `discardUnownedScores()`.
    func gameCenterOffers(_ scores: [GKScore])
}

extension ICFGameCenterManagerDelegate {
    public func gameCenterLoggedIn(_ error: (any Error)?) { logMissing("gameCenterLoggedIn(_:)") }
    public func gameCenterScoreReported(_ error: (any Error)?) { logMissing("gameCenterScoreReported(_:)") }
    public func scoreDataUpdated(_ leaderboard: GKLeaderboard?, _ error: (any Error)?) {
        logMissing("scoreDataUpdated(_:_:)")
    }
    public func gameCenterOffers(_ scores: [GKScore]) { logMissing("gameCenterOffers(_:)") }

    private func logMissing(_ method: String) {
        ICFGameCenterManager.log("ICFGameCenterManager: the delegate \(type(of: self)) has no \(method).")
    }
}
