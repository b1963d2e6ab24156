import LaurelDomain
import Synchronization

/// Counts tries in every stretch of time: at most so many of one key within a span, whenever it begins.
///
/// A rate with a burst (``AttemptLimiter``) lets the burst through and what it pays off beside it: twice as many in a
/// first minute. Here the moments themselves are kept, as many as the limit.
final class TryWindows: Sendable {
    enum Key: Hashable {
        case player(PlayerNumber)
        case address(ClientAddress)
    }

    struct Limit: Hashable {
        let count: Int
        let span: Timestamp.Span
    }

    typealias Counter = (key: Key, limit: Limit)

    /// What one try was counted against.
    struct Reservation {
        fileprivate let counters: [Counter]
        fileprivate let moment: Timestamp
    }

    /// Keys at a time, of at most 600 bytes each. Beyond it those that were tried longest ago are forgotten.
    static let countLimit = 65_536

    private struct Table {
        /// Oldest first.
        var moments: [Key: [Timestamp]] = [:]
        /// The table is swept when it has grown this large.
        var sweepSize = 4_096

        mutating func wait(_ counter: Counter, _ now: Timestamp) -> Timestamp.Span? {
            guard var known = moments[counter.key] else { return nil }
            known.removeAll { $0.advanced(by: counter.limit.span) <= now }
            moments[counter.key] = known.isEmpty ? nil : known
            guard known.count >= counter.limit.count, let first = known.first else { return nil }
            return Timestamp.Span(
                milliseconds: first.advanced(by: counter.limit.span).milliseconds - now.milliseconds)
        }

        mutating func add(_ counters: [Counter], _ now: Timestamp) {
            for (key, _) in counters { moments[key, default: []].append(now) }
            guard moments.count >= sweepSize else { return }
            let longest = counters.map(\.limit.span.milliseconds).max() ?? 0
            moments = moments.filter { ($0.value.last?.milliseconds ?? 0) > now.milliseconds - longest }
            if moments.count > TryWindows.countLimit / 2 {
                let last = moments.values.compactMap(\.last).sorted()
                let middle = last[last.count / 2]
                moments = moments.filter { $0.value.last ?? middle > middle }
            }
            sweepSize = max(4_096, moments.count * 2)
        }

        mutating func remove(_ reservation: Reservation) {
            for (key, _) in reservation.counters {
                guard let index = moments[key]?.lastIndex(of: reservation.moment) else { continue }
                moments[key]?.remove(at: index)
                if moments[key]?.isEmpty == true { moments[key] = nil }
            }
        }
    }

    private let table = Mutex(Table())

    /// How many keys there are now.
    var count: Int { table.withLock { $0.moments.count } }

    /// Counts one try, or nothing.
    /// - Throws: how long to wait until there may be one again.
    func reserve(_ counters: [Counter], at now: Timestamp) throws(TooManyAttempts) -> Reservation {
        let wait: Timestamp.Span? = table.withLock { table in
            let waits = counters.compactMap { table.wait($0, now) }
            if let longest = waits.max() { return longest }
            table.add(counters, now)
            return nil
        }
        if let wait { throw TooManyAttempts(retryAfter: wait) }
        return Reservation(counters: counters, moment: now)
    }

    /// It was right, and counts for nothing.
    func giveBack(_ reservation: Reservation) { table.withLock { $0.remove(reservation) } }
}
