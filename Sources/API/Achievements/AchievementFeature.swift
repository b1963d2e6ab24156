import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Achievements, as players and developers see them.
struct AchievementFeature: Sendable {
    let read: ReadAchievements
    let submit: ReportAchievements
    let reset: ResetAchievements
    let configure: ConfigureAchievement
    let challenges: Challenges
    let friends: FriendGraph
    let catalogue: Catalogue
    let players: PlayerAnswers
    let pictures: Pictures
    let words: WordChecks
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: AchievementRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let id, let friend, let language, let environment):
            try achievements(request, id, of: friend, language, environment, caller)
        case .report(let id, let environment): try reportAchievements(request, id, environment, caller)
        case .reset(let id, let waiting, let environment):
            try resetAchievements(request, id, waiting: waiting, environment, caller)
        case .challengeablePlayers(let id, let achievement, let ids, let environment):
            try challengeablePlayers(request, id, achievement, ids, environment, caller)
        case .configured(let id): try appAchievements(id, caller)
        case .create(let id): try createAchievement(request, id, caller)
        case .configuredOne(let id, let achievement): try appAchievement(id, achievement, caller)
        case .update(let id, let achievement): try updateAchievement(request, id, achievement, caller)
        case .delete(let id, let achievement): try deleteAchievement(request, id, achievement, caller)
        }
    }
}
