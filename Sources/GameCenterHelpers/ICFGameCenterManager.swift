public import GameKit

/// Game Center as Whack-a-Cac needs it.
///
/// Calls go to the current delegate: when a game's screen closes, the menu takes over.
@MainActor public final class ICFGameCenterManager: NSObject {
    public static let shared = ICFGameCenterManager()

    /// Where missing delegates and methods are named.
    static var log: @MainActor (String) -> Void = { note($0) }

    /// An ``ICFGameCenterManagerDelegate`` hears more.
    public weak var delegate: (any GameCenterManagerDelegate)?
    /// Presents sign-in.
    public weak var rootViewController: UIViewController?
    /// Why nobody is signed in; nil if somebody is, or if it isn't known yet.
    public private(set) var authenticationFailure: AuthenticationFailure?

    /// Each case needs a different response from the game.
    public enum AuthenticationFailure: Equatable, Sendable {
        /// The player declined.
        case cancelled
        /// Game Center doesn't recognize the game or is off for it: the developer needs to fix this.
        case notAvailable
        /// A temporary failure, such as no network.
        case other

        init(_ error: any Error) {
            switch (error as? GKError)?.code {
            case .cancelled: self = .cancelled
            case .gameUnrecognized, .notSupported: self = .notAvailable
            default: self = .other
            }
        }
    }

    /// A stored score was rejected permanently, and why.
    public var refused: (GKScore, any Error) -> Void {
        get { model.refused }
        set { model.refused = newValue }
    }

    private let folder: URL
    private let model: PlayerModel

    public override convenience init() { self.init(folder: nil) }

    /// - Parameter folder: where scores are stored; nil for the game's own folder.
    public init(folder: URL?) {
        self.folder = folder ?? StoredScores.standardFolder()
        model = PlayerModel(folder: self.folder)
        super.init()
    }

    /// Itself, so that `ICFGameCenterManager.shared()`, as the book's Swift has it, is the shared instance.
    public func callAsFunction() -> ICFGameCenterManager { self }

    // MARK: Signing in

    public func authenticateLocalUser() {
        GKLocalPlayer.local.authenticateHandler = { [weak self] viewController, error in
            self?.authenticated(viewController, error)
        }
    }

    private func authenticated(_ viewController: UIViewController?, _ error: (any Error)?) {
        if let viewController {
            guard let rootViewController else {
                return Self.log("ICFGameCenterManager: no rootViewController to present sign-in on.")
            }
            return rootViewController.present(viewController, animated: true)
        }
        authenticationFailure = error.map { AuthenticationFailure($0) }
        tell { $0.gameCenterLoggedIn(error) }
        if error == nil { submitAllSavedScores() }
        let unowned = unownedScores
        if error == nil, !unowned.isEmpty { offer(unowned) }
    }

    // MARK: Scores

    /// Reports a score. A score that can't be sent now is stored, and sent after the next sign-in or success.
    public func reportScore(_ score: Int64, forCategory category: String) {
        let made = GKScore(leaderboardIdentifier: category)
        made.value = score
        report(made)
    }

    /// Reports a score the game made.
    /// - Parameter completion: called for this score only, after the delegate.
    public func report(_ score: GKScore, completion: (((any Error)?) -> Void)? = nil) {
        let tellAll: ((any Error)?) -> Void = { [weak self] error in
            self?.tell { $0.gameCenterScoreReported(error) }
            completion?(error)
        }
        guard GKLocalPlayer.local.isAuthenticated else {
            model.storeScore(score)
            return tellAll(GKError(.notAuthenticated))
        }
        if storedPlayer != GKLocalPlayer.local.gamePlayerID { submitAllSavedScores() }
        model.submitScore(score, completion: tellAll)
    }

    /// The signed-in player's stored scores.
    public var savedScores: [GKScore] { model.storedScores }

    private var storedPlayer: String?

    /// Sends the signed-in player's stored scores.
    public func submitAllSavedScores() {
        storedPlayer = GKLocalPlayer.local.gamePlayerID
        model.loadStoredScores()
    }

    /// Stores a score until it is acknowledged; it goes out after the next sign-in or success.
    public func storeScore(forLater score: GKScore) { model.storeScore(score) }

    /// The book's form: the score in an archive. One that can't be read is logged.
    public func storeScore(forLater scoreData: Data) {
        do {
            guard let score = try NSKeyedUnarchiver.unarchivedObject(ofClass: GKScore.self, from: scoreData) else {
                return Self.log("ICFGameCenterManager: there is no score in the archive.")
            }
            storeScore(forLater: score)
        } catch {
            Self.log("ICFGameCenterManager: the archive of a score can't be read: \(error.localizedDescription)")
        }
    }

    // MARK: Scores of nobody

    private func offer(_ scores: [GKScore]) {
        tell { delegate in
            guard let fuller = delegate as? any ICFGameCenterManagerDelegate else {
                let wait = "\(scores.count) scores made while nobody was signed in wait for acceptUnownedScores()."
                return Self.log("ICFGameCenterManager: " + wait)
            }
            fuller.gameCenterOffers(scores)
        }
    }

    /// Scores made while nobody was signed in. They have no owner until a player accepts them.
    public var unownedScores: [GKScore] { model.unownedScores }

    /// Assigns these scores to the signed-in player and sends them with their original dates.
    public func acceptUnownedScores() {
        guard GKLocalPlayer.local.isAuthenticated else { return }
        if storedPlayer != GKLocalPlayer.local.gamePlayerID { submitAllSavedScores() }
        model.acceptUnownedScores { [weak self] error in self?.tell { $0.gameCenterScoreReported(error) } }
    }

    public func discardUnownedScores() { model.discardUnownedScores() }

    // MARK: Leaderboards

    /// - Parameter range: starts at 1, at most 100 ranks.
    public func retrieveScores(
        category: String, playerScope: GKLeaderboard.PlayerScope, timeScope: GKLeaderboard.TimeScope, range: NSRange
    ) {
        let leaderboard = GKLeaderboard()
        leaderboard.identifier = category
        leaderboard.playerScope = playerScope
        leaderboard.timeScope = timeScope
        leaderboard.range = range
        leaderboard.loadScores(
            completionHandler: onMain { [weak self] _, error in
                self?.tell { $0.update(error == nil ? leaderboard : nil, error) }
            })
    }

    /// The book's name of ``retrieveScores(category:playerScope:timeScope:range:)``.
    public func retrieveScores(
        forCategory category: String, withPlayerScope playerScope: GKLeaderboard.PlayerScope,
        timeScope: GKLeaderboard.TimeScope, with range: NSRange
    ) {
        retrieveScores(category: category, playerScope: playerScope, timeScope: timeScope, range: range)
    }

    private func tell(_ body: (any GameCenterManagerDelegate) -> Void) {
        guard let delegate else { return Self.log("ICFGameCenterManager: no delegate is set.") }
        body(delegate)
    }
}

extension GameCenterManagerDelegate {
    /// In the form that this delegate has.
    fileprivate func update(_ leaderboard: GKLeaderboard?, _ error: (any Error)?) {
        if let fuller = self as? any ICFGameCenterManagerDelegate { return fuller.scoreDataUpdated(leaderboard, error) }
        scoreDataUpdated(leaderboard.map { $0.scores ?? [] }, error: error)
    }
}
