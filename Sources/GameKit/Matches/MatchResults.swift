import LaurelClient

/// Scores and achievements with which a match ends, as they were in the call.
// SAFETY: the achievements are the game's objects, which guard themselves.
struct MatchResults: @unchecked Sendable {
    let scores: [OutgoingScore]
    let reports: [(GKAchievement, OutgoingReport)]
    /// False: the game gave something else for an achievement.
    let areAchievements: Bool

    init(_ scores: [OutgoingScore], _ achievements: [Any]) {
        self.scores = scores
        let own = achievements.compactMap { $0 as? GKAchievement }
        reports = own.map { ($0, $0.outgoing()) }
        areAchievements = own.count == achievements.count
    }

    var owners: [String?] { scores.map { $0.player?.id } + reports.map { $0.1.player?.id } }
}
