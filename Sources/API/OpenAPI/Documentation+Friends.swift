import LaurelWire

extension Endpoint {
    /// Of the endpoints about friends; of none else.
    var friendDocumentation: Documentation {
        switch self {
        case .friends:
            Documentation(
                summary: "The player's friends by name. A game sees those alone who, like the player, let it "
                    + "(GKError 101: restricted, 102: denied).",
                answer: .json(200, FriendsAnswer.schema),
                problems: [.friendListNotDetermined, .friendListRestricted, .friendListDenied])
        case .addFriend:
            Documentation(
                summary: "Accepts the request of playerID, or comes by an invitation: exactly one of the two.",
                body: NewFriendBody.schema, answer: .json(201, OnePlayerAnswer.schema),
                problems: [.notFound, .friendInvitationRefused, .playerRestricted, .requestsNotTaken]
                    + Self.pairProblems)
        case .removeFriend:
            Documentation(
                summary: "Ends a friendship, for both.", answer: .noContent, problems: [.notFound, .unknownPlayer])
        case .friendSuggestions:
            Documentation(
                summary: "Friends of friends who may be asked, those with most shared friends first.",
                answer: .json(200, FriendSuggestionAnswer.listSchema))
        case .friendRequests:
            Documentation(
                summary: "Requests that wait for an answer, newest first.",
                answer: .json(200, FriendRequestAnswer.listSchema))
        case .requestFriend:
            Documentation(
                summary: "Asks the player with this alias or playerID to be friends. When both have asked, they are.",
                body: FriendRequestBody.schema, answer: .json(200, FriendRequestAnswer.outcomeSchema),
                problems: [.tooManyAttempts, .textRefused, .playerRestricted, .requestsNotTaken] + Self.pairProblems)
        case .endFriendRequest:
            Documentation(
                summary: "Declines this player's request, or takes the caller's own request to him back.",
                answer: .noContent, problems: [.notFound, .unknownPlayer])
        case .blockedPlayers:
            Documentation(summary: "Whom the player blocks.", answer: .json(200, BlockedPlayersAnswer.schema))
        case .blockPlayer:
            Documentation(
                summary: "Ends friendship and requests with a player; he can neither ask nor challenge any more, and "
                    + "is not told.",
                body: BlockBody.schema, answer: .json(200, OnePlayerAnswer.schema),
                problems: [.unknownPlayer, .friendLimit])
        case .unblockPlayer:
            Documentation(
                summary: "Lets a player ask again.", answer: .noContent, problems: [.unknownPlayer])
        case .friendInvitations:
            Documentation(
                summary: "The player's invitation links that are still good, newest first.",
                answer: .json(200, FriendInvitationAnswer.listSchema))
        case .inviteFriends:
            Documentation(
                summary: "Makes a link by which others become friends at once. The code is shown this once.",
                body: FriendInvitationBody.schema, answer: .json(201, FriendInvitationAnswer.madeSchema),
                problems: [.friendLimit, .playerRestricted, .tooManyAttempts])
        case .revokeFriendInvitation:
            Documentation(summary: "Takes an invitation link back.", answer: .noContent, problems: [.notFound])
        case .viewFriendInvitation:
            Documentation(
                summary: "Who made the link with this code.", body: FriendInvitationViewBody.schema,
                answer: .json(200, FriendInvitationAnswer.viewSchema), problems: [.friendInvitationRefused])
        case .challengeableFriends:
            Documentation(
                summary: "All of the player's friends by name, whom a game offers to challenge: that needs no consent.",
                answer: .json(200, FriendsAnswer.schema), problems: [.unknownGame, .gameCenterDisabled])
        case .friendListConsent:
            Documentation(
                summary: "Whether the game may see the player's friends list.",
                answer: .json(200, FriendListConsentAnswer.schema), problems: [.unknownGame, .gameCenterDisabled])
        default:
            Documentation(
                summary: "Lets a game see the player's friends list, or not. The player's own session alone.",
                body: FriendListConsentBody.schema, answer: .json(200, FriendListConsentAnswer.schema),
                problems: [.unknownGame, .gameCenterDisabled, .friendListRestricted])
        }
    }

    private static let pairProblems: [Problem.Kind] = [.unknownPlayer, .alreadyFriends, .playerBlocked, .friendLimit]
}
