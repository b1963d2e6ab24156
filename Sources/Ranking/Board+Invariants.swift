import LaurelDomain

#if CHECK_INVARIANTS
    extension Board {
        /// Walks everything after a change; for builds that look for the change that broke something.
        func checkInvariants() {
            if let broken = brokenInvariant() { preconditionFailure(broken) }
        }
    }
#else
    extension Board {
        @inline(__always) func checkInvariants() {}
    }
#endif

extension Board {
    /// Walks trees, table, staircases and queue. Nil: all is well; else the first thing wrong. O(n).
    func brokenInvariant() -> String? {
        for scope in TimeScope.allCases {
            if let wrong = scopes[Int(scope.rawValue)].tree.brokenInvariant() { return "\(scope): \(wrong)" }
        }
        var census = Census()
        players.forEach { player, record in
            if let wrong = broken(record.pointee, player, &census) { census.wrong = "player \(player): \(wrong)" }
        }
        if let wrong = census.wrong { return wrong }
        if !isFilling, census.entries != TimeScope.allCases.map({ scopes[Int($0.rawValue)].tree.count }) {
            return "the table has \(census.entries) entries, the trees others"
        }
        if census.active != activeCount { return "\(census.active) staircases, not \(activeCount)" }
        if census.unranked != unranked { return "the list of the unranked is wrong" }
        if census.needy != needy { return "the list of the needy is wrong" }
        return nil
    }

    private struct Census {
        var entries = [0, 0, 0]
        var active = 0
        var unranked: Set<UInt32> = []
        var needy: Set<UInt32> = []
        var wrong: String?
    }

    private func broken(_ record: PlayerRecord, _ player: UInt32, _ census: inout Census) -> String? {
        if !record.marks.contains(.ranked) { census.unranked.insert(player) }
        if !record.marks.isDisjoint(with: [.awaitsHistory, .awaitsWeek]) { census.needy.insert(player) }
        let isOut = !record.marks.isDisjoint(with: [.hidden, .awaitsHistory])
        if isOut, record.marks.contains(.ranked) || record.staircase != 0 { return "out, and yet in" }
        for scope in TimeScope.allCases {
            guard let step = current(player, scope) else { continue }
            census.entries[Int(scope.rawValue)] += 1
            if step.isGap { return "\(scope) shows a gap" }
            guard isFilling || scopes[Int(scope.rawValue)].tree.contains(step.key(player)) else {
                return "\(scope) lacks the entry"
            }
        }
        guard record.staircase != 0 else { return nil }
        census.active += 1
        return brokenStaircase(record.staircase)
    }

    private func brokenStaircase(_ handle: StepPool.Handle) -> String? {
        let count = pool.count(handle)
        guard (1...Staircase.limit).contains(count) else { return "a staircase of \(count)" }
        if type == .mostRecent, count > 1 { return "more than the most recent" }
        let steps = pool.steps(handle)
        if steps[0].date <= edge(.week) { return "an expired step" }
        for index in 1..<max(count, 1) {
            if steps[index].date <= steps[index - 1].date { return "dates do not rise" }
            if steps[index].ordinal < steps[index - 1].ordinal { return "ordinals fall" }
        }
        if pool.queued(handle) <= now.milliseconds { return "an expiry was missed" }
        return nil
    }
}
