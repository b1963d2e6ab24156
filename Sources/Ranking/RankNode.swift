/// A node of the counted B+ tree: keys in arrays, so that a search touches few cache lines.
///
/// Both kinds begin alike, 18 cache lines in all (18.3 bytes a slot); inner nodes go on:
/// ```
///    0  ordinals   64 × Int64    slots past `count` hold Int64.max, and so does slot 63 always
///  512  dateLow    64 × UInt32   slot 63: low half of the next leaf's address
///  768  players    64 × UInt32   slot 63: high half of it
/// 1024  dateHigh   64 × UInt16   slot 63: count
/// 1152  children   64 × address  (inner nodes only)
/// 1664  before     64 × Int32    entries in the children before this one; [count] is the total; Int32.max past it
/// ```
/// Key 0 of an inner node is ``RankKey/lowest``; key i bounds child i from below.
struct RankNode: Equatable {
    static let capacity = 63
    static let leafBytes = 1_152
    static let innerBytes = 1_920

    let address: UnsafeMutableRawPointer

    @inline(__always) var ordinals: UnsafeMutablePointer<Int64> { address.assumingMemoryBound(to: Int64.self) }
    @inline(__always) var dateLow: UnsafeMutablePointer<UInt32> {
        (address + 512).assumingMemoryBound(to: UInt32.self)
    }
    @inline(__always) var players: UnsafeMutablePointer<UInt32> {
        (address + 768).assumingMemoryBound(to: UInt32.self)
    }
    @inline(__always) var dateHigh: UnsafeMutablePointer<UInt16> {
        (address + 1_024).assumingMemoryBound(to: UInt16.self)
    }
    @inline(__always) var children: UnsafeMutablePointer<UnsafeMutableRawPointer> {
        (address + 1_152).assumingMemoryBound(to: UnsafeMutableRawPointer.self)
    }
    @inline(__always) var before: UnsafeMutablePointer<Int32> {
        (address + 1_664).assumingMemoryBound(to: Int32.self)
    }

    @inline(__always) var count: Int {
        get { Int(truncatingIfNeeded: dateHigh[63]) }
        nonmutating set { dateHigh[63] = UInt16(truncatingIfNeeded: newValue) }
    }

    @inline(__always) var next: RankNode? {
        get {
            let bits = UInt(dateLow[63]) | UInt(players[63]) << 32
            guard let address = UnsafeMutableRawPointer(bitPattern: bits) else { return nil }
            return RankNode(address: address)
        }
        nonmutating set {
            let bits = UInt(bitPattern: newValue?.address)
            dateLow[63] = UInt32(truncatingIfNeeded: bits)
            players[63] = UInt32(truncatingIfNeeded: bits >> 32)
        }
    }

    /// Entries below this inner node.
    @inline(__always) var total: Int { Int(before[count]) }

    func clear(isInner: Bool) {
        ordinals.update(repeating: .max, count: 64)
        count = 0
        next = nil
        guard isInner else { return }
        before.update(repeating: .max, count: 64)
        before[0] = 0
    }

    @inline(__always) func date(_ index: Int) -> Int64 { Int64(dateLow[index]) | Int64(dateHigh[index]) << 32 }

    @inline(__always) func key(_ index: Int) -> RankKey {
        RankKey(ordinal: ordinals[index], date: date(index), player: players[index])
    }

    @inline(__always) func setKey(_ index: Int, _ key: RankKey) {
        ordinals[index] = key.ordinal
        dateLow[index] = UInt32(truncatingIfNeeded: key.date)
        dateHigh[index] = UInt16(truncatingIfNeeded: key.date >> 32)
        players[index] = key.player
    }

    /// Copies keys within a node or to another; the regions may overlap.
    @inline(__always) func moveKeys(_ from: Int, _ length: Int, to target: RankNode, _ at: Int) {
        guard length > 0 else { return }
        (target.ordinals + at).update(from: ordinals + from, count: length)
        (target.dateLow + at).update(from: dateLow + from, count: length)
        (target.players + at).update(from: players + from, count: length)
        (target.dateHigh + at).update(from: dateHigh + from, count: length)
    }

    /// The number of ordinals below `ordinal`: the last ones of the eight cache lines first, all at once, then one
    /// line. No branch depends on the data, and the misses of a cold node overlap.
    @inline(__always) func ordinalsBelow(_ ordinal: Int64) -> Int {
        let all = ordinals
        var line = 0
        line &+= all[7] < ordinal ? 1 : 0
        line &+= all[15] < ordinal ? 1 : 0
        line &+= all[23] < ordinal ? 1 : 0
        line &+= all[31] < ordinal ? 1 : 0
        line &+= all[39] < ordinal ? 1 : 0
        line &+= all[47] < ordinal ? 1 : 0
        line &+= all[55] < ordinal ? 1 : 0
        let start = line &* 8
        let part = all + start
        var inside = 0
        inside &+= part[0] < ordinal ? 1 : 0
        inside &+= part[1] < ordinal ? 1 : 0
        inside &+= part[2] < ordinal ? 1 : 0
        inside &+= part[3] < ordinal ? 1 : 0
        inside &+= part[4] < ordinal ? 1 : 0
        inside &+= part[5] < ordinal ? 1 : 0
        inside &+= part[6] < ordinal ? 1 : 0
        return start &+ inside
    }

    /// The number of keys below `key`.
    @inline(__always) func keysBelow(_ key: RankKey) -> Int {
        let low = ordinalsBelow(key.ordinal)
        guard ordinals[low] == key.ordinal, low < count else { return low }
        // Slot 63 exists and is never a key's.
        guard ordinals[low &+ 1] == key.ordinal else { return self.key(low) < key ? low &+ 1 : low }
        return keysBelow(key, from: low)
    }

    /// The index of a key that is in this leaf. Where its ordinal stands alone, dates need not be fetched.
    @inline(__always) func index(ofPresent key: RankKey) -> Int {
        let low = ordinalsBelow(key.ordinal)
        guard low < 62, ordinals[low &+ 1] == key.ordinal else { return low }
        return keysBelow(key, from: low)
    }

    /// Among equal ordinals: by date and player.
    private func keysBelow(_ key: RankKey, from start: Int) -> Int {
        var low = start
        var high = count
        while low < high {
            let middle = (low &+ high) &>> 1
            if self.key(middle) < key { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    /// The child of an inner node in which `key` belongs.
    @inline(__always) func childIndex(for key: RankKey) -> Int {
        let below = keysBelow(key)
        let isExact = below < count && self.key(below) == key
        return isExact ? below : below &- 1
    }

    /// The child of an inner node that holds the entry at `position`, counted from 0.
    @inline(__always) func childIndex(at position: Int32) -> Int {
        var index = 0
        let before = before
        for slot in 1..<64 { index &+= before[slot] <= position ? 1 : 0 }
        return index
    }

    /// Adds `change` to the counts behind child `index`.
    @inline(__always) func recount(after index: Int, by change: Int32) {
        let before = before
        var slot = index &+ 1
        let end = count
        while slot <= end {
            before[slot] &+= change
            slot &+= 1
        }
    }
}

/// Memory for nodes of one size, in slabs that grow with the tree. Freed nodes are used again; slabs live until the
/// arena goes.
struct NodeArena: ~Copyable {
    private let nodeBytes: Int
    private var slabs: [UnsafeMutableRawPointer] = []
    private var free: UnsafeMutableRawPointer?
    private var unused: UnsafeMutableRawPointer?
    private var unusedCount = 0
    private var slabNodes = 1
    private(set) var bytes = 0
    /// What the nodes in use take, without the slabs' reserve.
    private(set) var usedBytes = 0

    init(nodeBytes: Int) { self.nodeBytes = nodeBytes }

    mutating func allocate() -> RankNode {
        usedBytes &+= nodeBytes
        if let node = free {
            free = node.load(as: UnsafeMutableRawPointer?.self)
            return RankNode(address: node)
        }
        if unusedCount == 0 { addSlab() }
        guard let node = unused else { preconditionFailure("addSlab leaves unused nodes") }
        unused = node + nodeBytes
        unusedCount &-= 1
        return RankNode(address: node)
    }

    mutating func deallocate(_ node: RankNode) {
        usedBytes &-= nodeBytes
        node.address.storeBytes(of: free, as: UnsafeMutableRawPointer?.self)
        free = node.address
    }

    private mutating func addSlab() {
        let size = slabNodes * nodeBytes
        let slab = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
        slabs.append(slab)
        bytes += size
        unused = slab
        unusedCount = slabNodes
        // Small boards stay small; big ones ask the allocator seldom.
        slabNodes = min(max(slabNodes, bytes / nodeBytes / 8), 512)
    }

    deinit { for slab in slabs { slab.deallocate() } }
}
