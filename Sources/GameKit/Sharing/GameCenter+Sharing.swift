import LaurelClient
import LaurelDomain

// Sharing. Ours, not Apple's: whoever builds against Apple's GameKit leaves it out.
extension GameCenter {
    /// Makes the local player's score on a leaderboard of this game public: a page with his alias, score and rank,
    /// which everybody with its link sees until he takes it back. Ask him first.
    ///
    /// The same once more is the page that is there.
    ///
    /// - Returns: the page's address.
    /// - Throws: `GKError`, also where he has no score there.
    public static func share(leaderboardID: String) async throws -> URL {
        try await current.share(leaderboardID: leaderboardID)
    }

    public static func share(
        leaderboardID: String, completionHandler: @escaping (URL?, (any Error)?) -> Void
    ) {
        current.answer(completionHandler) { (center) throws(GKError) in
            try await center.share(leaderboardID: leaderboardID)
        }
    }

    private func share(leaderboardID: String) async throws(GKError) -> URL {
        let game = try configuration.game.get()
        let id = try self.leaderboardID(leaderboardID)
        let address = try await asPlayer { (client, _) throws(ClientError) in
            try await client.share(id, of: game.bundleID)
        }
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme) else {
            throw GKError(.communicationsFailure)
        }
        return url
    }
}
