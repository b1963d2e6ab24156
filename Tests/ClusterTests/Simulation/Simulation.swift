import LaurelTestSupport

/// Events in virtual time. The same seed gives the same run: what happens at one moment happens in the order in which
/// it was scheduled, and all chance comes from ``random``.
///
/// A world has one, takes an event out, acts on it and schedules what follows. Nothing here knows what events mean.
/// - Complexity: O(log n) to schedule and to take, for n events that are waiting.
struct Simulation<Event> {
    private struct Entry {
        let time, order: Int64
        let event: Event
        func isBefore(_ other: Entry) -> Bool { (time, order) < (other.time, other.order) }
    }

    /// In microseconds since the beginning.
    private(set) var now: Int64 = 0
    var random: SplitMix64
    private var order: Int64 = 0
    /// A binary heap, the next event first.
    private var waiting: [Entry] = []

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// - Parameter delay: in microseconds; a negative one is none.
    mutating func schedule(_ event: Event, after delay: Int64) {
        order += 1
        waiting.append(Entry(time: now + max(0, delay), order: order, event: event))
        var index = waiting.count - 1
        while index > 0, waiting[index].isBefore(waiting[(index - 1) / 2]) {
            waiting.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Moves on to the next event.
    mutating func next() -> Event? {
        guard !waiting.isEmpty else { return nil }
        waiting.swapAt(0, waiting.count - 1)
        let entry = waiting.removeLast()
        var index = 0
        while true {
            var first = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < waiting.count && waiting[child].isBefore(waiting[first]) { first = child }
            guard first != index else { break }
            waiting.swapAt(index, first)
            index = first
        }
        now = entry.time
        return entry.event
    }

    /// Even within the range, in microseconds.
    mutating func between(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(random.below(Int(range.upperBound - range.lowerBound) + 1))
    }
}
