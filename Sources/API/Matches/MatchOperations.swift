import LaurelHTTPServer
import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelWire
import LaurelService

// Finding, listing and reading.
extension MatchFeature {
    func find(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let table = try table(bundleID, environment, caller)
        let body = try NewMatchBody(of: request)
        let wanted = try matchRequest(body, table.session)
        let key = key(body.key, body, request)
        return replies.later(request) { () async throws(Problem) in
            let details: MatchDetails
            do throws(MatchError) {
                details = try await FindMatch(matches)(
                    wanted, key: key, app: table.app, environment: table.environment, by: table.session.player)
            } catch {
                // A guardian can't help them.
                let isGuest = error == .refused(.restricted) && matches.isGuest(table.session.player)
                throw isGuest ? Problem.guestAmongStrangers : Problem(from: error)
            }
            return answers.json(.ok, try await answer(details, at: table))
        }
    }

    private func matchRequest(_ body: NewMatchBody, _ session: Session) throws(Problem) -> MatchRequest {
        var recipients: [PlayerNumber] = []
        for id in body.players ?? [] {
            // What is said of those who can't be met, too, so that nobody learns who exists.
            guard let player = players.player(id, of: session.binding) else {
                throw Problem(from: MatchRefusal.cannotMeet)
            }
            recipients.append(player)
        }
        try checkNumbers(body)
        try checkInvitation(body.message ?? "")
        do throws(MatchRefusal) {
            return try MatchRequest(
                minPlayers: body.minPlayers, maxPlayers: body.maxPlayers,
                defaultNumberOfPlayers: body.defaultNumberOfPlayers, group: body.group ?? 0,
                attributes: UInt32(clamping: body.attributes ?? 0), recipients: recipients,
                takesStrangers: body.takesStrangers ?? true, invitation: body.message ?? "")
        } catch {
            throw Problem(from: error, field: error == .messageTooLong ? "message" : nil)
        }
    }

    /// As a challenge's message (rule 11.10).
    private func checkInvitation(_ message: String) throws(Problem) {
        let limit = MatchLimits.invitationLength
        guard message.isEmpty || (PlainText.holds(message, limit: limit) && PlainText.isSeen(message)) else {
            throw Problem(
                .invalidParameter, "message must be one line of plain text of at most \(limit) characters.",
                field: "message")
        }
        try words.check(message, field: "message")
    }

    /// What `MatchRequest` refuses, by name.
    private func checkNumbers(_ body: NewMatchBody) throws(Problem) {
        func refuse(_ detail: String, _ field: String) -> Problem {
            Problem(.matchRequestInvalid, detail, field: field)
        }
        let invited = body.players ?? []
        guard body.minPlayers <= body.maxPlayers else {
            throw refuse("maxPlayers must be at least minPlayers, which is \(body.minPlayers).", "maxPlayers")
        }
        if let number = body.defaultNumberOfPlayers, !(body.minPlayers...body.maxPlayers).contains(number) {
            throw refuse("defaultNumberOfPlayers must be from minPlayers to maxPlayers.", "defaultNumberOfPlayers")
        }
        guard Set(invited).count == invited.count else { throw refuse("A player appears more than once.", "players") }
        guard invited.count < body.maxPlayers else {
            throw refuse("\(invited.count) players and you are more than maxPlayers.", "players")
        }
        guard body.takesStrangers != false || invited.count + 1 >= body.minPlayers else {
            throw refuse("Without strangers, minPlayers needs more players invited.", "players")
        }
    }

    func list(
        _ request: Request, _ bundleID: BundleID, _ state: MatchState?, _ page: Page, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let table = try table(bundleID, environment, caller)
        return list(request, state, page, table.session) { [table.game] }
    }

    /// In all games that the session may see.
    func all(
        _ request: Request, _ state: MatchState?, _ page: Page, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let environment = try session.environment(environment)
        return list(request, state, page, session) { [matches] in
            if case .game(let app, _) = session.binding { return [MatchGame(app: app, environment: environment)] }
            return matches.games.filter { $0.environment == environment }
        }
    }

    private func list(
        _ request: Request, _ state: MatchState?, _ page: Page, _ session: Session,
        _ games: @escaping @Sendable () -> [MatchGame]
    ) -> Reply {
        replies.later(request) { () async throws(Problem) in
            let names = try await players.friendNames(of: session.player)
            var found: [(match: Match, position: MatchCursor)] = []
            let lists = try await Problem.translating { () async throws(MatchError) in
                try await ReadMatches(matches)(of: session.player, in: games())
            }
            for (game, list) in lists {
                guard let bundleID = catalogue.app(game.app)?.bundleID else { continue }
                for match in list {
                    guard state == nil || match.state(for: session.player) == state,
                        let id = MatchID(matches.ids.id(of: match.number))
                    else { continue }
                    let position = MatchCursor(created: match.created, match: id, game: bundleID)
                    if page.before?.isBefore(position) ?? true { found.append((match, position)) }
                }
            }
            found.sort { $0.position.isBefore($1.position) }
            let shown = found.prefix(page.count)
            let rendering = MatchAnswers(ids: matches.ids, players: players)
            return answers.json(
                .ok,
                MatchesAnswer(
                    matches: shown.map {
                        rendering.listed(
                            $0.match, of: $0.position.game, to: session.player, session.binding, friendNames: names)
                    }, next: found.count > shown.count ? shown.last?.position : nil))
        }
    }

    func activity(
        _ bundleID: BundleID, _ group: Int64?, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let table = try table(bundleID, environment, caller)
        let players = CountSearches(matches)(in: table.game, group: group)
        return .now(answers.json(.ok, MatchActivityAnswer(players: players)))
    }

    func match(_ request: Request, _ id: MatchID, _ table: MatchTable) throws(Problem) -> Reply {
        let number = try number(id)
        return replies.later(request) { () async throws(Problem) in
            let details = try await Problem.translating { () async throws(MatchError) in
                try await ReadMatches(matches)(number, for: table.session.player, in: table.game)
            }
            return answers.json(.ok, try await answer(details, at: table))
        }
    }

    func rematch(_ request: Request, _ id: MatchID, _ table: MatchTable) throws(Problem) -> Reply {
        let number = try number(id)
        let body = try MatchKeyBody(of: request)
        let key = key(body.key, body, request)
        return replies.later(request) { () async throws(Problem) in
            let details = try await Problem.translating { () async throws(MatchError) in
                try await FindMatch(matches).rematch(of: number, key: key, in: table.game, by: table.session.player)
            }
            return answers.json(.ok, try await answer(details, at: table))
        }
    }
}
