public import LaurelArcade

extension Game {
    /// The texts of the game's own on its screens, from `Text.own` on.
    public enum ScreenText: Int32, Sendable {
        case playClassic = 0x100, playTimed
        case classic, timed
        /// The points in `a`, in a list; and the best of them.
        case points, bestPoints
        /// A time, its hundredths of a second in `a`; and the best.
        case time, bestTime
        /// "You scored a points!" and "You lasted a!".
        case scored, lasted
        /// What ended it: no lives, or the player.
        case noLives, left
        /// "12 points", in a sentence.
        case pointsSaid
    }

    /// The two modes, and their leaderboards.
    public static var boards: [BoardTexts] {
        [
            BoardTexts(
                play: ScreenText.playClassic.rawValue, name: ScreenText.classic.rawValue,
                score: ScreenText.points.rawValue, said: ScreenText.pointsSaid.rawValue,
                best: ScreenText.bestPoints.rawValue),
            BoardTexts(
                play: ScreenText.playTimed.rawValue, name: ScreenText.timed.rawValue, score: ScreenText.time.rawValue,
                best: ScreenText.bestTime.rawValue, start: .startTimed),
        ]
    }

    public var ending: Ending { run.ending }
}

extension Stage {
    public var ending: Ending { run.ending }
}

extension Run {
    /// What it came to.
    var ending: Ending {
        let points = Int32(clamping: score)
        let result: Game.ScreenText = mode == .classic ? .scored : .lasted
        let cause: Game.ScreenText = wasQuit ? .left : .noLives
        return Ending(
            board: mode.rawValue, score: score, result: Text(number: result.rawValue, a: points),
            cause: Text(number: cause.rawValue), goal: mode == .classic ? Self.goals.first { $0 > points } ?? 0 : 0)
    }

    /// The points that have achievements.
    private static var goals: [Int32] { [50, 100] }
}
