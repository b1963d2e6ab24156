public import LaurelDomain
import LaurelScores
import LaurelStorage

/// A player likes a game, or takes that back. Their friends see it, and nobody else.
public struct LikeGame: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    /// - Returns: what the player sees of the game then.
    public func callAsFunction(
        _ likes: Bool, _ app: App, by player: PlayerNumber
    ) async throws(ListFriendsError) -> Likes {
        let now = friends.accounts.clock.now()
        return try await ListFriendsError.translating { () throws(StoreError) in
            try await friends.directory.setLike(likes ? now : nil, of: app.number, by: player)
            return try await friends.directory.likes(of: app.number, seenBy: player)
        }
    }
}

/// Which of a player's friends like a game, and whether the player does.
public struct ReadLikes: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    public func callAsFunction(
        of app: App, seenBy player: PlayerNumber
    ) async throws(ListFriendsError) -> Likes {
        try await ListFriendsError.translating { () throws(StoreError) in
            try await friends.directory.likes(of: app.number, seenBy: player)
        }
    }
}
