public import LaurelDomain

/// What a match waits for.
enum MatchDeadline: Hashable, Sendable {
    case exchange(ExchangeNumber)
    case warning
    case timeout
    case quitAnswer(Seat)
    case abandonment
    case archive
}

extension Match {
    /// When time changes the match next by itself. Every match has such a moment: none waits for ever (rule 12.11).
    public var nextDeadline: Timestamp { firstDeadline.time }

    /// What comes first; of two at one moment, the one that stands first in ``MatchDeadline``.
    /// O(participants + exchanges).
    var firstDeadline: (time: Timestamp, what: MatchDeadline) {
        if let ended {
            let year = ended.advanced(by: MatchLimits.archive)
            // Who asks within a week of the first gets the same rematch (rule 12.13): it is found by this match.
            let week = rematch?.asked.advanced(by: MatchLimits.rematch)
            return (max(year, week ?? year), .archive)
        }
        var first = (time: turn?.abandoned ?? .last, what: MatchDeadline.abandonment)
        func consider(_ time: Timestamp?, _ what: MatchDeadline) {
            if let time, time <= first.time { first = (time, what) }
        }
        for (seat, participant) in zip(seats, participants).reversed() {
            consider(participant.askedToQuit?.advanced(by: MatchLimits.quitAnswer), .quitAnswer(seat))
        }
        if let turn, !turn.isOverdue {
            consider(turn.due, .timeout)
            if !turn.isWarned { consider(turn.warning, .warning) }
        }
        for exchange in exchanges.reversed() where exchange.isActive {
            consider(exchange.due, .exchange(exchange.number))
        }
        return first
    }
}
