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
