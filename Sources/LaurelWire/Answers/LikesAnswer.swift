import LaurelDomain

/// Who likes a game, as far as the player sees it: themselves and their friends.
public struct LikesAnswer: Answer, Hashable {
    /// Friends who are named.
    public static let namesLimit = 8

    public var isLiked: Bool
    /// How many friends like it.
    public var total: Int
    /// Those of them who said so last, newest first.
    public var friends: [PlayerAnswer]

    public init(isLiked: Bool, total: Int, friends: [PlayerAnswer]) {
        self.isLiked = isLiked
        self.total = total
        self.friends = friends
    }

    public static let name = "Likes"
    public static let fields = Fields(
        AnswerField("isLiked", .boolean, \.isLiked), AnswerField("total", .integer(0...FriendLimits.friends), \.total),
        AnswerField("friends", listOf: PlayerAnswer.shape, countLimit: namesLimit, \.friends),
        make: Self.init(isLiked:total:friends:))
}
