public import LaurelDomain

/// Some players of a board in one scope, ranked among themselves (rule 2.3): friends and oneself.
///
/// Reading them takes the board's lock and O(m); what is asked of them needs no lock. They are never put in order as a
/// whole: a page of a hundred among a thousand friends orders that hundred alone.
public struct Standing: Sendable {
    private let order: SortOrder
    /// In no order.
    private let rows: [(key: RankKey, step: Step)]

    init(_ order: SortOrder, _ rows: [(key: RankKey, step: Step)]) {
        self.order = order
        self.rows = rows
    }

    /// How many of them have an entry.
    public var count: Int { rows.count }

    /// Equal while every one of them has the entry that they had: a hash with this process's own key. O(m).
    public var fingerprint: UInt64 {
        rows.reduce(UInt64(rows.count)) { sum, row in
            // A sum, since the rows come in any order. A row's sequence names its player, its value and its date.
            let name = UInt64(bitPattern: row.step.sequence) | UInt64(row.step.flags) << 48
            let product = (name ^ Self.secret.0).multipliedFullWidth(
                by: UInt64(bitPattern: row.key.ordinal) ^ Self.secret.1)
            return sum &+ (product.high ^ product.low)
        }
    }

    private static let secret = (word(0), word(1))
    private static func word(_ number: Int) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(number)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    /// The entries of a run of ranks; shorter or empty where they end. O(m + n log n), n being its length.
    public func page(_ window: RankWindow) -> [RankedEntry] { entries(from: window.first - 1, count: window.count) }

    /// A player amid those next to them: `count` in all, fewer only where there are fewer. Empty: they have no entry.
    /// O(m + count log count).
    public func around(_ player: PlayerNumber, count: Int) -> [RankedEntry] {
        guard let own = row(of: player) else { return [] }
        let count = min(max(count, 1), RankWindow.countLimit)
        let last = max(rows.count - count, 0)
        return entries(from: min(max(position(of: own) - count / 2, 0), last), count: count)
    }

    /// Nil: they have no entry. O(m).
    public func entry(of player: PlayerNumber) -> RankedEntry? {
        row(of: player).map { entry(of: $0, at: position(of: $0)) }
    }

    private func row(of player: PlayerNumber) -> Int? { rows.firstIndex { $0.key.player == player.rawValue } }

    /// How many are better than the row.
    private func position(of row: Int) -> Int {
        let key = rows[row].key
        return rows.reduce(0) { $1.key < key ? $0 + 1 : $0 }
    }

    private func entries(from position: Int, count: Int) -> [RankedEntry] {
        guard position >= 0, position < rows.count, count > 0 else { return [] }
        let wanted = position..<min(position + count, rows.count)
        var selection = KeySelection(rows.map(\.key))
        return zip(wanted, selection.rows(at: wanted)).map { position, row in entry(of: row, at: position) }
    }

    private func entry(of row: Int, at position: Int) -> RankedEntry {
        let (key, step) = rows[row]
        return RankedEntry(
            rank: position + 1, player: PlayerNumber(key.player), value: order.value(ofOrdinal: step.ordinal),
            date: Timestamp(clamping: step.date), context: step.context, sequence: JournalSequence(step.sequence),
            flags: SubmissionFlags(rawValue: step.flags))
    }
}

extension Board {
    /// A moment of the board, for ``areUnmoved(_:and:since:at:)``. The first call changes the board: it notes from then
    /// on.
    public func moves(at now: Timestamp) -> UInt64 {
        advance(to: now)
        return recent.moment ?? recent.watch()
    }

    /// Whether ``moves(at:)`` was called before.
    public var notesMoves: Bool { recent.moment != nil }

    /// Whether each of some players still has the entries that they had at a moment, or still has none. False also
    /// where that isn't known any more: too much happened since. O(changes since · log m), at most 512 changes.
    ///
    /// - Parameters:
    ///   - players: in order of number.
    ///   - viewer: one more.
    ///   - moment: what ``moves(at:)`` of this board was.
    public func areUnmoved(
        _ players: [PlayerNumber], and viewer: PlayerNumber?, since moment: UInt64, at now: Timestamp
    ) -> Bool {
        advance(to: now)
        return recent.areUnmoved(players, and: viewer, since: moment)
    }

    /// Those of some players who have an entry in the scope, not in order yet. O(m).
    ///
    /// - Parameter players: in order of number, none twice.
    /// - Parameter viewer: one more, unless already among them.
    public func standing(
        of players: [PlayerNumber], and viewer: PlayerNumber?, _ scope: TimeScope, at now: Timestamp
    ) -> Standing {
        advance(to: now)
        // Records lie far apart in memory: ask for all of them first, so that the misses overlap.
        var seen = 0
        for player in players { seen &+= warm(player.rawValue) }
        keep(seen)
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
