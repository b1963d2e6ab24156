import LaurelDomain
import LaurelStorage

extension SubmitCall.Item {
    /// The rule may be gone since the run was played: then nobody vouches for it.
    func proof(on leaderboard: Leaderboard) -> CheckedRun? {
        guard leaderboard.replays != nil, case .success(let run)? = run else { return nil }
        return run
    }
}

// What the writer alone can say of a replay: whether the leaderboard still wants it so, and that it is the first.
extension JournalWriter {
    /// Runs and tickets of one call that were judged so far.
    struct CallRuns {
        var runs: Set<RunPlace> = []
        var tickets: Set<UInt64> = []
    }

    func judgeReplay(
        of item: SubmitCall.Item, by player: PlayerNumber, on leaderboard: Leaderboard, in environment: Environment,
        _ seen: inout CallRuns, _ place: Int
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
            guard !usedTickets.contains(ticket.number), batch.tickets[ticket.number] == nil,
                seen.tickets.insert(ticket.number).inserted
            else { throw .ticketUsed(item: place) }
        }
        guard let here = RunPlace(run, on: leaderboard.number, environment) else { return }
        guard !batch.runs.contains(here), seen.runs.insert(here).inserted, try !isKnown(here) else {
            throw .replayReused(item: place)
        }
    }

    private func isKnown(_ run: RunPlace) throws(SubmitScoresError) -> Bool {
        do throws(StoreError) {
            return try keeper.journal.hasReplay(trace: run.trace, on: run.leaderboard, run.environment)
        } catch {
            throw SubmitScoresError(error)
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
