import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// The runs behind a leaderboard's entries.
extension ReplayFeature {
    func runs(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, of ids: [String], _ reading: ReadingQuery,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, environment) = try catalogue.resolve(bundleID, reading.environment, caller)
        let leaderboard = try catalogue.find(id, of: app)
        let query = query(leaderboard, environment, ids.compactMap { player($0, app, caller) }, reading, caller)
        let localization = leaderboard.localization(
            for: request.languages(reading.language), default: app.defaultLanguage)
        let formatter = ScoreFormatter(leaderboard, in: localization)
        let scope = scope(app, caller)
        return replies.later(request) { [self] () async throws(Problem) in
            let found: [EntryRun]
            do throws(ReadEntriesError) { found = try await runs(query, app: app) } catch { throw Problem(from: error) }
            var friendNames: [PlayerNumber: String] = [:]
            if let reader = caller.player { friendNames = try await players.friendNames(of: reader) }
            let list = found.map { run in
                let entry = run.entry
                let name = friendNames[entry.player] ?? accounts.names.displayName(entry.player) ?? ""
                return EntryRunAnswer(
                    rank: entry.rank, value: entry.value, formatted: formatter.string(entry.value), date: entry.date,
                    verification: run.verification,
                    player: PlayerAnswer(id: accounts.ids.id(of: entry.player, in: scope), displayName: name),
                    replay: ReplayAnswer(sha256: run.sha256),
                    watch: watchPage.address(of: leaderboard, address(of: entry.player, app, query)))
            }
            return answers.json(.ok, list, as: EntryRunAnswer.listShape)
        }
    }

    func replay(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ playerID: String, _ reading: ReadingQuery,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, environment) = try catalogue.resolve(bundleID, reading.environment, caller)
        let leaderboard = try catalogue.find(id, of: app)
        guard let player = player(playerID, app, caller) else { throw Problem(.notFound) }
        let query = query(leaderboard, environment, [player], reading, caller)
        return replies.later(request) { [self] () async throws(Problem) in
            let found: (bytes: [UInt8], sha256: String)?
            do throws(ReadEntriesError) { found = try await runs.replay(query, app: app) } catch {
                throw Problem(from: error)
            }
            guard let found else { throw Problem(.notFound) }
            return answers.bytes(found.bytes, sha256: found.sha256)
        }
    }

    // MARK: Parts

    /// As entries have their players' ids.
    private func scope(_ app: App, _ caller: Caller) -> PlayerIDs.Scope {
        caller.session.map { PlayerIDs.Scope($0.binding) } ?? .game(app.number)
    }

    /// By the id that the caller sees, or by the one that everyone sees: it stands in the addresses of runs, which
    /// people pass on.
    private func player(_ id: String, _ app: App, _ caller: Caller) -> PlayerNumber? {
        accounts.ids.player(id, in: scope(app, caller)) ?? accounts.ids.player(id, in: .game(app.number))
    }

    private func query(
        _ leaderboard: Leaderboard, _ environment: Environment, _ players: [PlayerNumber], _ reading: ReadingQuery,
        _ caller: Caller
    ) -> EntriesQuery {
        EntriesQuery(
            leaderboard: leaderboard.id, environment: environment, scope: reading.time,
            occurrence: reading.occurrence, selection: .players(players), viewer: caller.player,
            version: reading.version)
    }

    /// Which run, in the address of the page that shows it.
    private func address(of player: PlayerNumber, _ app: App, _ query: EntriesQuery) -> String {
        var parts = [
            ("game", app.bundleID.text), ("leaderboard", query.leaderboard.text),
            ("player", accounts.ids.id(of: player, in: .game(app.number))),
        ]
        if query.scope != .allTime { parts.append(("time", query.scope.name)) }
        if case .number(let number) = query.occurrence { parts.append(("occurrence", String(number))) }
        if query.environment == .sandbox { parts.append(("environment", "sandbox")) }
        return parts.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
    }
}
