import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// The player signed in on this device: always the same object, for whichever account is signed in.
// SAFETY: everything that changes is the engine's, behind its locks.
open class GKLocalPlayer: GKPlayer, @unchecked Sendable {
    private let owner = Mutex<Laurel?>(nil)

    public required init() { super.init() }

    convenience init(in center: Laurel) {
        self.init()
        owner.withLock { $0 = center }
    }

    override var center: Laurel { owner.withLock(\.self) ?? .current }
    override var record: PlayerRecord? { center.session?.player }

    /// Always exists, signed in or not.
    open class var local: GKLocalPlayer { Laurel.current.localPlayer }
    /// Before Swift 4.2.
    @available(iOS, deprecated: 11.0, renamed: "local")
    open class func localPlayer() -> GKLocalPlayer { local }

    // MARK: Who it is

    /// Whether a player is signed in. An unreachable server doesn't end a session.
    open var isAuthenticated: Bool { center.session != nil }
    open var isUnderage: Bool { restrictions.isUnderage }
    open var isMultiplayerGamingRestricted: Bool { restrictions.isMultiplayerGamingRestricted }
    open var isPersonalizedCommunicationRestricted: Bool { restrictions.isPersonalizedCommunicationRestricted }

    private var restrictions: PlayerRestrictions { center.session?.restrictions ?? PlayerRestrictions() }

    // MARK: Signing in

    /// Set it once, at launch: it's called now and on every change, on the main thread.
    ///
    /// - With a view controller: nobody is signed in. Pause and present it when convenient.
    /// - With neither: check ``isAuthenticated`` and go on.
    /// - With an error: what went wrong and what to do. Go on without Game Center.
    open var authenticateHandler: ((UIViewController?, (any Error)?) -> Void)? {
        get { center.state.withLock { $0.handler?.value } }
        set {
            let handler = newValue.map { MainThreadOnly($0) }
            center.state.set(\.handler, handler)
            if handler != nil { center.authenticate(.asked) }
        }
    }

    /// As in iOS 4: authenticates again; ``authenticateHandler`` and the notification report the result. Without a
    /// handler, the sign-in page opens by itself.
    @available(iOS, deprecated: 6.0, message: "Set authenticateHandler.")
    open func authenticate() { center.authenticate(.asked) }

    /// As in iOS 4 and 5: if nobody is signed in, the sign-in page opens by itself and the completion gets the result.
    /// If a handler is set, it gets the view controller, and the completion gets `notAuthenticated`.
    @available(iOS, deprecated: 6.0, message: "Set authenticateHandler.")
    @preconcurrency open func authenticate(completionHandler: (@Sendable ((any Error)?) -> Void)?) {
        center.authenticate(.asked, completion: completionHandler.map { MainThreadOnly($0) })
    }

    // MARK: Listeners

    /// `listener` gets events until it's unregistered or deallocated; it isn't retained. Keep it in a property: an
    /// optimised build may deallocate a local constant after its last use. Registering twice has no effect.
    open func register(_ listener: any GKLocalPlayerListener) {
        center.listeners.add(listener)
        center.listenIfWanted()
        center.perform { [center] in
            await center.playChosen()
            await center.playActivity()
            await center.playChosenMatch()
            await center.handBackTurns()
            await center.tellKept()
        }
    }

    open func unregisterListener(_ listener: any GKLocalPlayerListener) {
        center.listeners.remove(listener)
        center.listenIfWanted()
    }

    open func unregisterAllListeners() {
        center.listeners.removeAll()
        center.listenIfWanted()
    }

    // MARK: Friends

    /// Friends who, like the player, let this game see them (rule 2.2).
    ///
    /// If the player hasn't decided yet, a page asks once per run of the game, and the call returns when it's closed. A
    /// browser can't tell when that is: there, this call fails with `friendListDenied`, and a later one returns what
    /// the player decided.
    @preconcurrency open func loadFriends(
        _ completionHandler: @escaping @Sendable ([GKPlayer]?, (any Error)?) -> Void
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.loadFriends() }
    }

    open func loadFriends() async throws -> [GKPlayer] { try await center.loadFriends() }

    /// The friends among these IDs.
    @preconcurrency open func loadFriends(
        identifiedBy identifiers: [String], completionHandler: @escaping @Sendable ([GKPlayer]?, (any Error)?) -> Void
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.loadFriends(identifiers) }
    }

    open func loadFriends(identifiedBy identifiers: [String]) async throws -> [GKPlayer] {
        try await center.loadFriends(identifiers)
    }

    @preconcurrency open func loadFriendsAuthorizationStatus(
        _ completionHandler: @escaping @Sendable (GKFriendsAuthorizationStatus, (any Error)?) -> Void
    ) {
        let handler: (GKFriendsAuthorizationStatus?, (any Error)?) -> Void = {
            completionHandler($0 ?? .notDetermined, $1)
        }
        center.answer(handler) { (center) throws(GKError) in try await center.friendsAuthorizationStatus() }
    }

    open func loadFriendsAuthorizationStatus() async throws -> GKFriendsAuthorizationStatus {
        try await center.friendsAuthorizationStatus()
    }

    /// All friends: challenging them needs no consent.
    @preconcurrency open func loadChallengableFriends(
        completionHandler: (@Sendable ([GKPlayer]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.challengeableFriends() }
    }

    open func loadChallengableFriends() async throws -> [GKPlayer] { try await center.challengeableFriends() }

    /// Friends and everyone the player has shared a challenge with in this game; those come first.
    @preconcurrency open func loadRecentPlayers(
        completionHandler: (@Sendable ([GKPlayer]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.recentPlayers() }
    }

    open func loadRecentPlayers() async throws -> [GKPlayer] { try await center.recentPlayers() }

    // MARK: As older games ask

    /// The IDs of the friends loaded last; nil before that.
    @available(iOS, deprecated: 8.0, message: "Use loadFriends.")
    open var friends: [String]? { center.friendIDs.withLock(\.self) }

    @available(iOS, deprecated: 10.0, renamed: "loadFriends")
    @preconcurrency open func loadFriendPlayers(
        completionHandler: (@Sendable ([GKPlayer]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.loadFriends() }
    }

    @available(iOS, deprecated: 8.0, renamed: "loadFriends")
    @preconcurrency open func loadFriendsObsoleted(
        completionHandler: (@Sendable ([String]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.loadFriends().map(\.gamePlayerID)
        }
    }

    // MARK: Friend requests

    /// Whether a friend request is on screen.
    open var isPresentingFriendRequestViewController: Bool {
        center.screens.state.withLock(\.isPresentingFriendRequest)
    }

    /// Shows a friend request, which the player addresses and sends.
    ///
    /// - Throws: `notAuthenticated`, or `friendRequestNotAvailable` while another one is on screen.
    open func presentFriendRequestCreator(from viewController: UIViewController) throws {
        try presentFriendRequest { viewController }
    }

    #if !canImport(UIKit) || !canImport(Darwin)
        /// - Parameter window: nil for none of the game's windows.
        open func presentFriendRequestCreator(from window: NSWindow?) throws {
            #if canImport(AppKit) && canImport(Darwin)
                try presentFriendRequest { window?.contentViewController ?? UIViewController() }
            #else
                try presentFriendRequest { window?.rootViewController ?? UIViewController() }
            #endif
        }
    #endif

    private func presentFriendRequest(from host: @escaping @MainActor () -> UIViewController) throws(GKError) {
        guard isAuthenticated else { throw GKError(.notAuthenticated) }
        let screens = center.screens
        let isFree = screens.state.withLock { state in
            defer { state.isPresentingFriendRequest = true }
            return !state.isPresentingFriendRequest
        }
        guard isFree else { throw GKError(.friendRequestNotAvailable) }
        let done = { @Sendable in screens.state.withLock { $0.isPresentingFriendRequest = false } }
        center.tell {
            MainActor.assumeIsolated {
                let (host, request) = (host(), GKFriendRequestComposeViewController())
                // The host has nobody else to keep it while it shows the request.
                request.closed = { [host] in withExtendedLifetime(host, done) }
                host.present(request, animated: true)
                if request.presentingViewController == nil { done() }
            }
        }
    }

    // MARK: The default leaderboard, and proof of identity

    /// Sets where this player's scores without a leaderboard go; an empty string restores the game's default.
    @preconcurrency open func setDefaultLeaderboardIdentifier(
        _ leaderboardIdentifier: String, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.setDefaultLeaderboard(leaderboardIdentifier)
        }
    }

    open func setDefaultLeaderboardIdentifier(_ leaderboardIdentifier: String) async throws {
        try await center.setDefaultLeaderboard(leaderboardIdentifier)
    }

    @preconcurrency open func loadDefaultLeaderboardIdentifier(
        completionHandler: (@Sendable (String?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.defaultLeaderboard() }
    }

    open func loadDefaultLeaderboardIdentifier() async throws -> String { try await center.defaultLeaderboard() }

    /// Proof of the player's identity for the game's own server: the certificate URL, signature, salt and time in
    /// milliseconds since 1970. See docs/concepts/identity.md for the signed payload.
    @preconcurrency open func fetchItems(
        forIdentityVerificationSignature completionHandler: (
            @Sendable (URL?, Data?, Data?, UInt64, (any Error)?) -> Void
        )? = nil
    ) {
        let handler = completionHandler.map { own in
            { (items: IdentityItems?, error: (any Error)?) in
                own(items?.url, items?.signature, items?.salt, items?.timestamp ?? 0, error)
            }
        }
        center.answer(handler) { (center) throws(GKError) in try await center.identityItems() }
    }

    open func fetchItemsForIdentityVerificationSignature() async throws -> (URL, Data, Data, UInt64) {
        let items = try await center.identityItems()
        return (items.url, items.signature, items.salt, items.timestamp)
    }

    @available(iOS, deprecated: 13.5, renamed: "fetchItems(forIdentityVerificationSignature:)")
    @preconcurrency open func generateIdentityVerificationSignature(
        completionHandler: (@Sendable (URL?, Data?, Data?, UInt64, (any Error)?) -> Void)? = nil
    ) {
        fetchItems(forIdentityVerificationSignature: completionHandler)
    }

    @available(iOS, deprecated: 13.5, renamed: "fetchItemsForIdentityVerificationSignature")
    open func generateIdentityVerificationSignature() async throws -> (URL, Data, Data, UInt64) {
        try await fetchItemsForIdentityVerificationSignature()
    }

    // MARK: Saved games

    /// The player's saved games in this game, by name. Several with one name are a conflict.
    @preconcurrency open func fetchSavedGames(
        completionHandler handler: (@Sendable ([GKSavedGame]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(handler) { (center) throws(GKError) in try await center.savedGames() }
    }

    open func fetchSavedGames() async throws -> [GKSavedGame] { try await center.savedGames() }

    /// Saves the game, replacing the versions of that name that this device has seen. A version saved on another device
    /// meanwhile is kept and becomes a conflict.
    @preconcurrency open func saveGameData(
        _ data: Data, withName name: String,
        completionHandler handler: (@Sendable (GKSavedGame?, (any Error)?) -> Void)? = nil
    ) {
        let slot = center.slotToSave(name)
        center.answer(handler) { (center) throws(GKError) in try await center.save(data, name, at: slot) }
    }

    open func saveGameData(_ data: Data, withName name: String) async throws -> GKSavedGame {
        try await center.save(data, name, at: center.slotToSave(name))
    }

    /// Deletes all versions of the name. Succeeds if there are none.
    @preconcurrency open func deleteSavedGames(
        withName name: String, completionHandler handler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        center.answer(handler) { (center) throws(GKError) in try await center.deleteSavedGames(name) }
    }

    open func deleteSavedGames(withName name: String) async throws { try await center.deleteSavedGames(name) }

    /// Replaces these versions of one name with `data`.
    ///
    /// - Returns: the versions of that name now: one, unless another device saved meanwhile.
    @preconcurrency open func resolveConflictingSavedGames(
        _ conflictingSavedGames: [GKSavedGame], with data: Data,
        completionHandler handler: (@Sendable ([GKSavedGame]?, (any Error)?) -> Void)? = nil
    ) {
        let slot = self.slot(toResolve: conflictingSavedGames)
        center.answer(handler) { (center) throws(GKError) in
            try await center.resolve(conflictingSavedGames, data, at: slot)
        }
    }

    open func resolveConflictingSavedGames(
        _ conflictingSavedGames: [GKSavedGame], with data: Data
    ) async throws -> [GKSavedGame] {
        let slot = self.slot(toResolve: conflictingSavedGames)
        return try await center.resolve(conflictingSavedGames, data, at: slot)
    }

    private func slot(toResolve games: [GKSavedGame]) -> Lines.Slot {
        center.slotToSave(games.first?.record.name ?? "")
    }
}
