public import LaurelDomain
public import LaurelStorage

/// Who is whose friend, for what friends alone may see, and who blocks whom. Friends are in order of number.
public struct Friendship: Sendable {
    public var friends: @Sendable (_ player: PlayerNumber) async throws(StoreError) -> [PlayerNumber]
    /// Without a wait; nil when memory does not know.
    public var cached: @Sendable (_ player: PlayerNumber) -> [PlayerNumber]?
    /// Whether one of two players blocks the other.
    public var areApart: @Sendable (_ one: PlayerNumber, _ other: PlayerNumber) async throws(StoreError) -> Bool

    /// Nobody has friends or blocks anybody unless said otherwise.
    public init(
        friends: @escaping @Sendable (_ player: PlayerNumber) async throws(StoreError) -> [PlayerNumber] = {
            _ async throws(StoreError) in []
        },
        cached: @escaping @Sendable (_ player: PlayerNumber) -> [PlayerNumber]? = { _ in [] },
        areApart: @escaping @Sendable (_ one: PlayerNumber, _ other: PlayerNumber) async throws(StoreError) -> Bool = {
            _, _ async throws(StoreError) in false
        }
    ) {
        self.friends = friends
        self.cached = cached
        self.areApart = areApart
    }
}
