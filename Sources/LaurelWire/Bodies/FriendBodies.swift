import LaurelDomain

extension Shape where Value == String {
    /// A player's id, as the caller sees it.
    static let playerID = text(1...80, example: "G:000000000000000000000000000000000001234")
    static let friendMessage = text(0...FriendLimits.messageLength, example: "We met at the arcade.")
}

/// Somebody asks to be friends. Exactly one of the two says with whom.
public struct FriendRequestBody: RequestBody {
    public var alias: String?
    public var playerID: String?
    public var message: String?

    public init() {}
    public static let name = "NewFriendRequest"
    public static let alternatives: Set<String> = ["playerID"]
    public static let fields: [Field<FriendRequestBody>] = [
        .optional("alias", .alias, \.alias),
        .optional("playerID", .playerID, \.playerID),
        .optional("message", .friendMessage, \.message),
    ]
}

/// A friend comes by one of two ways: whose request is accepted, or by whose link the caller comes.
public struct NewFriendBody: RequestBody {
    public var playerID: String?
    public var invitation: String?

    public init() {}
    public static let name = "NewFriend"
    public static let alternatives: Set<String> = ["invitation"]
    public static let fields: [Field<NewFriendBody>] = [
        .optional("playerID", .playerID, \.playerID),
        .optional("invitation", .linkCode, \.invitation),
    ]
}

/// Whom the caller blocks from now on.
public struct BlockBody: RequestBody {
    public var playerID = ""

    public init() {}
    public static let name = "Block"
    public static let fields: [Field<BlockBody>] = [.required("playerID", .playerID, \.playerID)]
}

/// A new invitation link.
public struct FriendInvitationBody: RequestBody {
    public var uses: Int?
    public var days: Int?

    public init() {}
    public static let name = "FriendInvitationRequest"
    public static let fields: [Field<FriendInvitationBody>] = [
        .optional("uses", .integer(FriendLimits.invitationUses), \.uses),
        .optional("days", .integer(FriendLimits.invitationDays), \.days),
    ]
}

/// Who made this link?
public struct FriendInvitationViewBody: RequestBody {
    public var code = ""

    public init() {}
    public static let name = "FriendInvitationCode"
    public static let fields: [Field<FriendInvitationViewBody>] = [.required("code", .linkCode, \.code)]
}

/// Whether a game may see the player's friends: their answer.
public struct FriendListConsentBody: RequestBody {
    public var isAuthorized = false

    public init() {}
    public static let name = "FriendListConsentChoice"
    public static let fields: [Field<FriendListConsentBody>] = [
        .required(
            "status", .word([(FriendListConsent.denied.name, false), (FriendListConsent.authorized.name, true)]),
            \.isAuthorized)
    ]
}
