import Foundation
import LaurelDomain
import LaurelWire

@testable import GameKit

/// A game that does nothing but submit scores, for tests that kill it: `ScoreSender FIRST LAST`, with the server, game and
/// device of `LAUREL_…`. Prints `begun N` before a score is submitted and `told N` when its handler was told.
///
/// A program without a run loop: what it is told comes in its frames.
@main struct ScoreSender {
    static func main() throws {
        setvbuf(Glibc.stdout, nil, _IOLBF, 0)
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int64($0) }
        guard numbers.count == 2 else { return }
        let center = GameCenter.current
        let progress = Progress()
        GKLocalPlayer.local.authenticateHandler = { _, _ in progress.isReady = true }
        frames(until: { progress.isReady })
        for number in numbers[0]...numbers[1] {
            print("begun \(number)")
            let body = try scores(number)
            progress.isTold = false
            center.answer { (_: Bool?, _: (any Error)?) in
                progress.isTold = true
            } _: { (center) throws(GKError) in
                _ = try await center.queue.submit(.scores, body, by: center.localPlayer.gamePlayerID, in: center)
                return true
            }
            frames(until: { progress.isTold })
            print("told \(number)")
        }
    }

    /// The same score each time it is made anew, as a game that archived it would send it.
    private static func scores(_ number: Int64) throws -> [UInt8] {
        var item = ScoreOfGame()
        item.leaderboard = try LeaderboardID("best")
        item.score = Score(value: number, id: try ScoreID("run-\(number)"))
        var body = ScoresBody()
        body.scores = [item]
        return body.json
    }

    /// Sixty a second, until there is what the game waits for.
    private static func frames(until isDone: () -> Bool) {
        while !isDone() {
            GameCenter.update()
            poll(nil, 0, 16)
        }
    }

    /// Touched on the main thread alone.
    private final class Progress {
        var isReady = false
        var isTold = false
    }
}
