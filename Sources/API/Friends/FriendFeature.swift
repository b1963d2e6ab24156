import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Friends, requests, blocks, invitation links and consent (rules 2.1, 2.2), and what friends like.
struct FriendFeature: Sendable {
    let friends: Friends
    let catalogue: Catalogue
    let seePlayers: SeePlayers
    let players: PlayerAnswers
    let words: WordChecks
    /// Of this server: invitation links begin with it.
    let origin: String
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: FriendRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let from, let count): try friendList(request, from, count, caller)
        case .add: try addFriend(request, caller)
        case .remove(let id): try removeFriend(request, id, caller)
        case .suggestions(let count): try friendSuggestions(request, count, caller)
        case .requests: try friendRequests(request, caller)
        case .request: try requestFriend(request, caller)
        case .endRequest(let id): try endFriendRequest(request, id, caller)
        case .blockedPlayers: try blockedPlayers(request, caller)
        case .block: try blockPlayer(request, caller)
        case .unblock(let id): try unblockPlayer(request, id, caller)
        case .invitations: try friendInvitations(request, caller)
        case .invite: try inviteFriends(request, caller)
        case .viewInvitation: try viewFriendInvitation(request, caller)
        case .revokeInvitation(let id): try revokeFriendInvitation(request, id, caller)
        case .consent(let id): try friendListConsent(request, id, caller)
        case .setConsent(let id): try setFriendListConsent(request, id, caller)
        case .likes(let id): try likes(request, id, caller)
        case .like(let id): try like(true, request, id, caller)
        case .unlike(let id): try like(false, request, id, caller)
        case .challengeable(let id, let from, let count): try challengeableFriends(request, id, from, count, caller)
        }
    }
}
