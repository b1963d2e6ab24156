public import LaurelDomain
import LaurelMatches
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
        try await keeper.perform(
            Self.step(
                reports, waiting: waiting, eligible: eligible, app: app, environment: environment, as: session,
                keeper))
    }

    /// - Throws: what can be refused without the writer.
    static func step(
        _ reports: [AchievementReport], waiting: Int?, eligible: Set<ChallengeNumber>?, app: App,
        environment: Environment, as session: Session, _ keeper: ScoreKeeper
    ) throws(ReportAchievementsError) -> ReportStep {
        guard !reports.isEmpty else { throw .noReports }
        guard reports.count <= itemsLimit else { throw .tooManyReports(limit: itemsLimit) }
        guard app.isGameCenterEnabled else { throw .gameCenterDisabled }
        guard app.isReleased || environment == .sandbox else { throw .notReleased(environment) }
        let prizes = keeper.prizes(of: app)
        var items: [ReportStep.Item] = []
        for (index, report) in reports.enumerated() {
            guard let known = keeper.catalogue.achievements.achievement(report.achievement, of: app.number) else {
                throw .unknownAchievement(item: index)
            }
            if prizes?.achievements.contains(known.id) ?? false { throw .judged(item: index) }
            items.append(ReportStep.Item(achievement: known.number, report: report))
        }
        return ReportStep(
            items: items, stream: StreamID(team: app.team, environment: environment),
            key: ProgressKey(player: session.player, app: app.number, environment: environment),
            device: session.device, waiting: waiting, eligible: eligible)
    }
}
