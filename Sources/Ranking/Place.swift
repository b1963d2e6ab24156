public import LaurelDomain

/// Where a player stands on a board of all time, to be compared with others there: the lower one is the better one.
public struct Place: Hashable, Comparable, Sendable {
    private let key: RankKey

    fileprivate init(_ key: RankKey) { self.key = key }

    public static func < (left: Place, right: Place) -> Bool { left.key < right.key }
}

extension Board {
    /// Nil: they have no entry. O(1).
    public func place(of player: PlayerNumber) -> Place? {
        current(player.rawValue, .allTime).map { Place($0.key(player.rawValue)) }
    }

    /// Those of some players whom another one went past when they rose. O(m).
    ///
    /// The board may have gone on since then: whoever got their entry later was not there to be passed.
    ///
    /// - Parameters:
    ///   - before: where they stood; nil: they had no entry.
    ///   - sequence: the row by which they rose.
    public func overtaken(
        among players: [PlayerNumber], from before: Place?, to after: Place, by sequence: JournalSequence
    ) -> [PlayerNumber] {
        players.filter { player in
            guard let step = current(player.rawValue, .allTime), step.sequence < sequence.rawValue else { return false }
            let place = Place(step.key(player.rawValue))
            return after < place && (before.map { place < $0 } ?? true)
        }
    }
}
