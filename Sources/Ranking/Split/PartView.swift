import LaurelDomain

/// One scope of a part as of an epoch: the tree as it is now, less what came since, plus what went since.
///
/// Players go by their numbers inside the part; positions count from 0. With m players who changed since the epoch, a
/// count and a search by position are O(log n + log m); to make the view is O(m log n).
struct PartView {
    private let board: Board
    private let scope: TimeScope
    private let past: [UInt32: Step?]
    /// Keys in the tree that were not there then, sorted.
    private let added: [RankKey]
    /// Keys that were there then and are in the tree no more, sorted.
    private let removed: [RankKey]
    /// For each added key: how many keys that were there then come before it in the tree.
    private let addedPositions: [Int]
    /// For each removed key: its position then.
    private let removedPositions: [Int]

    /// - Parameter past: what players who changed since were; those who didn't are missing.
    init(_ board: Board, _ scope: TimeScope, past: [UInt32: Step?]) {
        self.board = board
        self.scope = scope
        self.past = past
        var added: [RankKey] = []
        var removed: [RankKey] = []
        for (player, then) in past {
            let now = board.current(player, scope)?.key(player)
            let then = then?.key(player)
            guard now != then else { continue }
            if let now { added.append(now) }
            if let then { removed.append(then) }
        }
        added.sort()
        removed.sort()
        self.added = added
        self.removed = removed
        let index = board.scopes + Int(scope.rawValue)
        addedPositions = added.enumerated().map { index.pointee.tree.position(of: $1) - $0 }
        removedPositions = removed.enumerated().map {
            index.pointee.tree.position(of: $1) - Self.count(of: added, before: $1) + $0
        }
    }

    var count: Int { treeCount - added.count + removed.count }

    /// A player's entry. Nil: they had none.
    func entry(of player: UInt32) -> Step? {
        if let then = past[player] { return then }
        return board.current(player, scope)
    }

    /// How many entries were better.
    func count(before key: RankKey) -> Int {
        treePosition(of: key) - Self.count(of: added, before: key) + Self.count(of: removed, before: key)
    }

    /// - Returns: nil past the last entry.
    func key(at position: Int) -> RankKey? {
        guard 0..<count ~= position else { return nil }
        // How many of those that are in the tree no more stand before the position; perhaps the next one is the answer.
        let before = Self.firstIndex(below: removed.count) { removedPositions[$0] >= position }
        if before < removed.count, removedPositions[before] == position { return removed[before] }
        // The others are in the tree, amid keys that were not there then and are passed over.
        let rest = position - before
        return treeKey(at: rest + Self.firstIndex(below: added.count) { addedPositions[$0] > rest })
    }

    /// The keys from a position on, best first; shorter or empty where the entries end.
    func keys(from position: Int, count: Int) -> [RankKey] {
        guard count > 0, let first = key(at: position) else { return [] }
        let extra = removed[Self.count(of: removed, before: first)...].prefix(count)
        var skipped = added[Self.count(of: added, before: first)...]
        var found: [RankKey] = []
        var next = treePosition(of: first)
        while found.count < count, next < treeCount {
            forEachInTree(from: next, limit: count) { key in
                if key == skipped.first { skipped.removeFirst() } else { found.append(key) }
            }
            next += count
        }
        return Array((found + extra).sorted().prefix(count))
    }
}

extension PartView {
    /// The first index that passes, or `end`: those that pass come after those that don't. O(log end).
    private static func firstIndex(below end: Int, where passes: (Int) -> Bool) -> Int {
        var low = 0
        var high = end
        while low < high {
            let middle = (low + high) / 2
            if passes(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func count(of sorted: [RankKey], before key: RankKey) -> Int {
        firstIndex(below: sorted.count) { !(sorted[$0] < key) }
    }

    private var index: UnsafeMutablePointer<ScopeIndex> { board.scopes + Int(scope.rawValue) }
    private var treeCount: Int { index.pointee.tree.count }
    private func treePosition(of key: RankKey) -> Int { index.pointee.tree.position(of: key) }
    private func treeKey(at position: Int) -> RankKey? { index.pointee.tree.key(at: position) }
    private func forEachInTree(from position: Int, limit: Int, _ body: (RankKey) -> Void) {
        index.pointee.tree.forEach(from: position, limit: limit, body)
    }
}
