/// When whose window must be looked at next: binary min-heaps (Williams 1964).
///
/// Nearly all entries lie within some weeks of each other and take 8 bytes, counting milliseconds from a moment that
/// moves along with them. Those that don't stand in a heap of their own.
///
/// Entries are not taken back: one that the player's block no longer names is passed over when it comes up.
struct ExpiryQueue: ~Copyable {
    private let near = EntryHeap<NearEntry>()
    private let far = EntryHeap<FarEntry>()
    /// What near entries count from.
    private let base: UnsafeMutablePointer<Int64>

    init() {
        base = .allocate(capacity: 1)
        base.initialize(to: 0)
    }

    deinit { base.deallocate() }

    var count: Int { near.count + far.count }
    var bytes: Int { near.bytes + far.bytes }

    /// Int64.max when the queue is empty.
    @inline(__always) var firstTime: Int64 {
        let first = near.first.map { base.pointee &+ Int64($0.time) } ?? .max
        return far.count == 0 ? first : min(first, far.first?.time ?? .max)
    }

    func removeAll() {
        near.removeAll()
        far.removeAll()
    }

    func push(_ time: Int64, _ player: UInt32) {
        if let offset = offset(of: time) {
            near.push(NearEntry(time: offset, player: player))
        } else {
            far.push(FarEntry(time, player))
        }
    }

    /// Adds without putting in order; ``heapify()`` must follow.
    func append(_ time: Int64, _ player: UInt32) {
        if near.count == 0 { base.pointee = time &- NearEntry.middle }
        if let offset = UInt32(exactly: time &- base.pointee) {
            near.append(NearEntry(time: offset, player: player))
        } else {
            far.append(FarEntry(time, player))
        }
    }

    func heapify() {
        near.heapify()
        far.heapify()
    }

    /// The earliest entry. Nil: the queue is empty.
    func pop() -> (time: Int64, player: UInt32)? {
        let nearTime = near.first.map { base.pointee &+ Int64($0.time) }
        if let first = far.first, nearTime.map({ first.time < $0 }) ?? true {
            return far.pop().map { ($0.time, $0.player) }
        }
        guard let nearTime, let entry = near.pop() else { return nil }
        return (nearTime, entry.player)
    }

    /// Nil: too far from the others.
    private func offset(of time: Int64) -> UInt32? {
        if near.count == 0 { base.pointee = time &- NearEntry.middle }
        if let offset = UInt32(exactly: time &- base.pointee) { return offset }
        // Weeks have passed: the moment that they count from follows. That's O(n), once in 25 days.
        guard time > base.pointee, let first = near.first, Int64(first.time) > NearEntry.middle else { return nil }
        let passed = first.time - UInt32(NearEntry.middle / 2)
        near.shift(by: passed)
        base.pointee &+= Int64(passed)
        return UInt32(exactly: time &- base.pointee)
    }
}

private protocol QueueEntry: BitwiseCopyable {
    associatedtype Time: Comparable
    var time: Time { get }
    var player: UInt32 { get }
}

private struct NearEntry: QueueEntry {
    /// Milliseconds, of 2³² that there are: 24.8 days.
    static let middle: Int64 = 1 << 31
    var time: UInt32
    let player: UInt32
}

private struct FarEntry: QueueEntry {
    private let timeLow: UInt32
    private let timeHigh: UInt32
    let player: UInt32
    @inline(__always) var time: Int64 { Int64(timeLow) | Int64(timeHigh) << 32 }

    @inline(__always) init(_ time: Int64, _ player: UInt32) {
        timeLow = UInt32(truncatingIfNeeded: time)
        timeHigh = UInt32(truncatingIfNeeded: time >> 32)
        self.player = player
    }
}

private struct EntryHeap<Entry: QueueEntry>: ~Copyable {
    private struct State {
        var entries: UnsafeMutablePointer<Entry>?
        var count = 0
        var capacity = 0
    }

    private let state: UnsafeMutablePointer<State>

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        state.pointee.entries?.deallocate()
        state.deallocate()
    }

    var count: Int { state.pointee.count }
    var bytes: Int { state.pointee.capacity * MemoryLayout<Entry>.stride }
    @inline(__always) var first: Entry? { state.pointee.count > 0 ? state.pointee.entries?.pointee : nil }

    func removeAll() { state.pointee.count = 0 }

    func push(_ entry: Entry) {
        append(entry)
        guard let entries = state.pointee.entries else { return }
        var hole = state.pointee.count - 1
        while hole > 0 {
            let parent = (hole &- 1) / 2
            guard entries[parent].time > entry.time else { break }
            entries[hole] = entries[parent]
            hole = parent
        }
        entries[hole] = entry
    }

    func append(_ entry: Entry) {
        let entries = roomy()
        entries[state.pointee.count] = entry
        state.pointee.count += 1
    }

    func heapify() {
        guard let entries = state.pointee.entries else { return }
        for index in stride(from: state.pointee.count / 2 - 1, through: 0, by: -1) {
            sink(entries[index], from: index, entries)
        }
    }

    func pop() -> Entry? {
        guard let entries = state.pointee.entries, state.pointee.count > 0 else { return nil }
        let first = entries[0]
        state.pointee.count -= 1
        if state.pointee.count > 0 { sink(entries[state.pointee.count], from: 0, entries) }
        return first
    }

    private func sink(_ entry: Entry, from start: Int, _ entries: UnsafeMutablePointer<Entry>) {
        let count = state.pointee.count
        var hole = start
        while true {
            var child = hole &* 2 &+ 1
            guard child < count else { break }
            if child &+ 1 < count, entries[child &+ 1].time < entries[child].time { child &+= 1 }
            guard entries[child].time < entry.time else { break }
            entries[hole] = entries[child]
            hole = child
        }
        entries[hole] = entry
    }

    private func roomy() -> UnsafeMutablePointer<Entry> {
        if let entries = state.pointee.entries, state.pointee.count < state.pointee.capacity { return entries }
        let capacity = max(16, state.pointee.capacity * 2)
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        if let old = state.pointee.entries {
            entries.update(from: old, count: state.pointee.count)
            old.deallocate()
        }
        state.pointee.entries = entries
        state.pointee.capacity = capacity
        return entries
    }
}

extension EntryHeap<NearEntry> {
    /// Takes so much from each time; no entry is earlier. Their order stays.
    func shift(by milliseconds: UInt32) {
        guard let entries = state.pointee.entries else { return }
        for index in 0..<state.pointee.count { entries[index].time &-= milliseconds }
    }
}
