/// What stands between two players, seen from the first of them, with all that a decision about it depends on
/// (rule 2.1).
///
/// An engine reads it, a rule changes it, and the engine writes what is different: all in one transaction, so that
/// two who act at once do so one after the other.
public struct Relation: Hashable, Sendable {
    /// Who decides.
    public let player: PlayerNumber
    public let other: PlayerNumber
    /// Nil: they are not friends.
    public internal(set) var friendsSince: Timestamp?
    /// The player's request to the other one.
    public internal(set) var sent: FriendRequest?
    public internal(set) var received: FriendRequest?
    /// The player blocks the other one.
    public internal(set) var blocksOther: Bool
    /// The other way round; the player must not come to know it.
    public let isBlockedByOther: Bool
    public let counts: FriendCounts
    public let otherCounts: FriendCounts

    public init(
        player: PlayerNumber, other: PlayerNumber, friendsSince: Timestamp? = nil, sent: FriendRequest? = nil,
        received: FriendRequest? = nil, blocksOther: Bool = false, isBlockedByOther: Bool = false,
        counts: FriendCounts = FriendCounts(), otherCounts: FriendCounts = FriendCounts()
    ) {
        self.player = player
        self.other = other
        self.friendsSince = friendsSince
        self.sent = sent
        self.received = received
        self.blocksOther = blocksOther
        self.isBlockedByOther = isBlockedByOther
        self.counts = counts
        self.otherCounts = otherCounts
    }
}

/// Somebody asks somebody to be friends.
public struct FriendRequest: Hashable, Sendable {
    /// Plain text; empty: none.
    public var message: String
    public var created: Timestamp
    /// The receiver blocks the sender: to the sender it looks like any request, and the receiver never sees it.
    public var isHidden: Bool

    public init(message: String = "", created: Timestamp, isHidden: Bool = false) {
        self.message = message
        self.created = created
        self.isHidden = isHidden
    }
}

/// How much a player has of what ``FriendLimits`` bounds.
public struct FriendCounts: Hashable, Sendable {
    public var friends: Int
    public var sentRequests: Int
    /// Those that they see.
    public var receivedRequests: Int
    public var blocked: Int
    /// Requests made in the past 24 hours, withdrawn and answered ones too…
    public var requestsToday: Int
    /// …and those of them to the other one.
    public var requestsTodayToOther: Int

    public init(
        friends: Int = 0, sentRequests: Int = 0, receivedRequests: Int = 0, blocked: Int = 0, requestsToday: Int = 0,
        requestsTodayToOther: Int = 0
    ) {
        self.friends = friends
        self.sentRequests = sentRequests
        self.receivedRequests = receivedRequests
        self.blocked = blocked
        self.requestsToday = requestsToday
        self.requestsTodayToOther = requestsTodayToOther
    }
}

/// What the profiles of two players say when one of them turns to the other (rule 1.1). Without anything said, all is
/// open.
public struct Approach: Hashable, Sendable {
    /// The other one may be found by what was searched for.
    public var finds: Bool
    public var mayMeetStrangers: Bool
    public var otherMayMeetStrangers: Bool
    /// The other one takes requests.
    public var isWelcome: Bool
    /// Text of people's own may go from one to the other.
    public var mayMessage: Bool

    public init(
        finds: Bool = true, mayMeetStrangers: Bool = true, otherMayMeetStrangers: Bool = true, isWelcome: Bool = true,
        mayMessage: Bool = true
    ) {
        self.finds = finds
        self.mayMeetStrangers = mayMeetStrangers
        self.otherMayMeetStrangers = otherMayMeetStrangers
        self.isWelcome = isWelcome
        self.mayMessage = mayMessage
    }
}

/// Why a relation stays as it is.
public enum FriendRefusal: Error, Hashable, Sendable {
    case oneself
    /// A player who types their alias is told that there is no such player.
    case notFindable
    /// The player themselves may meet no strangers (rule 1.1).
    case restricted
    /// The other one takes no requests, or may meet no strangers: nobody learns which.
    case takesNoRequests
    case alreadyFriends
    case notFriends
    /// There is no such request (any more).
    case noRequest
    /// They would have to unblock the other one first.
    case blocksOther
    case tooManyFriends(limit: Int)
    case otherHasTooManyFriends
    case tooManySentRequests(limit: Int)
    case otherHasTooManyRequests
    case tooManyRequestsToday(limit: Int)
    case tooManyRequestsTodayToOne(limit: Int)
    case tooManyBlocked(limit: Int)
}

/// What a request led to.
public enum FriendRequested: Hashable, Sendable {
    /// It waits for an answer; also when it did so before.
    case waits
    /// The other one had asked already.
    case becameFriends
}
