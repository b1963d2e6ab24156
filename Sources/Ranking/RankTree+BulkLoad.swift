extension RankTree {
    /// Builds a tree from keys that come sorted. O(n), no comparison but with the key before.
    struct Builder: ~Copyable {
        /// Leaves are left with a little room, so that the first insertions do not split each one.
        static let fill = 56
        private typealias Built = (node: RankNode, first: RankKey, entries: Int32)

        private var tree = RankTree()
        private var done: [Built] = []
        private var leaf: RankNode
        private var last: RankKey?

        init() { leaf = tree.state.pointee.root }

        /// - Returns: false when `key` is not above the one before; the tree is then of no use.
        mutating func append(_ key: RankKey) -> Bool {
            if let last { guard last < key else { return false } }
            guard tree.state.pointee.count < Int(Int32.max) - 1 else { return false }
            last = key
            if leaf.count == Self.fill {
                done.append((leaf, leaf.key(0), Int32(leaf.count)))
                let next = tree.state.pointee.leaves.allocate()
                next.clear(isInner: false)
                leaf.next = next
                leaf = next
            }
            leaf.setKey(leaf.count, key)
            leaf.count += 1
            tree.state.pointee.count += 1
            return true
        }

        consuming func finish() -> RankTree {
            var level = done
            level.append((leaf, leaf.count > 0 ? leaf.key(0) : .lowest, Int32(leaf.count)))
            while level.count > 1 {
                level = addLevel(over: level)
                tree.state.pointee.height += 1
            }
            tree.state.pointee.root = level[0].node
            return tree
        }

        private func addLevel(over level: [Built]) -> [Built] {
            let groups = (level.count + Self.fill - 1) / Self.fill
            var result: [Built] = []
            for group in 0..<groups {
                let range = level.count * group / groups..<level.count * (group + 1) / groups
                let inner = tree.state.pointee.inners.allocate()
                inner.clear(isInner: true)
                var entries: Int32 = 0
                for (slot, child) in level[range].enumerated() {
                    inner.setKey(slot, slot == 0 ? .lowest : child.first)
                    inner.children[slot] = child.node.address
                    inner.before[slot] = entries
                    entries += child.entries
                }
                inner.count = range.count
                inner.before[range.count] = entries
                result.append((inner, level[range.lowerBound].first, entries))
            }
            return result
        }
    }
}
