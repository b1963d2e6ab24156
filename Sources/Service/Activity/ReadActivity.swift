public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// A game in numbers: what happened on each of the last days, how many players it has, and who has what.
public struct GameActivity: Hashable, Sendable {
    /// Every day of the span, today last.
    public let days: [DailyActivity]
    /// All players that the game ever had there.
    public let players: Int
    /// In order of creation.
    public let achievements: [AchievementShare]

    /// How many players have an achievement.
    public struct AchievementShare: Hashable, Sendable {
        public let achievement: Achievement
        /// Nil while the game has no players.
        public let percent: Double?
    }
}

/// Counts what happened in a game. The days that are over are counted once in the life of the process.
///
/// The counting walks along the journal on a worker's thread and a connection of its own: no score waits for it.
public struct ReadActivity: Sendable {
    /// How many days back.
    public static let daysLimit = 90

    private let keeper: ScoreKeeper
    private let counted: CountedActivity

    public init(_ keeper: ScoreKeeper) {
        self.keeper = keeper
        counted = CountedActivity()
    }

    /// - Parameter days: 1 … ``daysLimit``, today among them.
    public func callAsFunction(
        of app: App, _ environment: Environment, days: Int
    ) async throws(ReadActivityError) -> GameActivity {
        guard keeper.isReady else { throw .unavailable }
        let today = Day(of: keeper.clock.now())
        let first = today.advanced(by: -Int64(min(max(days, 1), Self.daysLimit) - 1))
        let game = AppEnvironment(app: app.number, environment: environment)
        let known = counted.days(of: game, from: first, before: today)
        // Days are counted in a row: what is missing begins somewhere and lasts until today.
        let missing = (first.number...today.number).map { Day(number: $0) }.first { known[$0] == nil } ?? today
        let fresh = try await count(app, environment, missing...today)
        let found = known.merging(fresh) { _, new in new }
        counted.put(fresh.filter { $0.key < today }, of: game)
        return GameActivity(
            days: (first.number...today.number).map { found[Day(number: $0)] ?? DailyActivity(day: Day(number: $0)) },
            players: keeper.tally.playerCount(of: app.number, environment),
            achievements: keeper.catalogue.achievements.achievements(of: app.number).map {
                .init(
                    achievement: $0, percent: keeper.tally.rarityPercent(of: $0.number, in: app.number, environment))
            })
    }

    private func count(
        _ app: App, _ environment: Environment, _ days: ClosedRange<Day>
    ) async throws(ReadActivityError) -> [Day: DailyActivity] {
        let query = ActivityQuery(
            app: app.number, stream: StreamID(team: app.team, environment: environment),
            leaderboards: keeper.catalogue.ownLeaderboards(of: app.number).map(\.number),
            achievements: keeper.catalogue.achievements.achievements(of: app.number).map(\.number), days: days)
        let journal = keeper.journal
        let result: Result<[DailyActivity], StoreError>? = await keeper.workers.run {
            do throws(StoreError) { return .success(try journal.activity(query)) } catch { return .failure(error) }
        }
        guard let result else { throw .unavailable }
        do throws(StoreError) {
            var found = Dictionary(try result.get().map { ($0.day, $0) }) { first, _ in first }
            for day in days.lowerBound.number...days.upperBound.number where found[Day(number: day)] == nil {
                found[Day(number: day)] = DailyActivity(day: Day(number: day))
            }
            return found
        } catch {
            throw ReadActivityError(error)
        }
    }
}

public enum ReadActivityError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
