public import LaurelDomain
import Synchronization

/// How often somebody may try: so many at once, then one every so often.
public struct AttemptRate: Hashable, Sendable {
    public var burst: Int64
    public var interval: Timestamp.Span

    public init(burst: Int64, interval: Timestamp.Span) {
        self.burst = burst
        self.interval = interval
    }
}

/// The limits on guessing secrets and on signing up (OWASP ASVS 5.0, 2.4.1 and 6.3.1).
///
/// **Addresses come first.** A guess is counted against the address that it comes from, and from there against its
/// alias; these keep somebody out for as long as they guess. What all addresses share, ``accountByStrangers`` and
/// ``total``, keeps nobody out: while it is used up, each address still has ``spare``. So nobody's guesses lock out
/// somebody who knows the password, and an attack from everywhere is slowed to what its addresses have to spare.
/// docs/decisions/0019-guesses.md says what that costs.
public struct AttemptLimits: Hashable, Sendable {
    /// Guesses at one alias, known or not, from one source (an address, or a device that is the player's own): ten,
    /// then one a minute, about 1,450 a day.
    public var account = AttemptRate(burst: 10, interval: .minutes(1))
    /// Guesses at one alias from all addresses together that it never came from.
    public var accountByStrangers = AttemptRate(burst: 50, interval: .seconds(30))
    /// Guesses from one address at any alias: a school behind one address can still mistype.
    public var address = AttemptRate(burst: 50, interval: .seconds(10))
    /// Guesses in all from such addresses.
    public var total = AttemptRate(burst: 500, interval: .init(milliseconds: 200))
    /// Guesses that an address has while one of the two above is used up: three, then one every ten minutes.
    public var spare = AttemptRate(burst: 3, interval: .minutes(10))
    /// Players signed up from one address, and devices that ask to be signed in: a budget, as those of requests.
    /// Nil: no limit.
    public var signUpAddress: AttemptRate? = AttemptRate(burst: 100, interval: .seconds(30))
    /// The same from all addresses.
    public var signUpTotal: AttemptRate? = AttemptRate(burst: 5_000, interval: .init(milliseconds: 100))

    public init() {}

    /// With so many times as many sign-ups.
    /// - Parameter factor: at least 1; nil: no limit.
    public func signUps(multipliedBy factor: Int64?) -> AttemptLimits {
        var limits = self
        limits.signUpAddress = factor.flatMap { signUpAddress?.multiplied(by: $0) }
        limits.signUpTotal = factor.flatMap { signUpTotal?.multiplied(by: $0) }
        return limits
    }

    /// What one sign-up is counted against.
    func signUp(from address: ClientAddress) -> AttemptLimiter.Attempt {
        var counters: [AttemptLimiter.Counter] = []
        if let signUpTotal { counters.append((.total, signUpTotal)) }
        if let signUpAddress, address != .local { counters.append((.address(address), signUpAddress)) }
        return AttemptLimiter.Attempt(own: counters)
    }

    /// What one guess at anything is counted against, wherever it is aimed.
    /// - Parameter own: what else keeps this guesser out.
    func guess(
        from address: ClientAddress, own: [AttemptLimiter.Counter] = [], shared: [AttemptLimiter.Counter] = []
    ) -> AttemptLimiter.Attempt {
        // The owner of the machine.
        guard address != .local else { return AttemptLimiter.Attempt(own: own) }
        return AttemptLimiter.Attempt(
            own: [(.address(address), self.address)] + own, shared: shared + [(.total, total)],
            spare: (.spare(address), spare))
    }
}

extension AttemptRate {
    fileprivate func multiplied(by factor: Int64) -> AttemptRate {
        let factor = max(1, factor)
        let (burst, isTooLarge) = burst.multipliedReportingOverflow(by: factor)
        return AttemptRate(
            burst: isTooLarge ? .max / 4 : burst, interval: .init(milliseconds: max(1, interval.milliseconds / factor)))
    }
}

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
