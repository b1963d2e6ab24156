import LaurelArcade

/// Play without sense, begun anew after each death: it sees far more states than a good player does.
public enum RandomPlay {
    /// The traces of all runs of so many ticks, chained.
    public static func trace(seed: UInt64, ticks: Int32) -> UInt64 {
        var random = SeededRandom(seed: seed)
        var run = Run(seed: random.next())
        var sum = Trace(seed: seed)
        var input: Input = []
        var left: Int32 = 0
        for _ in 0..<max(ticks, 0) {
            if left == 0 {
                input = input == .jump ? [] : .jump
                left = random.between(1, input == .jump ? 24 : 50)
            }
            left -= 1
            run.tick(input)
            if run.isOver {
                sum.fold(run.trace.value)
                run = Run(seed: random.next())
            }
        }
        sum.fold(run.trace.value)
        return sum.value
    }

    /// The same for runs of the bot.
    public static func botTrace(seed: UInt64, ticks: Int32, skill: Int32) -> UInt64 {
        let bot = Bot(skill: skill)
        var seeds = SeededRandom(seed: seed)
        var run = Run(seed: seeds.next())
        var sum = Trace(seed: seed)
        for _ in 0..<max(ticks, 0) {
            run.tick(bot.input(for: run))
            if run.isOver {
                sum.fold(run.trace.value)
                run = Run(seed: seeds.next())
            }
        }
        sum.fold(run.trace.value)
        return sum.value
    }
}
