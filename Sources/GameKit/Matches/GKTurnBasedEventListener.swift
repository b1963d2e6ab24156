/// Receives events of turn-based matches; register with ``GKLocalPlayer/register(_:)``. All calls are on the main
/// thread, those of one match in order, each once a device. The match is loaded after the event: it is never older.
public protocol GKTurnBasedEventListener {
    /// The player asked, outside of the game, to play with these. No page of Laurel's asks a game for a match.
    func player(_ player: GKPlayer, didRequestMatchWithOtherPlayers playersToInvite: [GKPlayer])
    /// It is the player's turn, it ends soon, somebody reminds the player of it, or the player is invited; or somebody
    /// else saved data, passed the turn, came or left. Each version of a match is told once a device, and again where
    /// the player chooses it. Also called with ``GKTurnBasedMatch/lostTurnData`` where a turn that was ended offline
    /// came too late.
    ///
    /// - Parameter didBecomeActive: the player has just chosen this match, on a page or by a link; it may be over.
    func player(_ player: GKPlayer, receivedTurnEventFor match: GKTurnBasedMatch, didBecomeActive: Bool)
    func player(_ player: GKPlayer, matchEnded match: GKTurnBasedMatch)
    /// Others have sent the player an exchange. Told when the match is loaded, by an event or by the game, once.
    func player(_ player: GKPlayer, receivedExchangeRequest exchange: GKTurnBasedExchange, for match: GKTurnBasedMatch)
    /// Who sent the player an exchange has taken it back. It is gone from the match and has no data any more; its
    /// message is that of the cancellation.
    func player(
        _ player: GKPlayer, receivedExchangeCancellation exchange: GKTurnBasedExchange, for match: GKTurnBasedMatch)
    /// An exchange of the player's is complete, or the player has the turn and resolves it. Told as a request is.
    func player(
        _ player: GKPlayer, receivedExchangeReplies replies: [GKTurnBasedExchangeReply],
        forCompletedExchange exchange: GKTurnBasedExchange, for match: GKTurnBasedMatch)
    /// The player has the turn, and wants to quit: the game calls
    /// ``GKTurnBasedMatch/participantQuitInTurn(with:nextParticipants:turnTimeout:match:)``. After a day, the server
    /// quits for the player.
    func player(_ player: GKPlayer, wantsToQuitMatch match: GKTurnBasedMatch)
    /// As in iOS 7.
    @available(iOS, deprecated: 8.0)
    func player(_ player: GKPlayer, didRequestMatchWithPlayers playerIDsToInvite: [String])
}

// All of them are optional.
extension GKTurnBasedEventListener {
    public func player(_ player: GKPlayer, didRequestMatchWithOtherPlayers playersToInvite: [GKPlayer]) {}
    public func player(_ player: GKPlayer, receivedTurnEventFor match: GKTurnBasedMatch, didBecomeActive: Bool) {}
    public func player(_ player: GKPlayer, matchEnded match: GKTurnBasedMatch) {}
    public func player(
        _ player: GKPlayer, receivedExchangeRequest exchange: GKTurnBasedExchange, for match: GKTurnBasedMatch
    ) {}
    public func player(
        _ player: GKPlayer, receivedExchangeCancellation exchange: GKTurnBasedExchange, for match: GKTurnBasedMatch
    ) {}
    public func player(
        _ player: GKPlayer, receivedExchangeReplies replies: [GKTurnBasedExchangeReply],
        forCompletedExchange exchange: GKTurnBasedExchange, for match: GKTurnBasedMatch
    ) {}
    public func player(_ player: GKPlayer, wantsToQuitMatch match: GKTurnBasedMatch) {}
    public func player(_ player: GKPlayer, didRequestMatchWithPlayers playerIDsToInvite: [String]) {}
}
