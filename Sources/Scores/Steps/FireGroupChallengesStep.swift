import LaurelDomain
import LaurelStorage

/// What time has done to challenges of groups by now.
struct FireGroupChallengesStep: WriterStep {
    /// In one commit.
    static let countLimit = 256

    /// - Returns: how many were due.
    func plan(_ draft: inout CommitDraft) throws(MatchStepError) -> Int {
        draft.challenges.advanceGroups(limit: Self.countLimit)
    }
}
