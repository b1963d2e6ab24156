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
    /// Of them judged ones whose rules award something: each may have a row for each of ``MatchLimits/awards``.
    static let awardedLimit = 8

    /// The judged ones whose rules award something, which may have to wait for leaderboards to be loaded; or else all
    /// others, which need nothing of the store and wait for nobody.
    let awards: Bool

    /// - Returns: for how many matches time did something. None: nothing of its kind is due.
    func plan(_ draft: inout CommitDraft) throws(MatchStepError) -> Int {
        let due = draft.published.matches.due(
            at: draft.time, limit: Self.countLimit, archivedLimit: Self.archivedLimit)
        var count = 0
        var ended: [EndedMatch] = []
        for part in due {
            let room = awards ? Self.awardedLimit - ended.count : 0
            let (planned, done) = draft.published.matches.read(part.game) { [time = draft.time] book in
                plan(part, in: book, at: time, awarded: room)
            }
            draft.keep(planned.facts, of: part.game, by: nil)
            ended += planned.ended
            count += done
        }
        do throws(StoreError) { try draft.award(ended) } catch { throw MatchStepError(error) }
        return count
    }

    /// - Parameter room: how many matches may still award something. The others of these wait for the next commit.
    /// - Returns: what time does to matches, and to how many.
    private func plan(
        _ due: MatchTables.Due, in book: MatchBook, at time: Timestamp, awarded room: Int
    ) -> (planned: MatchPlans, done: Int) {
        var planned = MatchPlans(to: book, of: due.game)
        var done = 0
        for match in due.matches {
            // One that is gone has nothing to be done.
            guard let plan = book.planTimers(of: match, at: time) else { continue }
            guard plan.awards.isEmpty != awards, !awards || planned.ended.count < room else { continue }
            planned.add(plan, to: book, of: due.game)
            done += 1
        }
        return (planned, done)
    }
}
