import LaurelDomain
import LaurelStorage

// A score or an earned achievement completes challenges: planned with its row, written in its commit.
extension JournalWriter {
    /// Plans what a held score sets off once it is accepted: what it would have set off when it came (rule 4.12), as
    /// far as that still waits.
    func completeHeld(by score: JournalRow) throws(StoreError) {
        guard score.flags.contains(.isHeld), let player = score.player,
            let leaderboard = keeper.catalogue.target(of: score.leaderboard), !leaderboard.isArchived,
            leaderboard.accepts(score.value), !keeper.catalogue.bans.isBanned(player, in: score.stream.team)
        else { return }
        let place = ScoreReplayPlace(
            player: player, leaderboard: leaderboard.number, environment: score.stream.environment)
        _ = try complete(
            by: score, on: leaderboard, app: nil, eligible: HeldScore.eligible(of: score),
            replay: try keeper.journal.scoreReplay(place, value: score.value))
    }

    /// Plans what a score sets off. Nearly always nothing: one look into a table.
    func complete(
        by row: JournalRow, on leaderboard: Leaderboard, app: AppNumber?, eligible: Set<ChallengeNumber>?, replay: Blob?
    ) throws(StoreError) -> SetOff {
        guard pending.has(row, .leaderboard(leaderboard.number)) else { return .nothing }
        return try challenges { step throws(StoreError) in
            try step.complete(by: row, on: leaderboard, app: app, eligible: eligible, replay: replay)
        }
    }

    /// The same for an achievement that was earned.
    func complete(
        by row: JournalRow, _ achievement: AchievementNumber, eligible: Set<ChallengeNumber>?
    ) throws(StoreError) -> SetOff {
        guard pending.has(row, .achievement(achievement)) else { return .nothing }
        return try challenges { step throws(StoreError) in
            try step.complete(by: row, achievement, eligible: eligible)
        }
    }
}
