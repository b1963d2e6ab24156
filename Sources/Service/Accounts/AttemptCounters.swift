import LaurelDomain
import LaurelStorage

/// The counters of an ``AttemptLimiter``, in memory, beside those that an earlier process left in the store.
///
/// A counter is one moment (the generic cell rate algorithm, ITU-T I.371): when the attempts so far will have
/// been paid off. Counters whose moment is past say nothing and are dropped; those that are not are at most
/// `burst` + time × rate, and never more than ``AttemptLimiter/countLimit``.
struct AttemptCounters {
    typealias Key = AttemptLimiter.Key
    typealias Counter = AttemptLimiter.Counter

    struct Count {
        /// When the attempts so far will have been paid off.
        var moment: Timestamp
        /// Whether the store may have a row of it.
        var isKept = false
        /// Whether it waits in ``UnwrittenGuesses``.
        var isWaiting = false
    }

    /// What an earlier process counted, and nobody has been counted against since: of the keys there are digests alone.
    private struct Earlier {
        var moments: [SecretDigest: Timestamp]
        let read: Timestamp
        let keys: GuessKeys
    }

    private var counts: [Key: Count] = [:]
    private var earlier: Earlier?
    /// The table is swept when it has grown this large, and again when it has doubled.
    private var sweepSize = 4_096

    /// How many there are now.
    var count: Int { counts.count }

    /// Nil: nothing is counted there.
    subscript(key: Key) -> Count? {
        get { counts[key] }
        set { counts[key] = newValue }
    }

    /// Counts one attempt, or nothing.
    mutating func reserve(
        _ attempt: AttemptLimiter.Attempt, at now: Timestamp
    ) -> Result<AttemptLimiter.Reservation, TooManyAttempts> {
        if earlier != nil {
            recall(attempt.own + attempt.shared, now)
            if let spare = attempt.spare { recall([spare], now) }
        }
        if let wait = longestWait(attempt.own, now) { return .failure(TooManyAttempts(retryAfter: wait)) }
        var counters = attempt.own
        let spareWait = attempt.spare.flatMap { longestWait([$0], now) }
        if let wait = longestWait(attempt.shared, now) {
            guard attempt.spare != nil, spareWait == nil else {
                return .failure(TooManyAttempts(retryAfter: min(wait, spareWait ?? wait)))
            }
        } else {
            counters += attempt.shared
        }
        if let spare = attempt.spare, spareWait == nil { counters.append(spare) }
        pay(counters, now)
        return .success(AttemptLimiter.Reservation(counters: counters))
    }

    mutating func giveBack(_ reservation: AttemptLimiter.Reservation) {
        for (key, rate) in reservation.counters {
            guard let count = counts[key] else { continue }
            counts[key]?.moment = count.moment.advanced(by: -rate.interval)
        }
    }

    /// Begins with what an earlier process counted.
    ///
    /// - Parameter moments: when it will have been paid off, by the clock of `now`.
    mutating func restore(_ moments: [SecretDigest: Timestamp], at now: Timestamp, _ keys: GuessKeys) {
        earlier = moments.isEmpty ? nil : Earlier(moments: moments, read: now, keys: keys)
    }

    /// The longest wait for one of these; nil: there is room in all.
    private func longestWait(_ counters: [Counter], _ now: Timestamp) -> Timestamp.Span? {
        counters.compactMap { key, rate in counts[key].flatMap { rate.wait($0.moment, now) } }.max()
    }

    private mutating func pay(_ counters: [Counter], _ now: Timestamp) {
        for (key, rate) in counters {
            let paid = rate.paid(counts[key]?.moment ?? now, now)
            counts[key, default: Count(moment: paid)].moment = paid
        }
        guard counts.count >= sweepSize else { return }
        counts = counts.filter { $0.value.moment > now }
        if counts.count > AttemptLimiter.countLimit / 2 { cut() }
        sweepSize = max(4_096, counts.count * 2)
    }

    /// Forgets half of them. Those that protect one player stay, unless they alone are a quarter of the limit.
    private mutating func cut() {
        var (ofPlayers, others): ([Timestamp], [Timestamp]) = ([], [])
        for (key, count) in counts {
            if key.isOfPlayer { ofPlayers.append(count.moment) } else { others.append(count.moment) }
        }
        let most = min(counts.count, AttemptLimiter.countLimit) / 2
        let mostOfPlayers = AttemptLimiter.countLimit / 4
        let lastOfPlayers = Self.last(of: ofPlayers, forgottenToKeep: mostOfPlayers)
        let mostOfOthers = max(0, most - min(ofPlayers.count, mostOfPlayers))
        let lastOfOthers = Self.last(of: others, forgottenToKeep: mostOfOthers)
        counts = counts.filter { key, count in
            guard let last = key.isOfPlayer ? lastOfPlayers : lastOfOthers else { return true }
            return count.moment > last
        }
    }

    /// - Returns: up to when counters are forgotten, so that no more than `most` are left; nil: none is.
    private static func last(of moments: [Timestamp], forgottenToKeep most: Int) -> Timestamp? {
        moments.count > most ? moments.sorted()[moments.count - most - 1] : nil
    }

    /// Goes on with what an earlier process counted. A clock that was wrong then makes nobody wait for longer than
    /// if all attempts had been made as the counts were read.
    private mutating func recall(_ counters: [Counter], _ now: Timestamp) {
        guard let read = earlier?.read, let keys = earlier?.keys else { return }
        for (key, rate) in counters where counts[key] == nil {
            guard let moment = earlier?.moments.removeValue(forKey: keys.digest(of: key)) else { continue }
            counts[key] = Count(moment: min(moment, read.advanced(by: rate.window)), isKept: true)
        }
        let isOver = now >= read.advanced(by: GuessCount.longestLife)
        if isOver || earlier?.moments.isEmpty == true { earlier = nil }
    }
}
