public import LaurelDomain

/// Whose entries on a board changed since somebody looked. Belongs to the lock of the board.
final class MoveLog {
    var players: Set<UInt32> = []
    /// So much changed that players are not named.
    var isWhole = false
}

/// The best of each player's entries on several boards of one order (rule 4.1), in all three scopes.
///
/// A view: it takes no rows. Before it is used it catches up with its parts, under the lock that orders theirs, so its
/// ranks always agree with them. What holds for one part's entry (most recent, removed, out of range, grown too old)
/// holds here, because the parts' current entries are all it looks at.
///
/// ```swift
/// let combined = CombinedBoard(parts: [north, south])
/// while !combined.include(entries: 512) { … }      // in slices; once
/// combined.catchUp(to: now)
/// let page = combined.page(.today, window)
/// ```
///
/// Not Sendable, and holds no lock, like ``Board``. Of two parts' equal entries of a player either may be shown: they
/// have the same rank.
public final class CombinedBoard {
    let parts: [Board]
    private let log = MoveLog()
    private let scopes: UnsafeMutablePointer<ScopeIndex>
    /// What each player has in each scope.
    private var shown: [[UInt32: Shown]] = [[:], [:], [:]]
    private var now: Timestamp = .first
    /// How far the parts have been walked for the first time; nil: to the end.
    private var cursor: (part: Int, key: RankKey?)? = (0, nil)

    private struct Shown: BitwiseCopyable, Equatable {
        var ordinal: Int64
        var date: Int64
        var sequence: Int64
        func key(_ player: UInt32) -> RankKey { RankKey(ordinal: ordinal, date: date, player: player) }
    }

    /// - Parameter parts: of one order. They note who changes for as long as this lives.
    public init(parts: [Board]) {
        self.parts = parts
        scopes = .allocate(capacity: TimeScope.allCases.count)
        for index in TimeScope.allCases.indices { (scopes + index).initialize(to: ScopeIndex()) }
        for part in parts { part.logs.append(log) }
    }

    deinit {
        scopes.deinitialize(count: TimeScope.allCases.count)
        scopes.deallocate()
    }

    /// To be called under the lock before this is dropped: the parts then stop noting for it.
    public func leave() {
        for part in parts { part.logs.removeAll { $0 === log } }
    }

    /// A part changed as a whole: this is of no use any more.
    public var isOutdated: Bool { log.isWhole }

    /// Takes in about so many more of the parts' entries. O(entries log n).
    /// - Returns: whether all are in.
    public func include(entries: Int) -> Bool {
        guard let (part, key) = cursor else { return true }
        guard part < parts.count else {
            cursor = nil
            return true
        }
        let tree = parts[part].scopes + Int(TimeScope.allTime.rawValue)
        var start = 0
        if let key {
            start = tree.pointee.tree.position(of: key)
            if tree.pointee.tree.key(at: start) == key { start += 1 }
        }
        var last: RankKey?
        var players: [UInt32] = []
        tree.pointee.tree.forEach(from: start, limit: entries) { key in
            last = key
            players.append(key.player)
        }
        for player in players { update(player) }
        cursor = last == nil ? (part + 1, nil) : (part, last)
        return false
    }

    /// Moves the parts' windows to `now` and takes over what changed in them. O(log n) for each player who did.
    public func catchUp(to now: Timestamp) {
        self.now = max(self.now, now)
        for part in parts { part.advance(to: self.now) }
        guard !log.players.isEmpty else { return }
        let players = log.players
        log.players = []
        for player in players { update(player) }
    }

    private func update(_ player: UInt32) {
        for scope in TimeScope.allCases {
            let index = Int(scope.rawValue)
            let old = shown[index][player]
            let new = best(of: player, scope).map {
                Shown(ordinal: $0.ordinal, date: $0.date, sequence: $0.sequence)
            }
            // The sequence tells two entries with the same key apart: they may have another context.
            guard old != new else { continue }
            if let old { scopes[index].remove(old.key(player)) }
            if let new { scopes[index].insert(new.key(player)) }
            shown[index][player] = new
        }
    }

    private func best(of player: UInt32, _ scope: TimeScope) -> Step? {
        var best: Step?
        for part in parts {
            guard let step = part.current(player, scope) else { continue }
            guard let other = best else {
                best = step
                continue
            }
            if step.key(player) < other.key(player) { best = step }
        }
        return best
    }
}

// Reading. The caller has caught up.
extension CombinedBoard {
    public func total(_ scope: TimeScope) -> Int { scopes[Int(scope.rawValue)].tree.count }

    /// As ``Board/topVersion(_:at:)``.
    public func topVersion(_ scope: TimeScope) -> UInt64 { scopes[Int(scope.rawValue)].topVersion }

    /// As ``Board/distribution()``.
    public func distribution() -> ScoreDistribution {
        scopes[Int(TimeScope.allTime.rawValue)].distribution(parts.first?.order ?? .highToLow)
    }

    public func entry(of player: PlayerNumber, _ scope: TimeScope) -> RankedEntry? {
        guard let own = shown[Int(scope.rawValue)][player.rawValue] else { return nil }
        let key = own.key(player.rawValue)
        return entry(key, scope, rank: scopes[Int(scope.rawValue)].tree.position(ofPresent: key) + 1)
    }

    public func page(_ scope: TimeScope, _ window: RankWindow) -> [RankedEntry] {
        entries(scope, from: window.first - 1, count: window.count)
    }

    /// As ``Board/around(_:_:count:at:)``.
    public func around(_ player: PlayerNumber, _ scope: TimeScope, count: Int) -> [RankedEntry] {
        guard let own = entry(of: player, scope) else { return [] }
        let count = min(max(count, 1), RankWindow.countLimit)
        let last = max(total(scope) - count, 0)
        return entries(scope, from: min(max(own.rank - 1 - count / 2, 0), last), count: count)
    }

    /// The entries of some players with their ranks on the whole board, best first, each player once.
    public func entries(of players: [PlayerNumber], _ scope: TimeScope) -> [RankedEntry] {
        Set(players).compactMap { entry(of: $0, scope) }.sorted { $0.rank < $1.rank }
    }

    /// As ``Board/standing(of:and:_:at:)``.
    public func standing(of players: [PlayerNumber], and viewer: PlayerNumber?, _ scope: TimeScope) -> Standing {
        var rows: [(key: RankKey, step: Step)] = []
        for player in Set(players + (viewer.map { [$0] } ?? [])) {
            guard let step = best(of: player.rawValue, scope) else { continue }
            rows.append((step.key(player.rawValue), step))
        }
        return Standing(parts.first?.order ?? .highToLow, rows)
    }

    /// The scopes in which an entry came, went or changed since this was last asked.
    public func takeChanges() -> ScopeSet {
        var changes: ScopeSet = []
        for scope in TimeScope.allCases where scopes[Int(scope.rawValue)].takeChange() {
            changes.insert(ScopeSet(scope))
        }
        return changes
    }

    private func entries(_ scope: TimeScope, from position: Int, count: Int) -> [RankedEntry] {
        var entries: [RankedEntry] = []
        scopes[Int(scope.rawValue)].tree.forEach(from: position, limit: count) { key in
            entries.append(entry(key, scope, rank: position + entries.count + 1))
        }
        return entries
    }

    private func entry(_ key: RankKey, _ scope: TimeScope, rank: Int) -> RankedEntry {
        // A bare key is the safe reading of one that no part explains.
        let bare = Step(ordinal: key.ordinal, date: key.date, context: 0, sequence: 0, flags: 0)
        let step = best(of: key.player, scope) ?? bare
        return RankedEntry(
            rank: rank, player: PlayerNumber(key.player),
            value: (parts.first?.order ?? .highToLow).value(
                ofOrdinal: step.ordinal), date: Timestamp(clamping: step.date), context: step.context,
            sequence: JournalSequence(step.sequence), flags: SubmissionFlags(rawValue: step.flags))
    }
}
