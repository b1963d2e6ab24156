import LaurelDomain
import LaurelStorage

/// A player taken out of all leaderboards for good: a row in every stream with rows of theirs. These are emptied
/// afterwards, elsewhere.
struct EraseStep: WriterStep {
    let player: PlayerNumber
    /// Where the player has rows; nil: only refuse new ones.
    let targets: [ErasureTarget]?

    func plan(_ draft: inout CommitDraft) throws(EraseStepError) {
        let targets = targets ?? []
        let rows = targets.filter { !$0.isErased }.map { target in
            JournalRow(
                stream: target.stream, sequence: draft.next(in: target.stream), time: draft.time, kind: .erasure,
                leaderboard: LeaderboardNumber(0), player: player)
        }
        for row in rows { draft.append(row) }
        draft.effects.append(.erased(player, rows, targets))
        // A guest whose seats become the account's is closed first, and keeps them until then.
        guard self.targets != nil else { return }
        do throws(StoreError) { try draft.leaveMatches(player, isErased: true) } catch { throw EraseStepError(error) }
    }
}

enum EraseStepError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
