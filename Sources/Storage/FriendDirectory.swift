public import LaurelDomain

/// Who is whose friend. Every engine must pass `FriendContract`.
public protocol FriendDirectory: Sendable {
    /// In order of number.
    func friends(of player: PlayerNumber) async throws(StoreError) -> [PlayerNumber]
    /// Whether `player` blocks `other`.
    func isBlocked(_ other: PlayerNumber, by player: PlayerNumber) async throws(StoreError) -> Bool
}
