import LaurelDomain
import LaurelStorage

/// A run on a leaderboard: whoever hands it in once more has copied it.
struct RunPlace: Hashable {
    let trace: UInt64
    let leaderboard: LeaderboardNumber
    let environment: Environment

    /// Nil: a run that somebody may well have once more, by playing.
    init?(_ run: CheckedRun, on leaderboard: LeaderboardNumber, _ environment: Environment) {
        guard run.isTelling else { return nil }
        trace = run.trace
        self.leaderboard = leaderboard
        self.environment = environment
    }
}

/// Tickets that are used up, until they have expired.
struct UsedTickets {
    private var expiries: [UInt64: Timestamp] = [:]
    private var pruneAt = 1_024

    init(_ tickets: [UsedTicket] = []) {
        for ticket in tickets { expiries[ticket.number] = ticket.expires }
    }

    func contains(_ number: UInt64) -> Bool { expiries[number] != nil }

    mutating func insert(_ ticket: UsedTicket, at now: Timestamp) {
        expiries[ticket.number] = ticket.expires
        guard expiries.count >= pruneAt else { return }
        expiries = expiries.filter { $0.value > now }
        pruneAt = max(1_024, expiries.count * 2)
    }
}
