import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What they made public.
extension ExportSection {
    static let shares = list("shares") { export throws(ExportFailure) in
        let shares: [Share]
        do throws(ShareError) {
            shares = try await ListShares(Sharing(export.data.friends, export.data.challenges))(of: export.player)
        } catch {
            throw .failed(Problem(from: error))
        }
        for share in shares {
            try await export.object { writer in
                writer.field("id", share.id.text)
                writer.field("bundleID", export.bundleID(share.app))
                writer.field("environment", share.environment.name)
                switch share.subject {
                case .score(let leaderboard, let value, let rank):
                    writer.field("leaderboard", export.leaderboardID(leaderboard))
                    writer.field("value", value)
                    writer.field("rank", rank)
                case .achievement(let number):
                    let known = export.data.accounts.catalogue.achievements.achievement(number)
                    writer.field("achievement", known?.id.text)
                }
                writer.field("created", share.created)
                writer.field("message", share.challenge?.message)
                writer.field("expires", share.challenge?.expires)
            }
        }
    }
}
