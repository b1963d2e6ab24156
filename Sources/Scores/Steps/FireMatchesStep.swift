import LaurelDomain
import LaurelMatches
import LaurelStorage

/// What time has done to matches by now.
struct FireMatchesStep: WriterStep {
    /// Matches in one commit.
    static let countLimit = 256
    /// Of them those that are archived, which the store copies with their data: 64 KiB each. Everybody's writes wait
    /// meanwhile.
    static let archivedLimit = 32

    /// - Returns: for how many matches time did something. None: nothing is due.
    func plan(_ draft: inout CommitDraft) throws(MatchStepError) -> Int {
        let due = draft.published.matches.due(at: draft.time, limit: Self.countLimit)
        var (count, archived) = (0, 0)
        for part in due {
            let (facts, done, moved) = draft.published.matches.read(part.game) { [time = draft.time, archived] book in
                Self.plan(part.matches, in: book, at: time, archivedLimit: Self.archivedLimit - archived)
            }
            draft.keep(facts, of: part.game, by: nil)
            count += done
            archived += moved
            // What comes later is later: the next commit goes on here.
            if done < part.matches.count { break }
        }
        return count
    }

    /// - Returns: what time does to the first of some matches, to how many, and how many of them are archived: at most
    ///   so many.
    private static func plan(
        _ matches: [MatchNumber], in book: MatchBook, at time: Timestamp, archivedLimit: Int
    ) -> (facts: [MatchFact], done: Int, archived: Int) {
        var facts: [MatchFact] = []
        var (done, archived) = (0, 0)
        for match in matches {
            let planned = book.planTimers(of: match, at: time)
            if planned.contains(where: { $0.change == .archived }) {
                guard archived < archivedLimit else { break }
                archived += 1
            }
            facts += planned
            done += 1
        }
        return (facts, done, archived)
    }
}
