import LaurelDomain
import LaurelStorage

/// A run on a leaderboard: a player who hands it in once more has copied it.
package struct RunKey: Hashable, Sendable {
    let trace: UInt64
    let leaderboard: LeaderboardNumber
    let environment: Environment

    init(trace: UInt64, leaderboard: LeaderboardNumber, environment: Environment) {
        self.trace = trace
        self.leaderboard = leaderboard
        self.environment = environment
    }

    /// Nil: a run that somebody may well have once more, by playing.
    init?(_ run: CheckedRun, on leaderboard: LeaderboardNumber, _ environment: Environment) {
        guard run.isTelling else { return nil }
        self.init(trace: run.trace, leaderboard: leaderboard, environment: environment)
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
