public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Takes up an open challenge: the two become friends by its invitation (rule 2.1), and the challenge is the player's,
/// as if its maker had sent it now (rule 6.1).
///
/// These are two commits, and nobody becomes a friend for a challenge that can't be made. After a crash between them
/// the same call does the rest; called again, it finds the challenge that is there already.
public struct AcceptChallengeLink: Sendable {
    private let sharing: Sharing
    public init(_ sharing: Sharing) { self.sharing = sharing }

    public func callAsFunction(
        _ code: String, by player: PlayerNumber
    ) async throws(AcceptChallengeLinkError) -> IssueChallenges.Issued {
        guard let code = ReadableCode.canonical(code) else { throw .refused }
        let digest = sharing.accounts.digest(code)
        let (share, page) = try await find(digest)
        guard share.player != player else { throw .own }
        let goal: ChallengeRequest.Goal
        switch page.subject {
        case .score(let leaderboard, let value, _): goal = .score(leaderboard.id, value: value, context: nil)
        case .achievement(let achievement): goal = .achievement(achievement.id)
        }
        let request = ChallengeRequest(
            receivers: [player], goal: goal, message: share.challenge?.message ?? "")
        let issue = IssueChallenges(sharing.challenges)
        do throws(IssueChallengesError) {
            try await issue.check(request, app: page.app, environment: share.environment, by: share.player)
        } catch {
            throw .notIssued(error)
        }
        try await befriend(share.player, digest, player)
        do throws(IssueChallengesError) {
            let issued = try await issue(
                request, app: page.app, environment: share.environment, by: share.player)
            guard let one = issued.first else { throw IssueChallengesError.broken(reason: "no challenge was issued") }
            return one
        } catch {
            throw .notIssued(error)
        }
    }

    private func find(_ code: SecretDigest) async throws(AcceptChallengeLinkError) -> (Share, SharedPage) {
        let share = try await AcceptChallengeLinkError.translating { () throws(StoreError) in
            try await sharing.directory.share(code: code, at: sharing.now())
        }
        guard let share else { throw .refused }
        do throws(ShareError) {
            return (share, try await sharing.page(of: share))
        } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            default: throw .refused
            }
        }
    }

    private func befriend(
        _ maker: PlayerNumber, _ code: SecretDigest, _ player: PlayerNumber
    ) async throws(AcceptChallengeLinkError) {
        let areFriends = try await AcceptChallengeLinkError.translating { () throws(StoreError) in
            try await sharing.friends.graph.areFriends(player, maker)
        }
        // Friends need no invitation, so that none of its uses is spent on them.
        if areFriends { return }
        let now = sharing.now()
        do throws(ChangeFriendsError) {
            let (_, isWelcome) = try await sharing.friends.relate(player, byInvitation: code, ofChallenge: true) {
                (relation, approach) throws(FriendRefusal) in try relation.comeByInvitation(at: now, approach)
            }
            guard isWelcome else { throw ChangeFriendsError.invitationRefused }
        } catch {
            // Somebody else's call was quicker.
            if case .refused(.alreadyFriends) = error { return }
            throw .notFriends(error)
        }
    }
}

public enum AcceptChallengeLinkError: Error, StoreFailure, Hashable, Sendable {
    /// Unknown, expired or taken back; or there is nothing to beat any more.
    case refused
    /// The player made it.
    case own
    case notFriends(ChangeFriendsError)
    case notIssued(IssueChallengesError)
    case unavailable
    case broken(reason: String)
}
