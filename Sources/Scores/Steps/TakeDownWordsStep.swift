package import LaurelDomain
package import LaurelMatches

/// A moderator has taken away what a player said in a match, in the store: those who sit there hear of it, and what was
/// said with an invitation, which is in memory, goes (rule 12.20). Done again, it changes nothing but the version.
package struct TakeDownWordsStep: WriterStep {
    let kind: ReportedWords.Kind
    let match: MatchNumber
    let game: MatchGame
    /// Who said it.
    let player: PlayerNumber

    package init(_ kind: ReportedWords.Kind, of match: MatchNumber, in game: MatchGame, by player: PlayerNumber) {
        self.kind = kind
        self.match = match
        self.game = game
        self.player = player
    }

    package func plan(_ draft: inout CommitDraft) throws(DecideReviewError) {
        let facts = draft.published.matches.read(game) { [time = draft.time] in
            $0.planTakedown(of: kind, in: match, by: player, at: time)
        }
        draft.keep(facts, of: game, by: nil)
    }
}
