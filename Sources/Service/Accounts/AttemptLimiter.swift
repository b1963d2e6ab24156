import LaurelDomain
import LaurelStorage
import Synchronization

/// Counts attempts, each before its outcome is known, so that many at once are not free; one that succeeds is
/// given back.
///
/// A counter is one moment (the generic cell rate algorithm, ITU-T I.371): when the attempts so far will have
/// been paid off. Counters whose moment is past say nothing and are dropped; those that are not are at most
/// `burst` + time × rate, and never more than ``countLimit``.
///
/// It is asked in memory alone. What was wrong can be written into a store beside it (``takeUnwritten(at:)``), for the
/// limiter of the next process (``restore(_:at:_:)``).
final class AttemptLimiter: Sendable {
    enum Key: Hashable {
        /// An alias, guessed at from one source.
        case account(String, ClientAddress)
        case accountOnDevice(String, DeviceName)
        /// An alias, guessed at from addresses that are not known to be its player's.
        case accountByStrangers(String)
        /// Secrets of a player who is signed in.
        case player(PlayerNumber)
        /// Codes of a player's second factor.
        case secondFactor(PlayerNumber)
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

    /// Counters at a time, about 100 bytes each. Beyond it those that are paid off first are forgotten, and those that
    /// protect one player last: nobody makes more of them by guessing from more addresses.
    static let countLimit = 131_072

    private struct Count {
        /// When the attempts so far will have been paid off.
        var moment: Timestamp
        /// Whether the store may have a row of it.
        var isKept = false
        /// Whether it is in one of the queues of ``Table``.
        var isWaiting = false
    }

    /// First in, first out. Taking the next one moves nothing: the table is locked meanwhile, and others wait for it.
    private struct KeyQueue {
        private var keys: [Key] = []
        private var taken = 0
        var count: Int { keys.count - taken }

        mutating func append(_ key: Key) { keys.append(key) }

        /// O(1), amortized.
        mutating func next() -> Key? {
            guard taken < keys.count else { return nil }
            let key = keys[taken]
            taken += 1
            if taken >= keys.count - taken {
                keys.removeFirst(taken)
                taken = 0
            }
            return key
        }

        /// They come next.
        mutating func putBack(_ returned: [Key]) {
            keys.replaceSubrange(0..<taken, with: returned)
            taken = 0
        }
    }

    /// What an earlier process counted, and nobody has been counted against since: of the keys there are digests alone.
    private struct Earlier {
        var moments: [SecretDigest: Timestamp]
        let read: Timestamp
        let keys: GuessKeys
    }

    private struct Table {
        var counts: [Key: Count] = [:]
        var earlier: Earlier?
        /// The table is swept when it has grown this large, and again when it has doubled.
        var sweepSize = 4_096
        /// Wrong guesses that the store has not got, the oldest first.
        var unwritten = KeyQueue()
        /// Those that protect one player: they don't wait behind a flood of the others.
        var unwrittenOfPlayers = KeyQueue()
        /// Cleared counters of which it may have a row.
        var forgotten: [Key] = []
        /// When the rows written so far will have been paid off.
        var rowsPaid = Timestamp.first
        var isWriting = false
        /// Resumed when nobody writes any more.
        var waitingToWrite: [CheckedContinuation<Void, Never>] = []

        /// The longest wait for one of these; nil: there is room in all.
        func wait(_ counters: [Counter], _ now: Timestamp) -> Timestamp.Span? {
            counters.compactMap { key, rate in counts[key].flatMap { rate.wait($0.moment, now) } }.max()
        }

        mutating func pay(_ counters: [Counter], _ now: Timestamp) {
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

        /// Takes what is to be written now, while fewer than `room` rows are taken.
        mutating func take(
            from queue: WritableKeyPath<Table, KeyQueue>, into taken: inout Unwritten, room: Int, _ now: Timestamp
        ) {
            while taken.rowCount < room, let key = self[keyPath: queue].next() {
                guard let count = counts[key] else { continue }
                counts[key]?.isWaiting = false
                // Right ones were given back, or time has passed.
                guard count.moment > now else { continue }
                counts[key]?.isKept = true
                taken.counts.append((key, count.moment))
            }
        }

        /// Goes on with what an earlier process counted. A clock that was wrong then makes nobody wait for longer than
        /// if all attempts had been made as the counts were read.
        mutating func recall(_ counters: [Counter], _ now: Timestamp) {
            guard let read = earlier?.read, let keys = earlier?.keys else { return }
            for (key, rate) in counters where counts[key] == nil {
                guard let moment = earlier?.moments.removeValue(forKey: keys.digest(of: key)) else { continue }
                counts[key] = Count(moment: min(moment, read.advanced(by: rate.window)), isKept: true)
            }
            let isOver = now >= read.advanced(by: GuessCount.longestLife)
            if isOver || earlier?.moments.isEmpty == true { earlier = nil }
        }
    }

    private let table = Mutex(Table())

    /// How many counters there are now.
    var count: Int { table.withLock { $0.counts.count } }

    /// Counts one attempt, or nothing.
    /// - Throws: how long to wait until there may be one again.
    @discardableResult
    func reserve(_ attempt: Attempt, at now: Timestamp) throws(TooManyAttempts) -> Reservation {
        let outcome: Result<Reservation, TooManyAttempts> = table.withLock { table in
            if table.earlier != nil {
                table.recall(attempt.own + attempt.shared, now)
                if let spare = attempt.spare { table.recall([spare], now) }
            }
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
                guard let count = table.counts[key] else { continue }
                table.counts[key]?.moment = count.moment.advanced(by: -rate.interval)
            }
        }
    }
}

// MARK: Beside it, a store

extension AttemptLimiter {
    /// Rows that are written into the store: 2,500 at once, and 20 a second. That is about what the guesses take which
    /// ``AttemptLimits/total`` lets through. Who has so many addresses that theirs are more makes the server write no
    /// more than that: the rest is counted in memory, and written when there is room.
    static let rowRate = AttemptRate(burst: 2_500, interval: .init(milliseconds: 50))
    /// Rows of one transaction, so that no other write waits long.
    static let batchLimit = 1_000
    /// As many rows as ``rowRate`` lets count at a time: nothing counts for longer than ``GuessCount/longestLife``.
    static let keptLimit = 75_000

    /// Rows to be written.
    struct Unwritten {
        fileprivate(set) var counts: [(key: Key, moment: Timestamp)] = []
        /// Whose rows are to go. Before the others are written: somebody may have guessed again.
        fileprivate(set) var forgotten: [Key] = []
        var isEmpty: Bool { counts.isEmpty && forgotten.isEmpty }
        fileprivate var rowCount: Int { counts.count + forgotten.count }
        /// What they take of ``AttemptLimiter/rowRate``.
        fileprivate var price: Timestamp.Span {
            .init(milliseconds: Int64(rowCount) * AttemptLimiter.rowRate.interval.milliseconds)
        }
    }

    /// The attempt was a wrong guess: its counters wait to be written.
    func noteWrong(_ reservation: Reservation) {
        table.withLock { table in
            for (key, _) in reservation.counters {
                let queue: WritableKeyPath<Table, KeyQueue> = key.isOfPlayer ? \.unwrittenOfPlayers : \.unwritten
                guard let count = table.counts[key], !count.isWaiting, table[keyPath: queue].count < Self.countLimit
                else { continue }
                table.counts[key]?.isWaiting = true
                table[keyPath: queue].append(key)
            }
        }
    }

    /// The attempt succeeded. What was guessed at this alias from this very source is cleared; what else it was counted
    /// against is given back, and no more: an address, or a second kind of secret, could be cleared by who guesses.
    /// - Returns: whether the store may have a row of what was cleared.
    func clear(_ reservation: Reservation) -> Bool {
        giveBack(reservation)
        return table.withLock { table in
            var isKept = false
            for (key, _) in reservation.counters where key.isCleared {
                guard let count = table.counts.removeValue(forKey: key), count.isKept else { continue }
                isKept = true
                // Rows that stay are those of a store that takes nothing, and count for an hour at most.
                if table.forgotten.count < Self.countLimit { table.forgotten.append(key) }
            }
            return isKept
        }
    }

    /// - Returns: false: somebody else is writing.
    func beginWriting() -> Bool {
        table.withLock { table in
            guard !table.isWriting else { return false }
            table.isWriting = true
            return true
        }
    }

    func endWriting() {
        let waiting = table.withLock { table in
            table.isWriting = false
            defer { table.waitingToWrite = [] }
            return table.waitingToWrite
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for the one who writes, if there is one. Another may have begun when this returns.
    func waitToWrite() async {
        await withCheckedContinuation { continuation in
            let isWriting = table.withLock { table in
                if table.isWriting { table.waitingToWrite.append(continuation) }
                return table.isWriting
            }
            if !isWriting { continuation.resume() }
        }
    }

    /// What is to be written now: first what protects one player.
    func takeUnwritten(at now: Timestamp) -> Unwritten {
        table.withLock { table in
            let room = min(Self.batchLimit, Self.rowRate.room(table.rowsPaid, now))
            var taken = Unwritten()
            table.take(from: \.unwrittenOfPlayers, into: &taken, room: room, now)
            // Before the rest: who is cleared may have guessed again. What protects one player is never cleared.
            taken.forgotten = Array(table.forgotten.prefix(room - taken.rowCount))
            table.forgotten.removeFirst(taken.forgotten.count)
            table.take(from: \.unwritten, into: &taken, room: room, now)
            table.rowsPaid = max(table.rowsPaid, now).advanced(by: taken.price)
            return taken
        }
    }

    /// They were not written, or nobody knows whether they were: then they are the same rows once more. So what they
    /// took of ``rowRate`` is given back, or a store that takes nothing would use it up.
    func putBack(_ taken: Unwritten) {
        table.withLock { table in
            table.rowsPaid = table.rowsPaid.advanced(by: -taken.price)
            table.forgotten.insert(contentsOf: taken.forgotten, at: 0)
            var (ofPlayers, others): ([Key], [Key]) = ([], [])
            for (key, _) in taken.counts {
                guard let count = table.counts[key], !count.isWaiting else { continue }
                table.counts[key]?.isWaiting = true
                if key.isOfPlayer { ofPlayers.append(key) } else { others.append(key) }
            }
            table.unwrittenOfPlayers.putBack(ofPlayers)
            table.unwritten.putBack(others)
        }
    }

    /// Begins with what an earlier process counted.
    ///
    /// - Parameter moments: when it will have been paid off, by the clock of `now`.
    func restore(_ moments: [SecretDigest: Timestamp], at now: Timestamp, _ keys: GuessKeys) {
        table.withLock { table in
            table.earlier = moments.isEmpty ? nil : Earlier(moments: moments, read: now, keys: keys)
        }
    }
}

extension AttemptLimiter.Key {
    /// Whether who knows the secret clears it.
    fileprivate var isCleared: Bool {
        switch self {
        case .account, .accountOnDevice: true
        case .accountByStrangers, .player, .secondFactor, .userCode, .address, .spare, .partyMaking, .total: false
        }
    }

    /// Whether it protects one player, wherever guesses come from. Only who has signed in as that player, or got as far
    /// as their second factor, is counted by it: so one more address doesn't make one more of these.
    fileprivate var isOfPlayer: Bool {
        switch self {
        case .player, .secondFactor, .userCode: true
        case .account, .accountOnDevice, .accountByStrangers, .address, .spare, .partyMaking, .total: false
        }
    }

    /// The same for the same key, and for no other. Rows of the store depend on it for as long as they count.
    var text: String {
        let parts: [String] =
            switch self {
            case .account(let alias, let address): ["account", address.text, alias]
            case .accountOnDevice(let alias, let device): ["device", device.text, alias]
            case .accountByStrangers(let alias): ["strangers", alias]
            case .player(let player): ["player", String(player.rawValue)]
            case .secondFactor(let player): ["second-factor", String(player.rawValue)]
            case .userCode(let player): ["user-code", String(player.rawValue)]
            case .address(let address): ["address", address.text]
            case .spare(let address): ["spare", address.text]
            case .partyMaking(let player): ["party-making", String(player.rawValue)]
            case .total: ["total"]
            }
        // No alias and no name of a device has a character U+0000.
        return parts.joined(separator: "\0")
    }
}

extension AttemptRate {
    /// How long it takes until all attempts that may be made at once are paid off.
    fileprivate var window: Timestamp.Span {
        let (span, isTooLong) = interval.milliseconds.multipliedReportingOverflow(by: max(burst, 1))
        return .init(milliseconds: isTooLong ? .max : span)
    }

    /// How many more attempts are allowed now.
    /// - Parameter paid: when those so far will have been paid off.
    fileprivate func room(_ paid: Timestamp, _ now: Timestamp) -> Int {
        let owed = max(0, paid.milliseconds - now.milliseconds)
        return Int(clamping: max(0, window.milliseconds - owed) / max(1, interval.milliseconds))
    }
}
