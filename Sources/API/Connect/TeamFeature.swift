import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Teams.
struct TeamFeature: Sendable {
    let teams: Teams
    let ids: PlayerIDs
    let catalogue: Catalogue
    let players: PlayerAnswers
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: TeamRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list: try list(request, caller)
        case .create: try foundTeam(request, caller)
        case .team(let id): try team(id, caller)
        case .update(let id): try updateTeam(request, id, caller)
        case .delete(let id): try deleteTeam(request, id, caller)
        case .members(let id): try members(request, id, caller)
        case .changeRole(let id, let player): try changeRole(request, id, player, caller)
        case .removeMember(let id, let player): try removeMember(request, id, player, caller)
        case .invitations(let id): try teamInvitations(request, id, caller)
        case .inviteMember(let id): try inviteMember(request, id, caller)
        case .revokeInvitation(let id, let invitation): try revokeTeamInvitation(request, id, invitation, caller)
        case .join: try joinTeam(request, caller)
        case .inviteDeveloper: try inviteDeveloper(request, caller)
        case .keys(let id): try keys(request, id, caller)
        case .makeKey(let id): try makeKey(request, id, caller)
        case .revokeKey(let id, let key): try revokeKey(request, id, key, caller)
        case .audit(let id, let query): try audit(request, id, query, caller)
        case .serverAudit(let query): try serverAudit(request, query, caller)
        }
    }

    private func list(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let developer = try caller.administering()
        let roster = teams.roster
        let shown = roster.teams().compactMap { teamAnswer($0, developer) }
        return replies.later(request) { () async throws(Problem) in
            var waiting: [TeamInvitation] = []
            if case .player(let player) = developer.actor {
                waiting = try await invitations(.player(player))
            }
            return answers.json(TeamsAnswer(teams: shown, invitations: try await invitationAnswers(waiting)))
        }
    }

    func foundTeam(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let developer = try caller.administering()
        let body = try TeamBody(of: request)
        let owner: Alias?
        do throws(Alias.Invalid) { owner = if let text = body.owner { try Alias(known: text) } else { nil } } catch {
            throw Problem(.invalidParameter, "owner must be an alias.", field: "owner")
        }
        return replies.later(request) { () async throws(TeamError) in
            let team = try await FoundTeam(teams)(
                name: body.teamName, owner: owner, code: body.code, by: developer)
            guard let answer = teamAnswer(team, developer) else { throw .unavailable }
            return answers.json(.created, answer)
        }
    }

    func team(_ id: TeamID, _ caller: Caller) throws(Problem) -> Reply {
        let developer = try caller.administering()
        guard let answer = teamAnswer(try find(id), developer) else { throw Problem(.notFound) }
        return .now(answers.json(answer))
    }

    func updateTeam(_ request: Request, _ id: TeamID, _ caller: Caller) throws(Problem) -> Reply {
        let developer = try caller.administering()
        let team = try find(id).number
        let body = try TeamChangeBody(of: request)
        return replies.later(request) { () async throws(TeamError) in
            let changed = try await UpdateTeam(teams)(
                team, name: body.teamName, requiresTwoFactor: body.requiresTwoFactor, by: developer)
            guard let answer = teamAnswer(changed, developer) else { throw .unavailable }
            return answers.json(answer)
        }
    }

    func deleteTeam(_ request: Request, _ id: TeamID, _ caller: Caller) throws(Problem) -> Reply {
        let developer = try caller.administering()
        let team = try find(id).number
        return replies.later(request) { () async throws(TeamError) in
            try await DeleteTeam(teams)(team, by: developer)
            return answers.noContent()
        }
    }

    // MARK: Keys

    func keys(_ request: Request, _ id: TeamID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let keys = teams.roster.keys(of: try find(id).number)
        return replies.later(request) { () async throws(Problem) in
            let people = try await players.all(keys.compactMap(\.maker))
            return answers.json(
                keys.map { KeyAnswer($0, maker: $0.maker.flatMap { people[$0] }) }, as: KeyAnswer.list)
        }
    }

    func makeKey(_ request: Request, _ id: TeamID, _ caller: Caller) throws(Problem) -> Reply {
        let developer = try caller.administering()
        let team = try find(id).number
        let body = try KeyBody(of: request)
        return replies.later(request) { () async throws(Problem) in
            let made: MadeKey
            do throws(TeamError) {
                made = try await MakeKey(teams)(
                    name: body.keyName, role: body.role, days: body.days ?? TeamLimits.keyDaysByDefault, of: team,
                    by: developer)
            } catch {
                throw Problem(from: error)
            }
            let maker = try await players.all([made.key.maker].compactMap { $0 }).values.first
            return answers.json(
                .created, MadeKeyAnswer(key: KeyAnswer(made.key, maker: maker), secret: made.secret))
        }
    }

    func revokeKey(
        _ request: Request, _ id: TeamID, _ key: DeveloperKeyID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let developer = try caller.administering()
        let team = try find(id).number
        return replies.later(request) { () async throws(TeamError) in
            try await RevokeKey(teams)(key, of: team, by: developer)
            return answers.noContent()
        }
    }

    // MARK: Parts

    func find(_ id: TeamID) throws(Problem) -> Team {
        guard let team = teams.roster.team(id) else {
            throw Problem(.notFound, "No team has the ID \(id.text).")
        }
        return team
    }

    /// - Returns: nil if the caller may not know about it.
    private func teamAnswer(_ team: Team, _ developer: Administrator) -> TeamAnswer? {
        let roster = teams.roster
        guard let rights = roster.rights(of: developer, in: team.number) else { return nil }
        var role: TeamRole?
        if case .player(let player) = developer.actor { role = roster.member(player, of: team.number)?.role }
        return TeamAnswer(team, role: role, rights: rights)
    }
}

extension Problem {
    init(from error: TeamError) {
        switch error {
        case .name(let limit):
            self = .text(1...limit, "name must have 1 to \(limit) visible characters.", field: "name")
        case .unknownPlayer: self.init(.notFound, "No player has this alias.", field: "alias")
        case .unknownMember: self.init(.notFound, "The team has no such member.")
        case .unknownInvitation: self.init(.notFound, "The team has no such invitation.")
        case .unknownKey: self.init(.notFound, "The team has no such key.")
        case .closed: self.init(.signUpClosed, "Only an administrator of this server can create teams.")
        case .invitationRequired: self.init(.invitationRequired, "Ask an administrator for a code.", field: "code")
        case .invitationRefused: self.init(.invitationRequired, "This invitation is invalid, used or expired.")
        case .alreadyMember: self.init(.conflict, "This player is already in the team.")
        case .lastOwner: self.init(.conflict, "A team needs an owner. Make someone else an owner first.")
        case .hasApps:
            self.init(.conflict, "A team with apps can't be deleted, and neither can its apps; archive them instead.")
        case .firstTeam:
            self.init(.conflict, "The server's first team can't be deleted; it owns apps created without a team.")
        case .notAllowed(let right):
            self.init(.forbidden, "This requires the “\(right.rawValue)” permission in the team.", reason: .role)
        case .foreignOwner:
            self.init(
                .forbidden, "Only an administrator of this server can create a team for someone else. Leave owner out.",
                field: "owner")
        case .personNeeded:
            self.init(.invalidParameter, "Set owner to the alias of the team's owner.", field: "owner")
        case .guest: self = .guestRestricted
        case .tooManyTeams(let limit): self = .tooMany(limit, "A player can be in at most \(limit) teams.")
        case .tooManyMembers(let limit): self = .tooMany(limit, "A team can have at most \(limit) members.")
        case .tooManyInvitations(let limit):
            self = .tooMany(limit, "A team can have at most \(limit) pending invitations.")
        case .tooManyKeys(let limit): self = .tooMany(limit, "A team can have at most \(limit) keys.")
        case .keyDays(let days):
            self.init(
                .invalidParameter, "days must be \(days.lowerBound) to \(days.upperBound).", field: "days")
        case .keyRole: self.init(.invalidParameter, "A key can't be an owner.", field: "role")
        case .ownTwoFactorFirst:
            self.init(.conflict, "Turn on two-factor authentication for yourself first.", field: "requiresTwoFactor")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
