public import GameKit

/// Callbacks of a ``GameKitHelper``. All are optional: one of the tutorial's that is called and missing is named in the
/// log.
@MainActor public protocol GameKitHelperProtocol: AnyObject {
    /// - Parameter success: else ``GameKitHelper/lastError`` says why.
    func onScoresSubmitted(_ success: Bool)
    func onScoresOfFriendsToChallengeListReceived(_ scores: [GKScore])
    func onPlayerInfoReceived(_ players: [GKPlayer])
    /// Sign-in is on the screen.
    func onSignInBegan()
    /// The game goes on, however sign-in ended.
    func onSignInEnded()
}

extension GameKitHelperProtocol {
    public func onScoresSubmitted(_ success: Bool) { logMissing("onScoresSubmitted(_:)") }
    public func onScoresOfFriendsToChallengeListReceived(_ scores: [GKScore]) {
        logMissing("onScoresOfFriendsToChallengeListReceived(_:)")
    }
    public func onPlayerInfoReceived(_ players: [GKPlayer]) { logMissing("onPlayerInfoReceived(_:)") }
    public func onSignInBegan() {}
    public func onSignInEnded() {}

    private func logMissing(_ method: String) {
        GameKitHelper.log("GameKitHelper: the delegate \(type(of: self)) has no \(method).")
    }
}

/// Game Center as MonkeyJump needs it.
@MainActor public final class GameKitHelper: NSObject {
    /// The leaderboard of MonkeyJump's challenges.
    public static let highScores = "HighScores"
    public static let shared = GameKitHelper()

    /// Where missing methods of a delegate are named.
    static var log: @MainActor (String) -> Void = { note($0) }

    public weak var delegate: (any GameKitHelperProtocol)?
    /// Presents sign-in, Game Center and the friend picker.
    public weak var rootViewController: UIViewController?
    /// The last call's error; nil if it succeeded.
    public private(set) var lastError: (any Error)?
    /// Whether players may challenge themselves, for testing.
    public var includeLocalPlayerScore = false
    /// The leaderboard for friends' scores and challenges, for games that use another ID.
    public var leaderboard = GameKitHelper.highScores
    /// The replay sent with the next challenges; nil for none.
    public var replay: Data?
    /// Whether lower scores are better, used while the friends' scores don't show the order.
    public var lowerIsBetter = false

    private var isSigningIn = false

    public override init() { super.init() }

    /// Itself, so that `GameKitHelper.shared()`, as the tutorial's Swift has it, is the shared instance.
    public func callAsFunction() -> GameKitHelper { self }

    // MARK: Player

    /// Call once, when the game starts. GameKit calls back whenever something changes.
    public func authenticateLocalPlayer() {
        GKLocalPlayer.local.authenticateHandler = { [weak self] viewController, error in
            self?.authenticated(viewController, error)
        }
    }

    private func authenticated(_ viewController: UIViewController?, _ error: (any Error)?) {
        lastError = error
        if let viewController {
            isSigningIn = true
            delegate?.onSignInBegan()
            rootViewController?.present(viewController, animated: true)
        } else if isSigningIn {
            isSigningIn = false
            delegate?.onSignInEnded()
        }
    }

    // MARK: Scores

    public func submitScore(_ score: Int64, category: String) {
        let made = GKScore(leaderboardIdentifier: category)
        made.value = score
        GKScore.report(
            [made],
            withCompletionHandler: onMain { [weak self] error in
                self?.lastError = error
                self?.delegate?.onScoresSubmitted(error == nil)
            })
    }

    /// The friends' best scores by rank, including the local player's if ``includeLocalPlayerScore`` is true.
    public func findScoresOfFriendsToChallenge() {
        loadScoresOfFriends { [weak self] scores, _ in
            self?.delegate?.onScoresOfFriendsToChallengeListReceived(scores ?? [])
        }
    }

    /// - Parameter completion: the scores, and the local player's own; no scores: ``lastError`` says why.
    func loadScoresOfFriends(_ completion: @escaping @MainActor ([GKScore]?, GKScore?) -> Void) {
        let leaderboard = GKLeaderboard()
        leaderboard.identifier = self.leaderboard
        leaderboard.playerScope = .friendsOnly
        leaderboard.timeScope = .allTime
        leaderboard.range = NSRange(location: 1, length: 100)
        leaderboard.loadScores(
            completionHandler: onMain { [weak self] scores, error in
                guard let self else { return }
                lastError = error
                let local = GKLocalPlayer.local
                let wanted = scores?.filter { self.includeLocalPlayerScore || $0.player != local }
                completion(error == nil ? wanted ?? [] : nil, leaderboard.localPlayerScore)
            })
    }

    /// - Parameter playerIDs: as `GKPlayer.gamePlayerID`.
    public func getPlayerInfo(_ playerIDs: [String]) {
        GKPlayer.loadPlayers(
            forIdentifiers: playerIDs,
            withCompletionHandler: onMain { [weak self] players, error in
                self?.lastError = error
                self?.delegate?.onPlayerInfoReceived(players ?? [])
            })
    }

    // MARK: Challenges

    /// Players of one challenge, at most. More are challenged ten at a time.
    static let receiversLimit = 10

    /// - Parameters:
    ///   - presenter: presents Game Center's challenge screen; nil for the game's root view controller.
    ///   - completion: whether all challenges were sent.
    public func sendScoreChallenge(
        toPlayers players: [GKPlayer], withScore score: Int64, message: String?,
        on presenter: UIViewController? = nil, completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        guard !players.isEmpty, let presenter = presenter ?? rootViewController else {
            completion?(false)
            return
        }
        let made = GKScore(leaderboardIdentifier: leaderboard)
        made.value = score
        made.replay = replay
        let (now, rest) = (Array(players.prefix(Self.receiversLimit)), Array(players.dropFirst(Self.receiversLimit)))
        // Named, since a trailing closure could be either of two.
        let sent: (UIViewController, Bool, [String]?) -> Void = { [weak self] controller, wasSent, _ in
            self?.lastError = (controller as? any GameCenterChallengeSender)?.failure
            controller.dismiss(animated: true)
            guard wasSent, !rest.isEmpty else {
                completion?(wasSent)
                return
            }
            self?.sendScoreChallenge(
                toPlayers: rest, withScore: score, message: message, on: presenter, completion: completion)
        }
        let controller = made.challengeComposeController(
            withMessage: message, players: now, completionHandler: sent)
        presenter.present(controller, animated: true)
    }

    /// The same with `GKPlayer.gamePlayerID`s. Players who can't be found aren't challenged.
    public func sendScoreChallenge(toPlayers playerIDs: [String], withScore score: Int64, message: String?) {
        GKPlayer.loadPlayers(
            forIdentifiers: playerIDs,
            withCompletionHandler: onMain { [weak self] players, error in
                self?.lastError = error
                self?.sendScoreChallenge(toPlayers: players ?? [], withScore: score, message: message)
            })
    }

    /// The tutorial's name of ``showFriendsPicker(forScore:)``.
    public func showFriendsPickerViewController(forScore score: Int64) { showFriendsPicker(forScore: score) }

    /// Shows the friend picker.
    /// - Returns: the picker, for the game to draw; nil if there's no root view controller.
    @discardableResult
    public func showFriendsPicker(forScore score: Int64) -> FriendsPickerViewController? {
        guard let rootViewController else { return nil }
        let picker = FriendsPickerViewController(score: score, helper: self)
        rootViewController.present(picker, animated: true)
        return picker
    }

    /// Shows Game Center.
    public func showGameCenterViewController(_ state: GKGameCenterViewControllerState = .default) {
        let controller = GKGameCenterViewController(state: state)
        controller.gameCenterDelegate = self
        rootViewController?.present(controller, animated: true)
    }
}

extension GameKitHelper: GKGameCenterControllerDelegate {
    public func gameCenterViewControllerDidFinish(_ gameCenterViewController: GKGameCenterViewController) {
        gameCenterViewController.dismiss(animated: true)
    }
}
