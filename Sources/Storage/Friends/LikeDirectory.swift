public import LaurelDomain

/// Who likes which games. Every engine must pass `LikeContract`.
public protocol LikeDirectory: Sendable {
    /// - Parameter time: when they said so; nil: they take it back. Who liked it before keeps that time.
    func setLike(_ time: Timestamp?, of app: AppNumber, by player: PlayerNumber) async throws(StoreError)
    /// What a player sees of a game: their own like, and those of their friends, the newest first. O(*friends*).
    func likes(of app: AppNumber, seenBy player: PlayerNumber) async throws(StoreError) -> Likes
    /// The games that a player likes, in order of number.
    func likes(by player: PlayerNumber) async throws(StoreError) -> [GameLike]
}
