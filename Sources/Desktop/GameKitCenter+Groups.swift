import GameCenterHelpers
import GameKit
import LaurelArcade

// Challenges of groups: for which of them the player's scores count. They are made and joined outside of the game.
extension GameKitCenter {
    /// - Parameter run: the last one whose score is counted there.
    func loadGroups(_ run: Int32) {
        groupsRun = run
        Laurel.loadJoinedChallenges(
            completionHandler: onMain { [weak self] found, _ in
                guard let self else { return }
                areGroupsKnown = true
                // Without an answer, what is known stays. It may be asked for anew meanwhile, after another run.
                if let found, run == groupsRun { showGroups(found, run) }
            })
    }

    private func showGroups(_ found: [Laurel.JoinedChallenge], _ run: Int32) {
        guard let host else { return }
        host.strings.removeAll(.groups)
        var rows: [GroupRow] = []
        for challenge in found.sorted(by: { $0.endDate < $1.endDate }) {
            guard let board = host.game.leaderboards.firstIndex(of: challenge.leaderboardID) else { continue }
            host.strings[.groups, .name, rows.count] = challenge.title
            host.strings[.groups, .detail, rows.count] = Words.say(
                "groupUntil", slot: challenge.title, value: Words.moment(challenge.endDate))
            host.strings[.groups, .score, rows.count] = challenge.formattedScore ?? ""
            rows.append(
                GroupRow(
                    board: Int32(board), tries: Int32(clamping: challenge.tries),
                    triesLimit: Int32(clamping: challenge.triesLimit ?? 0), rank: Int32(clamping: challenge.rank ?? 0),
                    players: Int32(clamping: challenge.playerCount), isRunning: true, isWanted: false))
        }
        host.screens.groups(rows, run: run)
    }
}
