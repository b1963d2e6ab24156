/// What a ``PlayerMap`` holds of a player. All zero bytes mean: nothing.
protocol MappedRecord: BitwiseCopyable {
    static var absent: Self { get }
    var isPresent: Bool { get }
}

/// Player number → record: hashed while the players are few or far apart, then paged by player number.
///
/// Open addressing with linear probing and backward shifts (Knuth 6.4, algorithm R); pages of 256 records. A pointer
/// that it hands out is good until the next insertion or removal. Expected O(1).
struct PlayerMap<Record: MappedRecord>: ~Copyable {
    private typealias Slot = (player: UInt32, record: Record)
    typealias Pointer = UnsafeMutablePointer<Record>

    private struct State {
        var count = 0
        /// Hashed: a power of two slots. Nil: paged.
        var slots: UnsafeMutablePointer<Slot>?
        var mask = 0
        var pages: UnsafeMutablePointer<Pointer?>?
        var pageCount = 0
        var pagesUsed = 0
    }

    private static var pageSize: Int { 256 }
    /// Below this many players a table is small either way.
    private static var pagedFrom: Int { 512 }
    private let state: UnsafeMutablePointer<State>

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        startHashed(capacity: 8)
    }

    deinit {
        release()
        state.deallocate()
    }

    var count: Int { state.pointee.count }

    /// What slots, pages and the page table take.
    var bytes: Int {
        let state = state.pointee
        guard state.slots == nil else { return (state.mask + 1) * MemoryLayout<Slot>.stride }
        return state.pageCount * 8 + state.pagesUsed * Self.pageSize * MemoryLayout<Record>.stride
    }

    @inline(__always) func find(_ player: UInt32) -> Pointer? {
        guard let slots = state.pointee.slots else { return findPaged(player) }
        var index = home(player)
        while true {
            let slot = slots + index
            guard slot.pointee.record.isPresent else { return nil }
            if slot.pointee.player == player { return record(of: slot) }
            index = (index &+ 1) & state.pointee.mask
        }
    }

    /// The record of a player who has none yet, or the one they have.
    func findOrInsert(_ player: UInt32, _ record: Record) -> (record: Pointer, isNew: Bool) {
        if let found = find(player) { return (found, false) }
        precondition(record.isPresent, "an absent record would be lost")
        makeRoom(for: player)
        state.pointee.count += 1
        guard let slots = state.pointee.slots else { return (insertPaged(player, record), true) }
        return (insertHashed(player, record, slots), true)
    }

    func remove(_ player: UInt32) {
        guard let found = find(player) else { return }
        state.pointee.count -= 1
        guard let slots = state.pointee.slots else {
            found.pointee = .absent
            return
        }
        closeGap(slots, home(player), player)
    }

    func removeAll() {
        release()
        state.pointee = State()
        startHashed(capacity: 8)
    }

    /// Every record, in no order that means anything. The body may change records, not the map.
    func forEach(_ body: (UInt32, Pointer) -> Void) {
        if let slots = state.pointee.slots {
            for index in 0...state.pointee.mask where slots[index].record.isPresent {
                body(slots[index].player, record(of: slots + index))
            }
            return
        }
        guard let pages = state.pointee.pages else { return }
        for page in 0..<state.pointee.pageCount {
            guard let records = pages[page] else { continue }
            for index in 0..<Self.pageSize where records[index].isPresent {
                body(UInt32(truncatingIfNeeded: page * Self.pageSize + index), records + index)
            }
        }
    }
}

extension PlayerMap {
    @inline(__always) private func home(_ player: UInt32) -> Int {
        // Fibonacci hashing (Knuth 6.4): neighbours in number do not become neighbours in the table.
        Int(truncatingIfNeeded: (UInt64(player) &* 0x9E37_79B9_7F4A_7C15) &>> 32) & state.pointee.mask
    }

    @inline(__always) private func record(of slot: UnsafeMutablePointer<Slot>) -> Pointer {
        let offset = MemoryLayout<Slot>.offset(of: \.record) ?? 0
        return (UnsafeMutableRawPointer(slot) + offset).assumingMemoryBound(to: Record.self)
    }

    private func startHashed(capacity: Int) {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
        slots.initialize(repeating: (0, .absent), count: capacity)
        state.pointee.slots = slots
        state.pointee.mask = capacity - 1
    }

    private func insertHashed(_ player: UInt32, _ record: Record, _ slots: UnsafeMutablePointer<Slot>) -> Pointer {
        var index = home(player)
        while slots[index].record.isPresent { index = (index &+ 1) & state.pointee.mask }
        slots[index] = (player, record)
        return self.record(of: slots + index)
    }

    private func closeGap(_ slots: UnsafeMutablePointer<Slot>, _ start: Int, _ player: UInt32) {
        let mask = state.pointee.mask
        var gap = start
        while slots[gap].player != player || !slots[gap].record.isPresent { gap = (gap &+ 1) & mask }
        var index = (gap &+ 1) & mask
        while slots[index].record.isPresent {
            let distance = (index &- home(slots[index].player)) & mask
            if distance >= (index &- gap) & mask {
                slots[gap] = slots[index]
                gap = index
            }
            index = (index &+ 1) & mask
        }
        slots[gap] = (0, .absent)
    }

    @inline(__always) private func findPaged(_ player: UInt32) -> Pointer? {
        let page = Int(player &>> 8)
        guard page < state.pointee.pageCount, let records = state.pointee.pages?[page] else { return nil }
        let record = records + Int(player & 255)
        return record.pointee.isPresent ? record : nil
    }

    private func insertPaged(_ player: UInt32, _ record: Record) -> Pointer {
        let page = Int(player >> 8)
        guard let pages = state.pointee.pages, page < state.pointee.pageCount else {
            preconditionFailure("makeRoom reaches as far as this player")
        }
        let records = pages[page] ?? addPage(at: page, in: pages)
        records[Int(player & 255)] = record
        return records + Int(player & 255)
    }

    private func addPage(at index: Int, in pages: UnsafeMutablePointer<Pointer?>) -> Pointer {
        let records = Pointer.allocate(capacity: Self.pageSize)
        records.initialize(repeating: .absent, count: Self.pageSize)
        pages[index] = records
        state.pointee.pagesUsed += 1
        return records
    }
}

// Changing size and form.
extension PlayerMap {
    /// Makes room for so many at once. Only an empty map does.
    func reserve(players: Int64, highest: UInt32) {
        guard count == 0, players >= Self.pagedFrom, players <= 1 << 32 else { return }
        let pages = Int(highest >> 8) + 1
        if isDense(Int(players), pages: pages) { rebuildPaged(pages) }
    }

    private func makeRoom(for player: UInt32) {
        let state = state.pointee
        let page = Int(player >> 8)
        guard state.slots == nil else {
            guard (state.count + 1) * 10 > (state.mask + 1) * 7 else { return }
            let last = max(page, lastPage())
            if state.count >= Self.pagedFrom, isDense(state.count, pages: last + 1) { return rebuildPaged(last + 1) }
            return rebuildHashed(capacity: (state.mask + 1) * 2)
        }
        guard page >= state.pageCount else { return }
        // A player far beyond the others must not cost a page table as long as their number.
        guard isDense(state.count * 4, pages: page + 1) else { return rebuildHashed(capacity: slots(for: state.count)) }
        growPageTable(to: max(page + 1, state.pageCount * 2))
    }

    /// Whether pages cost no more than a hash table about half full.
    private func isDense(_ players: Int, pages: Int) -> Bool { pages * Self.pageSize <= players * 2 }

    private func slots(for players: Int) -> Int {
        var capacity = 8
        while capacity * 5 < (players + 1) * 10 { capacity *= 2 }
        return capacity
    }

    private func lastPage() -> Int {
        var last: UInt32 = 0
        forEach { player, _ in last = max(last, player) }
        return Int(last >> 8)
    }

    private func growPageTable(to length: Int) {
        let pages = UnsafeMutablePointer<Pointer?>.allocate(capacity: length)
        pages.initialize(repeating: nil, count: length)
        if let old = state.pointee.pages {
            pages.update(from: old, count: state.pointee.pageCount)
            old.deallocate()
        }
        state.pointee.pages = pages
        state.pointee.pageCount = length
    }

    private func rebuildHashed(capacity: Int) {
        let target = PlayerMap()
        target.release()
        target.startHashed(capacity: capacity)
        moveAll(to: target)
    }

    private func rebuildPaged(_ pages: Int) {
        let target = PlayerMap()
        target.release()
        target.state.pointee = State()
        target.growPageTable(to: pages)
        moveAll(to: target)
    }

    /// Copies into `target` and takes its form; `target` frees ours.
    private func moveAll(to target: borrowing PlayerMap) {
        forEach { player, record in
            if let slots = target.state.pointee.slots {
                _ = target.insertHashed(player, record.pointee, slots)
            } else {
                _ = target.insertPaged(player, record.pointee)
            }
        }
        target.state.pointee.count = state.pointee.count
        swap(&target.state.pointee, &state.pointee)
    }

    private func release() {
        state.pointee.slots?.deallocate()
        if let pages = state.pointee.pages {
            for page in 0..<state.pointee.pageCount { pages[page]?.deallocate() }
            pages.deallocate()
        }
        state.pointee.slots = nil
        state.pointee.pages = nil
    }
}
