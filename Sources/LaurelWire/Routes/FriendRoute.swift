public import LaurelDomain

/// Friends, requests, invitation links and blocks.
public enum FriendRoute: FeatureRoute {
    /// - from, count: of the list by name.
    case list(from: Int, count: Int)
    case add
    case remove(playerID: String)
    case suggestions(count: Int)
    case requests
    case request
    case endRequest(playerID: String)
    case blockedPlayers
    case block
    case unblock(playerID: String)
    case invitations
    case invite
    case viewInvitation
    case revokeInvitation(Int)
    case consent(BundleID)
    case setConsent(BundleID)
    case likes(BundleID)
    case like(BundleID)
    case unlike(BundleID)
    /// - from, count: of the list by name.
    case challengeable(BundleID, from: Int, count: Int)

    public var route: Route { .friends(self) }

    public static let endpoints: [Endpoint] = [
        .friends, .addFriend, .removeFriend, .friendSuggestions, .friendRequests, .requestFriend, .endFriendRequest,
        .blockedPlayers, .blockPlayer, .unblockPlayer, .friendInvitations, .inviteFriends, .viewFriendInvitation,
        .revokeFriendInvitation, .friendListConsent, .setFriendListConsent, .likes, .like, .unlike,
        .challengeableFriends,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .list: .friends
        case .add: .addFriend
        case .remove: .removeFriend
        case .suggestions: .friendSuggestions
        case .requests: .friendRequests
        case .request: .requestFriend
        case .endRequest: .endFriendRequest
        case .blockedPlayers: .blockedPlayers
        case .block: .blockPlayer
        case .unblock: .unblockPlayer
        case .invitations: .friendInvitations
        case .invite: .inviteFriends
        case .viewInvitation: .viewFriendInvitation
        case .revokeInvitation: .revokeFriendInvitation
        case .consent: .friendListConsent
        case .setConsent: .setFriendListConsent
        case .likes: .likes
        case .like: .like
        case .unlike: .unlike
        case .challengeable: .challengeableFriends
        }
    }
}

extension Endpoint {
    public static let friends = FriendRoute.endpoint(
        "friends", .get, "/v1/friends", .query(.from, default: 1), .query(.count, default: RankWindow.countLimit),
        access: .player, origins: .never, budget: .read, proof: .none, tag: .friends,
        summary: "List the player's friends by name. A game sees only friends who, like the player, allow it "
            + "(GKError 101: restricted, 102: denied).",
        body: .none, answer: .json(200, FriendsAnswer.schema),
        problems: [.friendListNotDetermined, .friendListRestricted, .friendListDenied],
        route: { .list(from: $0, count: $1) },
        values: { if case .list(let from, let count) = $0 { (from, count) } else { nil } })

    public static let addFriend = FriendRoute.endpoint(
        "addFriend", .post, "/v1/friends",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .friends,
        summary: "Accept the request from playerID, or an invitation. Give exactly one.",
        body: .json(NewFriendBody.schema), answer: .json(201, OnePlayerAnswer.shape.schema),
        problems: [.notFound, .friendInvitationRefused, .playerRestricted, .requestsNotTaken]
            + Problems.friendship,
        route: .add)

    public static let removeFriend = FriendRoute.endpoint(
        "removeFriend", .delete, "/v1/friends/{playerID}", .path(.playerID),
        access: .player, origins: .never, budget: .write, proof: .none, tag: .friends,
        summary: "Remove a friend, on both sides.",
        body: .none, answer: .noContent, problems: [.notFound, .unknownPlayer],
        route: { .remove(playerID: $0) }, values: { if case .remove(let player) = $0 { player } else { nil } })

    public static let friendSuggestions = FriendRoute.endpoint(
        "friendSuggestions", .get, "/v1/friend-suggestions",
        .query(.suggestionCount, default: FriendLimits.suggestions),
        access: .player, origins: .never, budget: .read, proof: .none, tag: .friends,
        summary: "List suggested friends (friends of friends), most shared friends first.",
        body: .none, answer: .json(200, FriendSuggestionAnswer.listShape.schema), problems: [],
        route: { .suggestions(count: $0) }, values: { if case .suggestions(let count) = $0 { count } else { nil } })

    public static let friendRequests = FriendRoute.endpoint(
        "friendRequests", .get, "/v1/friend-requests",
        access: .player, origins: .never, budget: .read, proof: .none, tag: .friends,
        summary: "List pending requests, newest first.",
        body: .none, answer: .json(200, FriendRequestsAnswer.schema), problems: [],
        route: .requests)

    public static let requestFriend = FriendRoute.endpoint(
        "requestFriend", .post, "/v1/friend-requests",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .friends,
        summary: "Send a friend request by alias or playerID. If both have asked, they become friends.",
        body: .json(FriendRequestBody.schema), answer: .json(200, FriendRequestOutcomeAnswer.schema),
        problems: [.tooManyAttempts, .textRefused, .playerRestricted, .requestsNotTaken] + Problems.friendship,
        route: .request)

    public static let endFriendRequest = FriendRoute.endpoint(
        "endFriendRequest", .delete, "/v1/friend-requests/{playerID}", .path(.playerID),
        access: .player, origins: .never, budget: .write, proof: .none, tag: .friends,
        summary: "Decline a player's request, or cancel the caller's request to them.",
        body: .none, answer: .noContent, problems: [.notFound, .unknownPlayer],
        route: { .endRequest(playerID: $0) }, values: { if case .endRequest(let player) = $0 { player } else { nil } })

    public static let blockedPlayers = FriendRoute.endpoint(
        "blockedPlayers", .get, "/v1/blocked-players",
        access: .player, origins: .never, budget: .read, proof: .none, tag: .friends,
        summary: "List blocked players.",
        body: .none, answer: .json(200, BlockedPlayersAnswer.shape.schema), problems: [],
        route: .blockedPlayers)

    public static let blockPlayer = FriendRoute.endpoint(
        "blockPlayer", .post, "/v1/blocked-players",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .friends,
        summary: "Block a player. Ends friendship and requests; they can't send requests or challenges, and "
            + "aren't notified.",
        body: .json(BlockBody.schema), answer: .json(200, OnePlayerAnswer.shape.schema),
        problems: [.unknownPlayer, .friendLimit],
        route: .block)

    public static let unblockPlayer = FriendRoute.endpoint(
        "unblockPlayer", .delete, "/v1/blocked-players/{playerID}", .path(.playerID),
        access: .player, origins: .never, budget: .write, proof: .none, tag: .friends,
        summary: "Unblock a player.",
        body: .none, answer: .noContent, problems: [.unknownPlayer],
        route: { .unblock(playerID: $0) }, values: { if case .unblock(let player) = $0 { player } else { nil } })

    public static let friendInvitations = FriendRoute.endpoint(
        "friendInvitations", .get, "/v1/friend-invitations",
        access: .player, origins: .never, budget: .read, proof: .none, tag: .friends,
        summary: "List the player's active invitation links, newest first.",
        body: .none, answer: .json(200, FriendInvitationAnswer.listShape.schema), problems: [],
        route: .invitations)

    public static let inviteFriends = FriendRoute.endpoint(
        "inviteFriends", .post, "/v1/friend-invitations",
        access: .player, origins: .never, budget: .write, proof: .none, tag: .friends,
        summary: "Create an invitation link; anyone who uses it becomes a friend. The code is shown only once.",
        body: .json(FriendInvitationBody.schema), answer: .json(201, NewFriendInvitationAnswer.schema),
        problems: [.friendLimit, .playerRestricted, .tooManyAttempts],
        route: .invite)

    public static let viewFriendInvitation = FriendRoute.endpoint(
        "viewFriendInvitation", .post, "/v1/friend-invitation-views",
        access: .playerOrAnonymous, origins: .never, budget: .write, proof: .none, tag: .friends,
        summary: "Look up who created the link with this code. Open to anyone with the link.",
        body: .json(FriendInvitationViewBody.schema), answer: .json(200, FriendInvitationViewAnswer.schema),
        problems: [.friendInvitationRefused],
        route: .viewInvitation)

    public static let revokeFriendInvitation = FriendRoute.endpoint(
        "revokeFriendInvitation", .delete, "/v1/friend-invitations/{friendInvitationID}", .path(.friendInvitationID),
        access: .player, origins: .never, budget: .write, proof: .none, tag: .friends,
        summary: "Revoke an invitation link.",
        body: .none, answer: .noContent, problems: [.notFound],
        route: { .revokeInvitation($0) },
        values: { if case .revokeInvitation(let invitation) = $0 { invitation } else { nil } })

    public static let friendListConsent = FriendRoute.endpoint(
        "friendListConsent", .get, "/v1/games/{bundleID}/friend-list-consent", .app,
        access: .player, origins: .game, budget: .read, proof: .none, tag: .friends,
        summary: "Get whether the game can see the player's friends list.",
        body: .none, answer: .json(200, FriendListConsentAnswer.shape.schema),
        problems: [.unknownGame, .gameCenterDisabled],
        route: { .consent($0) }, values: { if case .consent(let app) = $0 { app } else { nil } })

    public static let setFriendListConsent = FriendRoute.endpoint(
        "setFriendListConsent", .put, "/v1/games/{bundleID}/friend-list-consent", .app,
        access: .player, origins: .game, budget: .write, proof: .none, tag: .friends,
        summary: "Allow or deny a game access to the player's friends list. Only in the player's own session.",
        body: .json(FriendListConsentBody.schema), answer: .json(200, FriendListConsentAnswer.shape.schema),
        problems: [.unknownGame, .gameCenterDisabled, .friendListRestricted],
        route: { .setConsent($0) }, values: { if case .setConsent(let app) = $0 { app } else { nil } })

    public static let likes = FriendRoute.endpoint(
        "likes", .get, "/v1/games/{bundleID}/likes", .app,
        access: .player, origins: .never, budget: .read, proof: .none, tag: .friends,
        summary: "Get whether the player likes a game, and which of their friends do.",
        body: .none, answer: .json(200, LikesAnswer.schema), problems: [.unknownGame, .gameCenterDisabled],
        route: { .likes($0) }, values: { if case .likes(let app) = $0 { app } else { nil } })

    public static let like = FriendRoute.endpoint(
        "like", .put, "/v1/games/{bundleID}/like", .app,
        access: .player, origins: .never, budget: .write, proof: .none, tag: .friends,
        summary: "Like a game. Friends see it. Only in the player's own session.",
        body: .none, answer: .json(200, LikesAnswer.schema), problems: [.unknownGame, .gameCenterDisabled],
        route: { .like($0) }, values: { if case .like(let app) = $0 { app } else { nil } })

    public static let unlike = FriendRoute.endpoint(
        "unlike", .delete, "/v1/games/{bundleID}/like", .app,
        access: .player, origins: .never, budget: .write, proof: .none, tag: .friends,
        summary: "Take a like back. Only in the player's own session.",
        body: .none, answer: .json(200, LikesAnswer.schema), problems: [.unknownGame, .gameCenterDisabled],
        route: { .unlike($0) }, values: { if case .unlike(let app) = $0 { app } else { nil } })

    public static let challengeableFriends = FriendRoute.endpoint(
        "challengeableFriends", .get, "/v1/games/{bundleID}/challengeable-friends", .app, .query(.from, default: 1),
        .query(.count, default: RankWindow.countLimit),
        access: .player, origins: .game, budget: .read, proof: .none, tag: .challenges,
        summary: "List all of the player's friends by name, for a game to challenge. Requires no consent.",
        body: .none, answer: .json(200, FriendsAnswer.schema), problems: [.unknownGame, .gameCenterDisabled],
        route: { .challengeable($0, from: $1, count: $2) },
        values: { if case .challengeable(let app, let from, let count) = $0 { (app, from, count) } else { nil } })
}
