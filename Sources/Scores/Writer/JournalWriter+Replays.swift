import LaurelDomain
import LaurelStorage

// What the writer does with replays: it has a step judge them, and keeps them with their scores.
extension JournalWriter {
    /// For one call: what was handed in before it.
    func replayStep() -> ReplayStep {
        ReplayStep(used: usedTickets, tickets: batch.tickets, runs: batch.runs) {
            [journal = keeper.journal] (run) throws(StoreError) in
            try journal.hasReplay(trace: run.trace, on: run.leaderboard, run.environment)
        }
    }

    /// Plans that the replay of this score is kept, and its ticket used up.
    func keepReplay(of item: SubmitCall.Item, _ run: CheckedRun?, _ row: JournalRow) {
        guard let player = row.player else { return }
        let environment = row.stream.environment
        if let log = item.replay {
            let place = ScoreReplayPlace(player: player, leaderboard: row.leaderboard, environment: environment)
            let replay = ScoreReplay(
                sequence: row.sequence, value: row.value, isBest: row.flags.contains(.isNewBest),
                verification: run?.verification, trace: run?.trace, log: log)
            batch.facts.append(.challenge(.scoreReplay(place, replay)))
        }
        guard let run else { return }
        if let here = RunPlace(run, on: row.leaderboard, environment) { batch.runs.insert(here) }
        if let ticket = run.ticket {
            batch.facts.append(.challenge(.ticketUsed(ticket, at: batch.time)))
            batch.tickets[ticket.number] = ticket
        }
    }

    /// Plans the achievements that a run has earned by itself, as far as the app has them: in the score's commit.
    ///
    /// - Returns: those that the player has now and had not, or has once more.
    func reportFeats(
        of run: CheckedRun, _ row: JournalRow, _ call: SubmitCall
    ) throws(StoreError) -> [AchievementID] {
        let known = keeper.catalogue.achievements
        let items = run.feats.compactMap { known.achievement($0, of: call.app) }
            .filter { !$0.isArchived && ($0.isReleased || call.stream.environment == .sandbox) }
            .map { achievement in
                ReportCall.Item(
                    achievement: achievement.number,
                    report: AchievementReport(achievement: achievement.id, percent: .full, date: row.date))
            }
        guard !items.isEmpty else { return [] }
        let place = ProgressPlace(player: call.player, app: call.app, environment: call.stream.environment)
        let count = batch.reports.count
        let report = ReportCall(
            items: items, stream: call.stream, place: place, device: call.device, waiting: nil,
            eligible: call.eligible
        ) { _ in }
        guard plan(report) else { throw .unavailable }
        guard batch.reports.count > count, let planned = batch.reports.last else { return [] }
        return planned.items.filter { $0.row?.flags.contains(.earnedAchievement) ?? false }.map(\.achievement.id)
    }
}
