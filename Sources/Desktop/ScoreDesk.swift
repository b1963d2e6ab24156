public import GameCenterHelpers
public import GameKit

extension NSRange {
    /// The best ones of a leaderboard.
    static func best(_ count: Int) -> NSRange { NSRange(location: 1, length: count) }
}

/// What the tutorials' classes do with a game's scores; each game has its own of them.
@MainActor public protocol ScoreDesk: AnyObject {
    /// Sets the game's `authenticateHandler`. - Parameter root: on which sign-in is shown.
    func authenticate(on root: UIViewController)
    /// Why the last call failed; nil: it did not.
    var failure: (any Error)? { get }
    /// Sends a score, or keeps it for later.
    func report(_ score: GKScore, done: @escaping ((any Error)?) -> Void)
    /// Called with a score that had waited and was refused for good, and why.
    var refused: (GKScore, any Error) -> Void { get set }
    /// What waits for the player who is signed in.
    var waiting: [GKScore] { get }
    /// Reads what is stored of the player who is signed in now, and sends it.
    func sendWaiting()
    var unowned: [GKScore] { get }
    func acceptUnowned()
    func discardUnowned()
    /// - Parameter done: the leaderboard with its scores; nil: why not.
    func loadScores(
        _ leaderboard: String, players: GKLeaderboard.PlayerScope, time: GKLeaderboard.TimeScope, ranks: NSRange,
        done: @escaping (GKLeaderboard?, (any Error)?) -> Void)
}

/// MonkeyJump's: `GameKitHelper` and `PlayerModel`.
@MainActor public final class HelperDesk: ScoreDesk {
    private let helper = GameKitHelper.shared
    private let model: PlayerModel

    /// - Parameter folder: for scores that wait.
    public init(folder: URL) { model = PlayerModel(folder: folder) }

    public func authenticate(on root: UIViewController) {
        helper.rootViewController = root
        helper.authenticateLocalPlayer()
    }

    public var failure: (any Error)? { helper.lastError }
    public func report(_ score: GKScore, done: @escaping ((any Error)?) -> Void) {
        model.submitScore(score, completion: done)
    }
    public var refused: (GKScore, any Error) -> Void {
        get { model.refused }
        set { model.refused = newValue }
    }
    public var waiting: [GKScore] { model.storedScores }
    public func sendWaiting() { model.loadStoredScores() }
    public var unowned: [GKScore] { model.unownedScores }
    public func acceptUnowned() { model.acceptUnownedScores() }
    public func discardUnowned() { model.discardUnownedScores() }

    public func loadScores(
        _ leaderboard: String, players: GKLeaderboard.PlayerScope, time: GKLeaderboard.TimeScope, ranks: NSRange,
        done: @escaping (GKLeaderboard?, (any Error)?) -> Void
    ) {
        let asked = GKLeaderboard()
        asked.identifier = leaderboard
        asked.playerScope = players
        asked.timeScope = time
        asked.range = ranks
        asked.loadScores(completionHandler: onMain { _, error in done(error == nil ? asked : nil, error) })
    }
}

/// Whack-a-Cac's: `ICFGameCenterManager`.
@MainActor public final class ManagerDesk: ScoreDesk, ICFGameCenterManagerDelegate {
    private struct Asked {
        let leaderboard: String
        let players: GKLeaderboard.PlayerScope
        let time: GKLeaderboard.TimeScope
        let ranks: NSRange
        let done: (GKLeaderboard?, (any Error)?) -> Void
    }

    private let manager: ICFGameCenterManager
    public private(set) var failure: (any Error)?
    private var asked: [Asked] = []

    /// - Parameter folder: for scores that wait.
    public init(folder: URL) {
        manager = ICFGameCenterManager(folder: folder)
        manager.delegate = self
    }

    public func authenticate(on root: UIViewController) {
        manager.rootViewController = root
        GameKitHelper.shared.rootViewController = root
        manager.authenticateLocalUser()
    }

    public func report(_ score: GKScore, done: @escaping ((any Error)?) -> Void) {
        manager.report(score, completion: done)
    }
    public var refused: (GKScore, any Error) -> Void {
        get { manager.refused }
        set { manager.refused = newValue }
    }
    public var waiting: [GKScore] { manager.savedScores }
    public func sendWaiting() { manager.submitAllSavedScores() }
    public var unowned: [GKScore] { manager.unownedScores }
    public func acceptUnowned() { manager.acceptUnownedScores() }
    public func discardUnowned() { manager.discardUnownedScores() }

    public func loadScores(
        _ leaderboard: String, players: GKLeaderboard.PlayerScope, time: GKLeaderboard.TimeScope, ranks: NSRange,
        done: @escaping (GKLeaderboard?, (any Error)?) -> Void
    ) {
        asked.append(Asked(leaderboard: leaderboard, players: players, time: time, ranks: ranks, done: done))
        manager.retrieveScores(
            category: leaderboard, playerScope: players, timeScope: time, range: ranks)
    }

    // MARK: The manager's delegate

    public func gameCenterLoggedIn(_ error: (any Error)?) { failure = error }
    public func gameCenterScoreReported(_ error: (any Error)?) { failure = error }
    public func gameCenterOffers(_ scores: [GKScore]) {}

    public func scoreDataUpdated(_ leaderboard: GKLeaderboard?, _ error: (any Error)?) {
        failure = error
        // An error does not say of what: the oldest question is answered.
        let index =
            leaderboard.map { found in
                asked.firstIndex {
                    $0.leaderboard == found.identifier && $0.players == found.playerScope && $0.time == found.timeScope
                        && $0.ranks == found.range
                }
            } ?? asked.indices.first
        guard let index else { return }
        asked.remove(at: index).done(leaderboard, error)
    }
}
