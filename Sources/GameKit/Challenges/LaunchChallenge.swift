import LaurelDomain
import LaurelWire
import Synchronization

/// The challenge that a program was started for: `LAUREL_CHALLENGE=ID`, or an argument `--laurel-challenge ID` or
/// `laurel://challenges/ID`, as a desktop hands a program the address that it opens.
enum LaunchChallenge {
    static let scheme = "laurel"
    private static let option = "--laurel-challenge"

    /// - Parameter arguments: of the program, its name first.
    static func find(in arguments: [String]) -> ChallengeID? {
        for (index, argument) in arguments.enumerated().dropFirst() {
            if let id = challenge(inAddress: argument) { return id }
            if argument == option, arguments.indices.contains(index + 1) { return ChallengeID(arguments[index + 1]) }
            if argument.hasPrefix(option + "=") { return ChallengeID(String(argument.dropFirst(option.count + 1))) }
        }
        return nil
    }

    /// - Returns: nil for every other address. The id may be percent-encoded.
    static func challenge(inAddress text: String) -> ChallengeID? {
        let prefix = scheme + "://challenges/"
        guard text.utf8.count <= 500, text.lowercased().hasPrefix(prefix),
            let id = String(text.dropFirst(prefix.count)).removingPercentEncoding
        else { return nil }
        return ChallengeID(id)
    }
}

extension Laurel {
    /// Opens an address that the system hands a running game: `laurel://challenges/ID` reaches listeners as
    /// ``GKChallengeListener/player(_:wantsToPlay:)``, `laurel://activities/ID?partyCode=CODE` as
    /// ``GKGameActivityListener/player(_:wantsToPlay:completionHandler:)``.
    ///
    /// - Returns: false if the address isn't Game Center's.
    @discardableResult public static func open(_ url: URL) -> Bool { current.open(url) }

    func open(_ url: URL) -> Bool {
        if let activity = LaunchActivity.activity(inAddress: url.absoluteString) {
            pendingActivity.choose(activity)
            perform { await self.playActivity() }
            return true
        }
        guard let id = LaunchChallenge.challenge(inAddress: url.absoluteString) else { return false }
        perform { await self.playChosen(id.text) }
        return true
    }
}
