extension RankTree {
    /// Walks the whole tree. Nil: all is well; else the first thing wrong. O(n).
    func brokenInvariant() -> String? {
        var walk = Walk()
        guard walk.visit(state.pointee.root, height: state.pointee.height) else { return walk.wrong }
        guard walk.entries == count else { return "count is \(count), the leaves hold \(walk.entries)" }
        guard walk.lastLeaf?.next == nil else { return "the last leaf has a next one" }
        return nil
    }

    private struct Walk {
        var entries = 0
        var last: RankKey?
        var lastLeaf: RankNode?
        var wrong: String?

        mutating func fail(_ text: String) -> Bool {
            wrong = text
            return false
        }

        mutating func visit(_ node: RankNode, height: Int) -> Bool {
            guard node.count <= RankNode.capacity else { return fail("a node holds \(node.count)") }
            for slot in node.count..<64 where node.ordinals[slot] != .max { return fail("slot \(slot) is not padded") }
            return height == 0 ? visitLeaf(node) : visitInner(node, height: height)
        }

        private mutating func visitLeaf(_ leaf: RankNode) -> Bool {
            if let lastLeaf {
                guard lastLeaf.next == leaf else { return fail("the chain of leaves is broken") }
                guard leaf.count > 0 else { return fail("an empty leaf") }
            }
            for slot in 0..<leaf.count {
                if let last { guard last < leaf.key(slot) else { return fail("keys out of order") } }
                last = leaf.key(slot)
            }
            entries += leaf.count
            lastLeaf = leaf
            return true
        }

        private mutating func visitInner(_ node: RankNode, height: Int) -> Bool {
            guard node.count > 0, node.key(0) == .lowest else { return fail("an inner node without a lowest key") }
            let start = entries
            for slot in 0..<node.count {
                guard Int(node.before[slot]) == entries - start else { return fail("a count is wrong") }
                if slot > 0 { guard let last, last < node.key(slot) else { return fail("a separator is too low") } }
                guard visit(RankNode(address: node.children[slot]), height: height - 1) else { return false }
                if slot > 0, node.key(slot) > (last ?? .lowest) { return fail("a separator is too high") }
            }
            guard Int(node.before[node.count]) == entries - start else { return fail("a total is wrong") }
            for slot in (node.count + 1)..<64 where node.before[slot] != .max { return fail("a count is not padded") }
            return true
        }
    }
}
