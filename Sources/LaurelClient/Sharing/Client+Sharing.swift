public import LaurelDomain
import LaurelWire

// What a player shows to everybody.
extension Client {
    /// Makes the player's score on a leaderboard public; made once more, it is the page that is there.
    ///
    /// - Returns: the page's address.
    public func share(_ leaderboard: LeaderboardID, of game: BundleID) async throws(ClientError) -> String {
        var body = ShareBody()
        body.bundleID = game
        body.leaderboard = leaderboard
        let page: ShareAnswer = try await ask(.sharing(.make), body.json)
        return page.url
    }
}
