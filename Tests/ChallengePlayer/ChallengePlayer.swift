import Foundation
import GameKit

/// A game that only waits for what its player wants to play, for tests with a page of ours in a browser:
/// `ChallengePlayer`,
/// with the server, game and device of `LAUREL_…`. Prints `signed in` once, and `wants to play MESSAGE` each time.
@main struct ChallengePlayer {
    /// GameKit keeps no listener alive, and a local constant may end at its last use.
    private static let listener = Listener()

    static func main() {
        GKLocalPlayer.local.register(listener)
        GKLocalPlayer.local.authenticateHandler = { _, error in
            say(error == nil ? "signed in" : "not signed in: \(error.map(String.init(describing:)) ?? "")")
        }
        // A program without a run loop: what it is told comes in its frames, sixty a second, until it is killed.
        while true {
            Laurel.update()
            poll(nil, 0, 16)
        }
    }

    private final class Listener: NSObject, GKLocalPlayerListener, Sendable {
        func player(_ player: GKPlayer, wantsToPlay challenge: GKChallenge) {
            ChallengePlayer.say("wants to play \(challenge.message ?? "")")
        }
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
