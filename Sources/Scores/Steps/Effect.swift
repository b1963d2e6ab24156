package import LaurelDomain
package import LaurelMatches
package import LaurelStorage

/// What a step's facts change in memory: done once they are durable, in order.
package enum Effect: Sendable {
    // Achievements
    /// So many players more have it.
    case counted(Int, AchievementNumber, Environment)
    case defined(Achievement)
    case achievementRemoved(AchievementNumber)
    /// These play the game no more.
    case left(AchievementTally.Game, [PlayerNumber])
    /// The player plays nothing any more.
    case forgotten(PlayerNumber)
    /// A row of progress, which moves nobody's rank.
    case reported(StreamID, JournalSequence)
    // Moderation
    /// A row that takes a score out or brings it back.
    case moderated(JournalRow)
    /// A score waits for a moderator.
    case awaited(PendingScore)
    /// A score waits for no moderator any more.
    case reviewed(JournalSequence, StreamID)
    case banned(Ban, [JournalRow])
    case banLifted(PlayerNumber, Ban.Scope, [JournalRow])
    // Players
    case parted(PlayerNumber, PlayerNumber)
    case erased(PlayerNumber, [JournalRow], [ErasureTarget])
    // Matches
    case matched(MatchGame, [MatchFact])
    /// The player's inbox asks for less.
    case noticesResolved(PlayerNumber)
    // Leaderboards
    case configured(LeaderboardPlan)
    case wiped([WipeRecord])
}

extension Effect {
    /// Whether its rows concern every board of their streams.
    var isEverywhere: Bool {
        switch self {
        case .banned, .banLifted, .erased: true
        default: false
        }
    }
}
