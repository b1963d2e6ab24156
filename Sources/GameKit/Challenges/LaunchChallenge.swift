import LaurelDomain
import LaurelWire
import Synchronization

/// The challenge that a program was started for: `LAUREL_CHALLENGE=ID`, or an argument `--laurel-challenge ID` or
/// `laurel://challenges/ID`, as a desktop hands a program the address that it opens.
enum LaunchChallenge {
    /// - Parameter arguments: of the program, its name first.
    static func find(in arguments: [String]) -> ChallengeID? {
        LaunchArguments.find(
            "--laurel-challenge", in: arguments, value: { ChallengeID($0) }, address: { challenge(inAddress: $0) })
    }

    /// - Returns: nil for every other address.
    static func challenge(inAddress text: String) -> ChallengeID? {
        LaunchArguments.id(of: "challenges", inAddress: text).flatMap { ChallengeID($0) }
    }
}

extension Laurel {
    /// Opens an address that the system hands a running game: `laurel://challenges/ID` reaches listeners as
    /// ``GKChallengeListener/player(_:wantsToPlay:)``, `laurel://activities/ID?partyCode=CODE` as
    /// ``GKGameActivityListener/player(_:wantsToPlay:completionHandler:)``, `laurel://matches/ID` as
    /// ``GKTurnBasedEventListener/player(_:receivedTurnEventFor:didBecomeActive:)``.
    ///
    /// - Returns: false if the address isn't Game Center's.
    @discardableResult public static func open(_ url: URL) -> Bool { current.open(url) }

    func open(_ url: URL) -> Bool {
        if let activity = LaunchActivity.activity(inAddress: url.absoluteString) {
            pendingActivity.choose(activity)
            perform { await self.playActivity() }
            return true
        }
        if let match = LaunchMatch.match(inAddress: url.absoluteString) {
            choose(match)
            return true
        }
        guard let id = LaunchChallenge.challenge(inAddress: url.absoluteString) else { return false }
        perform { await self.playChosen(id.text) }
        return true
    }
}
