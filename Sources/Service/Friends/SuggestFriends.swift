public import LaurelDomain
import LaurelScores
import LaurelStorage

/// People whom a player may know: friends of their friends, those with most shared friends first.
///
/// Left out are those who are friends, asked or blocked already, on either side; players who are not findable,
/// take no requests or may meet no strangers (rule 1.1); and players who are banned from the server.
public struct SuggestFriends: Sendable {
    private let friends: Friends
    public init(_ friends: Friends) { self.friends = friends }

    /// - Parameter count: at most ``LaurelDomain/FriendLimits/suggestions``.
    /// - Returns: by falling number of shared friends, then by sign-up.
    public func callAsFunction(
        for player: PlayerNumber, count: Int
    ) async throws(ListFriendsError) -> [FriendSuggestion] {
        let (profiles, now) = (friends.accounts.profiles, friends.accounts.clock.now())
        guard !profiles.isRestricted(player, at: now) else { return [] }
        let candidates = try await ListFriendsError.translating { () throws(StoreError) in
            try await friends.directory.friendsOfFriends(
                of: player, friendships: FriendLimits.suggestionFriendships,
                limit: FriendLimits.suggestionCandidates)
        }
        let bans = friends.accounts.catalogue.bans
        let open = candidates.lazy.filter { candidate in
            profiles.isFindable(candidate.player) && profiles.mayRequest(player, candidate.player, at: now)
                && !bans.isBannedEverywhere(candidate.player)
        }
        return Array(open.prefix(min(max(count, 1), FriendLimits.suggestions)))
    }
}
