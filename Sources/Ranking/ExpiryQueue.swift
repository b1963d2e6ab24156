/// When whose window must be looked at next: a binary min-heap of 12-byte entries (Williams 1964).
///
/// Entries are not taken back: one that the player's block no longer names is passed over when it comes up.
struct ExpiryQueue: ~Copyable {
    private struct Entry: BitwiseCopyable {
        var timeLow: UInt32
        var timeHigh: UInt32
        var player: UInt32
        @inline(__always) var time: Int64 { Int64(timeLow) | Int64(timeHigh) << 32 }
        @inline(__always) init(_ time: Int64, _ player: UInt32) {
            timeLow = UInt32(truncatingIfNeeded: time)
            timeHigh = UInt32(truncatingIfNeeded: time >> 32)
            self.player = player
        }
    }

    private struct State {
        var entries: UnsafeMutablePointer<Entry>
        var count = 0
        var capacity: Int
    }

    private let state: UnsafeMutablePointer<State>

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State(entries: .allocate(capacity: 16), capacity: 16))
    }

    deinit {
        state.pointee.entries.deallocate()
        state.deallocate()
    }

    var count: Int { state.pointee.count }
    var bytes: Int { state.pointee.capacity * MemoryLayout<Entry>.stride }

    /// Int64.max when the queue is empty.
    @inline(__always) var firstTime: Int64 { state.pointee.count > 0 ? state.pointee.entries[0].time : .max }

    func removeAll() { state.pointee.count = 0 }

    func push(_ time: Int64, _ player: UInt32) {
        append(time, player)
        let entries = state.pointee.entries
        let entry = Entry(time, player)
        var hole = state.pointee.count - 1
        while hole > 0 {
            let parent = (hole &- 1) / 2
            guard entries[parent].time > time else { break }
            entries[hole] = entries[parent]
            hole = parent
        }
        entries[hole] = entry
    }

    /// Adds without putting in order; ``heapify()`` must follow.
    func append(_ time: Int64, _ player: UInt32) {
        if state.pointee.count == state.pointee.capacity { grow() }
        state.pointee.entries[state.pointee.count] = Entry(time, player)
        state.pointee.count += 1
    }

    func heapify() {
        for index in stride(from: state.pointee.count / 2 - 1, through: 0, by: -1) {
            sink(state.pointee.entries[index], from: index)
        }
    }

    /// The earliest entry. Nil: the queue is empty.
    func pop() -> (time: Int64, player: UInt32)? {
        guard state.pointee.count > 0 else { return nil }
        let first = state.pointee.entries[0]
        state.pointee.count -= 1
        if state.pointee.count > 0 { sink(state.pointee.entries[state.pointee.count], from: 0) }
        return (first.time, first.player)
    }

    private func sink(_ entry: Entry, from start: Int) {
        let entries = state.pointee.entries
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

    private func grow() {
        let capacity = state.pointee.capacity * 2
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        entries.update(from: state.pointee.entries, count: state.pointee.count)
        state.pointee.entries.deallocate()
        state.pointee.entries = entries
        state.pointee.capacity = capacity
    }
}
