import LaurelDomain

/// Judges a score by a policy's rules (rule 4.12). It looks at nothing but what it is given.
struct ScoreSuspicion {
    /// What the rules compare with.
    struct Evidence: Hashable {
        /// The date of the player's score before this one on the leaderboard.
        var previousDate: Timestamp?
        /// Their entry before this score.
        var best: Int64?
        /// The entries that end the best quarter and begin the worst one; nil: too few.
        var quartiles: Quartiles?

        struct Quartiles: Hashable {
            var upper: Int64
            var lower: Int64
        }
    }

    let policy: ModerationPolicy
    let order: SortOrder

    func reasons(_ value: Int64, _ date: Timestamp, _ evidence: Evidence) -> [ReviewReason] {
        [
            outOfRange(value), tooSoon(date, evidence), leapOverBest(value, evidence), leapOverBoard(value, evidence),
        ].compactMap { $0 }
    }

    private func outOfRange(_ value: Int64) -> ReviewReason? {
        guard let range = policy.plausible, !range.contains(value) else { return nil }
        return ReviewReason(.outOfRange(value, lowest: range.lowest, highest: range.highest))
    }

    private func tooSoon(_ date: Timestamp, _ evidence: Evidence) -> ReviewReason? {
        guard let shortest = policy.shortestInterval, let previous = evidence.previousDate else { return nil }
        let apart = abs(date.milliseconds - previous.milliseconds)
        guard apart < shortest.milliseconds else { return nil }
        return ReviewReason(.tooSoon(apart: apart, minimum: shortest.milliseconds))
    }

    private func leapOverBest(_ value: Int64, _ evidence: Evidence) -> ReviewReason? {
        guard let percent = policy.leapOverBest, let best = evidence.best else { return nil }
        // 128 bits: the distance of two scores may not fit in 64.
        let leap = distance(value, beyond: best) * 100
        guard leap > Int128(percent) * max(1, Int128(best.magnitude)) else { return nil }
        return ReviewReason(.leapOverBest(value, best: best, percent: percent))
    }

    private func leapOverBoard(_ value: Int64, _ evidence: Evidence) -> ReviewReason? {
        guard let spreads = policy.leapOverBoard, let quartiles = evidence.quartiles else { return nil }
        let spread = max(1, distance(quartiles.upper, beyond: quartiles.lower))
        guard distance(value, beyond: quartiles.upper) > Int128(spreads) * spread else { return nil }
        return ReviewReason(
            .leapOverBoard(value, spreads: spreads, spread: UInt64(clamping: spread), quartile: quartiles.upper))
    }

    /// How much better; negative: worse.
    private func distance(_ value: Int64, beyond other: Int64) -> Int128 {
        let difference = Int128(value) - Int128(other)
        return order == .highToLow ? difference : -difference
    }
}
