public import LaurelDomain
public import LaurelScores
import LaurelStorage
import Synchronization

/// Reads all progress with an app's achievements, player by player in the order of sign-up.
///
/// Each player's is as it stands when their turn comes. Memory is bounded by a page, and nobody who reports is held up.
public struct ExportAchievements: Sendable {
    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// Counts as one of the exports that may run at a time: ``ExportScores/countLimit``.
    public func callAsFunction(
        of app: App, _ environment: Environment
    ) throws(ExportScoresError) -> AchievementExport {
        guard keeper.isReady else { throw .unavailable }
        guard let permit = keeper.exports.take() else { throw .tooMany(limit: ExportScores.countLimit) }
        return AchievementExport(keeper, app.number, environment, permit)
    }
}

/// Progress on its way out.
public struct ExportedAchievement: Hashable, Sendable {
    public let achievement: Achievement
    public let player: PlayerNumber
    public let progress: AchievementProgress
}

/// An export under way. Its calls block, one at a time.
public final class AchievementExport: Sendable {
    /// Players who are looked at in one turn; then others have theirs. Each has at most ``Achievement/countLimit``
    /// rows.
    public static let pagePlayers = 64

    private let keeper: ScoreKeeper
    private let app: AppNumber
    private let environment: Environment
    /// Given back with the last reference, however the export ends.
    private let permit: ExportPermits.Permit
    private let last = Mutex<PlayerNumber?>(nil)

    init(_ keeper: ScoreKeeper, _ app: AppNumber, _ environment: Environment, _ permit: ExportPermits.Permit) {
        self.keeper = keeper
        self.app = app
        self.environment = environment
        self.permit = permit
    }

    /// The progress of the next players; none when all of them have reset theirs.
    /// - Returns: nil at the end.
    public func next() throws(ExportScoresError) -> [ExportedAchievement]? {
        let reporters: [ReporterProgress]
        do throws(StoreError) {
            reporters = try keeper.journal.reporters(
                in: app, environment, after: last.withLock { $0 }, limit: Self.pagePlayers)
        } catch {
            throw ExportScoresError(error)
        }
        guard let end = reporters.last else { return nil }
        last.withLock { $0 = end.player }
        let achievements = Dictionary(
            keeper.catalogue.achievements.achievements(of: app).map { ($0.number, $0) }
        ) { first, _ in first }
        return reporters.flatMap { reporter in
            reporter.progress.compactMap { progress in
                achievements[progress.achievement].map {
                    ExportedAchievement(achievement: $0, player: reporter.player, progress: progress)
                }
            }
        }
    }
}
