/// A counted B+ tree of ``RankKey``s: who is where, and who is at a rank, in O(log n).
///
/// Bayer and McCreight's B-tree with keys in the leaves and, in the inner nodes, the number of entries before each
/// child. A full leaf first gives to a neighbour (the B*-tree of Knuth 6.2.4), so that leaves are about four fifths
/// full. It owns its memory and reaches it by address alone: no reference counts, no exclusivity checks.
/// Positions count from 0.
///
/// - Absent: iteration backwards, range removal.
struct RankTree: ~Copyable {
    struct State: ~Copyable {
        var root: RankNode
        /// Levels of inner nodes.
        var height = 0
        var count = 0
        var leaves = NodeArena(nodeBytes: RankNode.leafBytes)
        var inners = NodeArena(nodeBytes: RankNode.innerBytes)

        init() {
            root = leaves.allocate()
            root.clear(isInner: false)
        }
    }

    /// Ten levels of at least 2 children at the root and 20 below hold more than the 2^31 entries that are counted.
    static let heightLimit = 10
    typealias Path = UnsafeMutablePointer<(node: RankNode, index: Int)>

    let state: UnsafeMutablePointer<State>
    let path: Path

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        path = .allocate(capacity: Self.heightLimit)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
        path.deallocate()
    }

    @inline(__always) var count: Int { state.pointee.count }

    /// What the nodes take, used or free.
    var bytes: Int { state.pointee.leaves.bytes + state.pointee.inners.bytes }

    func removeAll() {
        state.deinitialize(count: 1)
        state.initialize(to: State())
    }
}

extension RankTree {
    /// How many keys are below `key`; the position of `key` when it is here.
    func position(of key: RankKey) -> Int {
        let (leaf, position) = leaf(for: key)
        return position &+ leaf.keysBelow(key)
    }

    /// The position of a key that is here; any number for another. Touches less memory than ``position(of:)``.
    @inline(__always) func position(ofPresent key: RankKey) -> Int {
        let (leaf, position) = leaf(for: key)
        return position &+ leaf.index(ofPresent: key)
    }

    /// Where `key` belongs, and how many entries stand before that leaf.
    @inline(__always) private func leaf(for key: RankKey) -> (leaf: RankNode, position: Int) {
        var node = state.pointee.root
        var position = 0
        var level = state.pointee.height
        while level > 0 {
            let index = node.childIndex(for: key)
            position &+= Int(node.before[index])
            node = RankNode(address: node.children[index])
            level &-= 1
        }
        return (node, position)
    }

    func contains(_ key: RankKey) -> Bool { self.key(at: position(of: key)) == key }

    /// The leaf that holds `position`, and the slot in it.
    @inline(__always) func locate(_ position: Int) -> (leaf: RankNode, slot: Int) {
        var node = state.pointee.root
        var rest = Int32(truncatingIfNeeded: position)
        var level = state.pointee.height
        while level > 0 {
            let index = node.childIndex(at: rest)
            rest &-= node.before[index]
            node = RankNode(address: node.children[index])
            level &-= 1
        }
        return (node, Int(rest))
    }

    /// - Returns: nil past the last entry.
    func key(at position: Int) -> RankKey? {
        guard position >= 0, position < count else { return nil }
        let (leaf, slot) = locate(position)
        return leaf.key(slot)
    }

    /// Hands out the keys from `position` on, at most `limit`, best first. O(log n + limit).
    @inline(__always) func forEach(from position: Int, limit: Int, _ body: (RankKey) -> Void) {
        guard position >= 0, position < count, limit > 0 else { return }
        let (first, start) = locate(position)
        var leaf = first
        var slot = start
        var left = min(limit, count &- position)
        while left > 0 {
            let end = min(leaf.count, slot &+ left)
            left &-= end &- slot
            while slot < end {
                body(leaf.key(slot))
                slot &+= 1
            }
            slot = 0
            guard left > 0, let next = leaf.next else { return }
            leaf = next
        }
    }
}
