package import LaurelDomain
import LaurelStorage

/// What a guest has earned in a game becomes the account's (rule 1.13): of each achievement the higher progress of
/// both. Done already, it changes nothing.
package struct MergeProgressStep: WriterStep {
    let guest: ProgressKey
    let account: ProgressKey

    package init(of guest: PlayerNumber, into account: PlayerNumber, in game: AchievementTally.Game) {
        self.guest = ProgressKey(player: guest, app: game.app, environment: game.environment)
        self.account = ProgressKey(player: account, app: game.app, environment: game.environment)
    }

    package var reads: [StoreRead] { [.progress(guest), .progress(account)] }

    package func plan(_ draft: inout CommitDraft) throws(MergeProgressError) {
        let (given, before) = try MergeProgressError.reading { () throws(StoreError) in
            (try draft.reads.progress(guest), try draft.reads.progress(account))
        }
        // A score there is enough to play the game.
        draft.join(account.player, account.app, account.environment)
        var after = before
        for (number, progress) in given.progress.sorted(by: { $0.key < $1.key })
        where draft.catalogue.achievements.achievement(number) != nil {
            let known = before.progress[number]
            let merged = known?.merged(with: progress) ?? progress
            guard merged != known else { continue }
            let isFirst = merged.isEarned && known?.isEarned != true
            if isFirst { draft.effects.append(.counted(1, number, account.environment)) }
            draft.facts.append(.achievement(.reported(account, merged, isFirst: isFirst)))
            after.progress[number] = merged
        }
        guard after != before else { return }
        after.hasReported = true
        draft.progress[account] = after
    }
}

package enum MergeProgressError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
