package import LaurelDomain
package import LaurelMatches
import LaurelStorage

/// Scores and achievements with which a match ends: of all who played, in the match's own commit (rule 12.9).
package struct MatchResults: Sendable {
    package struct MatchScore: Sendable {
        let seat: Seat
        /// Nil: the default one.
        let leaderboard: LeaderboardNumber?
        let score: Score

        package init(seat: Seat, leaderboard: LeaderboardNumber?, score: Score) {
            self.seat = seat
            self.leaderboard = leaderboard
            self.score = score
        }
    }

    package struct MatchReport: Sendable {
        let seat: Seat
        let achievement: AchievementNumber
        let report: AchievementReport

        package init(seat: Seat, achievement: AchievementNumber, report: AchievementReport) {
            self.seat = seat
            self.achievement = achievement
            self.report = report
        }
    }

    let scores: [MatchScore]
    let reports: [MatchReport]
    /// Of the player who ends the match: by its queue, dates are judged (rule 4.7).
    let device: DeviceNumber

    package init(scores: [MatchScore], reports: [MatchReport], device: DeviceNumber) {
        self.scores = scores
        self.reports = reports
        self.device = device
    }

    /// - Parameter match: as it was before it ended.
    func plan(_ match: Match, of game: MatchGame, _ draft: inout CommitDraft) throws(MatchStepError) {
        guard let app = draft.catalogue.app(game.app) else { throw .broken(reason: "a match of no app") }
        let stream = StreamID(team: app.team, environment: game.environment)
        let judged = draft.published.matches.rules(game)?.prizes.achievements ?? []
        for (index, report) in reports.enumerated() {
            guard !judged.contains(report.report.achievement) else {
                throw .result(.achievement(index, .judged(item: 0)))
            }
            guard let player = match.player(at: report.seat) else { throw .result(.nobody(.achievement(index))) }
            let step = ReportStep(
                items: [ReportStep.Item(achievement: report.achievement, report: report.report)], stream: stream,
                key: ProgressKey(player: player, app: game.app, environment: game.environment), device: device,
                waiting: nil, eligible: nil)
            do throws(ReportAchievementsError) { _ = try step.plan(&draft) } catch {
                if error.isOfStore { throw .unavailable }
                throw .result(.achievement(index, error))
            }
        }
        for (index, score) in scores.enumerated() {
            guard let player = match.player(at: score.seat) else { throw .result(.nobody(.score(index))) }
            draft.submit(
                SubmitCall(
                    items: [SubmitCall.Item(leaderboard: score.leaderboard, score: score.score)], app: game.app,
                    stream: stream, player: player, device: device, waiting: nil
                ) { _ in })
        }
    }
}

extension Match {
    /// Nil: nobody has played there, or a player who is gone.
    func player(at seat: Seat) -> PlayerNumber? {
        self[seat].flatMap { $0.hasPlayed ? $0.player : nil }
    }
}

/// Which score or achievement keeps a match from ending, and why.
public enum MatchResultRefusal: Error, Hashable, Sendable {
    /// By its index in the list that was sent.
    public enum Item: Hashable, Sendable {
        case score(Int)
        case achievement(Int)
    }

    /// Nobody has played at its seat, or a player who is gone.
    case nobody(Item)
    case score(Int, SubmitScoresError)
    case achievement(Int, ReportAchievementsError)
}
