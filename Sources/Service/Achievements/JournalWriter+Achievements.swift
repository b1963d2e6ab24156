public import LaurelDomain
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

/// Puts a player's progress in a game back to zero, and hides again what a report had shown (rule 5.2).
public struct ResetAchievements: Sendable {
    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// - Parameter waiting: how many scores and reports wait in the device's queue; nil: it did not say. With none,
    ///   what it sends later was made after the reset, whatever its clock says (rule 4.7).
    public func callAsFunction(
        of app: App, _ environment: Environment, waiting: Int? = nil, as session: Session
    ) async throws(ProgressError) {
        let place = ProgressPlace(player: session.player, app: app.number, environment: environment)
        try await keeper.perform { (writer) throws(ProgressError) -> @Sendable () -> Void in
            let before: PlayerAchievements
            do throws(StoreError) { before = try keeper.journal.playerAchievements(place) } catch {
                throw ProgressError(error)
            }
            keeper.contacts.note(waiting: waiting, of: session.device, at: writer.batch.time)
            guard before.hasReported else { return {} }
            writer.batch.facts.append(.achievement(.reset(place, at: writer.batch.time)))
            let earned = before.progress.values.filter(\.isEarned).map(\.achievement)
            return { [keeper] in for number in earned { keeper.tally.count(-1, number, place.environment) } }
        }
    }
}

/// Why progress is neither read nor changed.
public enum ProgressError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
