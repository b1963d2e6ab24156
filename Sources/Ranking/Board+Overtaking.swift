public import LaurelDomain

extension Board {
    /// The key of a player's entry of all time, to be compared with those of others. Nil: they have none. O(1).
    public func key(of player: PlayerNumber) -> RankKey? {
        current(player.rawValue, .allTime)?.key(player.rawValue)
    }

    /// Those of some players whom another one passed when they rose. O(m).
    ///
    /// The board may have changed since then: a player whose entry is newer than the rise wasn't there to be passed.
    ///
    /// - Parameters:
    ///   - before: the key they had; nil: they had no entry.
    ///   - sequence: the row by which they rose.
    public func overtaken(
        among players: [PlayerNumber], from before: RankKey?, to after: RankKey, by sequence: JournalSequence
    ) -> [PlayerNumber] {
        players.filter { player in
            guard let step = current(player.rawValue, .allTime), step.sequence < sequence.rawValue else { return false }
            let key = step.key(player.rawValue)
            return after < key && (before.map { key < $0 } ?? true)
        }
    }
}
