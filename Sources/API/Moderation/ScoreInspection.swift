import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What a moderator looks at, and takes out: players, entries, every score of a player.
extension ModerationFeature {
    func inspectPlayers(
        _ request: Request, _ bundleID: BundleID, _ search: String, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try moderating(bundleID, request, caller)
        let bans = catalogue.bans
        return replies.later(request) { () async throws(ModerationError) in
            let players = try await FindPlayers(moderation)(
                search, of: app, ids: idScopes(of: app, administrator), by: administrator)
            let photos = await photos(of: players.map(\.number), by: administrator)
            let found = players.map { player in
                InspectedPlayerAnswer(
                    player: PlayerAnswer(
                        id: ids.id(of: player.number, in: .team(app.team)), alias: player.alias.text,
                        displayName: player.displayName, photo: photos[player.number]),
                    isBanned: bans.ban(of: player.number, .team(app.team)) != nil,
                    isBannedEverywhere: bans.isBannedEverywhere(player.number))
            }
            return answers.json(found, as: InspectedPlayerAnswer.list)
        }
    }

    func inspectEntries(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ window: RankWindow,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try moderating(bundleID, request, caller)
        let leaderboard = try catalogue.find(id, of: app)
        let formatter = ScoreFormatter(leaderboard, of: app, for: request.languages())
        let query = EntriesQuery(
            leaderboard: id, environment: environment ?? .production, selection: .window(window))
        return replies.later(request) { () async throws(Problem) in
            let page: EntriesPage
            do throws(ReadEntriesError) { page = try await readEntries(query, app: app) } catch {
                throw Problem(from: error)
            }
            let photos = await photos(of: (page.entries ?? []).map(\.player), by: administrator)
            let entries = (page.entries ?? []).map { entry in
                InspectedEntryAnswer(
                    rank: entry.rank, sequence: entry.sequence, value: entry.value,
                    formatted: formatter.string(entry.value), context: entry.context, date: entry.date,
                    player: inspected(entry.player, app, photos))
            }
            return answers.json(
                InspectedEntriesAnswer(entries: entries, total: page.total, version: page.version))
        }
    }

    func inspectScores(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ player: String, _ before: JournalSequence?,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try moderating(bundleID, request, caller)
        let leaderboard = try catalogue.find(id, of: app)
        let formatter = ScoreFormatter(leaderboard, of: app, for: request.languages())
        return replies.later(request) { () async throws(Problem) in
            let number = try await self.player(player, of: app, administrator)
            let scores: [InspectedScore]
            do throws(InspectScoresError) {
                scores = try await InspectScores(keeper)(
                    of: number, on: leaderboard, of: app, environment ?? .production, before: before,
                    limit: ModerationLimits.page)
            } catch {
                throw Problem(from: error)
            }
            return answers.json(
                InspectedScoresAnswer(
                    player: inspected(number, app), scores: scores.map { InspectedScoreAnswer($0, formatter) },
                    next: scores.count == ModerationLimits.page ? scores.last?.sequence : nil))
        }
    }

    func moderateScore(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ score: JournalSequence,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try moderating(bundleID, request, caller)
        let leaderboard = try catalogue.find(id, of: app)
        let body = try ModerateScoreBody(of: request)
        return replies.later(request) { () async throws(Problem) in
            let use = ModerateScore(keeper)
            let environment = environment ?? .production
            do throws(ModerateScoreError) {
                let version =
                    body.isRemoved
                    ? try await use.remove(
                        score, from: leaderboard, of: app, environment, by: administrator, note: body.note)
                    : try await use.restore(
                        score, to: leaderboard, of: app, environment, by: administrator, note: body.note)
                return answers.json(VersionAnswer(version: version))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    // MARK: Parts

    /// Who moderates, and where.
    func moderating(
        _ bundleID: BundleID, _ request: Request, _ caller: Caller
    ) throws(Problem) -> (Administrator, App) {
        let administrator = try caller.administering().asking(request.id.description)
        return (administrator, try catalogue.find(bundleID))
    }

    /// Ids a moderator may use for a player: the team's, the game's and, for administrators, the player's own.
    func idScopes(of app: App, _ administrator: Administrator) -> [PlayerIDs.Scope] {
        [.team(app.team), .game(app.number)] + (administrator.isAboveTeams ? [.player] : [])
    }

    /// - Parameters:
    ///   - text: such an id, or an alias.
    ///   - app: nil: on the whole server, where the player's own ids are used.
    func player(
        _ text: String, of app: App?, _ administrator: Administrator
    ) async throws(Problem) -> PlayerNumber {
        let scopes = app.map { idScopes(of: $0, administrator) } ?? [.player]
        do throws(ModerationError) {
            if let player = try await FindPlayers(moderation).one(text, ids: scopes) { return player }
        } catch {
            throw Problem(from: error)
        }
        throw Problem(.notFound, "No player has this ID or alias.", field: "player")
    }

    /// Photos for those who moderate, as far as players show them. Without a store that says them there are none: the
    /// work goes on.
    func photos(of players: [PlayerNumber], by administrator: Administrator) async -> [PlayerNumber: PhotoAnswer] {
        do throws(LoadPlayersError) {
            return try await SeePlayers(moderation.accounts).photos(of: players, by: administrator.player)
                .mapValues { PhotoAnswer(smallID: $0.small, normalID: $0.normal) }
        } catch {
            return [:]
        }
    }

    /// A player as the team's moderators see them.
    func inspected(
        _ player: PlayerNumber, _ app: App?, _ photos: [PlayerNumber: PhotoAnswer] = [:]
    ) -> PlayerAnswer {
        PlayerAnswer(
            id: ids.id(of: player, in: app.map { .team($0.team) } ?? .player), alias: nil,
            displayName: names.displayName(player) ?? "", photo: photos[player])
    }
}

extension InspectedScoreAnswer {
    fileprivate init(_ score: InspectedScore, _ formatter: ScoreFormatter) {
        let state: State
        switch score.state {
        case .counted: state = .counted
        case .removed: state = .removed
        case .held: state = .held
        }
        self.init(
            sequence: score.sequence, value: score.value, formatted: formatter.string(score.value),
            context: score.context, date: score.date, time: score.time, state: state)
    }
}

extension Problem {
    init(from error: ModerateScoreError) {
        switch error {
        case .unknownScore: self.init(.notFound, "No score on this leaderboard has this number.", field: "score")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: InspectScoresError) {
        switch error {
        case .unknownScore: self.init(.invalidParameter, "This player has no such score here.", field: "before")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: ModerationError) {
        switch error {
        case .unknownReview: self.init(.notFound, "No item in the queue has this number.", field: "review")
        case .unknownPlayer: self.init(.notFound, "No player has this ID.", field: "player")
        case .tooManyWords(let limit):
            self.init(.conflict, "The list can have at most \(limit) changes.", field: "word")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
