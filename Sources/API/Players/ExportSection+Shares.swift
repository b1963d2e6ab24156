import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What they made public.
extension ExportSection {
    static let shares = list(PlayerExportAnswer.shares) { list throws(ExportFailure) in
        let export = list.export
        let shares: [Share]
        do throws(ShareError) {
            shares = try await ListShares(Sharing(export.data.friends, export.data.challenges))(of: export.player)
        } catch {
            throw .failed(Problem(from: error))
        }
        for share in shares { try await list.append(export.answer(share)) }
    }
}

extension Exporting {
    fileprivate func answer(_ share: Share) -> PlayerExportAnswer.Share {
        var score: PlayerExportAnswer.SharedScore?
        var achievement: PlayerExportAnswer.AchievementGoal?
        switch share.subject {
        case .score(let leaderboard, let value, let rank):
            score = .init(leaderboard: leaderboardID(leaderboard), value: value, rank: rank)
        case .achievement(let number): achievement = .init(achievement: achievementID(number))
        }
        return PlayerExportAnswer.Share(
            id: share.id, bundleID: bundleID(share.app), environment: share.environment, score: score,
            achievement: achievement, created: share.created, message: share.challenge?.message,
            expires: share.challenge?.expires)
    }
}
