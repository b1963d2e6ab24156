import LaurelDomain
import LaurelWire

/// From where players are kept out: the whole server, or the apps of a team.
enum PlayerBans {
    struct Extent {
        /// One of the team's; nil: the whole server.
        let app: BundleID?
        let team: TeamID?

        var name: String { team.map { "the apps of team \($0.text)" } ?? "the whole server" }

        fileprivate func bans(_ server: Administration) async throws -> [BanAnswer] {
            try await server.ask(.moderation(.bans(app)), as: BanAnswer.list)
        }
    }

    private static let everywhere = Extent(app: nil, team: nil)

    /// A player's.
    struct Entry {
        let extent: Extent
        let alias: String
        /// Nil: the list has no more about it.
        let ban: BanAnswer?

        /// For who has ended another one.
        var sentence: String {
            let option = extent.app.map { " --app \($0.text)" } ?? ""
            let player = Terminal.quoted(Terminal.plain(alias))
            return "Still banned from \(extent.name). To end that: laurel player unban \(player)\(option)"
        }
    }

    /// All bans of the server and of all teams.
    ///
    /// - Parameter app: the server's, and those of this app's team.
    static func all(
        _ server: Administration, app: BundleID? = nil
    ) async throws -> [(extent: Extent, ban: BanAnswer)] {
        var all = try await everywhere.bans(server).map { (everywhere, $0) }
        for extent in try await teams(server, app: app) { all += try await extent.bans(server).map { (extent, $0) } }
        return all
    }

    /// - Parameter player: an alias or an ID.
    static func of(_ player: String, _ server: Administration) async throws -> [Entry] {
        let teams = try await teams(server)
        var found: InspectedPlayerAnswer?
        // An ID is one team's; the alias is known everywhere.
        for team in teams where found == nil { found = try await find(player, team, server) }
        guard let alias = found?.player.alias else {
            // Without an app nobody can be looked for: the name has to do.
            let bans = teams.isEmpty ? try await everywhere.bans(server) : []
            return bans.filter { [$0.player.id, $0.player.displayName].contains(player) }
                .map { Entry(extent: everywhere, alias: player, ban: $0) }
        }
        var entries: [Entry] = []
        if let found, found.isBannedEverywhere {
            let ban = try await everywhere.bans(server).first { $0.player.displayName == found.player.displayName }
            entries.append(Entry(extent: everywhere, alias: alias, ban: ban))
        }
        for team in teams {
            guard let known = try await find(alias, team, server), known.isBanned else { continue }
            let ban = try await team.bans(server).first { $0.player.id == known.player.id }
            entries.append(Entry(extent: team, alias: alias, ban: ban))
        }
        return entries
    }

    private static func find(
        _ player: String, _ team: Extent, _ server: Administration
    ) async throws -> InspectedPlayerAnswer? {
        guard let app = team.app else { return nil }
        let found = try await server.ask(
            .moderation(.inspectPlayers(app, search: player)), as: InspectedPlayerAnswer.list)
        return found.first { $0.player.id == player || $0.player.alias?.lowercased() == player.lowercased() }
    }

    /// Each with one of its apps.
    private static func teams(_ server: Administration, app: BundleID? = nil) async throws -> [Extent] {
        if let app {
            let answer: AppAnswer = try await server.ask(.apps(.app(app)))
            return [Extent(app: app, team: answer.teamID)]
        }
        var teams: [Extent] = []
        for app in try await server.ask(.apps(.list), as: AppAnswer.list)
        where !teams.contains(where: { $0.team == app.teamID }) {
            teams.append(Extent(app: app.bundleID, team: app.teamID))
        }
        return teams
    }
}
