import LaurelDomain
import LaurelStorage

/// Says of the replays of one call what can be said only in the order of the journal: whether the leaderboard still
/// wants them so, and that each is the first.
///
/// A value that reads no store: it is handed what was handed in before, and what was read of durable runs.
struct ReplayStep {
    let used: UsedTickets
    /// Of this batch.
    let tickets: [UInt64: UsedTicket]
    let runs: Set<RunPlace>
    private var ownRuns: Set<RunPlace> = []
    private var ownTickets: Set<UInt64> = []

    init(used: UsedTickets, tickets: [UInt64: UsedTicket], runs: Set<RunPlace>) {
        self.used = used
        self.tickets = tickets
        self.runs = runs
    }

    /// - Parameter place: of the score in its call.
    mutating func judge(
        _ item: SubmitCall.Item, on leaderboard: Leaderboard, in environment: Environment, _ place: Int,
        _ reads: inout StoreReads
    ) throws(SubmitScoresError) {
        guard let rule = leaderboard.replays else { return }
        guard item.replay != nil else {
            guard rule.requires == .none else { throw .replayRequired(item: place) }
            return
        }
        // The leaderboard has changed since it was played: sent again, it is played anew.
        guard let run = try item.run?.get(), run.simulator == rule.simulator else { throw .unavailable }
        guard rule.requires != .ticket || run.verification == .live else {
            throw .ticketRequired(item: place, isLate: run.hasTicket)
        }
        if let ticket = run.ticket {
            guard !used.contains(ticket.number), tickets[ticket.number] == nil,
                ownTickets.insert(ticket.number).inserted
            else { throw .ticketUsed(item: place) }
        }
        guard let here = RunPlace(run, on: leaderboard.number, environment) else { return }
        guard !runs.contains(here), ownRuns.insert(here).inserted, try !isDurable(here, &reads) else {
            throw .replayReused(item: place)
        }
    }

    private func isDurable(_ run: RunPlace, _ reads: inout StoreReads) throws(SubmitScoresError) -> Bool {
        do throws(StoreError) { return try reads.isKnown(run) } catch { throw SubmitScoresError(error) }
    }
}

extension SubmitCall.Item {
    /// The rule may be gone since the run was played: then nobody vouches for it.
    func proof(on leaderboard: Leaderboard) -> CheckedRun? {
        guard leaderboard.replays != nil, case .success(let run)? = run else { return nil }
        return run
    }
}
