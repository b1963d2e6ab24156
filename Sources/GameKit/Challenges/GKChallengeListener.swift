/// Receives challenge events; register with ``GKLocalPlayer/register(_:)``. All calls are on the main thread.
@available(iOS, deprecated: 26.0)
public protocol GKChallengeListener: NSObjectProtocol {
    /// The player chose to play this challenge: the game starts it.
    func player(_ player: GKPlayer, wantsToPlay challenge: GKChallenge)
    /// Somebody challenges the player.
    func player(_ player: GKPlayer, didReceive challenge: GKChallenge)
    /// The player has met a challenge of a friend.
    func player(_ player: GKPlayer, didComplete challenge: GKChallenge, issuedByFriend friendPlayer: GKPlayer)
    /// A friend has met the player's challenge.
    func player(_ player: GKPlayer, issuedChallengeWasCompleted challenge: GKChallenge, byFriend friendPlayer: GKPlayer)
}

// All of them are optional.
extension GKChallengeListener {
    public func player(_ player: GKPlayer, wantsToPlay challenge: GKChallenge) {}
    public func player(_ player: GKPlayer, didReceive challenge: GKChallenge) {}
    public func player(_ player: GKPlayer, didComplete challenge: GKChallenge, issuedByFriend friendPlayer: GKPlayer) {}
    public func player(
        _ player: GKPlayer, issuedChallengeWasCompleted challenge: GKChallenge, byFriend friendPlayer: GKPlayer
    ) {}
}
