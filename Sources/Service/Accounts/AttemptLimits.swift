import LaurelDomain

/// The limits on guessing secrets and on signing up (OWASP ASVS 5.0, 2.4.1 and 6.3.1).
///
/// **Addresses come first.** A guess is counted against the address that it comes from, and from there against its
/// alias; these keep somebody out for as long as they guess. What all addresses share, ``accountByStrangers`` and
/// ``total``, keeps nobody out: while it is used up, each address still has ``spare``. So nobody's guesses lock out
/// somebody who knows the password, and an attack from everywhere is slowed to what its addresses have to spare.
/// docs/decisions/0019-guesses.md says what that costs. Sign-ups and guests are counted the same way.
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
    /// Guesses that an address has while one of the two above is used up, and sign-ups and guests that a site has while
    /// their totals are: three, then one every ten minutes.
    public var spare = AttemptRate(burst: 3, interval: .minutes(10))
    /// Players signed up from one address, and devices that ask to be signed in: a budget, as those of requests.
    /// Nil: no limit.
    public var signUpAddress: AttemptRate? = AttemptRate(burst: 100, interval: .seconds(30))
    /// The same from all addresses.
    public var signUpTotal: AttemptRate? = AttemptRate(burst: 5_000, interval: .init(milliseconds: 100))

    /// Guests made from one address: a school class or a booth at a fair can play at once. Nil: no limit.
    public var guestAddress: AttemptRate? = AttemptRate(burst: 100, interval: .seconds(30))
    /// The same from all addresses.
    public var guestTotal: AttemptRate? = AttemptRate(burst: 5_000, interval: .init(milliseconds: 100))

    public init() {}

    /// With so many times as many sign-ups and guests.
    /// - Parameter factor: at least 1; nil: no limit.
    public func signUps(multipliedBy factor: Int64?) -> AttemptLimits {
        var limits = self
        limits.signUpAddress = factor.flatMap { signUpAddress?.multiplied(by: $0) }
        limits.signUpTotal = factor.flatMap { signUpTotal?.multiplied(by: $0) }
        limits.guestAddress = factor.flatMap { guestAddress?.multiplied(by: $0) }
        limits.guestTotal = factor.flatMap { guestTotal?.multiplied(by: $0) }
        return limits
    }

    /// What one sign-up is counted against.
    func signUp(from address: ClientAddress) -> AttemptLimiter.Attempt {
        newPlayer(from: address, signUpAddress, signUpTotal)
    }

    /// What one new guest is counted against.
    func guest(from address: ClientAddress) -> AttemptLimiter.Attempt {
        newPlayer(from: address, guestAddress, guestTotal)
    }

    /// What is spare belongs to a site: a /48 has 65,536 networks, and the total would bound nothing if each of them
    /// had something to spare.
    private func newPlayer(
        from address: ClientAddress, _ ofAddress: AttemptRate?, _ total: AttemptRate?
    ) -> AttemptLimiter.Attempt {
        // The owner of the machine.
        guard address != .local else { return AttemptLimiter.Attempt(own: []) }
        var attempt = AttemptLimiter.Attempt(own: [])
        if let ofAddress { attempt.own = [(.address(address), ofAddress)] }
        if let total {
            attempt.shared = [(.total, total)]
            attempt.spare = (.spare(address.site), spare)
        }
        return attempt
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
