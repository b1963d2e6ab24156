import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Games and their leaderboards, as players see them: from memory.
extension APIHandler {
    func games(_ request: Request, _ environment: Environment?, _ caller: Caller) throws(Problem) -> Reply {
        if let session = caller.session { _ = try self.environment(environment, of: session) }
        let list = ListApps(services.catalogue)
        let developer = caller.administrator ?? caller.session.flatMap { Administrator(developing: $0) }
        // Developers see their own before anybody else does.
        let own = developer.map { Set(list(by: $0, services.teams.roster).map(\.number)) } ?? []
        let apps = services.catalogue.apps().filter {
            own.contains($0.number) || $0.isReleased && $0.isGameCenterEnabled
        }
        let games = apps.compactMap { app in
            do throws(GameRefusal) { return try DescribeGame(services.catalogue)(app.bundleID) } catch { return nil }
        }
        return .now(
            answers.json { writer in
                writer.beginObject()
                writer.key("games")
                writer.beginArray()
                for game in games { writer.value(described(game, languages(nil, request))) }
                writer.endArray()
                writer.endObject()
            })
    }

    func game(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        if let session = caller.session { _ = try self.environment(environment, of: session) }
        do throws(GameRefusal) {
            let game = try DescribeGame(services.catalogue)(bundleID)
            return .now(answers.json { $0.value(described(game, languages(nil, request))) })
        } catch {
            throw Problem(from: error)
        }
    }

    func leaderboards(
        _ request: Request, _ bundleID: BundleID, _ language: LanguageTag?, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, environment) = try place(bundleID, environment, caller, isReading: true)
        let wishes = languages(language, request)
        let isAdministrator = caller.administrator != nil
        let leaderboards = services.catalogue.leaderboards(of: app.number)
            .filter { isAdministrator || app.lists($0, in: environment) }
        return .now(
            answers.json { writer in
                writer.beginObject()
                writer.key("leaderboards")
                writer.beginArray()
                for leaderboard in leaderboards {
                    let localization = leaderboard.localization(for: wishes, default: app.defaultLanguage)
                    writer.value(described(leaderboard, localization, of: app, wishes))
                }
                writer.endArray()
                writer.endObject()
            })
    }

    func leaderboard(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ language: LanguageTag?,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, _) = try place(bundleID, environment, caller, isReading: true)
        let leaderboard = try find(id, of: app)
        let wishes = languages(language, request)
        let localization = leaderboard.localization(for: wishes, default: app.defaultLanguage)
        return .now(answers.json { $0.value(described(leaderboard, localization, of: app, wishes)) })
    }

    // MARK: Parts

    private func described(
        _ leaderboard: Leaderboard, _ localization: LeaderboardLocalization, of app: App, _ wishes: [LanguageTag]
    ) -> LeaderboardAnswer {
        LeaderboardAnswer(
            leaderboard: leaderboard, localization: localization, kind: services.catalogue.kind(of: leaderboard),
            now: services.keeper.now(), image: picture(of: leaderboard, in: app, for: wishes))
    }

    private func described(_ game: GameDescription, _ wishes: [LanguageTag]) -> GameAnswer {
        GameAnswer(
            app: game.app, environments: game.environments, leaderboardCount: game.leaderboardCount,
            localization: game.app.localization(for: wishes), icon: icon(of: game.app),
            screenshots: screenshots(of: game.app))
    }

    func place(
        _ bundleID: BundleID, _ wanted: Environment?, _ caller: Caller, isReading: Bool = false
    ) throws(Problem) -> (App, Environment) {
        try services.catalogue.place(bundleID, wanted, caller, isReading: isReading)
    }

    func find(_ id: LeaderboardID, of app: App) throws(Problem) -> Leaderboard {
        guard let leaderboard = services.catalogue.leaderboard(id, of: app.number) else {
            throw Problem.unknown(id)
        }
        return leaderboard
    }

    /// The languages a reader wants, best first: what the query says, or what Accept-Language does.
    func languages(_ wanted: LanguageTag?, _ request: Request) -> [LanguageTag] {
        if let wanted { return [wanted] }
        return request.headers["accept-language"].map { AcceptLanguage.parse($0) } ?? []
    }
}

/// RFC 9110, section 12.5.4.
enum AcceptLanguage {
    /// More wishes than these are not looked at.
    static let limit = 8

    /// - Returns: best first; what cannot be read is left out.
    static func parse(_ field: String) -> [LanguageTag] {
        var wishes: [(tag: LanguageTag, weight: Int)] = []
        for part in field.split(separator: ",").prefix(limit) {
            let sides = part.split(separator: ";", maxSplits: 1)
            guard let name = sides.first, let tag = tag(name) else { continue }
            let weight = sides.count == 2 ? weight(sides[1]) : 1_000
            if weight > 0 { wishes.append((tag, weight)) }
        }
        // The sort is stable only by chance: the place breaks ties.
        return wishes.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element.tag)
    }

    private static func tag(_ text: Substring) -> LanguageTag? {
        do throws(InvalidIdentifier) { return try LanguageTag(String(text.filter { $0 != " " })) } catch { return nil }
    }

    /// In thousandths.
    private static func weight(_ text: Substring) -> Int {
        let digits = text.filter { $0 != " " }
        guard digits.hasPrefix("q="), let value = Double(digits.dropFirst(2)), (0...1).contains(value) else { return 0 }
        return Int(value * 1_000)
    }
}
