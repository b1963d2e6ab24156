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
public struct AttemptLimits: Hashable, Sendable {
    /// Guesses at one alias, known or not, from one place (an address, or a device that is the player's own): ten,
    /// then one a minute, about 1,450 a day.
    public var account = AttemptRate(burst: 10, interval: .minutes(1))
    /// Guesses at one alias from all places together that it never came from. Strangers who use this up lock out
    /// nobody who comes from where they came before.
    public var accountByStrangers = AttemptRate(burst: 50, interval: .seconds(30))
    /// Guesses from one address at any alias: a school behind one address can still mistype.
    public var address = AttemptRate(burst: 50, interval: .seconds(10))
    /// Guesses in all: a thousand addresses together get no further than this. It also bounds the memory.
    public var total = AttemptRate(burst: 500, interval: .init(milliseconds: 200))
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
    func signUp(from address: ClientAddress) -> [(AttemptLimiter.Key, AttemptRate)] {
        var keys: [(AttemptLimiter.Key, AttemptRate)] = []
        if let signUpTotal { keys.append((.total, signUpTotal)) }
        if let signUpAddress, address != .local { keys.append((.address(address), signUpAddress)) }
        return keys
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
/// `burst` + time × rate of the total, so the memory has a bound that no attacker can move.
final class AttemptLimiter: Sendable {
    enum Key: Hashable {
        /// An alias, guessed at from one place.
        case account(String, ClientAddress)
        case accountOnDevice(String, DeviceName)
        /// An alias, guessed at from places that are not known to be its player's.
        case accountByStrangers(String)
        /// Secrets of a player who is signed in.
        case player(PlayerNumber)
        /// Codes of devices that wait, typed by this player.
        case userCode(PlayerNumber)
        case address(ClientAddress)
        case total
    }

    private let moments = Mutex<[Key: Timestamp]>([:])
    /// The table is swept when it has grown this large, and again when it has doubled.
    private let sweepSize = Mutex(4_096)

    /// How many counters there are now.
    var count: Int { moments.withLock { $0.count } }

    /// Counts one attempt against every key, or none against any.
    /// - Throws: how long to wait, when one of them has had enough.
    func reserve(_ keys: [(Key, AttemptRate)], at now: Timestamp) throws(TooManyAttempts) {
        let wait: Timestamp.Span? = moments.withLock { moments in
            let waits = keys.compactMap { key, rate in moments[key].flatMap { rate.wait($0, now) } }
            if let longest = waits.max() { return longest }
            for (key, rate) in keys { moments[key] = rate.paid(moments[key] ?? now, now) }
            sweepSize.withLock { size in
                guard moments.count >= size else { return }
                moments = moments.filter { $0.value > now }
                size = max(4_096, moments.count * 2)
            }
            return nil
        }
        if let wait { throw TooManyAttempts(retryAfter: wait) }
    }

    /// The attempt succeeded: it was no guess.
    func giveBack(_ keys: [(Key, AttemptRate)]) {
        moments.withLock { moments in
            for (key, rate) in keys { moments[key] = moments[key].map { $0.advanced(by: -rate.interval) } }
        }
    }
}

/// Enough for now.
public struct TooManyAttempts: Error, Hashable, Sendable {
    public let retryAfter: Timestamp.Span
}
