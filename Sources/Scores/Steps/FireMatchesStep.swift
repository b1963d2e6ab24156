import LaurelDomain
import LaurelMatches
import LaurelStorage

/// What time has done to matches by now.
struct FireMatchesStep: WriterStep {
    /// Matches in one commit.
    static let countLimit = 256

    /// - Returns: how many matches were due.
    func plan(_ draft: inout CommitDraft) throws(MatchStepError) -> Int {
        let due = draft.published.matches.due(at: draft.time, limit: Self.countLimit)
        for part in due {
            let facts = draft.published.matches.read(part.game) { [time = draft.time] book in
                part.matches.flatMap { book.planTimers(of: $0, at: time) }
            }
            draft.keep(facts, of: part.game, by: nil)
        }
        return due.reduce(0) { $0 + $1.matches.count }
    }
}
