import LaurelDomain

/// The wrong guesses that the store has not got yet, and how many rows of them may be written by now.
struct UnwrittenGuesses {
    typealias Key = AttemptLimiter.Key

    /// Rows to be written.
    struct Rows {
        fileprivate(set) var counts: [(key: Key, moment: Timestamp)] = []
        /// Whose rows are to go. Before the others are written: somebody may have guessed again.
        fileprivate(set) var forgotten: [Key] = []
        var isEmpty: Bool { counts.isEmpty && forgotten.isEmpty }
        fileprivate var count: Int { counts.count + forgotten.count }
        /// What they take of ``AttemptLimiter/rowRate``.
        fileprivate var price: Timestamp.Span {
            .init(milliseconds: Int64(count) * AttemptLimiter.rowRate.interval.milliseconds)
        }
    }

    /// The oldest first.
    private var others = Deque<Key>()
    /// Those that protect one player: they don't wait behind a flood of the others.
    private var ofPlayers = Deque<Key>()
    /// Cleared counters of which the store may have a row.
    private var forgotten: [Key] = []
    /// When the rows written so far will have been paid off.
    private var rowsPaid = Timestamp.first

    /// The guess was wrong: its counters wait to be written.
    mutating func note(_ reservation: AttemptLimiter.Reservation, _ counters: inout AttemptCounters) {
        for (key, _) in reservation.counters {
            let waiting = key.isOfPlayer ? ofPlayers.count : others.count
            guard let count = counters[key], !count.isWaiting, waiting < AttemptLimiter.countLimit else { continue }
            counters[key]?.isWaiting = true
            if key.isOfPlayer { ofPlayers.append(key) } else { others.append(key) }
        }
    }

    /// The guesser knew the secret. What was guessed at this alias from this very source is cleared.
    /// - Returns: whether the store may have a row of what was cleared.
    mutating func clear(_ reservation: AttemptLimiter.Reservation, _ counters: inout AttemptCounters) -> Bool {
        var isKept = false
        for (key, _) in reservation.counters where key.isCleared {
            guard let count = counters[key] else { continue }
            counters[key] = nil
            guard count.isKept else { continue }
            isKept = true
            // Rows that stay are those of a store that takes nothing, and count for an hour at most.
            if forgotten.count < AttemptLimiter.countLimit { forgotten.append(key) }
        }
        return isKept
    }

    /// What is to be written now: first what protects one player.
    mutating func take(_ counters: inout AttemptCounters, at now: Timestamp) -> Rows {
        let room = min(AttemptLimiter.batchLimit, AttemptLimiter.rowRate.room(rowsPaid, now))
        var taken = Rows()
        Self.move(from: &ofPlayers, to: &taken, room: room, &counters, at: now)
        // Before the rest: who is cleared may have guessed again. What protects one player is never cleared.
        taken.forgotten = Array(forgotten.prefix(room - taken.count))
        forgotten.removeFirst(taken.forgotten.count)
        Self.move(from: &others, to: &taken, room: room, &counters, at: now)
        rowsPaid = max(rowsPaid, now).advanced(by: taken.price)
        return taken
    }

    /// Takes what is to be written now, while fewer than `room` rows are taken.
    private static func move(
        from queue: inout Deque<Key>, to taken: inout Rows, room: Int, _ counters: inout AttemptCounters,
        at now: Timestamp
    ) {
        while taken.count < room, let key = queue.popFirst() {
            guard let count = counters[key] else { continue }
            counters[key]?.isWaiting = false
            // Right ones were given back, or time has passed.
            guard count.moment > now else { continue }
            counters[key]?.isKept = true
            taken.counts.append((key, count.moment))
        }
    }

    /// They were not written, or nobody knows whether they were: then they are the same rows once more. So what they
    /// took of ``AttemptLimiter/rowRate`` is given back, or a store that takes nothing would use it up.
    mutating func putBack(_ taken: Rows, _ counters: inout AttemptCounters) {
        rowsPaid = rowsPaid.advanced(by: -taken.price)
        forgotten.insert(contentsOf: taken.forgotten, at: 0)
        var (returnedOfPlayers, returnedOthers): ([Key], [Key]) = ([], [])
        for (key, _) in taken.counts {
            guard let count = counters[key], !count.isWaiting else { continue }
            counters[key]?.isWaiting = true
            if key.isOfPlayer { returnedOfPlayers.append(key) } else { returnedOthers.append(key) }
        }
        ofPlayers.prepend(contentsOf: returnedOfPlayers)
        others.prepend(contentsOf: returnedOthers)
    }
}
