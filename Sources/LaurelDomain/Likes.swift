/// Who likes a game, as far as one player sees it.
public struct Likes: Hashable, Sendable {
    public var isLiked: Bool
    /// Friends who do; at most ``FriendLimits/friends``.
    public var friends: [PlayerNumber]

    public init(isLiked: Bool, friends: [PlayerNumber]) {
        self.isLiked = isLiked
        self.friends = friends
    }
}
