import LaurelArcade

/// Many games, for comparing two builds of the core.
public enum RandomPlay {
    /// Every state of so many games between computer players, chained.
    public static func trace(seed: UInt64, games: Int32) -> UInt64 {
        var random = SeededRandom(seed: seed)
        var trace = Trace(seed: seed)
        for _ in 0..<max(games, 0) {
            var match = Match(seats: random.between(2, 4), seed: random.next())
            while !match.isOver, let view = match.view(of: match.current) {
                let strength: Bot.Strength = match.current % 2 == 0 ? .strong : .easy
                let move = Bot(strength).move(for: view, random: &random)
                // Computer players know the rules; one that did not would end the game here, and differ.
                guard let next = next(match, move) else { break }
                match = next
                for byte in match.encoded() { trace.fold(UInt64(byte)) }
            }
        }
        return trace.value
    }

    private static func next(_ match: Match, _ move: Move) -> Match? {
        do throws(Refusal) { return try match.after(move, by: match.current) } catch { return nil }
    }
}
