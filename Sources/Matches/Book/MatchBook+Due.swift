public import LaurelDomain

/// What time changes by itself.
extension MatchBook {
    /// When time changes a match next by itself. Nil: there is none.
    public var nextDeadline: Timestamp? {
        matches.isEmpty ? nil : [deadlines.first, archivals.first].compactMap { $0?.time }.min()
    }

    /// The match whose time came first, of those that are due. It stays due until the facts of
    /// ``planTimers(of:at:)`` are applied.
    public mutating func nextDue(at now: Timestamp) -> MatchNumber? {
        dropOldMoments(until: now)
        let first = [deadlines.first, archivals.first].compactMap(\.self).min()
        return first.flatMap { $0.time <= now ? $0.match : nil }
    }

    /// Matches that time has changed by now, and when, the earliest first. O(*k* log *k*) for *k* that are due, however
    /// many matches there are: readers wait meanwhile.
    ///
    /// - Parameter archivedLimit: how many of them are archived by it at most: the earliest of these.
    public func due(at now: Timestamp, limit: Int, archivedLimit: Int = .max) -> [MatchMoment] {
        let open = deadlines.due(at: now, limit: limit) { [matches] in
            !Self.waits(matches[$0], until: $1, hasEnded: false)
        }
        let ended = archivals.due(at: now, limit: min(limit, archivedLimit)) { [matches] in
            !Self.waits(matches[$0], until: $1, hasEnded: true)
        }
        return ended.isEmpty ? open : Array((open + ended).sorted().prefix(max(0, limit)))
    }

    /// Whether a match's next moment is still this one.
    static func waits(_ match: Match?, until time: Timestamp, hasEnded: Bool) -> Bool {
        guard let match, (match.ended != nil) == hasEnded else { return false }
        return match.nextDeadline == time
    }
}
