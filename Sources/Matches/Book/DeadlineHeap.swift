public import LaurelDomain

/// When time changes a match by itself. The earlier is less.
public struct MatchMoment: Hashable, Comparable, Sendable {
    public let time: Timestamp
    public let match: MatchNumber

    public static func < (left: MatchMoment, right: MatchMoment) -> Bool {
        left.time == right.time ? left.match < right.match : left.time < right.time
    }
}

/// Matches by their next moment. A match whose moment changed stands in it twice; the old entry is dropped when it
/// comes up, or when more than half of all may be old.
struct DeadlineHeap: Sendable {
    /// A moment, by its index in the heap.
    private struct Candidate: Comparable, Sendable {
        let moment: MatchMoment
        let index: Int
        static func < (left: Candidate, right: Candidate) -> Bool { left.moment < right.moment }
    }

    private var heap = BinaryHeap<MatchMoment>()
    /// How many were left when old ones were dropped last.
    private var kept = 0

    /// The earliest, maybe an old one. O(1).
    var first: MatchMoment? { heap.first }
    /// In no order, old ones too.
    var all: [MatchMoment] { heap.elements }

    /// Those that have come by now and aren't old, the earliest first: from the root down, and no further than to what
    /// is later. O(*k* log *k*) for the *k* that it looks at: those that it returns, and old ones before them.
    ///
    /// - Parameter isStale: asked once of each that it looks at.
    func due(at now: Timestamp, limit: Int, isStale: (MatchNumber, Timestamp) -> Bool) -> [MatchMoment] {
        guard let root = heap.first, root.time <= now else { return [] }
        var candidates = BinaryHeap<Candidate>()
        candidates.insert(Candidate(moment: root, index: 0))
        var found: [MatchMoment] = []
        while found.count < limit, let next = candidates.removeFirst() {
            // A match whose moment went away and came back stands in it twice; the two come one after the other.
            if !isStale(next.moment.match, next.moment.time), next.moment != found.last { found.append(next.moment) }
            for child in heap.children(of: next.index) where heap.elements[child].time <= now {
                candidates.insert(Candidate(moment: heap.elements[child], index: child))
            }
        }
        return found
    }

    /// O(log *n*); once in as many calls as there are matches O(*n* log *n*), to drop old entries.
    mutating func set(_ match: MatchNumber, _ time: Timestamp, isStale: (MatchNumber, Timestamp) -> Bool) {
        heap.insert(MatchMoment(time: time, match: match))
        guard heap.count > 2 * kept + 1_024 else { return }
        var fresh: [MatchMoment] = []
        // A match whose moment went away and came back stands in it twice.
        for moment in heap.elements.filter({ !isStale($0.match, $0.time) }).sorted() where moment != fresh.last {
            fresh.append(moment)
        }
        heap = BinaryHeap(sorted: fresh)
        settle()
    }

    /// No entry is old.
    mutating func settle() { kept = heap.count }

    mutating func removeFirst() { heap.removeFirst() }
}
