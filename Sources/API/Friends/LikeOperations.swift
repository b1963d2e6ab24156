import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Who likes a game, among friends.
extension FriendFeature {
    func likes(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, _) = try catalogue.resolve(bundleID, nil, caller, isReading: true)
        return liking(request, session) { () async throws(ListFriendsError) in
            try await ReadLikes(friends)(of: app, seenBy: session.player)
        }
    }

    /// A game can't like itself in its players' names.
    func like(_ likes: Bool, _ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let (app, _) = try catalogue.resolve(bundleID, nil, caller, isReading: true)
        return liking(request, session) { () async throws(ListFriendsError) in
            try await LikeGame(friends)(likes, app, by: session.player)
        }
    }

    private func liking(
        _ request: Request, _ session: Session,
        _ work: @escaping @Sendable () async throws(ListFriendsError) -> Likes
    ) -> Reply {
        replies.later(request) { () async throws(ListFriendsError) in
            let likes = try await work()
            let named = try await seen(Array(likes.friends.prefix(LikesAnswer.namesLimit)), session)
            return answers.json(
                .ok, LikesAnswer(isLiked: likes.isLiked, total: likes.friends.count, friends: named))
        }
    }
}
