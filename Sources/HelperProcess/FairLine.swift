/// What waits for a worker, in fair turns: whose work has cost least comes first, and within that one share each member
/// has a turn, and each member's own go in order of arrival.
///
/// Start-time fair queuing (Goyal, Vin, Cheng, 1996): a share's turn is at the virtual time at which its work so far
/// would have ended; one that comes anew starts now, so nobody saves up turns and nobody waits for another's past.
/// All operations are linear in what waits.
public struct FairLine<Share: Hashable & Sendable, Member: Hashable & Sendable, Element: Sendable>: Sendable {
    private struct Turn: Sendable {
        var start: Int64
        /// Breaks ties.
        let arrival: Int64
        /// In the order of their next turns; none is empty.
        var members: [(member: Member, elements: [Element])]
        var count = 0
    }

    /// Remembered costs of shares that have nothing waiting.
    private static var debtsLimit: Int { 1_024 }

    private let limit: Int
    private let limitOfShare: Int
    private var turns: [Share: Turn] = [:]
    private var debts: [Share: Int64] = [:]
    private var now: Int64 = 0
    private var arrivals: Int64 = 0
    public private(set) var count = 0

    /// - Parameters:
    ///   - limit: of all that waits.
    ///   - limitOfShare: of what waits of one share: the rest is left to others.
    public init(limit: Int, limitOfShare: Int) {
        self.limit = max(1, limit)
        self.limitOfShare = max(1, limitOfShare)
    }

    public var isEmpty: Bool { count == 0 }

    /// - Parameter isBegun: work that goes on after a part of it was done: it was in the line before.
    /// - Returns: false: the line is full, or what it has for this share.
    public mutating func append(_ element: Element, of share: Share, _ member: Member, isBegun: Bool = false) -> Bool {
        guard isBegun || (count < limit && turns[share]?.count ?? 0 < limitOfShare) else { return false }
        arrivals += 1
        var turn =
            turns[share]
            ?? Turn(start: max(now, debts.removeValue(forKey: share) ?? 0), arrival: arrivals, members: [])
        if let index = turn.members.firstIndex(where: { $0.member == member }) {
            turn.members[index].elements.append(element)
        } else {
            turn.members.append((member, [element]))
        }
        turn.count += 1
        count += 1
        turns[share] = turn
        return true
    }

    /// Whether ``next(where:)`` has something.
    public func hasNext(where isReady: (Share) -> Bool) -> Bool { turns.keys.contains(where: isReady) }

    /// Takes what is next out of the line.
    ///
    /// - Parameter isReady: shares that may have a worker now.
    public mutating func next(where isReady: (Share) -> Bool) -> (share: Share, element: Element)? {
        let first = turns.filter { isReady($0.key) }
            .min { ($0.value.start, $0.value.arrival) < ($1.value.start, $1.value.arrival) }
        guard let share = first?.key, var turn = first?.value else { return nil }
        now = max(now, turn.start)
        var (member, elements) = turn.members.removeFirst()
        let element = elements.removeFirst()
        if !elements.isEmpty { turn.members.append((member, elements)) }
        turn.count -= 1
        count -= 1
        // Something at once, so that equal shares take turns while what they are given is still being worked on.
        turn.start += 1
        turns[share] = turn.count > 0 ? turn : nil
        if turn.count == 0 { remember(turn.start, of: share) }
        return (share, element)
    }

    /// What work has cost is counted to its share.
    ///
    /// - Parameter cost: in milliseconds of a worker.
    public mutating func charge(_ share: Share, _ cost: Int64) {
        let cost = min(max(0, cost), 3_600_000)
        if turns[share] != nil {
            turns[share]?.start += cost
        } else {
            remember(max(now, debts[share] ?? 0) + cost, of: share)
        }
    }

    /// - Returns: all that waited.
    public mutating func removeAll() -> [Element] {
        defer { (turns, count) = ([:], 0) }
        return turns.values.flatMap { $0.members.flatMap(\.elements) }
    }

    private mutating func remember(_ start: Int64, of share: Share) {
        debts[share] = start
        guard debts.count > Self.debtsLimit else { return }
        debts = debts.filter { $0.value > now }
        // More than these at once have no debt worth a word each.
        if debts.count > Self.debtsLimit { debts = [:] }
    }
}
