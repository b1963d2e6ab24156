public import LaurelDomain
public import LaurelMatches
public import LaurelScores

/// Ends a match in the player's turn, with scores and achievements of everybody who played: all of it in one commit, or
/// nothing (rule 12.9).
public struct EndMatch: Sendable {
    /// Scores of one match, and achievements.
    public static let itemsLimit = 100

    /// What a participant has scored. No leaderboard: the app's default one (rule 4.3).
    public struct MatchScore: Sendable {
        public let seat: Seat
        public let leaderboard: LeaderboardID?
        public let score: Score

        public init(seat: Seat, leaderboard: LeaderboardID?, score: Score) {
            self.seat = seat
            self.leaderboard = leaderboard
            self.score = score
        }
    }

    /// What a participant has achieved.
    public struct MatchReport: Sendable {
        public let seat: Seat
        public let report: AchievementReport

        public init(seat: Seat, report: AchievementReport) {
            self.seat = seat
            self.report = report
        }
    }

    private let matches: Matches
    public init(_ matches: Matches) { self.matches = matches }

    /// - Returns: the match; nil: the player doesn't see it any more.
    public func callAsFunction(
        _ command: MatchCommand, of number: MatchNumber, key: MatchKey, scores: [MatchScore], reports: [MatchReport],
        app: App, environment: Environment, as session: Session
    ) async throws(MatchError) -> MatchDetails? {
        let results = try results(scores, reports, app: app, environment: environment, as: session)
        return try await WriteMatch(matches)(
            command, of: number, key: key, in: MatchGame(app: app.number, environment: environment),
            by: session.player, results: results)
    }

    private func results(
        _ scores: [MatchScore], _ reports: [MatchReport], app: App, environment: Environment, as session: Session
    ) throws(MatchError) -> MatchResults? {
        if scores.isEmpty, reports.isEmpty { return nil }
        guard scores.count <= Self.itemsLimit else {
            throw .result(.score(0, .tooManyScores(limit: Self.itemsLimit)))
        }
        guard reports.count <= Self.itemsLimit else {
            throw .result(.achievement(0, .tooManyReports(limit: Self.itemsLimit)))
        }
        guard app.isGameCenterEnabled else { throw .result(.score(0, .gameCenterDisabled)) }
        guard app.isReleased || environment == .sandbox else { throw .result(.score(0, .notReleased(environment))) }
        let catalogue = matches.keeper.catalogue
        var known: [MatchResults.MatchScore] = []
        for (index, score) in scores.enumerated() {
            var leaderboard: LeaderboardNumber?
            if let id = score.leaderboard {
                leaderboard = catalogue.leaderboard(id, of: app.number)?.number
                guard leaderboard != nil else { throw .result(.score(index, .unknownLeaderboard(item: 0))) }
            }
            known.append(MatchResults.MatchScore(seat: score.seat, leaderboard: leaderboard, score: score.score))
        }
        var achieved: [MatchResults.MatchReport] = []
        for (index, report) in reports.enumerated() {
            guard let achievement = catalogue.achievements.achievement(report.report.achievement, of: app.number) else {
                throw .result(.achievement(index, .unknownAchievement(item: 0)))
            }
            achieved.append(
                MatchResults.MatchReport(seat: report.seat, achievement: achievement.number, report: report.report))
        }
        return MatchResults(scores: known, reports: achieved, device: session.device)
    }
}
