import LaurelArcade

/// Blows without sense, begun anew after each game: it sees far more states than a good player does.
public enum RandomPlay {
    /// The traces of all runs of so many ticks, chained.
    public static func trace(seed: UInt64, ticks: Int32, mode: Mode) -> UInt64 {
        var random = SeededRandom(seed: seed)
        var run = Run(seed: random.next(), mode: mode)
        var sum = Trace(seed: seed)
        let bot = Bot(reaction: 24, rest: 11)
        for _ in 0..<max(ticks, 0) {
            let input: Input =
                switch random.below(64) {
                case 0: .tap(x: random.below(500), y: random.below(420))
                case 1: bot.input(for: run).union(.pause)
                case 2 where random.below(200) == 0: .quit
                case 3: []
                default: bot.input(for: run)
                }
            run.tick(input)
            if run.isOver {
                sum.fold(run.trace.value)
                run = Run(seed: random.next(), mode: mode)
            }
        }
        sum.fold(run.trace.value)
        return sum.value
    }
}
