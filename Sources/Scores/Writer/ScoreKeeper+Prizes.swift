package import LaurelDomain
package import LaurelMatches

extension ScoreKeeper {
    /// Whether the server judges the matches of any game.
    package var hasJudges: Bool { !ports.turnRules.isEmpty }

    /// What the rules of the game's matches alone award (rule 12.40). Nil: its players are the judges.
    package func prizes(of app: App) -> TurnPrizes? {
        ports.turnRules.isEmpty ? nil : ports.turnRules[app.bundleID]?.prizes
    }

    /// Whether the rules of some game's matches alone award scores of the leaderboard, whichever app sends them: it may
    /// be shared. O(1), but for the first time after the catalogue has changed.
    package func isJudged(_ leaderboard: LeaderboardNumber) -> Bool {
        hasJudges && judgedBoards.contains(leaderboard, ports.turnRules, catalogue)
    }
}
