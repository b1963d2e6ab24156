import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// What administrators and the operator do about players.
struct AdministrationFeature: Sendable {
    let accounts: Accounts
    let secondFactor: TwoFactor
    let acts: RecordedActs
    let playerData: PlayerData
    let opened: OpenedSessions
    let players: PlayerAnswers
    let log: AuthenticationLog
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: AdministrationRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .claim: try claimAdministration(request)
        case .renewLink: try renewAdministratorLink(request, caller)
        case .invite: try invite(request, caller)
        case .resetPassword: try resetPassword(request, caller)
        case .resetTwoFactor: try resetTwoFactor(request, caller)
        case .endPlayerSessions: try endPlayerSessions(request, caller)
        case .findPlayers(let prefix, let after): try findPlayers(request, prefix, after, caller)
        case .exportPlayer: try exportNamedPlayer(request, caller)
        case .erasePlayer: try eraseNamedPlayer(request, caller)
        }
    }

    func claimAdministration(_ request: Request) throws(Problem) -> Reply {
        let body = try AdministratorBody(of: request)
        try opened.checkCookieOption(body.wantsCookie, request)
        let alias = try Alias(wire: body.alias)
        let password = try Password(wire: body.password, alias: alias.text, field: "password")
        var options = SessionOptions()
        options.wantsCookie = body.wantsCookie
        return replies.later(request) { [self, options] () async throws(Problem) in
            do throws(SignUpError) {
                let player = try await ClaimAdministration(accounts)(
                    token: body.token, alias: alias, password: password, arrival: Arrival(options, request.peer),
                    requestID: request.id.description)
                await log.tell(.administratorClaim, of: .player(player.player.number), request)
                await opened.endFormer(request, options)
                return opened.welcome(player, options)
            } catch {
                let problem =
                    error == .invitationRefused
                    ? Problem(.wrongCredentials, "The link is invalid or was already used.", field: "token")
                    : Problem(from: error)
                await log.tell(.administratorClaim, problem, of: .nobody, request)
                throw problem
            }
        }
    }

    func invite(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        _ = try InvitationBody(of: request)
        return replies.later(request) { () async throws(Problem) in
            try await acts.record(administrator.entry(.playerInvite, at: accounts.clock.now()))
            do throws(InviteError) {
                let invitation = try await Invite(accounts)(by: administrator)
                return answers.json(
                    .created, InvitationAnswer(code: invitation.code, expires: invitation.expires))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func resetPassword(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let alias = try Alias(knownOnWire: try PasswordResetBody(of: request).alias)
        return log.later(request, as: .passwordReset, of: .alias(alias.text)) { () async throws(Problem) in
            if let player = try await accounts.player(alias) {
                let now = accounts.clock.now()
                try await acts.record(administrator.entry(.passwordReset, player: player.number, at: now))
            }
            do throws(ResetPasswordError) {
                let reset = try await ResetPassword(accounts)(of: alias, by: administrator)
                return answers.json(
                    .created,
                    PasswordResetAnswer(
                        player: players.answer(reset.player, to: .firstParty), resetCode: reset.code,
                        expires: reset.expires))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func endPlayerSessions(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let alias = try Alias(knownOnWire: try SessionEndingBody(of: request).alias)
        return log.later(request, as: .playerSignOut, of: .alias(alias.text)) { () async throws(Problem) in
            guard let player = try await accounts.player(alias) else {
                throw Problem(.notFound, "No player has this alias.", field: "alias")
            }
            let now = accounts.clock.now()
            try await acts.record(administrator.entry(.playerSignOut, player: player.number, at: now))
            do throws(EndSessionsError) {
                try await EndOwnSessions(accounts).all(of: player.number)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func renewAdministratorLink(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        try caller.operating()
        _ = try AdministratorLinkBody(of: request)
        return replies.later(request) { () async throws(Problem) in
            let administrator = Administrator.operator.asking(request.id.description)
            let token: String?
            do throws(PrepareAdministrationError) {
                token = try await PrepareAdministration(accounts)(renewing: true, by: administrator)
            } catch {
                throw Problem(from: error)
            }
            guard let token else { throw Problem(.conflict, "An administrator already exists.") }
            return answers.json(.created, token, as: AdministratorLinkAnswer.shape)
        }
    }

    func resetTwoFactor(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let alias = try Alias(knownOnWire: try TwoFactorResetBody(of: request).alias)
        return log.later(request, as: .twoFactorReset, of: .alias(alias.text)) { () async throws(Problem) in
            do throws(TwoFactorError) {
                try await RemoveTwoFactor(secondFactor, accounts)(of: alias, by: administrator)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    // MARK: Finding, handing out and erasing

    func findPlayers(
        _ request: Request, _ prefix: String?, _ after: String?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        return replies.later(request) { () async throws(LoadPlayersError) in
            let page = try await ListPlayers(accounts)(prefix: prefix, after: after, by: administrator)
            let last = page.hasMore ? page.players.last : nil
            let found = page.players.map {
                FoundPlayerAnswer(
                    player: players.answer($0, to: .firstParty), created: $0.created,
                    isAdministrator: $0.isAdministrator)
            }
            return answers.json(
                .ok,
                FoundPlayersAnswer(
                    players: found, next: last.map { players.id(of: $0.number, to: .firstParty) }))
        }
    }

    func exportNamedPlayer(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let alias = try Alias(knownOnWire: try NamedPlayerBody(of: request).alias)
        return replies.later(request) { () async throws(Problem) in
            guard let player = try await accounts.player(alias) else {
                throw Problem(.notFound, "No player has this alias.", field: "alias")
            }
            let now = accounts.clock.now()
            try await acts.record(administrator.entry(.playerExport, player: player.number, at: now))
            return try await playerData.export(player.number, for: request.peer)
        }
    }

    func eraseNamedPlayer(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let alias = try Alias(knownOnWire: try NamedPlayerBody(of: request).alias)
        return replies.later(request) { () async throws(Problem) in
            // Before it: whom the number named nobody can say after it.
            if let player = try await accounts.player(alias) {
                do throws(EraseError) { try playerData.teams.demandOwners(beside: player.number) } catch {
                    throw Problem(from: error)
                }
                let now = accounts.clock.now()
                try await acts.record(administrator.entry(.playerErasure, player: player.number, at: now))
            }
            do throws(EraseError) {
                return answers.json(.ok, try await playerData.erase(alias, by: administrator))
            } catch {
                throw Problem(from: error)
            }
        }
    }
}
