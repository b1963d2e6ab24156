import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// What players challenge groups of friends to.
struct ChallengeDefinitionFeature: Sendable {
    let apps: Apps
    let catalogue: Catalogue
    let pictures: Pictures
    let words: WordChecks
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(
        _ route: ChallengeDefinitionRoute, _ request: Request, _ caller: Caller
    ) throws(Problem) -> Reply {
        switch route {
        case .list(let id, let language, let environment): try definitions(request, id, language, environment, caller)
        case .configured(let id): try appChallengeDefinitions(id, caller)
        case .create(let id): try createChallengeDefinition(request, id, caller)
        case .update(let id, let definition): try updateChallengeDefinition(request, id, definition, caller)
        case .delete(let id, let definition): try deleteChallengeDefinition(request, id, definition, caller)
        }
    }

    private func definitions(
        _ request: Request, _ bundleID: BundleID, _ language: LanguageTag?, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller, isReading: true)
        let languages = request.languages(language)
        let shown = catalogue.shownChallengeDefinitions(of: app, in: environment).map { definition in
            let texts = definition.localization(for: languages, default: app.defaultLanguage)
            return ChallengeDefinitionAnswer(
                id: definition.id, groupID: definition.groupID, title: texts.title, details: texts.details,
                // One that moved into a group answers by its old ID, too, and is called by its new one.
                leaderboard: catalogue.leaderboard(definition.leaderboard, of: app.number)?.id
                    ?? definition.leaderboard,
                durations: definition.durations,
                isRepeatable: definition.isRepeatable, oldestAppVersion: definition.oldestAppVersion,
                isReleased: definition.isReleased,
                image: pictures.picture(of: definition, in: app, for: languages))
        }
        return .now(answers.json(shown, as: ChallengeDefinitionAnswer.list))
    }
}
