import Foundation
import GameKit
import Synchronization

/// How long a game waits for GameKit: `ClientBenchmark SERVER GAME LEADERBOARD DEVICE_FOLDER COUNT`.
///
/// Prints, in milliseconds since `main`, when the player is signed in and when a first score is acknowledged; then how
/// long `COUNT` scores take that are reported at once, until each completion handler was called. The device has no
/// session at the first run, so that is a guest's first start; at later runs a game's usual start.
@main struct ClientBenchmark {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let count = Int(arguments[5]), count > 0 else {
            print("usage: ClientBenchmark SERVER GAME LEADERBOARD DEVICE_FOLDER COUNT")
            exit(2)
        }
        let start = ContinuousClock.now
        let leaderboard = arguments[3]
        Laurel.configure(server: arguments[1], bundleID: arguments[2], device: arguments[4], guests: .allowed)
        let isSignedIn = Atomic(false)
        GKLocalPlayer.local.authenticateHandler = { _, error in
            if let error { fail("not signed in: \(error)") }
            isSignedIn.store(true, ordering: .relaxed)
        }
        waits { isSignedIn.load(ordering: .relaxed) }
        say("signed-in", ContinuousClock.now - start)
        submit(1, to: leaderboard)
        say("first-score", ContinuousClock.now - start)
        let begun = ContinuousClock.now
        submit(count, to: leaderboard)
        say("queue", ContinuousClock.now - begun)
    }

    /// Reports so many scores without waiting, and then waits for all.
    private static func submit(_ count: Int, to leaderboard: String) {
        let told = Atomic(0)
        for number in 1...count {
            GKLeaderboard.submitScore(
                number, context: 0, player: GKLocalPlayer.local, leaderboardIDs: [leaderboard]
            ) { error in
                if let error { fail("a score was refused: \(error)") }
                told.add(1, ordering: .relaxed)
            }
        }
        waits { told.load(ordering: .relaxed) == count }
    }

    /// A game whose frames take no time.
    private static func waits(until isDone: () -> Bool) {
        while !isDone() {
            Laurel.update()
            poll(nil, 0, 1)
        }
    }

    private static func say(_ name: String, _ time: Duration) {
        print("\(name)\t\(time / .milliseconds(1))")
        fflush(nil)
    }

    private static func fail(_ reason: String) -> Never {
        print("failed: \(reason)")
        exit(1)
    }
}
