import LaurelDomain
import LaurelStorage

// What the writer keeps of replays that a step has judged: them, with their scores.
extension JournalWriter {
    /// Plans that the replay of this score is kept, and its ticket used up.
    func keepReplay(of item: SubmitCall.Item, _ run: CheckedRun?, _ row: JournalRow) {
        guard let player = row.player else { return }
        let environment = row.stream.environment
        if let log = item.replay {
            let key = ScoreReplayKey(player: player, leaderboard: row.leaderboard, environment: environment)
            let replay = ScoreReplay(
                sequence: row.sequence, value: row.value, isBest: row.flags.contains(.isNewBest),
                verification: run?.verification, trace: run?.trace, log: log)
            batch.facts.append(.challenge(.scoreReplay(key, replay)))
        }
        guard let run else { return }
        if let here = RunKey(run, on: row.leaderboard, environment) { batch.runs.insert(here) }
        if let ticket = run.ticket {
            batch.facts.append(.challenge(.ticketUsed(ticket, at: batch.time)))
            batch.tickets[ticket.number] = ticket
        }
    }
}
