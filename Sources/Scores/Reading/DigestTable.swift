/// Numbers by digest. A digest is evenly spread already, so it's its own hash: a `Dictionary` would hash it once more,
/// for each score.
///
/// Open addressing with linear probing, at most three quarters full; removing moves back what stands behind. O(1) on
/// average. Source: Knuth, The Art of Computer Programming, volume 3, 6.4, algorithms L and R.
struct DigestTable {
    /// Number 0: the slot is free.
    private typealias Slot = (digest: UInt64, number: Int64)

    private static let leastSlots = 64
    private var slots: [Slot] = []
    private(set) var count = 0

    init() {}

    /// With room for so many.
    init(capacity: Int) {
        var slotCount = Self.leastSlots
        while capacity * 4 > slotCount * 3 { slotCount *= 2 }
        slots = Array(repeating: (0, 0), count: slotCount)
    }

    private var mask: Int { slots.count - 1 }

    /// The number of a digest; nil: it has none.
    subscript(digest: UInt64) -> Int64? {
        guard count > 0 else { return nil }
        let slot = slots[slot(of: digest)]
        return slot.number == 0 ? nil : slot.number
    }

    /// Keeps the number unless the digest has one.
    ///
    /// - Parameter number: not 0.
    /// - Returns: the number that the digest had before.
    mutating func insert(_ number: Int64, for digest: UInt64) -> Int64? {
        // In release builds, too: the digest would be forgotten, and a score that is sent again count twice. Next to
        // finding the slot it costs nothing.
        precondition(number != 0, "a row's sequence begins at 1")
        if (count + 1) * 4 > slots.count * 3 { grow() }
        let index = slot(of: digest)
        guard slots[index].number == 0 else { return slots[index].number }
        slots[index] = (digest, number)
        count += 1
        return nil
    }

    mutating func remove(_ digest: UInt64) {
        guard count > 0 else { return }
        var free = slot(of: digest)
        guard slots[free].number != 0 else { return }
        count -= 1
        var index = free
        while true {
            slots[free].number = 0
            repeat {
                index = (index + 1) & mask
                guard slots[index].number != 0 else { return }
                // One that its own chain reaches without the free slot stays.
            } while isBetween(Int(truncatingIfNeeded: slots[index].digest) & mask, free, index)
            slots[free] = slots[index]
            free = index
        }
    }

    /// Those whose number passes.
    func filter(_ isKept: (Int64) -> Bool) -> DigestTable {
        var kept = DigestTable()
        for slot in slots where slot.number != 0 && isKept(slot.number) {
            _ = kept.insert(slot.number, for: slot.digest)
        }
        return kept
    }

    /// Where a digest stands, or would.
    private func slot(of digest: UInt64) -> Int {
        var index = Int(truncatingIfNeeded: digest) & mask
        while slots[index].number != 0, slots[index].digest != digest { index = (index + 1) & mask }
        return index
    }

    /// Whether `home` is behind `free` and not behind `index`, going round.
    private func isBetween(_ home: Int, _ free: Int, _ index: Int) -> Bool {
        free <= index ? free < home && home <= index : free < home || home <= index
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: (0, 0), count: max(Self.leastSlots, old.count * 2))
        for slot in old where slot.number != 0 { slots[self.slot(of: slot.digest)] = slot }
    }
}
