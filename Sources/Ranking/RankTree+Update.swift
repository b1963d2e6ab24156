extension RankTree {
    /// A leaf this empty looks for a neighbour to join or to share with.
    private static let lowWater = 28
    /// Two nodes this full together become one, with room left so that the next insertion does not part them again.
    private static let mergeLimit = 56
    /// A neighbour with fewer free slots than this is not worth sharing with.
    private static let roomWorthSharing = 8

    /// Leads from the root to the leaf in which `key` belongs, and keeps the nodes it passes in `path`.
    @inline(__always) private func descend(_ key: RankKey) -> RankNode {
        var node = state.pointee.root
        var depth = 0
        let height = state.pointee.height
        while depth < height {
            let index = node.childIndex(for: key)
            path[depth] = (node, index)
            node = RankNode(address: node.children[index])
            depth &+= 1
        }
        return node
    }

    @inline(__always) private func recountPath(by change: Int32) {
        var depth = 0
        let height = state.pointee.height
        while depth < height {
            path[depth].node.recount(after: path[depth].index, by: change)
            depth &+= 1
        }
    }

    /// - Returns: false when the key is here already, or the tree holds all it can count.
    @discardableResult func insert(_ key: RankKey) -> Bool {
        guard state.pointee.count < Int(Int32.max) - 1 else { return false }
        while true {
            let leaf = descend(key)
            let slot = leaf.keysBelow(key)
            let count = leaf.count
            if slot < count, leaf.key(slot) == key { return false }
            guard count < RankNode.capacity else {
                makeRoom(in: leaf)
                continue
            }
            leaf.moveKeys(slot, count &- slot, to: leaf, slot &+ 1)
            leaf.setKey(slot, key)
            leaf.count = count &+ 1
            recountPath(by: 1)
            state.pointee.count &+= 1
            return true
        }
    }

    /// - Returns: false when the key is not here.
    @discardableResult func remove(_ key: RankKey) -> Bool {
        let leaf = descend(key)
        let slot = leaf.keysBelow(key)
        let count = leaf.count
        guard slot < count, leaf.key(slot) == key else { return false }
        leaf.moveKeys(slot &+ 1, count &- slot &- 1, to: leaf, slot)
        leaf.ordinals[count &- 1] = .max
        leaf.count = count &- 1
        recountPath(by: -1)
        state.pointee.count &-= 1
        if count &- 1 < Self.lowWater { rebalance(leaf, depth: state.pointee.height) }
        return true
    }
}

// Growing: one step at a time; the insertion then starts again from the root.
extension RankTree {
    private func makeRoom(in leaf: RankNode) {
        let height = state.pointee.height
        guard height > 0 else { return growRoot(leaf, isInner: false) }
        let (parent, index) = path[height - 1]
        if index + 1 < parent.count {
            let right = RankNode(address: parent.children[index + 1])
            let room = RankNode.capacity - right.count
            if room >= Self.roomWorthSharing { return share(parent, index, leftToRight: (room + 1) / 2) }
        }
        if index > 0 {
            let left = RankNode(address: parent.children[index - 1])
            let room = RankNode.capacity - left.count
            if room >= Self.roomWorthSharing { return share(parent, index - 1, leftToRight: -((room + 1) / 2)) }
        }
        split(leaf, depth: height)
    }

    /// Moves keys (and children) between children `index` and `index + 1` of `parent`; a negative number goes left.
    private func share(_ parent: RankNode, _ index: Int, leftToRight moved: Int, inner: Bool = false) {
        let left = RankNode(address: parent.children[index])
        let right = RankNode(address: parent.children[index + 1])
        let entries: Int32
        if moved > 0 {
            entries = pushRight(left, right, moved, inner: inner)
        } else {
            entries = -pushLeft(left, right, -moved, inner: inner)
        }
        parent.before[index + 1] &-= entries
        if !inner { parent.setKey(index + 1, right.key(0)) }
    }

    /// The last `moved` slots of `left` become the first of `right`.
    /// - Returns: how many entries that are.
    private func pushRight(_ left: RankNode, _ right: RankNode, _ moved: Int, inner: Bool) -> Int32 {
        let kept = left.count - moved
        right.moveKeys(0, right.count, to: right, moved)
        left.moveKeys(kept, moved, to: right, 0)
        (left.ordinals + kept).update(repeating: .max, count: moved)
        defer {
            left.count = kept
            right.count += moved
        }
        guard inner else { return Int32(moved) }
        (right.children + moved).update(from: right.children, count: right.count)
        right.children.update(from: left.children + kept, count: moved)
        let entries = left.before[left.count] - left.before[kept]
        for slot in stride(from: right.count, through: 0, by: -1) {
            right.before[slot + moved] = right.before[slot] + entries
        }
        for slot in 0..<moved { right.before[slot] = left.before[kept + slot] - left.before[kept] }
        (left.before + kept + 1).update(repeating: .max, count: moved)
        return entries
    }

    /// The first `moved` slots of `right` become the last of `left`.
    /// - Returns: how many entries that are.
    private func pushLeft(_ left: RankNode, _ right: RankNode, _ moved: Int, inner: Bool) -> Int32 {
        let kept = right.count - moved
        right.moveKeys(0, moved, to: left, left.count)
        right.moveKeys(moved, kept, to: right, 0)
        (right.ordinals + kept).update(repeating: .max, count: moved)
        defer {
            left.count += moved
            right.count = kept
        }
        guard inner else { return Int32(moved) }
        (left.children + left.count).update(from: right.children, count: moved)
        right.children.update(from: right.children + moved, count: kept)
        let entries = right.before[moved]
        let base = left.before[left.count]
        for slot in 0...moved { left.before[left.count + slot] = base + right.before[slot] }
        for slot in 0...kept { right.before[slot] = right.before[slot + moved] - entries }
        (right.before + kept + 1).update(repeating: .max, count: moved)
        return entries
    }

    private func split(_ node: RankNode, depth: Int) {
        let inner = depth < state.pointee.height
        guard depth > 0 else { return growRoot(node, isInner: inner) }
        let (parent, index) = path[depth - 1]
        guard parent.count < RankNode.capacity else { return split(parent, depth: depth - 1) }
        let right = inner ? state.pointee.inners.allocate() : state.pointee.leaves.allocate()
        right.clear(isInner: inner)
        let separator = node.key(node.count - node.count / 2)
        let entries = pushRight(node, right, node.count / 2, inner: inner)
        if inner {
            right.setKey(0, .lowest)
        } else {
            right.next = node.next
            node.next = right
        }
        insertChild(right, separator, into: parent, at: index + 1, entries: entries)
    }

    /// The child takes `entries` from its left neighbour.
    private func insertChild(
        _ child: RankNode, _ separator: RankKey, into parent: RankNode, at index: Int, entries: Int32
    ) {
        let tail = parent.count - index
        parent.moveKeys(index, tail, to: parent, index + 1)
        parent.setKey(index, separator)
        (parent.children + index + 1).update(from: parent.children + index, count: tail)
        parent.children[index] = child.address
        (parent.before + index + 1).update(from: parent.before + index, count: tail + 1)
        parent.before[index] = parent.before[index + 1] - entries
        parent.count += 1
    }

    /// Puts a root above the full one; the next step splits it.
    private func growRoot(_ node: RankNode, isInner: Bool) {
        let root = state.pointee.inners.allocate()
        root.clear(isInner: true)
        root.setKey(0, .lowest)
        root.children[0] = node.address
        root.before[1] = Int32(isInner ? node.total : node.count)
        root.count = 1
        state.pointee.root = root
        state.pointee.height += 1
        precondition(state.pointee.height < Self.heightLimit, "2^31 entries fit below this height")
    }
}

// Shrinking.
extension RankTree {
    private func rebalance(_ node: RankNode, depth: Int) {
        guard depth > 0 else { return }
        let inner = depth < state.pointee.height
        let (parent, child) = path[depth - 1]
        guard parent.count > 1 else { return }
        let index = child + 1 < parent.count ? child : child - 1
        let left = RankNode(address: parent.children[index])
        let right = RankNode(address: parent.children[index + 1])
        if left.count + right.count > Self.mergeLimit {
            if inner { right.setKey(0, parent.key(index + 1)) }
            let moved = (left.count - right.count) / 2
            guard moved != 0 else { return }
            share(parent, index, leftToRight: moved, inner: inner)
            if inner {
                parent.setKey(index + 1, right.key(0))
                right.setKey(0, .lowest)
            }
            return
        }
        merge(left, right, in: parent, index, inner: inner)
        if depth == 1 { return dropRootIfAlone() }
        if parent.count < Self.lowWater { rebalance(parent, depth: depth - 1) }
    }

    /// Child `index + 1` joins child `index`.
    private func merge(_ left: RankNode, _ right: RankNode, in parent: RankNode, _ index: Int, inner: Bool) {
        if inner { right.setKey(0, parent.key(index + 1)) }
        _ = pushLeft(left, right, right.count, inner: inner)
        if inner {
            state.pointee.inners.deallocate(right)
        } else {
            left.next = right.next
            state.pointee.leaves.deallocate(right)
        }
        let tail = parent.count - index - 2
        parent.moveKeys(index + 2, tail, to: parent, index + 1)
        (parent.children + index + 1).update(from: parent.children + index + 2, count: tail)
        (parent.before + index + 1).update(from: parent.before + index + 2, count: tail + 1)
        parent.before[parent.count] = .max
        parent.ordinals[parent.count - 1] = .max
        parent.count -= 1
    }

    private func dropRootIfAlone() {
        let root = state.pointee.root
        guard root.count == 1, state.pointee.height > 0 else { return }
        state.pointee.root = RankNode(address: root.children[0])
        state.pointee.height -= 1
        state.pointee.inners.deallocate(root)
    }
}
