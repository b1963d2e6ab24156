/// One scope's order, and a counter that tells whether its first page is still what it was.
struct ScopeIndex: ~Copyable {
    /// How many ranks ``topVersion`` watches: the longest page (rule 4.9).
    static let topCount = 100
    private static let everything = RankKey(ordinal: .max, date: .max, player: .max)

    let tree: RankTree
    /// The tree is made later, of all keys at once: ``Board/beginFilling()``.
    var isLeftOut = false
    /// Grows when an entry at rank ≤ 100 comes, goes, moves or changes.
    private(set) var topVersion: UInt64 = 0
    /// Whether an entry came, went or changed since ``takeChange()``.
    private var hasChanged = false
    /// The key at rank 100, or above every key while there are fewer.
    private var topEnd = Self.everything

    init() { tree = RankTree() }
    init(tree: consuming RankTree) {
        self.tree = tree
        findTopEnd()
    }

    mutating func insert(_ key: RankKey) {
        guard !isLeftOut else { return }
        tree.insert(key)
        hasChanged = true
        if key <= topEnd { topChanged() }
    }

    mutating func remove(_ key: RankKey) {
        guard !isLeftOut else { return }
        tree.remove(key)
        hasChanged = true
        if key <= topEnd { topChanged() }
    }

    mutating func removeAll() {
        tree.removeAll()
        hasChanged = true
        topChanged()
    }

    mutating func takeChange() -> Bool {
        defer { hasChanged = false }
        return hasChanged
    }

    private mutating func topChanged() {
        topVersion &+= 1
        findTopEnd()
    }

    private mutating func findTopEnd() { topEnd = tree.key(at: Self.topCount - 1) ?? Self.everything }
}
