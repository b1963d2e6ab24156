import LaurelDomain
import Synchronization

/// Counts attempts, each before its outcome is known, so that many at once are not free; one that succeeds is
/// given back.
///
/// A counter is one moment (the generic cell rate algorithm, ITU-T I.371): when the attempts so far will have
/// been paid off. Counters whose moment is past say nothing and are dropped; those that are not are at most
/// `burst` + time × rate, and never more than ``countLimit``.
final class AttemptLimiter: Sendable {
    enum Key: Hashable {
        /// An alias, guessed at from one source.
        case account(String, ClientAddress)
        case accountOnDevice(String, DeviceName)
        /// An alias, guessed at from addresses that are not known to be its player's.
        case accountByStrangers(String)
        /// Secrets of a player who is signed in.
        case player(PlayerNumber)
        /// Codes of devices that wait, typed by this player.
        case userCode(PlayerNumber)
        case address(ClientAddress)
        /// What an address has while the counters that all share are used up.
        case spare(ClientAddress)
        /// New codes of parties.
        case partyMaking(PlayerNumber)
        case total
    }

    typealias Counter = (key: Key, rate: AttemptRate)

    /// What one attempt is counted against.
    struct Attempt {
        /// Each of them refuses.
        var own: [Counter]
        /// Counted over all addresses: refuse only where nothing is left of `spare`.
        var shared: [Counter] = []
        var spare: Counter?
    }

    /// The counters that an attempt was counted against.
    struct Reservation {
        fileprivate let counters: [Counter]
    }

    /// Counters at a time, about 100 bytes each. Beyond it those that are paid off first are forgotten.
    static let countLimit = 131_072

    private struct Table {
        var moments: [Key: Timestamp] = [:]
        /// The table is swept when it has grown this large, and again when it has doubled.
        var sweepSize = 4_096

        /// The longest wait for one of these; nil: there is room in all.
        func wait(_ counters: [Counter], _ now: Timestamp) -> Timestamp.Span? {
            counters.compactMap { key, rate in moments[key].flatMap { rate.wait($0, now) } }.max()
        }

        mutating func pay(_ counters: [Counter], _ now: Timestamp) {
            for (key, rate) in counters { moments[key] = rate.paid(moments[key] ?? now, now) }
            guard moments.count >= sweepSize else { return }
            moments = moments.filter { $0.value > now }
            if moments.count > AttemptLimiter.countLimit / 2 {
                let middle = moments.values.sorted()[moments.count / 2]
                moments = moments.filter { $0.value > middle }
            }
            sweepSize = max(4_096, moments.count * 2)
        }
    }

    private let table = Mutex(Table())

    /// How many counters there are now.
    var count: Int { table.withLock { $0.moments.count } }

    /// Counts one attempt, or nothing.
    /// - Throws: how long to wait until there may be one again.
    @discardableResult
    func reserve(_ attempt: Attempt, at now: Timestamp) throws(TooManyAttempts) -> Reservation {
        let outcome: Result<Reservation, TooManyAttempts> = table.withLock { table in
            if let wait = table.wait(attempt.own, now) { return .failure(TooManyAttempts(retryAfter: wait)) }
            var counters = attempt.own
            let spareWait = attempt.spare.flatMap { table.wait([$0], now) }
            if let wait = table.wait(attempt.shared, now) {
                guard attempt.spare != nil, spareWait == nil else {
                    return .failure(TooManyAttempts(retryAfter: min(wait, spareWait ?? wait)))
                }
            } else {
                counters += attempt.shared
            }
            if let spare = attempt.spare, spareWait == nil { counters.append(spare) }
            table.pay(counters, now)
            return .success(Reservation(counters: counters))
        }
        return try outcome.get()
    }

    /// The attempt succeeded: it was no guess.
    func giveBack(_ reservation: Reservation) {
        table.withLock { table in
            for (key, rate) in reservation.counters {
                table.moments[key] = table.moments[key].map { $0.advanced(by: -rate.interval) }
            }
        }
    }
}
