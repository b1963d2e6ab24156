public import LaurelArcade

extension Game {
    /// The texts of the game's own on its screens, from `Text.own` on.
    public enum ScreenText: Int32, Sendable {
        case play = 0x100
        case name
        /// "142 m", the metres in `a`; and "Best 142 m".
        case metres, best
        /// What ended a run: this and the number of the ``Enemy/Kind``.
        case ended = 0x110
    }

    /// The one mode, and its leaderboard.
    public static var boards: [BoardTexts] {
        [
            BoardTexts(
                play: ScreenText.play.rawValue, name: ScreenText.name.rawValue, score: ScreenText.metres.rawValue,
                best: ScreenText.best.rawValue)
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
        Ending(
            score: score, result: Text(number: Game.ScreenText.metres.rawValue, a: Int32(clamping: score)),
            cause: nemesis.map { Text(number: Game.ScreenText.ended.rawValue + Int32($0.rawValue)) } ?? .none,
            goal: Self.goals.first { Int64($0) > score } ?? 0)
    }

    /// The distances that have achievements, in metres.
    private static var goals: [Int32] { [500, 1000, 1600] }
}
