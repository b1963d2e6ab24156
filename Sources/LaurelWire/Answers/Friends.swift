public import LaurelDomain

/// A player's friends, by name.
public struct FriendsAnswer: Hashable, Sendable {
    public var friends: [PlayerAnswer]
    /// Of the whole list.
    public var total: Int

    public init(friends: [PlayerAnswer], total: Int) {
        self.friends = friends
        self.total = total
    }

    public static let schema = Schema.object(
        "Friends",
        [
            .init("friends", .array(PlayerAnswer.schema, countLimit: RankWindow.countLimit)),
            .init("total", .integer(0...Int64(FriendLimits.friends))),
        ])
}

/// A request that waits for an answer.
public struct FriendRequestAnswer: Hashable, Sendable {
    /// The other one.
    public var player: PlayerAnswer
    public var message: String
    public var created: Timestamp

    public init(player: PlayerAnswer, message: String, created: Timestamp) {
        self.player = player
        self.message = message
        self.created = created
    }

    static let schema = Schema.object(
        "FriendRequest",
        [
            .init("player", PlayerAnswer.schema), .init("message", Shape.friendMessage.schema),
            .init("created", Shape<Timestamp>.timestamp.schema),
        ])
    public static let listSchema = Schema.object(
        "FriendRequests",
        [
            .init("received", .array(schema, countLimit: FriendLimits.receivedRequests)),
            .init("sent", .array(schema, countLimit: FriendLimits.sentRequests)),
        ])
    /// What a request led to.
    public static let outcomeSchema = Schema.object(
        "FriendRequestOutcome",
        [
            .init("state", .enumeration(FriendRequested.allNames)), .init("player", PlayerAnswer.schema),
        ])
}

/// Somebody whom the player may know.
public struct FriendSuggestionAnswer: Hashable, Sendable {
    public var player: PlayerAnswer
    public var sharedFriends: Int

    public init(player: PlayerAnswer, sharedFriends: Int) {
        self.player = player
        self.sharedFriends = sharedFriends
    }

    public static let listSchema = Schema.object(
        "FriendSuggestions",
        [
            .init(
                "suggestions",
                .array(
                    .object(
                        "FriendSuggestion",
                        [
                            .init("player", PlayerAnswer.schema),
                            .init("sharedFriends", .integer(1...Int64(FriendLimits.friends))),
                        ]), countLimit: FriendLimits.suggestions))
        ])
}

extension FriendRequested {
    public var name: String {
        switch self {
        case .waits: "requested"
        case .becameFriends: "friends"
        }
    }

    static let allNames = [FriendRequested.waits, .becameFriends].map(\.name)
}

/// One player alone.
public enum OnePlayerAnswer {
    public static let schema = Schema.object("OnePlayer", [.init("player", PlayerAnswer.schema)])
}

public enum BlockedPlayersAnswer {
    public static let schema = Schema.object(
        "BlockedPlayers", [.init("players", .array(PlayerAnswer.schema, countLimit: FriendLimits.blocked))])
}

/// An invitation link.
public struct FriendInvitationAnswer: Sendable {
    public var id: Int64
    /// With its address, when it has just been made and never again.
    public var secret: (code: String, url: String)?
    public var created: Timestamp
    public var expires: Timestamp
    public var usesLeft: Int

    public init(_ invitation: FriendInvitation, secret: (code: String, url: String)? = nil) {
        id = invitation.id.rawValue
        self.secret = secret
        created = invitation.created
        expires = invitation.expires
        usesLeft = invitation.usesLeft
    }

    private static let properties: [Schema.Property] = [
        .init("id", .integer(1...Int64.max)), .init("created", Shape<Timestamp>.timestamp.schema),
        .init("expires", Shape<Timestamp>.timestamp.schema),
        .init("usesLeft", .integer(1...Int64(FriendLimits.invitationUses.upperBound))),
    ]
    public static let madeSchema = Schema.object(
        "NewFriendInvitation",
        properties + [
            .init("code", .string(.init(length: 1...64, example: "7QK2-M9XA-0TBC-41ZE"))),
            .init(
                "url", .string(.init(length: 1...2_048, example: "https://games.example/invite/#7QK2-M9XA-0TBC-41ZE"))),
        ])
    public static let listSchema = Schema.object(
        "FriendInvitations",
        [
            .init(
                "invitations",
                .array(.object("FriendInvitation", properties), countLimit: FriendLimits.invitations))
        ])
    public static let viewSchema = Schema.object(
        "FriendInvitationView",
        [.init("player", PlayerAnswer.schema), .init("expires", Shape<Timestamp>.timestamp.schema)])
}

public enum FriendListConsentAnswer {
    public static let schema = Schema.object(
        "FriendListConsent", [.init("status", .enumeration(FriendListConsent.allCases.map(\.name)))])
}

extension JSONWriter {
    public mutating func value(_ answer: FriendsAnswer) {
        beginObject()
        key("friends")
        beginArray()
        for friend in answer.friends { value(friend) }
        endArray()
        field("total", answer.total)
        endObject()
    }

    public mutating func value(_ suggestions: [FriendSuggestionAnswer]) {
        beginObject()
        key("suggestions")
        beginArray()
        for suggestion in suggestions {
            beginObject()
            key("player")
            value(suggestion.player)
            field("sharedFriends", suggestion.sharedFriends)
            endObject()
        }
        endArray()
        endObject()
    }

    public mutating func value(_ request: FriendRequestAnswer) {
        beginObject()
        key("player")
        value(request.player)
        field("message", request.message)
        field("created", request.created)
        endObject()
    }

    public mutating func value(_ invitation: FriendInvitationAnswer) {
        beginObject()
        field("id", invitation.id)
        field("created", invitation.created)
        field("expires", invitation.expires)
        field("usesLeft", invitation.usesLeft)
        if let secret = invitation.secret {
            field("code", secret.code)
            field("url", secret.url)
        }
        endObject()
    }
}
