public import GameKit

/// Callbacks of an ``ICFGameCenterManager``, on the main thread. A missing method is logged.
@MainActor public protocol ICFGameCenterManagerDelegate: AnyObject {
    /// - Parameter error: nil if somebody is signed in.
    func gameCenterLoggedIn(_ error: (any Error)?)
    /// - Parameter error: nil if the server has the score. Otherwise the score is stored, unless it was rejected
    ///   permanently.
    func gameCenterScoreReported(_ error: (any Error)?)
    /// - Parameter leaderboard: with its scores; if nil, `error` says why.
    func scoreDataUpdated(_ leaderboard: GKLeaderboard?, _ error: (any Error)?)
    /// Scores made while nobody was signed in, offered to the player who is now: call `acceptUnownedScores()` or
    /// `discardUnownedScores()` of ``ICFGameCenterManager``.
    func gameCenterOffers(_ scores: [GKScore])
}

/// The book's name.
public typealias GameCenterManagerDelegate = ICFGameCenterManagerDelegate

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
