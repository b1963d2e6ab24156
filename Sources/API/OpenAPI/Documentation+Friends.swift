import LaurelWire

extension Endpoint {
    /// Of the endpoints about friends; of none else.
    var friendDocumentation: Documentation {
        switch self {
        case .friends:
            Documentation(
                summary: "List the player's friends by name. A game sees only friends who, like the player, allow it "
                    + "(GKError 101: restricted, 102: denied).",
                answer: .json(200, FriendsAnswer.schema),
                problems: [.friendListNotDetermined, .friendListRestricted, .friendListDenied])
        case .addFriend:
            Documentation(
                summary: "Accept the request from playerID, or an invitation. Give exactly one.",
                body: NewFriendBody.schema, answer: .json(201, OnePlayerAnswer.schema),
                problems: [.notFound, .friendInvitationRefused, .playerRestricted, .requestsNotTaken]
                    + Self.pairProblems)
        case .removeFriend:
            Documentation(
                summary: "Remove a friend, on both sides.", answer: .noContent, problems: [.notFound, .unknownPlayer])
        case .friendSuggestions:
            Documentation(
                summary: "List suggested friends (friends of friends), most shared friends first.",
                answer: .json(200, FriendSuggestionAnswer.listSchema))
        case .friendRequests:
            Documentation(
                summary: "List pending requests, newest first.",
                answer: .json(200, FriendRequestAnswer.listSchema))
        case .requestFriend:
            Documentation(
                summary: "Send a friend request by alias or playerID. If both have asked, they become friends.",
                body: FriendRequestBody.schema, answer: .json(200, FriendRequestAnswer.outcomeSchema),
                problems: [.tooManyAttempts, .textRefused, .playerRestricted, .requestsNotTaken] + Self.pairProblems)
        case .endFriendRequest:
            Documentation(
                summary: "Decline a player's request, or cancel the caller's request to them.",
                answer: .noContent, problems: [.notFound, .unknownPlayer])
        case .blockedPlayers:
            Documentation(summary: "List blocked players.", answer: .json(200, BlockedPlayersAnswer.schema))
        case .blockPlayer:
            Documentation(
                summary: "Block a player. Ends friendship and requests; they can't send requests or challenges, and "
                    + "aren't notified.",
                body: BlockBody.schema, answer: .json(200, OnePlayerAnswer.schema),
                problems: [.unknownPlayer, .friendLimit])
        case .unblockPlayer:
            Documentation(
                summary: "Unblock a player.", answer: .noContent, problems: [.unknownPlayer])
        case .friendInvitations:
            Documentation(
                summary: "List the player's active invitation links, newest first.",
                answer: .json(200, FriendInvitationAnswer.listSchema))
        case .inviteFriends:
            Documentation(
                summary: "Create an invitation link; whoever uses it becomes a friend. The code is shown only once.",
                body: FriendInvitationBody.schema, answer: .json(201, FriendInvitationAnswer.madeSchema),
                problems: [.friendLimit, .playerRestricted, .tooManyAttempts])
        case .revokeFriendInvitation:
            Documentation(summary: "Revoke an invitation link.", answer: .noContent, problems: [.notFound])
        case .viewFriendInvitation:
            Documentation(
                summary: "Look up who created the link with this code.", body: FriendInvitationViewBody.schema,
                answer: .json(200, FriendInvitationAnswer.viewSchema), problems: [.friendInvitationRefused])
        case .challengeableFriends:
            Documentation(
                summary: "List all of the player's friends by name, for a game to challenge. Requires no consent.",
                answer: .json(200, FriendsAnswer.schema), problems: [.unknownGame, .gameCenterDisabled])
        case .friendListConsent:
            Documentation(
                summary: "Get whether the game can see the player's friends list.",
                answer: .json(200, FriendListConsentAnswer.schema), problems: [.unknownGame, .gameCenterDisabled])
        default:
            Documentation(
                summary: "Allow or deny a game access to the player's friends list. Only in the player's own session.",
                body: FriendListConsentBody.schema, answer: .json(200, FriendListConsentAnswer.schema),
                problems: [.unknownGame, .gameCenterDisabled, .friendListRestricted])
        }
    }

    private static let pairProblems: [Problem.Kind] = [.unknownPlayer, .alreadyFriends, .playerBlocked, .friendLimit]
}
