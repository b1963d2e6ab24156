import GameCenterHelpers
import GameKit
import LaurelArcade

// Leaderboards and achievements.
extension GameKitCenter {
    // MARK: Leaderboards

    /// Entries before the player's own in which the next to beat is looked for.
    private static let aheadCount = 20

    func loadEntries() {
        guard case (let query, .loadEntries(_, let board, let players, let time, let count))? = entriesAsked else {
            return
        }
        let times: [TimeScope: GKLeaderboard.TimeScope] = [.today: .today, .week: .week, .allTime: .allTime]
        let (name, span) = (leaderboard(board), times[time] ?? .allTime)
        let scope: GKLeaderboard.PlayerScope = players == .friends ? .friendsOnly : .global
        desk.loadScores(name, players: scope, time: span, ranks: .best(Int(count))) { [weak self] found, error in
            guard let self, let host, entriesAsked?.query == query else { return }
            guard let found else {
                problem(error)
                return host.screens.entriesFailed(query: query)
            }
            guard let own = found.localPlayerScore, own.rank > Int(count) + 1 else { return show(found, nil, query) }
            // Further down, the one to beat next is shown, too: with more, where one among those right before has more.
            let first = max(Int(count) + 1, own.rank - Self.aheadCount)
            let ranks = NSRange(location: first, length: own.rank - first)
            desk.loadScores(name, players: scope, time: span, ranks: ranks) { [weak self] page, _ in
                guard let self, entriesAsked?.query == query else { return }
                let ahead = (page?.scores ?? []).filter { $0.rank < own.rank }
                show(found, ahead.last { $0.value != own.value } ?? ahead.last, query)
            }
        }
    }

    /// What is shown is live: the server says when it has changed.
    func watchEntries() {
        guard case (_, .loadEntries(_, let board, _, _, _))? = entriesAsked else { return }
        let name = leaderboard(board)
        guard watched?.leaderboard != name else { return }
        let watch = Laurel.watch(leaderboardID: name) { [weak self] in
            self?.host?.announce("changed", ["leaderboard": name])
            self?.loadEntries()
        }
        watched = (name, watch)
    }

    /// - Parameter next: what the player has to beat next, further down than the best: it takes the last one's row.
    func show(_ found: GKLeaderboard, _ next: GKScore?, _ query: Int32) {
        guard let host else { return }
        let own = found.localPlayerScore
        var scores = found.scores ?? []
        if let next { scores = scores.dropLast() + [next] }
        if let own, !scores.contains(where: { $0.player == own.player }) { scores.append(own) }
        host.strings.removeAll(.entries)
        var rows: [EntryRow] = []
        for (index, score) in scores.enumerated() {
            let isYou = score.player == GKLocalPlayer.local
            let name = score.player.displayName
            host.strings[.entries, .name, index] =
                isYou ? "\(name) (\(Words.say("you")))" : name
            rows.append(
                EntryRow(rank: Int32(clamping: score.rank), score: Int32(clamping: score.value), isYou: isYou))
        }
        host.screens.entries(rows, total: Int32(clamping: found.maxRange), query: query)
    }

    // MARK: Rivals

    /// More than are shown, so that the next ahead are among them.
    private static let rivalsCount = 25

    func loadRivals(_ board: Int32) {
        let leaderboard = leaderboard(board)
        desk.loadScores(leaderboard, players: .global, time: .allTime, ranks: .best(Self.rivalsCount)) {
            [weak self] all, _ in
            guard let self, let all else { return }
            desk.loadScores(leaderboard, players: .friendsOnly, time: .allTime, ranks: .best(Self.rivalsCount)) {
                [weak self] friends, _ in self?.meet(all, friends, board)
            }
        }
    }

    private func meet(_ all: GKLeaderboard, _ friends: GKLeaderboard?, _ board: Int32) {
        guard let host else { return }
        func entries(_ found: GKLeaderboard?) -> [RivalEntry] {
            (found?.scores ?? []).map { score in
                RivalEntry(
                    player: score.player.gamePlayerID, name: score.player.displayName, score: score.value,
                    isVerified: Laurel.isVerified(score))
            }
        }
        let met = rivals.rivals(
            entries(all), friends: entries(friends), own: all.localPlayerScore?.value ?? 0,
            player: GKLocalPlayer.local.gamePlayerID, board: board
        ) { host.strings[.rivals, .name, Int($0)] = $1 }
        if host.screens.rivals(met) { host.game.rivals = met }
    }

    // MARK: Achievements

    func loadAchievements() {
        GKAchievementDescription.loadAchievementDescriptions(
            completionHandler: onMain { [weak self] descriptions, error in
                guard let self else { return }
                guard let descriptions else {
                    problem(error)
                    host?.screens.achievementsFailed()
                    return
                }
                GKAchievement.loadAchievements(
                    completionHandler: onMain { [weak self] earned, _ in self?.show(descriptions, earned ?? []) })
            })
    }

    func show(_ descriptions: [GKAchievementDescription], _ earned: [GKAchievement]) {
        guard let host else { return }
        host.strings.removeAll(.achievements)
        var rows: [AchievementRow] = []
        for (index, description) in descriptions.enumerated() {
            let progress = earned.first { $0.identifier == description.identifier }?.percentComplete ?? 0
            host.strings[.achievements, .title, index] = description.title
            host.strings[.achievements, .detail, index] =
                progress >= 100 ? description.achievedDescription : description.unachievedDescription
            rows.append(
                AchievementRow(
                    points: Int32(clamping: description.maximumPoints), percent: Int32(progress),
                    isHidden: description.isHidden && progress < 100))
        }
        host.screens.achievements(rows)
    }

    /// Asks first: a page that everybody with its link sees.
    func share(_ board: Int32) {
        let name = leaderboard(board)
        host?.share { done in Laurel.share(leaderboardID: name, completionHandler: done) }
    }
}
