import Foundation
import GameCenterHelpers
import GameKit
import LaurelArcade

// Challenges of groups: for which of them the player's scores count, and the last winner's run beside the player's.
// They are made and joined outside of the game.
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
                guard let found, run == groupsRun, player == standing.player, let host else { return }
                joined = found.filter { host.game.leaderboards.contains($0.leaderboardID) }
                    .sorted { $0.endDate < $1.endDate }
                let groups = joined.map { KnownGroup($0) }
                host.settings.keep(groups, of: player)
                let answered = rows(groups)
                host.screens.groups(answered, run: run)
            })
    }

    /// Another player plays: before there is an answer, what this machine knew last of theirs.
    func recallGroups() {
        joined = []
        let known = host?.settings.groups(of: standing.player)?.filter { $0.end > Date() }
        let recalled = known.map { rows($0.sorted { $0.end < $1.end }) }
        host?.screens.recall(groups: recalled)
    }

    /// With their strings.
    private func rows(_ groups: [KnownGroup]) -> [GroupRow] {
        guard let host else { return [] }
        host.strings.removeAll(.groups)
        var rows: [GroupRow] = []
        for group in groups {
            guard let board = host.game.leaderboards.firstIndex(of: group.leaderboard) else { continue }
            host.strings[.groups, .name, rows.count] = group.title
            host.strings[.groups, .detail, rows.count] = Words.say(
                "groupUntil", slot: group.title, value: Words.moment(group.end))
            host.strings[.groups, .score, rows.count] = group.formattedScore ?? ""
            rows.append(
                GroupRow(
                    board: Int32(board), tries: Int32(clamping: group.tries),
                    triesLimit: Int32(clamping: group.triesLimit ?? 0), rank: Int32(clamping: group.rank ?? 0),
                    players: Int32(clamping: group.playerCount), isRunning: true, isWanted: false,
                    hasGhost: joined.indices.contains(rows.count) && joined[rows.count].hasGhost))
        }
        return rows
    }

    /// Beside the run of who won the challenge before (rule 14.16).
    func startGroupRace(_ index: Int32) {
        guard joined.indices.contains(Int(index)) else { return raceFails(Words.runGone) }
        let challenge = joined[Int(index)]
        raced = challenge
        opponent = nil
        Laurel.loadGhost(
            of: challenge,
            completionHandler: onMain { [weak self] found, error in
                // The player may have gone on meanwhile.
                guard let self, raced == challenge, host?.screens.isStarting == true else { return }
                if let found { return race(found, on: challenge.leaderboardID) }
                raceFails(error.map { Words.reason($0) } ?? Words.runGone)
                // Whose it is may be another one now, or nobody's.
                if error == nil { loadGroups(groupsRun) }
            })
    }

    private func race(_ found: Laurel.ChallengeGhost, on leaderboard: String) {
        guard let host, let board = host.game.leaderboards.firstIndex(of: leaderboard) else { return }
        let log: InputLog
        do throws(InputLog.Invalid) {
            log = try InputLog(decoding: [UInt8](found.replay))
        } catch {
            report("Can't read the last winner's replay: \(error)")
            return raceFails(Words.otherRun)
        }
        guard host.game.race(log) else { return raceFails(Words.otherRun) }
        ghost = log
        opponentName = found.player.displayName
        host.strings[.opponent, .name] = opponentName
        host.announce("challenge", ["from": opponentName, "hasGhost": true])
        host.screens.racing(board: Int32(board), score: Int32(clamping: found.score))
    }

    private func raceFails(_ why: String) {
        host?.strings[.problem, .message] = why
        host?.screens.challengeNotReady()
    }
}
