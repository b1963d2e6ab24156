import LaurelDomain
import LaurelMatches
import LaurelStorage

extension CommitDraft {
    /// What the rules of a judged match award at its end, in the match's own commit (rule 12.40).
    ///
    /// Nobody has sent it, so nobody can be told that it is refused: what the app doesn't have, or doesn't take, is
    /// left out, and the match is over all the same.
    ///
    /// - Parameter match: as it was before it ended.
    mutating func award(_ awards: TurnAwards, in match: Match, of game: MatchGame) throws(MatchStepError) {
        guard !awards.isEmpty, let app = catalogue.app(game.app), app.isGameCenterEnabled,
            app.isReleased || game.environment == .sandbox
        else { return }
        let stream = StreamID(team: app.team, environment: game.environment)
        var players: [Seat: PlayerNumber] = [:]
        var steps: [ReportStep] = []
        for seat in match.seats {
            guard let player = match.player(at: seat), takes(from: player, in: app) else { continue }
            players[seat] = player
            let feats = awards.feats.filter { $0.seat == seat }
            if let step = reports(of: feats, by: player, app, stream) { steps.append(step) }
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
        for score in awards.points {
            guard let player = players[score.seat],
                let leaderboard = catalogue.leaderboard(score.leaderboard, of: app.number)
            else { continue }
            var call = SubmitCall(
                items: [SubmitCall.Item(leaderboard: leaderboard.number, score: Score(value: score.value))],
                app: app.number, stream: stream, player: player, device: DeviceNumber(0), waiting: nil
            ) { _ in }
            call.isOfJudge = true
            submit(call)
        }
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
