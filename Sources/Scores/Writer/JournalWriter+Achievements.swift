import LaurelDomain
import LaurelStorage

// What the writer does for achievements beside reports: load, publish, reset.
extension JournalWriter {
    func loadAchievements() throws(StoreError) {
        let records = try keeper.journal.achievements()
        lastAchievement = records.lastNumber
        for achievement in records.achievements { keeper.catalogue.achievements.put(achievement) }
        keeper.tally.clear()
        for count in try keeper.journal.earnedCounts() {
            keeper.tally.count(count.players, count.achievement, count.environment)
        }
        for page in try keeper.journal.playerPages() { keeper.tally.load(page) }
    }

    /// Plans that somebody plays a game; most do already.
    func join(_ player: PlayerNumber, _ app: AppNumber, _ environment: Environment) {
        let game = AchievementTally.Game(app: app, environment: environment)
        if !keeper.tally.plays(player, game) { batch.joined[game, default: []].insert(player) }
    }

    /// Adds who has joined to what is written.
    func writeJoined() {
        for (game, players) in batch.joined {
            batch.facts += keeper.tally.pages(of: game, joinedBy: players).map { .achievement(.players($0)) }
        }
    }

    /// Durable reports are counted and answered.
    func publishReports() {
        for report in batch.reports {
            let place = report.call.place
            let boards = stream(report.call.stream).boards
            let last = report.items.compactMap { $0.row?.sequence }.max() ?? .start
            let version = boards.withLock { [time = batch.time] state in
                state.published = max(state.published, last)
                state.time = max(state.time, time)
                return state.published
            }
            for number in report.firsts { keeper.tally.count(1, number, place.environment) }
            keeper.contacts.note(waiting: report.call.waiting, of: report.call.device, at: batch.time)
            let results = report.items.map { item in
                ReportedAchievements.Result(
                    achievement: item.achievement, progress: report.after.progress[item.achievement.number],
                    isEarnedNow: item.row?.flags.contains(.earnedAchievement) ?? false, isRepeat: item.isRepeat,
                    setOff: item.setOff)
            }
            report.call.completion(.success(ReportedAchievements(version: version, results: results)))
        }
    }
}
