public import LaurelDomain

// Reading (rules 4.6, 4.8, 4.9). Every call first moves the windows to the reader's own `now`; at the board's own
// moment, or an earlier one, it changes nothing.
extension Board {
    /// How many players have an entry in the scope.
    public func total(_ scope: TimeScope, at now: Timestamp) -> Int {
        advance(to: now)
        return scopes[Int(scope.rawValue)].tree.count
    }

    /// Grows when anything at rank ≤ 100 of the scope changed: while it and ``total(_:at:)`` stay, so does every page
    /// that ends at rank 100 or before.
    public func topVersion(_ scope: TimeScope, at now: Timestamp) -> UInt64 {
        advance(to: now)
        return scopes[Int(scope.rawValue)].topVersion
    }

    /// A player's own entry. Nil: they have none in the scope; there is no rank 0.
    public func entry(of player: PlayerNumber, _ scope: TimeScope, at now: Timestamp) -> RankedEntry? {
        advance(to: now)
        guard let step = current(player.rawValue, scope) else { return nil }
        let position = scopes[Int(scope.rawValue)].tree.position(ofPresent: step.key(player.rawValue))
        return entry(step, player.rawValue, rank: position + 1)
    }

    /// The value and date of a player's entry, for those who don't need its rank. Nil: they have none in the scope.
    /// O(1).
    public func best(
        of player: PlayerNumber, _ scope: TimeScope, at now: Timestamp
    ) -> (value: Int64, date: Timestamp)? {
        advance(to: now)
        return current(player.rawValue, scope).map {
            (order.value(ofOrdinal: $0.ordinal), Timestamp(clamping: $0.date))
        }
    }

    /// The entries of a run of ranks, best first; shorter or empty where the scope ends.
    public func page(_ scope: TimeScope, _ window: RankWindow, at now: Timestamp) -> [RankedEntry] {
        advance(to: now)
        return entries(scope, from: window.first - 1, count: window.count)
    }

    /// A player's entry amid those next to them: `count` (1 … 100) in all, fewer only where the scope has fewer.
    /// Empty: they have no entry.
    public func around(
        _ player: PlayerNumber, _ scope: TimeScope, count: Int, at now: Timestamp
    ) -> [RankedEntry] {
        advance(to: now)
        guard let step = current(player.rawValue, scope) else { return [] }
        let tree = scopes + Int(scope.rawValue)
        let position = tree.pointee.tree.position(ofPresent: step.key(player.rawValue))
        let count = min(max(count, 1), RankWindow.countLimit)
        let last = max(tree.pointee.tree.count - count, 0)
        return entries(scope, from: min(max(position - count / 2, 0), last), count: count)
    }

    /// The entries of some players with their ranks on the whole board, best first, each player once.
    public func entries(of players: [PlayerNumber], _ scope: TimeScope, at now: Timestamp) -> [RankedEntry] {
        advance(to: now)
        return standing(players, scope).map { key, step in
            entry(step, key.player, rank: scopes[Int(scope.rawValue)].tree.position(ofPresent: key) + 1)
        }
    }

    private func standing(_ players: [PlayerNumber], _ scope: TimeScope) -> [(RankKey, Step)] {
        var found: [(RankKey, Step)] = []
        for player in Set(players) {
            guard let step = current(player.rawValue, scope) else { continue }
            found.append((step.key(player.rawValue), step))
        }
        found.sort { $0.0 < $1.0 }
        return found
    }

    private func entries(_ scope: TimeScope, from position: Int, count: Int) -> [RankedEntry] {
        let tree = scopes + Int(scope.rawValue)
        let length = min(count, tree.pointee.tree.count - position)
        guard length > 0 else { return [] }
        // The neighbours of a rank lie far apart in the table: ask for all of them first, so that the misses overlap.
        var seen = 0
        tree.pointee.tree.forEach(from: position, limit: length) { seen &+= warm($0.player) }
        keep(seen)
        return [RankedEntry](unsafeUninitializedCapacity: length) { buffer, filled in
            tree.pointee.tree.forEach(from: position, limit: length) { key in
                // The table describes every key of a tree (see the invariants); a bare key is its safe reading.
                let bare = Step(ordinal: key.ordinal, date: key.date, context: 0, sequence: 0, flags: 0)
                let step = current(key.player, scope) ?? bare
                buffer.initializeElement(at: filled, to: entry(step, key.player, rank: position &+ filled &+ 1))
                filled &+= 1
            }
        }
    }

    /// What a player's entry in a scope is made of.
    @inline(__always) func current(_ player: UInt32, _ scope: TimeScope) -> Step? {
        guard let record = players.find(player) else { return nil }
        if scope == .allTime { return record.pointee.marks.contains(.ranked) ? record.pointee.best : nil }
        let handle = record.pointee.staircase
        guard handle != 0 else { return nil }
        let steps = pool.steps(handle)
        let edge = edge(scope)
        for index in 0..<pool.count(handle) where steps[index].date > edge { return steps[index] }
        return nil
    }

    @inline(__always) private func entry(_ step: Step, _ player: UInt32, rank: Int) -> RankedEntry {
        RankedEntry(
            rank: rank, player: PlayerNumber(player), value: order.value(ofOrdinal: step.ordinal),
            date: Timestamp(clamping: step.date), context: step.context, sequence: JournalSequence(step.sequence),
            flags: SubmissionFlags(rawValue: step.flags))
    }
}
