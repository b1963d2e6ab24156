import LaurelDomain
import LaurelMatches
import LaurelStorage

extension CommitDraft {
    /// What the rules of judged matches award at their ends, in the commit that ends them (rule 12.40).
    ///
    /// Nobody has sent it, so nobody can be told that it is refused: what the app doesn't have, or doesn't take, is
    /// left out, and the match is over all the same.
    mutating func award(_ ended: [EndedMatch]) throws(StoreError) {
        var steps: [ReportStep] = []
        var scores: [SubmitCall] = []
        for match in ended {
            guard let app = catalogue.app(match.game.app), app.isGameCenterEnabled,
                app.isReleased || match.game.environment == .sandbox
            else { continue }
            let players = match.players.filter { takes(from: $0.value, in: app) }.sorted { $0.key < $1.key }
            for (seat, player) in players {
                let stream = StreamID(team: app.team, environment: match.game.environment)
                let feats = match.awards.feats.filter { $0.seat == seat }
                if let step = reports(of: feats, by: player, app, stream) { steps.append(step) }
                let points = match.awards.points.filter { $0.seat == seat }
                scores += points.compactMap { call($0, by: player, app, stream) }
            }
        }
        // All that they need, in one fetch.
        for step in steps { step.expect(&self) }
        for step in steps {
            do throws(ReportAchievementsError) { _ = try step.plan(&self) } catch {
                switch error {
                case .unavailable: throw .unavailable
                case .broken(let reason): throw .broken(reason: reason)
                default: continue
                }
            }
        }
        for score in scores { submit(score) }
    }

    /// Nil: the app has no such leaderboard.
    private func call(
        _ points: TurnAwards.Points, by player: PlayerNumber, _ app: App, _ stream: StreamID
    ) -> SubmitCall? {
        guard let leaderboard = catalogue.leaderboard(points.leaderboard, of: app.number) else { return nil }
        var call = SubmitCall(
            items: [SubmitCall.Item(leaderboard: leaderboard.number, score: Score(value: points.value))],
            app: app.number, stream: stream, player: player, device: DeviceNumber(0), waiting: nil
        ) { _ in }
        call.isOfJudge = true
        return call
    }

    private func takes(from player: PlayerNumber, in app: App) -> Bool {
        !published.isErased(player) && !catalogue.bans.isBanned(player, in: app.team)
    }

    /// Nil: the app has none of them.
    private func reports(
        of feats: [TurnAwards.Feat], by player: PlayerNumber, _ app: App, _ stream: StreamID
    ) -> ReportStep? {
        let known = feats.compactMap { catalogue.achievements.achievement($0.achievement, of: app.number) }
            .filter { !$0.isArchived && ($0.isReleased || stream.environment == .sandbox) }
        guard !known.isEmpty else { return nil }
        return ReportStep(
            items: known.map { achievement in
                ReportStep.Item(
                    achievement: achievement.number,
                    report: AchievementReport(achievement: achievement.id, percent: .full))
            },
            stream: stream, key: ProgressKey(player: player, app: app.number, environment: stream.environment),
            device: DeviceNumber(0), waiting: nil, eligible: nil)
    }
}
