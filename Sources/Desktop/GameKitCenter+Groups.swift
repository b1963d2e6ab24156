import Foundation
import GameCenterHelpers
import GameKit
import LaurelArcade

// Challenges of groups: for which of them the player's scores count. They are made and joined outside of the game.
extension GameKitCenter {
    /// - Parameter run: the last one whose score is counted there.
    func loadGroups(_ run: Int32) {
        groupsRun = run
        let player = standing.player
        Laurel.loadJoinedChallenges(
            completionHandler: onMain { [weak self] found, _ in
                guard let self else { return }
                areGroupsKnown = true
                // Without an answer, what is known stays. It may be asked for anew meanwhile, after another run or by
                // another player.
                guard let found, run == groupsRun, player == standing.player else { return }
                let groups = found.map { KnownGroup($0) }
                host?.settings.keep(groups, of: player)
                let answered = rows(groups)
                host?.screens.groups(answered, run: run)
            })
    }

    /// Another player plays: before there is an answer, what this machine knew last of theirs.
    func recallGroups() {
        let known = host?.settings.groups(of: standing.player)?.filter { $0.end > Date() }
        let recalled = known.map { rows($0) }
        host?.screens.recall(groups: recalled)
    }

    /// With their strings, those that end first in front.
    private func rows(_ groups: [KnownGroup]) -> [GroupRow] {
        guard let host else { return [] }
        host.strings.removeAll(.groups)
        var rows: [GroupRow] = []
        for group in groups.sorted(by: { $0.end < $1.end }) {
            guard let board = host.game.leaderboards.firstIndex(of: group.leaderboard) else { continue }
            host.strings[.groups, .name, rows.count] = group.title
            host.strings[.groups, .detail, rows.count] = Words.say(
                "groupUntil", slot: group.title, value: Words.moment(group.end))
            host.strings[.groups, .score, rows.count] = group.formattedScore ?? ""
            rows.append(
                GroupRow(
                    board: Int32(board), tries: Int32(clamping: group.tries),
                    triesLimit: Int32(clamping: group.triesLimit ?? 0), rank: Int32(clamping: group.rank ?? 0),
                    players: Int32(clamping: group.playerCount), isRunning: true, isWanted: false))
        }
        return rows
    }
}
