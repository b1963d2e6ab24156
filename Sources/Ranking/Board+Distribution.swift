public import LaurelDomain

extension ScopeIndex {
    /// O(b log n) for b bins: no entry is looked at but those at the edges.
    ///
    /// The bins are equally wide up to twice the spread of the middle half beyond it (Tukey's fences, a little wider);
    /// the two outer ones reach to the worst and to the best value, so that one of those does not squeeze all others
    /// into one bin.
    func distribution(_ order: SortOrder) -> ScoreDistribution {
        let total = tree.count
        var result = ScoreDistribution()
        result.total = total
        guard let best = tree.key(at: 0)?.ordinal, let worst = tree.key(at: total - 1)?.ordinal else { return result }
        for percent in ScoreDistribution.percents {
            if let key = tree.key(at: position(of: percent, total)) {
                result.marks.append(.init(percent: percent, value: order.value(ofOrdinal: key.ordinal)))
            }
        }
        let (low, high) = fences(best, worst)
        // A difference of two Int64 fits in UInt64.
        let span = UInt64(bitPattern: high &- low)
        let width = span / UInt64(ScoreDistribution.binsLimit) + 1
        let count = Int(span / width) + 1
        var start = best
        var before = 0
        for index in 0..<count {
            let edge = low &+ Int64(bitPattern: width &* UInt64(index + 1) &- 1)
            let end = index == count - 1 ? worst : edge
            let behind = end == .max ? total : tree.position(of: RankKey(ordinal: end + 1, date: 0, player: 0))
            result.bins.append(
                .init(
                    worst: order.value(ofOrdinal: end), best: order.value(ofOrdinal: start), count: behind - before))
            before = behind
            start = end &+ 1
        }
        result.bins.reverse()
        return result
    }

    /// From where to where the bins are equally wide, as ordinals.
    private func fences(_ best: Int64, _ worst: Int64) -> (Int64, Int64) {
        guard let upper = tree.key(at: position(of: 75, tree.count))?.ordinal,
            let lower = tree.key(at: position(of: 25, tree.count))?.ordinal, upper < lower
        else { return (best, worst) }
        let (spread, overflows) = lower.subtractingReportingOverflow(upper)
        let (reach, isTooFar) = spread.multipliedReportingOverflow(by: 2)
        guard !overflows, !isTooFar else { return (best, worst) }
        let (low, isBelow) = upper.subtractingReportingOverflow(reach)
        let (high, isAbove) = lower.addingReportingOverflow(reach)
        return (isBelow ? best : max(low, best), isAbove ? worst : min(high, worst))
    }

    /// Where the entry stands that `percent` of a hundred do not surpass.
    private func position(of percent: Int, _ total: Int) -> Int {
        min(max(total - Int((Double(total) * Double(percent) / 100).rounded(.up)), 0), total - 1)
    }
}

extension Board {
    /// Of all time.
    public func distribution() -> ScoreDistribution { scopes[Int(TimeScope.allTime.rawValue)].distribution(order) }
}
