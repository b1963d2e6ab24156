/// Receives invitations to real-time matches. Nothing is called before there are such matches.
public protocol GKInviteEventListener {
    /// The player has accepted an invitation: the game starts the match.
    func player(_ player: GKPlayer, didAccept invite: GKInvite)
    /// The player asked, outside of the game, to play with these.
    func player(_ player: GKPlayer, didRequestMatchWithRecipients recipientPlayers: [GKPlayer])
    /// As in iOS 7.
    @available(iOS, deprecated: 8.0)
    func player(_ player: GKPlayer, didRequestMatchWithPlayers playerIDsToInvite: [String])
}

// All of them are optional.
extension GKInviteEventListener {
    public func player(_ player: GKPlayer, didAccept invite: GKInvite) {}
    public func player(_ player: GKPlayer, didRequestMatchWithRecipients recipientPlayers: [GKPlayer]) {}
    public func player(_ player: GKPlayer, didRequestMatchWithPlayers playerIDsToInvite: [String]) {}
}
