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
    let runs: Set<RunKey>
    private var ownRuns: Set<RunKey> = []
    private var ownTickets: Set<UInt64> = []

    init(used: UsedTickets, tickets: [UInt64: UsedTicket], runs: Set<RunKey>) {
        self.used = used
        self.tickets = tickets
        self.runs = runs
    }

    /// - Parameter index: of the score in its call.
    mutating func judge(
        _ item: SubmitCall.Item, on leaderboard: Leaderboard, in environment: Environment, _ index: Int,
        _ reads: inout StoreReads
    ) throws(SubmitScoresError) {
        guard let rule = leaderboard.replays else { return }
        guard item.replay != nil else {
            guard rule.requires == .none else { throw .replayRequired(item: index) }
            return
        }
        // The leaderboard has changed since it was played: sent again, it is played anew.
        guard let run = try item.run?.get(), run.simulator == rule.simulator else { throw .unavailable }
        guard rule.requires != .ticket || run.verification == .live else {
            throw .ticketRequired(item: index, isLate: run.hasTicket)
        }
        if let ticket = run.ticket {
            guard !used.contains(ticket.number), tickets[ticket.number] == nil,
                ownTickets.insert(ticket.number).inserted
            else { throw .ticketUsed(item: index) }
        }
        guard let here = RunKey(run, on: leaderboard.number, environment) else { return }
        guard !runs.contains(here), ownRuns.insert(here).inserted, try !isDurable(here, &reads) else {
            throw .replayReused(item: index)
        }
    }

    private func isDurable(_ run: RunKey, _ reads: inout StoreReads) throws(SubmitScoresError) -> Bool {
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
