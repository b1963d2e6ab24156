import LaurelDomain

/// Matches by their next moment. A match whose moment changed stands in it twice; the old entry is dropped when it
/// comes up, or when more than half of all may be old.
struct DeadlineHeap: Sendable {
    struct Entry: Hashable, Comparable, Sendable {
        let time: Timestamp
        let match: MatchNumber
        static func < (left: Entry, right: Entry) -> Bool {
            left.time == right.time ? left.match < right.match : left.time < right.time
        }
    }

    private var entries: [Entry] = []
    /// How many were left when old ones were dropped last.
    private var kept = 0

    /// The earliest, maybe an old one. O(1).
    var first: Entry? { entries.first }
    /// In no order, old ones too.
    var all: [Entry] { entries }

    /// O(log *n*); once in as many calls as there are matches O(*n* log *n*), to drop old entries.
    mutating func set(_ match: MatchNumber, _ time: Timestamp, isStale: (MatchNumber, Timestamp) -> Bool) {
        entries.append(Entry(time: time, match: match))
        rise(from: entries.count - 1)
        guard entries.count > 2 * kept + 1_024 else { return }
        var fresh: [Entry] = []
        // A match whose moment went away and came back stands in it twice.
        for entry in entries.filter({ !isStale($0.match, $0.time) }).sorted() where entry != fresh.last {
            fresh.append(entry)
        }
        entries = fresh
        settle()
    }

    /// No entry is old.
    mutating func settle() { kept = entries.count }

    mutating func removeFirst() {
        guard let end = entries.popLast() else { return }
        guard !entries.isEmpty else { return }
        entries[0] = end
        sink()
    }

    private mutating func rise(from index: Int) {
        var index = index
        while index > 0, entries[index] < entries[(index - 1) / 2] {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while let least = [2 * index + 1, 2 * index + 2].filter({ $0 < entries.count }).min(by: {
            entries[$0] < entries[$1]
        }), entries[least] < entries[index] {
            entries.swapAt(index, least)
            index = least
        }
    }
}
