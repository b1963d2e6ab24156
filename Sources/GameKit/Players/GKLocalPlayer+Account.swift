import LaurelClient
import LaurelDomain

// The default leaderboard, and proof of identity.
extension GKLocalPlayer {
    /// Sets where this player's scores without a leaderboard go; an empty string restores the game's default.
    @preconcurrency public func setDefaultLeaderboardIdentifier(
        _ leaderboardIdentifier: String, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.setDefaultLeaderboard(leaderboardIdentifier)
        }
    }

    public func setDefaultLeaderboardIdentifier(_ leaderboardIdentifier: String) async throws {
        try await center.setDefaultLeaderboard(leaderboardIdentifier)
    }

    @preconcurrency public func loadDefaultLeaderboardIdentifier(
        completionHandler: (@Sendable (String?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.defaultLeaderboard() }
    }

    public func loadDefaultLeaderboardIdentifier() async throws -> String { try await center.defaultLeaderboard() }

    /// Proof of the player's identity for the game's own server: the certificate URL, signature, salt and time in
    /// milliseconds since 1970. See docs/concepts/identity.md for the signed payload.
    @preconcurrency public func fetchItems(
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

    public func fetchItemsForIdentityVerificationSignature() async throws -> (URL, Data, Data, UInt64) {
        let items = try await center.identityItems()
        return (items.url, items.signature, items.salt, items.timestamp)
    }

    @available(iOS, deprecated: 13.5, renamed: "fetchItems(forIdentityVerificationSignature:)")
    @preconcurrency public func generateIdentityVerificationSignature(
        completionHandler: (@Sendable (URL?, Data?, Data?, UInt64, (any Error)?) -> Void)? = nil
    ) {
        fetchItems(forIdentityVerificationSignature: completionHandler)
    }

    @available(iOS, deprecated: 13.5, renamed: "fetchItemsForIdentityVerificationSignature")
    public func generateIdentityVerificationSignature() async throws -> (URL, Data, Data, UInt64) {
        try await fetchItemsForIdentityVerificationSignature()
    }
}

struct IdentityItems: Sendable {
    let url: URL
    let signature: Data
    let salt: Data
    let timestamp: UInt64
}

extension Laurel {
    func setDefaultLeaderboard(_ id: String) async throws(GKError) {
        let game = try configuration.game.get()
        let leaderboard: LeaderboardID?
        do throws(InvalidIdentifier) { leaderboard = id.isEmpty ? nil : try LeaderboardID(id) } catch {
            throw GKError(.invalidParameter, detail: "“\(id.prefix(120))” isn't a leaderboard ID.")
        }
        try await asPlayer { (client, _) throws(ClientError) in
            try await client.chooseDefaultLeaderboard(leaderboard, of: game.bundleID)
        }
    }

    func defaultLeaderboard() async throws(GKError) -> String {
        let game = try configuration.game.get()
        let id = try await asPlayer { (client, _) throws(ClientError) in
            try await client.defaultLeaderboard(of: game.bundleID)
        }
        guard let id else { throw GKError(.invalidParameter, detail: "This game has no default leaderboard.") }
        return id
    }

    func identityItems() async throws(GKError) -> IdentityItems {
        let game = try configuration.game.get()
        let proof = try await asPlayer { (client, _) throws(ClientError) in
            try await client.identity(in: game.bundleID)
        }
        guard let url = URL(string: proof.publicKeyURL) else {
            throw GKError(.communicationsFailure, detail: "The server gave no certificate URL.")
        }
        return IdentityItems(
            url: url, signature: Data(proof.signature), salt: Data(proof.salt), timestamp: proof.timestamp)
    }
}
