/// How much there may be of everything about friends (rule 2.1). Ours: Apple names none of these.
public enum FriendLimits {
    /// Friends a player. A list is 4 KB in memory, and a friends leaderboard looks at each of them.
    public static let friends = 1_000
    /// Requests of one player that wait for an answer.
    public static let sentRequests = 100
    /// Requests that wait for one player's answer.
    public static let receivedRequests = 500
    /// What the limits of a day count over.
    public static let day = Timestamp.Span.hours(24)
    /// Requests that one player makes in a day…
    public static let requestsADay = 50
    /// …and those of them to the same player: a decline is an answer.
    public static let requestsADayToOne = 3
    /// Characters of plain text.
    public static let messageLength = 200
    /// Players that one player blocks.
    public static let blocked = 1_000
    /// Invitation links of one player that are still good.
    public static let invitations = 20
    /// How many may come by one link…
    public static let invitationUses = 1...100
    /// …unless its maker says otherwise.
    public static let invitationUsesDefault = 10
    /// Days for which a link is good…
    public static let invitationDays = 1...30
    /// …unless its maker says otherwise.
    public static let invitationDaysDefault = 7
    /// Players suggested at a time.
    public static let suggestions = 50
    /// Friendships of friends looked at for them: about 0.1 s of one thread.
    public static let suggestionFriendships = 100_000
    /// Of those, the players with most shared friends whose privacy is asked.
    public static let suggestionCandidates = 1_000
}
