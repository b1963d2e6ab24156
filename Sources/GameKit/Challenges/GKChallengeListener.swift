/// Hears of challenges. Register it with ``GKLocalPlayer``.
public protocol GKChallengeListener: NSObjectProtocol {
    /// The player wants to play this challenge now: he chose it outside the game, or the game was started for it.
    func player(_ player: GKPlayer, wantsToPlay challenge: GKChallenge)
    /// The local player received it.
    func player(_ player: GKPlayer, didReceive challenge: GKChallenge)
    /// The local player completed what a friend had issued.
    func player(_ player: GKPlayer, didComplete challenge: GKChallenge, issuedByFriend friendPlayer: GKPlayer)
    /// A friend completed what the local player had issued.
    func player(_ player: GKPlayer, issuedChallengeWasCompleted challenge: GKChallenge, byFriend friendPlayer: GKPlayer)
}

extension GKChallengeListener {
    public func player(_ player: GKPlayer, wantsToPlay challenge: GKChallenge) {}
    public func player(_ player: GKPlayer, didReceive challenge: GKChallenge) {}
    public func player(_ player: GKPlayer, didComplete challenge: GKChallenge, issuedByFriend friendPlayer: GKPlayer) {}
    public func player(
        _ player: GKPlayer, issuedChallengeWasCompleted challenge: GKChallenge, byFriend friendPlayer: GKPlayer
    ) {}
}
