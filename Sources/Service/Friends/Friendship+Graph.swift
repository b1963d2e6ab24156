import LaurelDomain
import LaurelStorage

extension Friendship {
    public init(_ graph: FriendGraph) {
        self.init(
            friends: { player async throws(StoreError) in try await graph.friends(of: player) },
            cached: { graph.cachedFriends(of: $0) },
            areApart: { one, other async throws(StoreError) in
                if try await graph.isBlocked(other, by: one) { return true }
                return try await graph.isBlocked(one, by: other)
            })
    }
}
