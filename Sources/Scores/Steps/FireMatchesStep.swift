import LaurelDomain
import LaurelMatches
import LaurelStorage

/// What time has done to matches by now.
struct FireMatchesStep: WriterStep {
    /// Matches in one commit.
    static let countLimit = 256
    /// Of them those that are archived, which the store copies with their data: 64 KiB each. Everybody's writes wait
    /// meanwhile. The others are left for the next commit, and hold up no turn whose time is over (rule 12.2).
    static let archivedLimit = 32

    /// - Returns: for how many matches time did something. None: nothing is due.
    func plan(_ draft: inout CommitDraft) throws(MatchStepError) -> Int {
        let due = draft.published.matches.due(
            at: draft.time, limit: Self.countLimit, archivedLimit: Self.archivedLimit)
        for part in due {
            let facts = draft.published.matches.read(part.game) { [time = draft.time] book in
                part.matches.flatMap { book.planTimers(of: $0, at: time) }
            }
            draft.keep(facts, of: part.game, by: nil)
        }
        return due.reduce(0) { $0 + $1.matches.count }
    }
}
