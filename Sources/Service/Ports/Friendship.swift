public import LaurelDomain
public import LaurelStorage

/// Who is whose friend, for what friends alone may see. Both in order of number.
public struct Friendship: Sendable {
    public var friends: @Sendable (_ player: PlayerNumber) async throws(StoreError) -> [PlayerNumber]
    /// Without a wait; nil when memory does not know.
    public var cached: @Sendable (_ player: PlayerNumber) -> [PlayerNumber]?

    /// Nobody has friends unless said otherwise.
    public init(
        friends: @escaping @Sendable (_ player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] = {
            _ async throws(StoreError) in []
        },
        cached: @escaping @Sendable (_ player: PlayerNumber) -> [PlayerNumber]? = { _ in [] }
    ) {
        self.friends = friends
        self.cached = cached
    }
}
