import LaurelDomain
import LaurelWire

/// What a request names and isn't there: one sentence for each, wherever it is noticed. Someone who may not see a thing
/// reads the same as if it weren't there.
extension Problem {
    static func unknown(_ id: BundleID) -> Problem { Problem(.unknownGame, "No game has the bundle ID \(id.text).") }

    static func unknown(_ id: LeaderboardID, in subject: String = "", field: String? = nil) -> Problem {
        Problem(.unknownLeaderboard, subject + "No leaderboard has the ID \(id.text).", field: field)
    }

    static func unknown(_ id: AchievementID) -> Problem {
        Problem(.unknownAchievement, "No achievement has the ID \(id.text).")
    }

    static func unknown(_ id: LeaderboardSetID) -> Problem { Problem(.unknownSet, "No set has the ID \(id.text).") }

    static func unknown(_ id: MatchID) -> Problem {
        Problem(.unknownMatch, "The caller has no match with the ID \(id.text) in this game.")
    }

    static func unknown(_ id: ChallengeID) -> Problem {
        Problem(.unknownChallenge, "No challenge has the ID \(id.text).")
    }
}
