public import LaurelDomain

/// Some players of a board in one scope, ranked among themselves (rule 2.3): friends and oneself.
///
/// Reading them takes the board's lock and O(m); putting them in order costs more and needs no lock, so it is a step of
/// its own.
public struct Standing: Sendable {
    private let order: SortOrder
    private var rows: [(key: RankKey, step: Step)]

    init(_ order: SortOrder, _ rows: [(key: RankKey, step: Step)]) {
        self.order = order
        self.rows = rows
    }

    /// How many of them have an entry.
    public var count: Int { rows.count }

    /// Best first. To be called before anything is asked for by rank. O(m log m).
    public mutating func sort() { rows.sort { $0.key < $1.key } }

    /// The entries of a run of ranks; shorter or empty where they end.
    public func page(_ window: RankWindow) -> [RankedEntry] { entries(from: window.first - 1, count: window.count) }

    /// A player amid those next to them: `count` in all, fewer only where there are fewer. Empty: they have no entry.
    public func around(_ player: PlayerNumber, count: Int) -> [RankedEntry] {
        guard let position = position(of: player) else { return [] }
        let count = min(max(count, 1), RankWindow.countLimit)
        let last = max(rows.count - count, 0)
        return entries(from: min(max(position - count / 2, 0), last), count: count)
    }

    /// Nil: they have no entry.
    public func entry(of player: PlayerNumber) -> RankedEntry? { position(of: player).map(entry(at:)) }

    private func position(of player: PlayerNumber) -> Int? { rows.firstIndex { $0.key.player == player.rawValue } }

    private func entries(from position: Int, count: Int) -> [RankedEntry] {
        guard position >= 0, position < rows.count else { return [] }
        return (position..<min(position + count, rows.count)).map(entry(at:))
    }

    private func entry(at position: Int) -> RankedEntry {
        let (key, step) = rows[position]
        return RankedEntry(
            rank: position + 1, player: PlayerNumber(key.player), value: order.value(ofOrdinal: step.ordinal),
            date: Timestamp(clamping: step.date), context: step.context, sequence: JournalSequence(step.sequence),
            flags: SubmissionFlags(rawValue: step.flags))
    }
}

extension Board {
    /// Those of some players who have an entry in the scope, not in order yet. O(m).
    ///
    /// - Parameter players: in order of number, none twice.
    /// - Parameter viewer: one more, unless already among them.
    public func standing(
        of players: [PlayerNumber], and viewer: PlayerNumber?, _ scope: TimeScope, at now: Timestamp
    ) -> Standing {
        advance(to: now)
        // Records lie far apart in memory: ask for all of them first, so that the misses overlap.
        for player in players { warm(player.rawValue) }
        var rows: [(key: RankKey, step: Step)] = []
        rows.reserveCapacity(players.count + 1)
        var isViewerThere = false
        for player in players {
            if player == viewer { isViewerThere = true }
            if let step = current(player.rawValue, scope) { rows.append((step.key(player.rawValue), step)) }
        }
        if let viewer, !isViewerThere, let step = current(viewer.rawValue, scope) {
            rows.append((step.key(viewer.rawValue), step))
        }
        return Standing(order, rows)
    }
}
