public import LaurelDomain
public import LaurelStorage

/// Who is whose friend, for what friends alone may see, and who blocks whom. Friends are in order of number.
public struct Friendship: Sendable {
    public var friends: @Sendable (_ player: PlayerNumber) async throws(StoreError) -> [PlayerNumber]
    /// Without a wait; nil when memory does not know.
    public var cached: @Sendable (_ player: PlayerNumber) -> [PlayerNumber]?
    /// Whom a player blocks, and who blocks them.
    public var apart: @Sendable (_ player: PlayerNumber) async throws(StoreError) -> Set<PlayerNumber>

    /// Nobody has friends or blocks anybody unless said otherwise.
    public init(
        friends: @escaping @Sendable (_ player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] = {
            _ async throws(StoreError) in []
        },
        cached: @escaping @Sendable (_ player: PlayerNumber) -> [PlayerNumber]? = { _ in [] },
        apart: @escaping @Sendable (_ player: PlayerNumber) async throws(StoreError) -> Set<PlayerNumber> = {
            _ async throws(StoreError) in []
        }
    ) {
        self.friends = friends
        self.cached = cached
        self.apart = apart
    }
}
