import LaurelDomain

// Many rows into a board that nobody reads yet. The search for each row's position in three trees is most of the work
// of folding it in; so the trees are left out, and made at the end of all entries in order.
extension Board {
    /// From here on rows are folded in, and nobody has a rank until ``endFilling()``: only what changes the board may
    /// be called. Does nothing to a board that has players.
    public func beginFilling() {
        guard players.count == 0 else { return }
        for index in TimeScope.allCases.indices { scopes[index].isLeftOut = true }
    }

    /// Makes the ranks, if they were left out. O(n) for values that seldom repeat, else O(n log n).
    public func endFilling() {
        guard isFilling else { return }
        var keys = entries()
        for scope in TimeScope.allCases {
            keys[Int(scope.rawValue)].sortByRank()
            var builder = RankTree.Builder()
            // In order, and no player twice: each one is above the one before.
            for key in keys[Int(scope.rawValue)] { _ = builder.append(key) }
            take(builder.finish(), scope)
            keys[Int(scope.rawValue)] = []
        }
        checkInvariants()
    }

    var isFilling: Bool { scopes[Int(TimeScope.allTime.rawValue)].isLeftOut }

    /// All of each scope, in no order.
    private func entries() -> [[RankKey]] {
        var keys = [[RankKey]](repeating: [], count: TimeScope.allCases.count)
        for scope in TimeScope.allCases where scope == .allTime || activeCount > 0 {
            keys[Int(scope.rawValue)].reserveCapacity(scope == .allTime ? players.count : activeCount)
        }
        // Staircases lie in the order in which they began, so a few are looked at before any is read: the misses
        // overlap.
        var near: [UInt32] = []
        var seen = 0
        defer { keep(seen) }
        players.forEach { player, record in
            if record.pointee.staircase != 0 { seen &+= pool.count(record.pointee.staircase) }
            near.append(player)
            guard near.count == 64 else { return }
            add(near, to: &keys)
            near.removeAll(keepingCapacity: true)
        }
        add(near, to: &keys)
        return keys
    }

    private func add(_ players: [UInt32], to keys: inout [[RankKey]]) {
        for player in players {
            for scope in TimeScope.allCases {
                if let step = current(player, scope) { keys[Int(scope.rawValue)].append(step.key(player)) }
            }
        }
    }
}
