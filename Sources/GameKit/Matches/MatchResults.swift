import LaurelClient
import LaurelDomain
import LaurelWire

/// Scores and achievements with which a match ends, as they were in the call.
struct MatchResults: Sendable {
    static let none = MatchResults([], [])

    let scores: [OutgoingScore]
    let reports: [OutgoingReport]
    /// False: the game gave something else for an achievement.
    let areAchievements: Bool

    init(_ scores: [OutgoingScore], _ achievements: [Any]) {
        self.scores = scores
        let own = achievements.compactMap { $0 as? GKAchievement }
        reports = own.map { $0.outgoing() }
        areAchievements = own.count == achievements.count
    }

    /// - Parameter seat: of a player.
    /// - Throws: `invalidParameter` for what no participant can have.
    func write(
        to body: inout EndMatchBody, seat: (PlayerRecord?) throws(GKError) -> Int
    ) throws(GKError) {
        guard areAchievements else { throw Self.invalid("Give GKAchievement objects as achievements.") }
        guard scores.count <= scoresLimit, reports.count <= reportsLimit else {
            throw Self.invalid("A match ends with up to \(scoresLimit) scores and \(reportsLimit) achievements.")
        }
        var own: [MatchScoreBody] = []
        for score in scores {
            guard let value = score.value, !score.isOfGuest else { throw Self.invalid("A score needs a value.") }
            var made = MatchScoreBody()
            made.seat = try seat(score.player)
            // Nil: the player's default one (rule 4.3).
            if !score.leaderboard.isEmpty {
                made.leaderboard = try identifier(score.leaderboard) { (id) throws(InvalidIdentifier) in
                    try LeaderboardID(id)
                }
            }
            made.score = Score(value: value, context: score.context, date: Timestamp(clamping: score.date))
            own.append(made)
        }
        var achieved: [MatchReportBody] = []
        for report in reports {
            var made = MatchReportBody()
            made.seat = try seat(report.player)
            made.achievement = try identifier(report.achievement) { (id) throws(InvalidIdentifier) in
                try AchievementID(id)
            }
            made.percent = try report.checkedPercent()
            made.date = Timestamp(clamping: report.date)
            achieved.append(made)
        }
        if !own.isEmpty { body.scores = own }
        if !achieved.isEmpty { body.achievements = achieved }
    }

    private func identifier<ID>(
        _ text: String, _ make: (String) throws(InvalidIdentifier) -> ID
    ) throws(GKError) -> ID? {
        do throws(InvalidIdentifier) { return try make(text) } catch { throw Self.invalid("“\(text)” isn't an ID.") }
    }

    private static func invalid(_ detail: String) -> GKError { GKError(.invalidParameter, detail: detail) }
}
