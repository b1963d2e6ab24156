import LaurelDomain
import LaurelStorage

extension Friendship {
    public init(_ graph: FriendGraph) {
        self.init(
            friends: { player async throws(StoreError) in try await graph.friends(of: player) },
            cached: { graph.cachedFriends(of: $0) },
            apart: { player async throws(StoreError) in try await graph.apart(from: player) })
    }
}
