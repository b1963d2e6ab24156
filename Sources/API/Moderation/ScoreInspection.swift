import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What a moderator looks at, and takes out: players, entries, every score of a player.
extension APIHandler {
    func inspectPlayers(
        _ request: Request, _ bundleID: BundleID, _ search: String, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try moderating(bundleID, request, caller)
        let bans = services.catalogue.bans
        return later(request) { [self] () async throws(Problem) in
            do throws(ModerationError) {
                let players = try await FindPlayers(services.moderation)(
                    search, ids: idScopes(of: app, administrator), by: administrator)
                return answers.json { writer in
                    writer.beginObject()
                    writer.key("players")
                    writer.beginArray()
                    for player in players {
                        writer.beginObject()
                        writer.key("player")
                        writer.value(
                            PlayerAnswer(
                                id: services.accounts.ids.id(of: player.number, in: .team(app.team)),
                                alias: player.alias.text, displayName: player.displayName))
                        writer.field("isBanned", bans.ban(of: player.number, .team(app.team)) != nil)
                        writer.field("isBannedEverywhere", bans.isBannedEverywhere(player.number))
                        writer.endObject()
                    }
                    writer.endArray()
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func inspectEntries(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ window: RankWindow,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (_, app) = try moderating(bundleID, request, caller)
        let leaderboard = try find(id, of: app)
        let formatter = formatter(leaderboard, app, languages(nil, request))
        let query = EntriesQuery(
            leaderboard: id, environment: environment ?? .production, selection: .window(window))
        return later(request) { [self] () async throws(Problem) in
            let page: EntriesPage
            do throws(ReadEntriesError) { page = try await services.readEntries(query, app: app) } catch {
                throw Problem(from: error)
            }
            return answers.json { writer in
                var scratch: [UInt8] = []
                writer.beginObject()
                writer.key("entries")
                writer.beginArray()
                for entry in page.entries ?? [] {
                    writer.beginObject()
                    writer.field("rank", entry.rank)
                    writer.field("sequence", entry.sequence.rawValue)
                    writer.scoreFields(
                        value: entry.value, formatter: formatter, context: entry.context, date: entry.date,
                        scratch: &scratch)
                    writer.key("player")
                    writer.value(inspected(entry.player, app))
                    writer.endObject()
                }
                writer.endArray()
                writer.field("total", page.total)
                writer.field("version", page.version.rawValue)
                writer.endObject()
            }
        }
    }

    func inspectScores(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ player: String, _ before: JournalSequence?,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try moderating(bundleID, request, caller)
        let leaderboard = try find(id, of: app)
        let formatter = formatter(leaderboard, app, languages(nil, request))
        return later(request) { [self] () async throws(Problem) in
            let number = try await self.player(player, of: app, administrator)
            let scores: [InspectedScore]
            do throws(InspectScoresError) {
                scores = try await InspectScores(services.keeper)(
                    of: number, on: leaderboard, of: app, environment ?? .production, before: before,
                    limit: ModerationLimits.page)
            } catch {
                throw Problem(from: error)
            }
            return answers.json(capacity: 256 * (scores.count + 1)) { writer in
                var scratch: [UInt8] = []
                writer.beginObject()
                writer.key("player")
                writer.value(inspected(number, app))
                writer.key("scores")
                writer.beginArray()
                for score in scores { writer.value(score, formatter, &scratch) }
                writer.endArray()
                writer.key("next")
                if scores.count == ModerationLimits.page, let last = scores.last {
                    writer.value(last.sequence.rawValue)
                } else {
                    writer.null()
                }
                writer.endObject()
            }
        }
    }

    func moderateScore(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ score: JournalSequence,
        _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let (administrator, app) = try moderating(bundleID, request, caller)
        let leaderboard = try find(id, of: app)
        let body = try ModerateScoreBody(of: request)
        return later(request) { [self] () async throws(Problem) in
            let use = ModerateScore(services.keeper)
            let environment = environment ?? .production
            do throws(ModerateScoreError) {
                let version =
                    body.isRemoved
                    ? try await use.remove(
                        score, from: leaderboard, of: app, environment, by: administrator, note: body.note)
                    : try await use.restore(
                        score, to: leaderboard, of: app, environment, by: administrator, note: body.note)
                return answers.json { writer in
                    writer.beginObject()
                    writer.field("version", version.rawValue)
                    writer.endObject()
                }
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
        return (administrator, try find(bundleID))
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
            if let player = try await FindPlayers(services.moderation).one(text, ids: scopes) { return player }
        } catch {
            throw Problem(from: error)
        }
        throw Problem(.notFound, "No player has this ID or alias.", field: "player")
    }

    /// A player as the team's moderators see them.
    func inspected(_ player: PlayerNumber, _ app: App?) -> PlayerAnswer {
        PlayerAnswer(
            id: services.accounts.ids.id(of: player, in: app.map { .team($0.team) } ?? .player), alias: nil,
            displayName: services.accounts.names.displayName(player) ?? "")
    }
}

extension JSONWriter {
    fileprivate mutating func value(
        _ score: InspectedScore, _ formatter: ScoreFormatter, _ scratch: inout [UInt8]
    ) {
        beginObject()
        field("sequence", score.sequence.rawValue)
        scoreFields(
            value: score.value, formatter: formatter, context: score.context, date: score.date, scratch: &scratch)
        field("time", score.time)
        field("state", score.state.rawValue)
        endObject()
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
