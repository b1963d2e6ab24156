public import LaurelDomain
import Ranking
import Storage

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
        var last: ProgressPlace?
        while true {
            let page = try keeper.journal.reporters(after: last, limit: Self.pageRows)
            guard let end = page.last else { break }
            last = end
            for place in page { keeper.tally.note(CollectionOfOne(place.player), of: place.app, place.environment) }
        }
    }

    /// Whoever is on a leaderboard plays its game.
    func notePlayers() {
        for boards in keeper.allBoards() {
            for key in boards.withLock({ Array($0.slots.keys) }) { notePlayers(of: key, in: boards) }
        }
    }

    /// A board came into memory: so did the names of those who are on it.
    func notePlayers(of key: BoardKey, in boards: StreamBoards) {
        guard let app = keeper.catalogue.leaderboard(key.leaderboard)?.app else { return }
        let players = boards.withLock { state -> [PlayerNumber] in
            guard let board = state.slots[key]?.board else { return [] }
            var players: [PlayerNumber] = []
            players.reserveCapacity(board.playerCount)
            board.forEachPlayer { players.append($0) }
            return players
        }
        keeper.tally.note(players, of: app, boards.stream.environment)
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
            if report.after.hasReported {
                keeper.tally.note(CollectionOfOne(place.player), of: place.app, place.environment)
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

    public func callAsFunction(
        of app: App, _ environment: Environment, as session: Session
    ) async throws(ProgressError) {
        let place = ProgressPlace(player: session.player, app: app.number, environment: environment)
        try await keeper.perform { (writer) throws(ProgressError) -> @Sendable () -> Void in
            let before: PlayerAchievements
            do throws(StoreError) { before = try keeper.journal.playerAchievements(place) } catch {
                throw ProgressError(error)
            }
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
