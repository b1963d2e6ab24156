import Foundation
import GameKit
import Synchronization

/// A game that does nothing but submit scores, for tests that kill it: `ScoreSender FIRST LAST SERVER
/// BUNDLE_ID DEVICE`. Prints `begun N` before a score is reported and `told N` when its handler was told.
///
/// A program without a run loop: what it is told comes in its frames. Like the tutorials' games it archives a score
/// before it reports it, and reports again what it was not told of.
@main struct ScoreSender {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let first = Int64(arguments[1]), let last = Int64(arguments[2]) else { return }
        let device = arguments[5]
        Laurel.configure(server: arguments[3], bundleID: arguments[4], device: device)
        let progress = Progress()
        GKLocalPlayer.local.authenticateHandler = { _, _ in progress.isReady.store(true, ordering: .relaxed) }
        frames(until: { progress.isReady.load(ordering: .relaxed) })
        for number in first...last {
            say("begun \(number)")
            progress.isTold.store(false, ordering: .relaxed)
            GKScore.report([try score(number, device)]) { _ in progress.isTold.store(true, ordering: .relaxed) }
            say("reported \(number)")
            frames(until: { progress.isTold.load(ordering: .relaxed) })
            say("told \(number)")
        }
    }

    /// The same object each time, over restarts too.
    private static func score(_ number: Int64, _ folder: String) throws -> GKScore {
        let file = URL(fileURLWithPath: "\(folder)/score-\(number)")
        if FileManager.default.fileExists(atPath: file.path) {
            let data = try Data(contentsOf: file)
            if let score = try NSKeyedUnarchiver.unarchivedObject(ofClass: GKScore.self, from: data) { return score }
        }
        let score = GKScore(leaderboardIdentifier: "best")
        score.value = number
        try NSKeyedArchiver.archivedData(withRootObject: score, requiringSecureCoding: true)
            .write(to: file, options: .atomic)
        return score
    }

    /// Killed with nine where `SCORE_SENDER_END` says the same, and ends by itself where `SCORE_SENDER_LEAVE` does:
    /// a reader of the line would come too late.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
        let environment = ProcessInfo.processInfo.environment
        if environment["SCORE_SENDER_END"] == line { kill(getpid(), SIGKILL) }
        if environment["SCORE_SENDER_LEAVE"] == line { exit(0) }
    }

    /// Sixty a second, until there is what the game waits for.
    private static func frames(until isDone: () -> Bool) {
        while !isDone() {
            Laurel.update()
            poll(nil, 0, 16)
        }
    }

    private final class Progress: Sendable {
        let isReady = Atomic(false)
        let isTold = Atomic(false)
    }
}
