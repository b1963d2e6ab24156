public import LaurelDomain
public import LaurelWire

// Friends, as a game sees them.
extension Client {
    /// Those who let this game see them too (rule 2.2), by name.
    /// - Throws: a problem of the `friend-list-…` kind until the player lets the game see them.
    public func friends() async throws(ClientError) -> [PlayerRecord] {
        try await pages { Route.friends(.list(from: $0, count: $1)) }
    }

    /// All friends, by name: whom the player may challenge needs no consent.
    public func challengeableFriends(in game: BundleID) async throws(ClientError) -> [PlayerRecord] {
        try await pages { Route.friends(.challengeable(game, from: $0, count: $1)) }
    }

    private func pages(_ route: (_ from: Int, _ count: Int) -> Route) async throws(ClientError) -> [PlayerRecord] {
        var found: [PlayerRecord] = []
        while found.count < FriendLimits.friends {
            let page: FriendsAnswer = try await ask(route(found.count + 1, RankWindow.countLimit))
            found += page.friends.map { PlayerRecord($0) }
            if page.friends.isEmpty || found.count >= page.total { break }
        }
        return found
    }

    /// Whether the player lets this game see friends.
    public func friendListConsent(to game: BundleID) async throws(ClientError) -> FriendListConsent {
        try await ask(.friends(.consent(game)), as: FriendListConsentAnswer.shape)
    }

    /// Proof for the game's own server of who plays (rule 1.10).
    public func identity(in game: BundleID) async throws(ClientError) -> IdentityAnswer {
        try await ask(.identity(.sign(game, nil)))
    }
}
