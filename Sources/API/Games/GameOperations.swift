import LaurelHTTPServer
import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelWire
import LaurelService

// Games and their leaderboards, as players see them: from memory.
extension GameFeature {
    func games(_ request: Request, _ environment: Environment?, _ caller: Caller) throws(Problem) -> Reply {
        if let session = caller.session { _ = try session.environment(environment) }
        let list = ListApps(catalogue)
        let developer = caller.administrator ?? caller.session.flatMap { Administrator(developing: $0) }
        // Developers see their own before anybody else does.
        let own = developer.map { Set(list(by: $0, teams.roster).map(\.number)) } ?? []
        let apps = catalogue.apps().filter {
            own.contains($0.number) || $0.isReleased && $0.isGameCenterEnabled
        }
        let games = apps.compactMap { app in
            do throws(GameRefusal) { return try DescribeGame(catalogue)(app.bundleID) } catch { return nil }
        }
        return .now(answers.json(games.map { described($0, request.languages(nil)) }, as: GameAnswer.list))
    }

    func game(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        if let session = caller.session { _ = try session.environment(environment) }
        do throws(GameRefusal) {
            let game = try DescribeGame(catalogue)(bundleID)
            return .now(answers.json(described(game, request.languages(nil))))
        } catch {
            throw Problem(from: error)
        }
    }

    func leaderboards(
        _ request: Request, _ bundleID: BundleID, _ language: LanguageTag?, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller, isReading: true)
        let languages = request.languages(language)
        let isAdministrator = caller.administrator != nil
        let leaderboards = catalogue.leaderboards(of: app.number)
            .filter { isAdministrator || app.lists($0, in: environment) }
        return .now(
            answers.json(
                leaderboards.map { described($0, of: app, environment, languages) }, as: LeaderboardAnswer.list))
    }

    func leaderboard(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ language: LanguageTag?,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller, isReading: true)
        let leaderboard = try catalogue.find(id, of: app)
        let languages = request.languages(language)
        return .now(answers.json(described(leaderboard, of: app, environment, languages)))
    }

    // MARK: Parts

    private func described(
        _ leaderboard: Leaderboard, of app: App, _ environment: Environment, _ languages: [LanguageTag]
    ) -> LeaderboardAnswer {
        LeaderboardAnswer(
            leaderboard: leaderboard,
            localization: leaderboard.localization(for: languages, default: app.defaultLanguage),
            kind: catalogue.kind(of: leaderboard),
            now: keeper.now(), image: pictures.picture(of: leaderboard, in: app, for: languages),
            activity: catalogue.activity(linkedTo: leaderboard.id, of: app, in: environment)
                .map { LinkedActivityAnswer($0, from: .leaderboard(leaderboard.id)) })
    }

    private func described(_ game: GameDescription, _ languages: [LanguageTag]) -> GameAnswer {
        GameAnswer(
            app: game.app, environments: game.environments, leaderboardCount: game.leaderboardCount,
            localization: game.app.localization(for: languages), icon: pictures.icon(of: game.app),
            screenshots: pictures.screenshots(of: game.app), allowsGuests: accounts.allowsGuests,
            // The same in both environments.
            judgedPlayers: keeper.matches.rules(MatchGame(app: game.app.number, environment: .production))?.seats)
    }
}
