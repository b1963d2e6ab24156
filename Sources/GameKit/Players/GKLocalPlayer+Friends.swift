import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// Whether the player lets this game see their friends.
// SAFETY: an enumeration of integers; Apple's has the same mark.
public enum GKFriendsAuthorizationStatus: Int, @unchecked Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
}

extension GKLocalPlayer {
    /// Friends who, like the player, let this game see them (rule 2.2).
    ///
    /// If the player hasn't decided yet, a page asks once per run of the game, and the call returns when it's closed. A
    /// browser can't tell when that is: there, this call fails with `friendListDenied`, and a later one returns what
    /// the player decided.
    @preconcurrency public func loadFriends(
        _ completionHandler: @escaping @Sendable ([GKPlayer]?, (any Error)?) -> Void
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.loadFriends() }
    }

    public func loadFriends() async throws -> [GKPlayer] { try await center.loadFriends() }

    /// The friends among these IDs.
    @preconcurrency public func loadFriends(
        identifiedBy identifiers: [String], completionHandler: @escaping @Sendable ([GKPlayer]?, (any Error)?) -> Void
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.loadFriends(identifiers) }
    }

    public func loadFriends(identifiedBy identifiers: [String]) async throws -> [GKPlayer] {
        try await center.loadFriends(identifiers)
    }

    @preconcurrency public func loadFriendsAuthorizationStatus(
        _ completionHandler: @escaping @Sendable (GKFriendsAuthorizationStatus, (any Error)?) -> Void
    ) {
        let handler: (GKFriendsAuthorizationStatus?, (any Error)?) -> Void = {
            completionHandler($0 ?? .notDetermined, $1)
        }
        center.answer(handler) { (center) throws(GKError) in try await center.friendsAuthorizationStatus() }
    }

    public func loadFriendsAuthorizationStatus() async throws -> GKFriendsAuthorizationStatus {
        try await center.friendsAuthorizationStatus()
    }

    /// All friends: challenging them needs no consent.
    @preconcurrency public func loadChallengableFriends(
        completionHandler: (@Sendable ([GKPlayer]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.challengeableFriends() }
    }

    public func loadChallengableFriends() async throws -> [GKPlayer] { try await center.challengeableFriends() }

    /// Friends and everyone the player has shared a challenge with in this game; those come first.
    @preconcurrency public func loadRecentPlayers(
        completionHandler: (@Sendable ([GKPlayer]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.recentPlayers() }
    }

    public func loadRecentPlayers() async throws -> [GKPlayer] { try await center.recentPlayers() }

    // MARK: As older games ask

    /// The IDs of the friends loaded last; nil before that.
    @available(iOS, deprecated: 8.0, message: "Use loadFriends.")
    public var friends: [String]? { center.friendIDs.withLock(\.self) }

    @available(iOS, deprecated: 10.0, renamed: "loadFriends")
    @preconcurrency public func loadFriendPlayers(
        completionHandler: (@Sendable ([GKPlayer]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.loadFriends() }
    }

    @available(iOS, deprecated: 8.0, renamed: "loadFriends")
    @preconcurrency public func loadFriendsObsoleted(
        completionHandler: (@Sendable ([String]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.loadFriends().map(\.gamePlayerID)
        }
    }
}

extension GKPlayer {
    /// Whether this player is among the friends loaded last.
    @available(iOS, deprecated: 8.0, message: "Use GKLocalPlayer.loadFriends.")
    public var isFriend: Bool { center.isFriend(gamePlayerID) }

    /// Whether the local player may invite this player: not themselves, not a guest, and multiplayer isn't restricted.
    public var isInvitable: Bool {
        guard let session = center.session, guestIdentifier == nil, !gamePlayerID.isEmpty else { return false }
        return session.player.id != gamePlayerID && !session.restrictions.isMultiplayerGamingRestricted
    }
}

extension Laurel {
    func loadFriends() async throws(GKError) -> [GKPlayer] {
        do throws(GKError) { return try await knownFriends() } catch {
            guard error.userInfo[GKError.problemTypeKey] as? String == Problem.Kind.friendListNotDetermined.rawValue,
                await askForFriends()
            else { throw error }
            return try await knownFriends()
        }
    }

    private func knownFriends() async throws(GKError) -> [GKPlayer] {
        let records = try await asPlayer { (client, _) throws(ClientError) in try await client.friends() }
        return await friends(records)
    }

    /// - Returns: whether the player was asked, and is done with it.
    private func askForFriends() async -> Bool {
        guard let player = session?.player.id else { return false }
        let wasAsked = screens.state.withLock { state in
            defer { state.askedForFriends = player }
            return state.askedForFriends == player
        }
        if wasAsked { return false }
        await withCheckedContinuation { continuation in
            PageVisit(in: self, PageVisit.Events(finished: { continuation.resume() })) { _ in .friendListConsent }
                .begin()
        }
        return true
    }

    func loadFriends(_ ids: [String]) async throws(GKError) -> [GKPlayer] {
        let wanted = Set(ids)
        return try await loadFriends().filter { wanted.contains($0.gamePlayerID) }
    }

    func friendsAuthorizationStatus() async throws(GKError) -> GKFriendsAuthorizationStatus {
        let game = try configuration.game.get()
        let consent = try await asPlayer { (client, _) throws(ClientError) in
            try await client.friendListConsent(to: game.bundleID)
        }
        switch consent {
        case .notDetermined: return .notDetermined
        case .restricted: return .restricted
        case .denied: return .denied
        case .authorized: return .authorized
        }
    }

    func challengeableFriends() async throws(GKError) -> [GKPlayer] {
        let game = try configuration.game.get()
        let records = try await asPlayer { (client, _) throws(ClientError) in
            try await client.challengeableFriends(in: game.bundleID)
        }
        return await friends(records)
    }

    func recentPlayers() async throws(GKError) -> [GKPlayer] {
        let challenges = try await asPlayer { (client, _) throws(ClientError) in
            try await client.challenges(.received, nil).map(\.sender) + client.challenges(.sent, nil).map(\.receiver)
        }
        let friends = try await challengeableFriends()
        var seen: Set<String> = []
        let others = await players(challenges.filter { seen.insert($0.id).inserted })
        return others + friends.filter { !seen.contains($0.gamePlayerID) }
    }

    private func friends(_ records: [PlayerRecord]) async -> [GKPlayer] {
        friendIDs.withLock { $0 = records.map(\.id) }
        // Asked for again one by one they come with real names and photos, which the list leaves out.
        roster.forget(records.map(\.id))
        return await players(records)
    }

    func isFriend(_ id: String) -> Bool { friendIDs.withLock { $0?.contains(id) ?? false } }
}
