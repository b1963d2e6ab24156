import LaurelWire

extension Laurel {
    /// Opens an address that the system hands a running game: `laurel://challenges/ID` reaches listeners as
    /// ``GKChallengeListener/player(_:wantsToPlay:)``, `laurel://activities/ID?partyCode=CODE` as
    /// ``GKGameActivityListener/player(_:wantsToPlay:completionHandler:)``, `laurel://matches/ID` as
    /// ``GKTurnBasedEventListener/player(_:receivedTurnEventFor:didBecomeActive:)``.
    ///
    /// - Returns: false if the address isn't Game Center's.
    @discardableResult public static func open(_ url: URL) -> Bool { current.open(url) }

    func open(_ url: URL) -> Bool {
        guard let address = LaunchAddress(url.absoluteString) else { return false }
        switch address {
        case .activity(let activity):
            pendingActivity.choose(activity)
            perform { await self.playActivity() }
        case .match(let match): choose(match)
        case .challenge(let challenge): perform { await self.playChosen(challenge.text) }
        }
        return true
    }
}
