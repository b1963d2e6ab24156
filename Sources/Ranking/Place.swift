public import LaurelDomain

/// Where a player stands on a board of all time, to be compared with others there: the lower one is the better one.
public struct Place: Hashable, Comparable, Sendable {
    private let key: RankKey

    fileprivate init(_ key: RankKey) { self.key = key }

    public static func < (left: Place, right: Place) -> Bool { left.key < right.key }
}

extension Board {
    /// Nil: he has no entry. O(1).
    public func place(of player: PlayerNumber) -> Place? {
        current(player.rawValue, .allTime).map { Place($0.key(player.rawValue)) }
    }

    /// Those of some players whom another one went past when he rose. O(m).
    ///
    /// - Parameter before: where he stood; nil: he had no entry.
    public func overtaken(
        among players: [PlayerNumber], from before: Place?, to after: Place
    ) -> [PlayerNumber] {
        players.filter { player in
            guard let place = place(of: player), after < place else { return false }
            return before.map { place < $0 } ?? true
        }
    }
}
