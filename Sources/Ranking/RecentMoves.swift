import LaurelDomain

/// Whose entries on a board may have changed lately, in order. Who knows some players' entries of a moment sees in a
/// few steps whether any of them is another by now.
///
/// It notes nothing until somebody asks for a moment: most boards are never read among friends.
struct RecentMoves {
    /// So many are known; 2 KB.
    static let limit: UInt64 = 512

    /// A ring; empty until ``watch()``.
    private var players: [UInt32] = []
    /// How many were noted, those that the ring has lost included.
    private var count: UInt64 = 0
    /// Nothing is known of the time before.
    private var start: UInt64 = 0

    @inline(__always) mutating func note(_ player: UInt32) {
        guard !players.isEmpty else { return }
        players[Int(truncatingIfNeeded: count % Self.limit)] = player
        count &+= 1
    }

    /// So much changed that players are not named.
    mutating func noteWhole() {
        count &+= 1
        start = count
    }

    /// The moment, for ``areUnmoved(_:and:since:)``. Nil: nothing is noted before ``watch()``.
    var moment: UInt64? { players.isEmpty ? nil : count }

    /// Notes from now on.
    mutating func watch() -> UInt64 {
        players = Array(repeating: 0, count: Int(Self.limit))
        return count
    }

    /// Whether none of some players was noted since a moment. False also where that isn't known any more.
    /// O(noted since · log players).
    ///
    /// - Parameter sorted: in order of number.
    func areUnmoved(_ sorted: [PlayerNumber], and viewer: PlayerNumber?, since moment: UInt64) -> Bool {
        guard moment >= start, moment <= count, count &- moment <= Self.limit else { return false }
        var next = moment
        while next < count {
            let player = PlayerNumber(players[Int(truncatingIfNeeded: next % Self.limit)])
            if player == viewer || Self.contains(sorted, player) { return false }
            next &+= 1
        }
        return true
    }

    private static func contains(_ sorted: [PlayerNumber], _ player: PlayerNumber) -> Bool {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low &+ high) / 2
            if sorted[middle].rawValue < player.rawValue { low = middle &+ 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] == player
    }
}
