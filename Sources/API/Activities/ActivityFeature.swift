import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Activities of games, and players who meet by codes.
struct ActivityFeature: Sendable {
    let apps: Apps
    let parties: Parties
    let catalogue: Catalogue
    let players: PlayerAnswers
    let pictures: Pictures
    let words: WordChecks
    /// Of this server's pages.
    let origin: String
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: ActivityRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let id, let language, let environment): try activities(request, id, language, environment, caller)
        case .makeParty(let id, let environment): try makeParty(request, id, environment, caller)
        case .party(let id, let code, let environment): try party(request, id, code, environment, caller)
        case .joinParty(let id, let code, let environment): try joinParty(request, id, code, environment, caller)
        case .leaveParty(let id, let code, let environment): try leaveParty(request, id, code, environment, caller)
        case .configured(let id): try appActivities(id, caller)
        case .create(let id): try createActivity(request, id, caller)
        case .update(let id, let activity): try updateActivity(request, id, activity, caller)
        case .delete(let id, let activity): try deleteActivity(request, id, activity, caller)
        }
    }

    private func activities(
        _ request: Request, _ bundleID: BundleID, _ language: LanguageTag?, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller, isReading: true)
        let languages = request.languages(language)
        let shown = catalogue.shownActivities(of: app, in: environment).map { activity in
            let texts = activity.localization(for: languages, default: app.defaultLanguage)
            return ActivityDefinitionAnswer(
                id: activity.id, groupID: activity.groupID, title: texts.title, details: texts.details,
                playStyle: activity.playStyle, minPlayers: activity.minPlayers, maxPlayers: activity.maxPlayers,
                properties: activity.properties, fallbackURL: activity.fallbackURL ?? app.link,
                supportsPartyCodes: activity.supportsPartyCodes, isReleased: activity.isReleased,
                leaderboards: activity.leaderboards, achievements: activity.achievements,
                image: pictures.picture(of: activity, in: app, for: languages))
        }
        return .now(answers.json(shown, as: ActivityDefinitionAnswer.list))
    }
}

extension LinkedActivityAnswer {
    init(_ activity: ActivityDefinition, from source: ActivityLink.Source) {
        self.init(id: activity.id, properties: activity.properties(linkedBy: source))
    }
}
