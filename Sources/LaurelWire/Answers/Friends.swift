public import LaurelDomain

/// A player's friends, by name.
public struct FriendsAnswer: Answer, Hashable {
    public var friends: [PlayerAnswer]
    /// Of the whole list.
    public var total: Int

    public init(friends: [PlayerAnswer], total: Int) {
        self.friends = friends
        self.total = total
    }

    public static let name = "Friends"
    public static let fields = Fields(
        AnswerField("friends", listOf: PlayerAnswer.shape, countLimit: RankWindow.countLimit, \.friends),
        AnswerField("total", .integer(0...FriendLimits.friends), \.total), make: Self.init(friends:total:))
}

/// A request that waits for an answer.
public struct FriendRequestAnswer: Answer, Hashable {
    /// The other one.
    public var player: PlayerAnswer
    public var message: String
    public var created: Timestamp

    public init(player: PlayerAnswer, message: String, created: Timestamp) {
        self.player = player
        self.message = message
        self.created = created
    }

    public static let name = "FriendRequest"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player), AnswerField("message", .friendMessage, \.message),
        AnswerField("created", .timestamp, \.created), make: Self.init(player:message:created:))
}

/// Requests in both directions.
public struct FriendRequestsAnswer: Answer, Hashable {
    public var received: [FriendRequestAnswer]
    public var sent: [FriendRequestAnswer]

    public init(received: [FriendRequestAnswer], sent: [FriendRequestAnswer]) {
        self.received = received
        self.sent = sent
    }

    public static let name = "FriendRequests"
    public static let fields = Fields(
        AnswerField(
            "received", listOf: FriendRequestAnswer.shape, countLimit: FriendLimits.receivedRequests, \.received),
        AnswerField("sent", listOf: FriendRequestAnswer.shape, countLimit: FriendLimits.sentRequests, \.sent),
        make: Self.init(received:sent:))
}

/// What a request led to.
public struct FriendRequestOutcomeAnswer: Answer, Hashable {
    public var state: FriendRequested
    public var player: PlayerAnswer

    public init(state: FriendRequested, player: PlayerAnswer) {
        self.state = state
        self.player = player
    }

    public static let name = "FriendRequestOutcome"
    public static let fields = Fields(
        AnswerField("state", .word(FriendRequested.all.map { ($0.name, $0) }), \.state),
        AnswerField("player", PlayerAnswer.shape, \.player), make: Self.init(state:player:))
}

/// Somebody whom the player may know.
public struct FriendSuggestionAnswer: Answer, Hashable {
    public var player: PlayerAnswer
    public var sharedFriends: Int

    public init(player: PlayerAnswer, sharedFriends: Int) {
        self.player = player
        self.sharedFriends = sharedFriends
    }

    public static let name = "FriendSuggestion"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player),
        AnswerField("sharedFriends", .integer(1...FriendLimits.friends), \.sharedFriends),
        make: Self.init(player:sharedFriends:))
    public static let listShape = shape.list(countLimit: FriendLimits.suggestions)
        .held(by: "suggestions", of: "FriendSuggestions")
}

extension FriendRequested {
    public var name: String {
        switch self {
        case .waits: "requested"
        case .becameFriends: "friends"
        }
    }

    static let all: [FriendRequested] = [.waits, .becameFriends]
}

/// One player alone.
public enum OnePlayerAnswer {
    public static let shape = PlayerAnswer.shape.held(by: "player", of: "OnePlayer")
}

public enum BlockedPlayersAnswer {
    public static let shape = PlayerAnswer.shape.list(countLimit: FriendLimits.blocked)
        .held(by: "players", of: "BlockedPlayers")
}

/// An invitation link.
public struct FriendInvitationAnswer: Answer, Hashable {
    public var id: Int64
    public var created: Timestamp
    public var expires: Timestamp
    public var usesLeft: Int

    public init(id: Int64, created: Timestamp, expires: Timestamp, usesLeft: Int) {
        self.id = id
        self.created = created
        self.expires = expires
        self.usesLeft = usesLeft
    }

    public init(_ invitation: FriendInvitation) {
        self.init(
            id: invitation.id.rawValue, created: invitation.created, expires: invitation.expires,
            usesLeft: invitation.usesLeft)
    }

    public static let name = "FriendInvitation"
    public static let fields = Fields(
        AnswerField("id", .int64(in: 1...Int64.max), \.id), AnswerField("created", .timestamp, \.created),
        AnswerField("expires", .timestamp, \.expires),
        AnswerField("usesLeft", .integer(1...FriendLimits.invitationUses.upperBound), \.usesLeft),
        make: Self.init(id:created:expires:usesLeft:))
    public static let listShape = shape.list(countLimit: FriendLimits.invitations)
        .held(by: "invitations", of: "FriendInvitations")
}

/// An invitation link that has just been made: its code is shown now and never again.
public struct NewFriendInvitationAnswer: Answer, Hashable {
    public var invitation: FriendInvitationAnswer
    public var code: String
    /// With the code in it.
    public var url: String

    public init(invitation: FriendInvitationAnswer, code: String, url: String) {
        self.invitation = invitation
        self.code = code
        self.url = url
    }

    public static let name = "NewFriendInvitation"
    public static let fields = Fields(
        AnswerField(FriendInvitationAnswer.fields, \.invitation),
        AnswerField("code", .text(1...64, example: "7QK2-M9XA-0TBC-41ZE"), \.code),
        AnswerField("url", .text(1...2_048, example: "https://games.example/invite/#7QK2-M9XA-0TBC-41ZE"), \.url),
        make: Self.init(invitation:code:url:))
}

/// An invitation as the holder of its code sees it.
public struct FriendInvitationViewAnswer: Answer, Hashable {
    /// Who made it.
    public var player: PlayerAnswer
    public var expires: Timestamp

    public init(player: PlayerAnswer, expires: Timestamp) {
        self.player = player
        self.expires = expires
    }

    public static let name = "FriendInvitationView"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player), AnswerField("expires", .timestamp, \.expires),
        make: Self.init(player:expires:))
}

/// Whether a player lets a game see their friends.
public enum FriendListConsentAnswer {
    public static let shape = Shape<FriendListConsent>.word(FriendListConsent.allCases.map { ($0.name, $0) })
        .held(by: "status", of: "FriendListConsent")
}
