public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Takes in a player's progress: all reports of a call or none (rules 4.10, 5.2).
public struct ReportAchievements: Sendable {
    /// Reports in one call: all of an app's achievements.
    public static let itemsLimit = 100

    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// - Parameters:
    ///   - waiting: how many scores and reports still wait in the device's queue after these; nil: it did not say.
    ///   - eligible: the challenges that these reports may complete; nil: all.
    public func callAsFunction(
        _ reports: [AchievementReport], waiting: Int? = nil, eligible: Set<ChallengeNumber>? = nil, app: App,
        environment: Environment, as session: Session
    ) async throws(ReportAchievementsError) -> ReportedAchievements {
        guard !reports.isEmpty else { throw .noReports }
        guard reports.count <= Self.itemsLimit else { throw .tooManyReports(limit: Self.itemsLimit) }
        guard app.isGameCenterEnabled else { throw .gameCenterDisabled }
        guard app.isReleased || environment == .sandbox else { throw .notReleased(environment) }
        var items: [ReportStep.Item] = []
        for (index, report) in reports.enumerated() {
            guard let known = keeper.catalogue.achievements.achievement(report.achievement, of: app.number) else {
                throw .unknownAchievement(item: index)
            }
            items.append(ReportStep.Item(achievement: known.number, report: report))
        }
        return try await keeper.perform(
            ReportStep(
                items: items, stream: StreamID(team: app.team, environment: environment),
                key: ProgressKey(player: session.player, app: app.number, environment: environment),
                device: session.device, waiting: waiting, eligible: eligible))
    }
}
