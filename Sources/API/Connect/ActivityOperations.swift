import LaurelDomain
import LaurelHTTPServer
import LaurelService
import LaurelWire

// Figures of a game, for those who may look at it.
extension AppFeature {
    func activity(
        _ request: Request, _ bundleID: BundleID, _ days: Int, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try catalogue.find(bundleID)
        return replies.later(request) { () async throws(Problem) in
            let activity: GameActivity
            do throws(ReadActivityError) {
                activity = try await readActivity(of: app, environment ?? .production, days: days)
            } catch {
                throw Problem(from: error)
            }
            return answers.json(ActivityAnswer(activity))
        }
    }
}

// How a leaderboard's scores are spread.
extension AppLeaderboardFeature {
    func distribution(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try catalogue.find(bundleID)
        let formatter = ScoreFormatter(try catalogue.find(id, of: app), of: app, for: request.languages())
        return replies.later(request) { () async throws(ReadEntriesError) in
            let spread = try await readEntries.distribution(of: id, environment ?? .production, app: app)
            return answers.json(
                DistributionAnswer(
                    total: spread.total,
                    bins: spread.bins.map {
                        DistributionAnswer.Bin(
                            worst: DistributionAnswer.End($0.worst, formatter),
                            best: DistributionAnswer.End($0.best, formatter), count: $0.count)
                    },
                    percentiles: spread.marks.map {
                        DistributionAnswer.Mark(
                            percent: $0.percent, score: DistributionAnswer.End($0.value, formatter))
                    }))
        }
    }
}

extension ActivityAnswer {
    fileprivate init(_ activity: GameActivity) {
        self.init(
            days: activity.days.map {
                Day(
                    day: $0.day.start, scores: $0.scores, players: $0.players, challengesSent: $0.challengesSent,
                    challengesBeaten: $0.challengesBeaten)
            },
            playerCount: activity.players,
            achievements: activity.achievements.map {
                Share(
                    id: $0.achievement.id, referenceName: $0.achievement.referenceName, percent: $0.percent)
            })
    }
}

extension Problem {
    init(from error: ReadActivityError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
