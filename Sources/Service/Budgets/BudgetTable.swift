import Synchronization

/// How much somebody may do: so much at once, and so much a second in the long run.
public struct Budget: Hashable, Sendable {
    /// What a full bucket holds, at least 1.
    public var burst: Int64
    /// What comes in, in thousandths a second, at least 1: `500` is one every two seconds.
    public var perThousandSeconds: Int64

    /// - Parameter perSecond: at least 1.
    public init(burst: Int64, perSecond: Int64) {
        self.burst = max(1, burst)
        perThousandSeconds = max(1, perSecond).multipliedReportingOverflow(by: 1_000).partialValue
    }

    /// - Parameter every: seconds from one to the next, at least 1.
    public init(burst: Int64, everySeconds every: Int64) {
        self.burst = max(1, burst)
        perThousandSeconds = max(1, 1_000 / max(1, every))
    }

    /// Microseconds from one to the next, at least 1.
    var interval: Int64 { max(1, 1_000_000_000 / max(1, perThousandSeconds)) }
}

/// Token buckets, one a key, each as one moment: when what was taken will have been paid back (the generic cell rate
/// algorithm, ITU-T I.371). O(1).
///
/// **Memory.** At most ``entriesLimit`` buckets: two generations, of which the older is dropped when the younger is
/// full. A key that is dropped has a full bucket again; to drop one, somebody has to come with that many other keys
/// within the time that the bucket takes to fill.
public final class BudgetTable<Key: Hashable & Sendable>: Sendable {
    /// About 64 bytes each.
    public let entriesLimit: Int

    private struct Generations {
        /// Microseconds.
        var young: [Key: Int64] = [:]
        var old: [Key: Int64] = [:]
    }

    private let generations = Mutex(Generations())

    public init(entriesLimit: Int = 131_072) { self.entriesLimit = max(2, entriesLimit) }

    /// Buckets that are remembered.
    public var count: Int { generations.withLock { $0.young.count + $0.old.count } }

    /// What taking one of a bucket came to.
    public enum Outcome: Hashable, Sendable {
        /// - left: how many more at once.
        case taken(left: Int64)
        /// - retryAfter: microseconds until there is one.
        case refused(retryAfter: Int64)
    }

    /// Takes `cost` out of every bucket, or nothing out of any.
    ///
    /// - Parameter now: microseconds of a clock that never goes back.
    /// - Returns: the outcome of the bucket that has least; the index in `keys` of the one that refused.
    public func take(_ keys: [(Key, Budget)], cost: Int64 = 1, at now: Int64) -> (Outcome, index: Int) {
        generations.withLock { state in
            var least = Int64.max
            for (index, (key, budget)) in keys.enumerated() {
                let due = max(state.young[key] ?? state.old[key] ?? now, now)
                let room = Self.room(budget, due, now)
                if room < cost {
                    let wait = Self.product(cost - room, budget.interval)
                    return (.refused(retryAfter: max(1, wait - Self.rest(budget, due, now))), index)
                }
                least = min(least, room - cost)
            }
            for (key, budget) in keys {
                let due = max(state.young[key] ?? state.old[key] ?? now, now)
                if state.young.count >= entriesLimit / 2, state.young[key] == nil {
                    state.old = state.young
                    state.young = [:]
                }
                state.young[key] = due.addingReportingOverflow(Self.product(cost, budget.interval)).partialValue
            }
            return (.taken(left: least), 0)
        }
    }

    /// Puts back what was taken of these buckets. One that has been dropped since is full anyway.
    public func giveBack(_ keys: [(Key, Budget)], cost: Int64 = 1) {
        generations.withLock { state in
            for (key, budget) in keys {
                let amount = Self.product(cost, budget.interval)
                // No earlier than when it was taken: what has come in meanwhile is in the bucket besides.
                if let due = state.young[key] {
                    state.young[key] = due.subtractingReportingOverflow(amount).partialValue
                } else if let due = state.old[key] {
                    state.old[key] = due.subtractingReportingOverflow(amount).partialValue
                }
            }
        }
    }

    /// How many are in a bucket whose debt is paid at `due`.
    private static func room(_ budget: Budget, _ due: Int64, _ now: Int64) -> Int64 {
        let debt = due - now
        return budget.burst - (debt + budget.interval - 1) / budget.interval
    }

    /// How far the next one has come in already.
    private static func rest(_ budget: Budget, _ due: Int64, _ now: Int64) -> Int64 {
        let over = (due - now) % budget.interval
        return over == 0 ? 0 : budget.interval - over
    }

    private static func product(_ one: Int64, _ other: Int64) -> Int64 {
        let (product, overflow) = one.multipliedReportingOverflow(by: other)
        return overflow ? .max / 4 : product
    }
}
