/// Names a connection for the time of its life. A key of a connection that is gone finds nothing, even when its
/// place and its descriptor have gone to another: the generation differs.
struct ConnectionKey: Hashable, Sendable {
    let slot: UInt32
    /// At least 1; 0 marks the loop's own descriptors.
    let generation: UInt32

    var epollData: UInt64 { UInt64(generation) << 32 | UInt64(slot) }

    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    init(epollData: UInt64) {
        slot = UInt32(truncatingIfNeeded: epollData)
        generation = UInt32(truncatingIfNeeded: epollData >> 32)
    }
}

/// The connections of one loop. Finding, adding and removing are O(1).
struct ConnectionTable {
    private var slots: [Connection?] = []
    private var generations: [UInt32] = []
    private var free: [UInt32] = []
    private(set) var count = 0

    mutating func add(_ make: (ConnectionKey) -> Connection) -> Connection {
        let slot: UInt32
        if let reused = free.popLast() {
            slot = reused
        } else {
            slot = UInt32(truncatingIfNeeded: slots.count)
            slots.append(nil)
            generations.append(1)
        }
        let connection = make(ConnectionKey(slot: slot, generation: generations[Int(slot)]))
        slots[Int(slot)] = connection
        count += 1
        return connection
    }

    func find(_ key: ConnectionKey) -> Connection? {
        guard key.slot < UInt32(truncatingIfNeeded: slots.count), generations[Int(key.slot)] == key.generation else {
            return nil
        }
        return slots[Int(key.slot)]
    }

    mutating func remove(_ key: ConnectionKey) {
        guard find(key) != nil else { return }
        slots[Int(key.slot)] = nil
        let next = generations[Int(key.slot)] &+ 1
        generations[Int(key.slot)] = next == 0 ? 1 : next
        free.append(key.slot)
        count -= 1
    }

    var all: [Connection] { slots.compactMap { $0 } }
}
