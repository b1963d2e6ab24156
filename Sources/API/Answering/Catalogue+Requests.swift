import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What a request is about, or why its caller can't have it.
extension Catalogue {
    /// The app and the environment that a request is about, once its caller may have them.
    ///
    /// - Parameter isReading: what can be read of an app that is not released for Production: its description.
    func resolve(
        _ bundleID: BundleID, _ wanted: Environment?, _ caller: Caller, isReading: Bool = false
    ) throws(Problem) -> (App, Environment) {
        guard let app = app(bundleID) else { throw Problem.unknown(bundleID) }
        return (app, try environment(of: app, wanted, caller, isReading: isReading))
    }

    /// The same with one of the app's leaderboards.
    func resolve(
        _ bundleID: BundleID, _ id: LeaderboardID, _ wanted: Environment?, _ caller: Caller
    ) throws(Problem) -> (FoundLeaderboard, Environment) {
        guard let found = found(id, of: bundleID) else {
            // Callers who can't have the app don't hear what is in it.
            _ = try resolve(bundleID, wanted, caller)
            throw Problem.unknown(id)
        }
        return (found, try environment(of: found.app, wanted, caller, isReading: false))
    }

    private func environment(
        of app: App, _ wanted: Environment?, _ caller: Caller, isReading: Bool
    ) throws(Problem) -> Environment {
        var environment = wanted ?? .production
        if let session = caller.session {
            environment = try session.environment(wanted)
            if case .game(let own, _) = session.binding, own != app.number {
                throw Problem(.forbidden, "This session is for another game.")
            }
        }
        guard app.isGameCenterEnabled else { throw Problem(from: GameRefusal.gameCenterDisabled(app.bundleID)) }
        guard isReading || app.isReleased || environment == .sandbox else {
            throw Problem(from: GameRefusal.notReleased(app.bundleID))
        }
        return environment
    }

    func find(_ bundleID: BundleID) throws(Problem) -> App {
        guard let app = app(bundleID) else { throw Problem.unknown(bundleID) }
        return app
    }

    func find(_ id: LeaderboardID, of app: App) throws(Problem) -> Leaderboard {
        guard let leaderboard = leaderboard(id, of: app.number) else { throw Problem.unknown(id) }
        return leaderboard
    }

    func find(_ id: AchievementID, of app: App) throws(Problem) -> Achievement {
        guard let achievement = achievements.achievement(id, of: app.number) else { throw Problem.unknown(id) }
        return achievement
    }

    /// The game that a session is for; nil: a player's own session, or a game that is gone.
    func bundleID(of binding: Binding) -> BundleID? {
        guard case .game(let number, _) = binding else { return nil }
        return app(number)?.bundleID
    }
}

extension ScoreFormatter {
    /// How scores of a leaderboard are written for a reader.
    init(_ leaderboard: Leaderboard, of app: App, for languages: [LanguageTag]) {
        self.init(leaderboard, in: leaderboard.localization(for: languages, default: app.defaultLanguage))
    }
}

extension Session {
    /// A session's environment; one that a caller names beside it must be the same.
    func environment(_ wanted: Environment?) throws(Problem) -> Environment {
        guard case .game(_, let own) = binding else { return wanted ?? .production }
        guard wanted == nil || wanted == own else {
            throw Problem(.invalidParameter, "This session is for \(own.name) only.", field: "environment")
        }
        return own
    }
}
