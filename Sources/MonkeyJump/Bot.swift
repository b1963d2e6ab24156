public import LaurelArcade

/// A player made of looking ahead: tries each jump on a copy of the run and takes one that lands.
///
/// A pure function of the state, so its runs have logs like anybody's. It is as good as ``skill`` says: an enemy in
/// so many goes unseen until it is too late.
public struct Bot: Hashable, Sendable {
    /// How many enemies of a thousand it sees; 1000 never fails for want of seeing.
    public let skill: Int32

    /// - Parameter skill: cut to 0...1000.
    public init(skill: Int32) { self.skill = min(max(skill, 0), 1000) }

    /// How far it looks: longer than any jump.
    private static let sightTicks: Int32 = 58
    private static let holds: [5 of Int32] = [22, 14, 9, 5, 1]

    /// What it does in the next tick of the run.
    public func input(for run: Run) -> Input {
        guard !run.isOver else { return [] }
        var seen = run
        for index in 0..<run.enemyCount where isBlind(to: run.enemy(index), seed: run.seed) {
            seen.forget(ordinal: run.enemy(index).ordinal)
        }
        return run.isGrounded ? inputOnGround(seen) : inputInAir(seen)
    }

    private func isBlind(to enemy: Enemy, seed: UInt64) -> Bool {
        guard skill < 1000 else { return false }
        let dice = SeededRandom.mix(seed ^ UInt64(UInt32(bitPattern: enemy.ordinal)) &* 0x9E37_79B9) % 1000
        return dice >= UInt64(UInt32(bitPattern: skill))
    }

    private func inputInAir(_ run: Run) -> Input {
        var held = run
        var released = run
        held.tick(.jump)
        released.tick([])
        // Holding, as long as the button goes up in time to land well.
        for hold in 0..<Self.holds.count where lands(held, holding: Self.holds[hold]) { return .jump }
        return lands(released, holding: 0) || held.isOver ? [] : .jump
    }

    /// Jumps as soon as one jump carries it over what is ahead; else as late as it can, to land before the next.
    private func inputOnGround(_ run: Run) -> Input {
        let danger = ticksToEnd(run)
        guard danger < Self.sightTicks else { return [] }
        var jumped = run
        jumped.tick(.jump)
        // The press counts when the button was up before.
        guard jumped.events.contains(.jumped) else { return [] }
        for index in 0..<Self.holds.count where lands(jumped, holding: Self.holds[index], after: danger) {
            return .jump
        }
        guard danger < 14 else { return [] }
        for index in 0..<Self.holds.count where lands(jumped, holding: Self.holds[index]) { return .jump }
        return danger < 3 ? .jump : []
    }

    /// Whether the jump comes down, later than `danger`, and a few steps go well after it.
    private func lands(_ run: Run, holding: Int32, after danger: Int32 = 0) -> Bool {
        var ahead = run
        var left = holding
        var steps: Int32 = 0
        for tick: Int32 in 0..<90 {
            ahead.tick(left > 0 ? .jump : [])
            left -= 1
            if Self.ends(ahead) { return false }
            if ahead.isGrounded { steps += 1 }
            if steps > 5 { return tick - 8 > danger }
        }
        return true
    }

    /// What would only cost the bananas is avoided as well.
    private static func ends(_ run: Run) -> Bool { run.isOver || run.events.contains(.spared) }

    private func ticksToEnd(_ run: Run) -> Int32 {
        var ahead = run
        for tick in 0..<Self.sightTicks {
            ahead.tick([])
            if Self.ends(ahead) { return tick }
        }
        return Self.sightTicks
    }
}
