import Foundation
import GameCenterHelpers
import GameKit
import LaurelDesktop
import LaurelOasis

// What a match over the server has done for the player's rank. The server enters the points when the match is over.
extension OasisGame {
    private static let leaderboard = "\(PointsBoard.ever.identifier)"

    /// Shows it as soon as it is known, as long as the end of the match is shown.
    func loadStanding(_ online: OnlineMatch) {
        guard online.hasCounted else { return }
        let era = era
        let ended = online.ended ?? .distantFuture
        let points = Int(online.view.points[Int(online.view.seat)])
        let show = onMain { [weak self] (local: GKLeaderboard.Entry?, total: Int) in
            guard let self, era == self.era, let local else { return }
            // A later match may have been better. Dates have whole milliseconds.
            let isNew = local.score == points && local.date.timeIntervalSince(ended) > -0.0005
            let (rank, count) = (Int64(local.rank), Int64(total))
            result?.standing =
                isNew
                ? "\(Words.text("play.newBest")) · \(Words.text("play.sent", a: rank, b: count))"
                : Words.text("play.sentBest", a: rank, b: count, slot: local.formattedScore)
        }
        GKLeaderboard.loadLeaderboards(
            IDs: [Self.leaderboard],
            completionHandler: onMain { (boards: [GKLeaderboard]?, _: (any Error)?) in
                boards?.first?.loadEntries(
                    for: .global, timeScope: .allTime, range: NSRange(location: 1, length: 1)
                ) { local, _, total, _ in show(local, total) }
            })
    }

    func showLeaderboard() {
        play(.click)
        if stage.presentedViewController != nil { stage.dismiss(animated: true) }
        stage.present(
            GKGameCenterViewController(leaderboardID: Self.leaderboard, playerScope: .global, timeScope: .allTime),
            animated: true)
    }
}
