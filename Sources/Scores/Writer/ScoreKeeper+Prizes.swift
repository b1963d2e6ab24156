package import LaurelDomain
package import LaurelMatches

extension ScoreKeeper {
    /// What the rules of the game's matches alone award (rule 12.40). Nil: its players are the judges.
    package func prizes(of app: App) -> TurnPrizes? {
        ports.turnRules.isEmpty ? nil : ports.turnRules[app.bundleID]?.prizes
    }
}
