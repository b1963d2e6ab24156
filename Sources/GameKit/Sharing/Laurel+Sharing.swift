import LaurelClient
import LaurelDomain

// Sharing. Ours, not Apple's: a game that builds against Apple's GameKit leaves it out.
extension Laurel {
    /// Makes the local player's score on one of this game's leaderboards public: a page with their alias, score and
    /// rank, which anyone with the link can see until they remove it. Ask the player first.
    ///
    /// Sharing the same score again returns the existing page.
    ///
    /// - Returns: the page's URL.
    /// - Throws: `GKError`, for example if the player has no score there.
    public static func share(leaderboardID: String) async throws -> URL {
        try await current.share(leaderboardID: leaderboardID)
    }

    @preconcurrency public static func share(
        leaderboardID: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) {
        current.answer(completionHandler) { (center) throws(GKError) in
            try await center.share(leaderboardID: leaderboardID)
        }
    }

    private func share(leaderboardID: String) async throws(GKError) -> URL {
        let game = try configuration.game.get()
        let id = try self.leaderboardID(leaderboardID)
        let address = try await asPlayer(naming: id) { (client, _) throws(ClientError) in
            try await client.share(id, of: game.bundleID)
        }
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme) else {
            throw GKError(.communicationsFailure)
        }
        return url
    }
}
