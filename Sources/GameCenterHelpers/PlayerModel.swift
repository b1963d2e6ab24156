public import GameKit

/// Keeps the signed-in player's scores until Game Center acknowledges them.
///
/// Call ``loadStoredScores()`` after sign-in and whenever the player changes.
@MainActor public final class PlayerModel {
    /// A stored score was rejected permanently, and why.
    public var refused: (GKScore, any Error) -> Void = { _, _ in }
    private let folder: URL
    private var stored: StoredScores?
    private var player: String?
    /// Those that are on their way: nobody sends them twice at once.
    private var sending: [GKScore] = []

    /// - Parameter folder: where the files are; nil for the game's own folder.
    public init(folder: URL? = nil) { self.folder = folder ?? StoredScores.standardFolder() }

    /// The signed-in player's stored scores.
    public var storedScores: [GKScore] { stored?.scores ?? [] }

    /// Reads the signed-in player's file and sends what's in it.
    public func loadStoredScores() {
        player = GKLocalPlayer.local.isAuthenticated ? GKLocalPlayer.local.gamePlayerID : nil
        stored = player.map { StoredScores(of: $0, in: folder) }
        resubmitStoredScores()
    }

    /// Sends all stored scores one by one: a rejected score doesn't hold up the others.
    public func resubmitStoredScores() {
        for score in storedScores { send(score) }
    }

    /// Reports a score, and stores it if that fails. Zero and negative values are scores too.
    public func submitScore(_ score: GKScore, completion: (((any Error)?) -> Void)? = nil) {
        send(score, completion)
    }

    /// Keeps a score until it is acknowledged.
    public func storeScore(_ score: GKScore) {
        let owner = score.player.gamePlayerID
        if owner == player, let stored { return stored.add(score) }
        StoredScores(of: owner.isEmpty ? nil : owner, in: folder).add(score)
    }

    /// The documents' name of ``storeScore(_:)``.
    public func storeScore(forLater score: GKScore) { storeScore(score) }

    /// Writes the stored scores once more. Every change is written by itself.
    public func writeStoredScore() { stored?.write() }

    // As Swift imports properties of Objective-C that don't say whether they may be nil.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Whose scores these are; nil while nobody is signed in.
    public var currentPlayerID: String! { player }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The file that they are in; nil while nobody is signed in.
    public var storedScoresFilename: String! { stored?.file.path }

    private func send(_ score: GKScore, _ completion: (((any Error)?) -> Void)? = nil) {
        guard !sending.contains(where: { $0 === score }) else { return }
        sending.append(score)
        let wasStored = storedScores.contains { $0 === score }
        GKScore.report(
            [score],
            withCompletionHandler: onMain { [weak self] error in
                self?.settle(score, wasStored: wasStored, error)
                completion?(error)
            })
    }

    private func settle(_ score: GKScore, wasStored: Bool, _ error: (any Error)?) {
        sending.removeAll { $0 === score }
        guard let error else {
            stored?.remove(score)
            // One got through: so may the others.
            if !wasStored { resubmitStoredScores() }
            return
        }
        if error.isRefusalForGood {
            note("Game Center rejected a score: \(error.localizedDescription)")
            stored?.remove(score)
            if wasStored { refused(score, error) }
        } else if !storedScores.contains(where: { $0 === score }) {
            storeScore(score)
        }
    }

    // MARK: Scores of nobody

    private var unowned: StoredScores { StoredScores(of: nil, in: folder) }

    /// Scores made while nobody was signed in. They have no owner until a player accepts them.
    public var unownedScores: [GKScore] { unowned.scores }

    /// Assigns these scores to the signed-in player and sends them with their original dates. They stay that player's
    /// even if sending fails.
    public func acceptUnownedScores(completion: @escaping ((any Error)?) -> Void = { _ in }) {
        guard GKLocalPlayer.local.isAuthenticated else { return }
        if player != GKLocalPlayer.local.gamePlayerID { loadStoredScores() }
        let store = unowned
        for score in store.scores {
            stored?.add(score)
            send(score, completion)
        }
        store.removeAll()
    }

    public func discardUnownedScores() { unowned.removeAll() }
}
