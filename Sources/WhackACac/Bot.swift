public import LaurelArcade

/// A player who hits what he has seen for long enough, the most urgent first.
///
/// A pure function of the state, so its games have logs like anybody's.
public struct Bot: Hashable, Sendable {
    /// Ticks from a cactus' coming until he can hit it, at least.
    public let reaction: Int32
    /// Ticks between two blows, at least.
    public let rest: Int32

    /// - Parameters:
    ///   - reaction: cut to 1...200; a good player needs 20.
    ///   - rest: cut to 1...200; a good player needs 12.
    public init(reaction: Int32, rest: Int32) {
        self.reaction = min(max(reaction, 1), 200)
        self.rest = min(max(rest, 1), 200)
    }

    /// What it does in the next tick of the run.
    public func input(for run: Run) -> Input {
        guard !run.isOver, run.ticks % rest == 0 else { return [] }
        var chosen: Cactus?
        for index in 0..<Int(run.slotCount) {
            let cactus = run.cactus(index)
            guard cactus.state == .standing, cactus.kind != .owl, cactus.age >= reaction else { continue }
            if let other = chosen, other.patience - other.age <= cactus.patience - cactus.age { continue }
            chosen = cactus
        }
        guard let chosen else { return [] }
        let reach = chosen.size.height * chosen.shown / 512
        let (x, y) = (chosen.x + chosen.size.width / 2, Rules.crest(row: chosen.row) - max(reach, 4))
        // An owl before it is not to be hit: he waits.
        if let struck = run.struck(x: x, y: y), run.cactus(struck).kind == .owl { return [] }
        return .tap(x: x, y: y)
    }
}
