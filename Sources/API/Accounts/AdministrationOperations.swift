import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// What administrators and the operator do about players.
extension APIHandler {
    func claimAdministration(_ request: Request) throws(Problem) -> Reply {
        let body = try AdministratorBody(of: request)
        try checkCookieWish(body.wantsCookie, request)
        let alias = try Alias(wire: body.alias)
        let password = try Password(wire: body.password, alias: alias.text, field: "password")
        var wish = SessionWish()
        wish.wantsCookie = body.wantsCookie
        return later(request) { [self, wish] () async throws(Problem) in
            do throws(SignUpError) {
                let player = try await ClaimAdministration(services.accounts)(
                    token: body.token, alias: alias, password: password, arrival: Arrival(wish, request.peer),
                    requestID: request.id.description)
                await tell(.administratorClaim, of: .player(player.player.number), request)
                await endFormerSession(request, wish)
                return welcome(player, wish)
            } catch {
                let problem =
                    error == .invitationRefused
                    ? Problem(.wrongCredentials, "The link is invalid or was already used.", field: "token")
                    : Problem(from: error)
                await tell(.administratorClaim, problem, of: .nobody, request)
                throw problem
            }
        }
    }

    func invite(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        _ = try InvitationBody(of: request)
        return later(request) { [self] () async throws(Problem) in
            try await record(administrator.entry(.playerInvite, at: services.accounts.clock.now()))
            do throws(InviteError) {
                let invitation = try await Invite(services.accounts)(by: administrator)
                return answers.json(.created) { writer in
                    writer.beginObject()
                    writer.field("code", invitation.code)
                    writer.field("expires", invitation.expires)
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func resetPassword(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let alias = try Alias(knownOnWire: try PasswordResetBody(of: request).alias)
        return later(request, as: .passwordReset, of: .alias(alias.text)) { [self] () async throws(Problem) in
            if let player = try await player(alias) {
                let now = services.accounts.clock.now()
                try await record(administrator.entry(.passwordReset, player: player.number, at: now))
            }
            do throws(ResetPasswordError) {
                let reset = try await ResetPassword(services.accounts)(of: alias, by: administrator)
                return answers.json(.created) { writer in
                    writer.beginObject()
                    writer.key("player")
                    writer.value(playerAnswer(reset.player, .firstParty))
                    writer.field("resetCode", reset.code)
                    writer.field("expires", reset.expires)
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func endPlayerSessions(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let alias = try Alias(knownOnWire: try SessionEndingBody(of: request).alias)
        return later(request, as: .playerSignOut, of: .alias(alias.text)) { [self] () async throws(Problem) in
            guard let player = try await player(alias) else {
                throw Problem(.notFound, "No player has this alias.", field: "alias")
            }
            let now = services.accounts.clock.now()
            try await record(administrator.entry(.playerSignOut, player: player.number, at: now))
            do throws(EndSessionsError) {
                try await EndOwnSessions(services.accounts, services.authorizations).all(of: player.number)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func renewAdministratorLink(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        try caller.operating()
        _ = try AdministratorLinkBody(of: request)
        return later(request) { [self] () async throws(Problem) in
            let administrator = Administrator.operator.asking(request.id.description)
            let token: String?
            do throws(PrepareAdministrationError) {
                token = try await PrepareAdministration(services.accounts)(renewing: true, by: administrator)
            } catch {
                throw Problem(from: error)
            }
            guard let token else { throw Problem(.conflict, "An administrator already exists.") }
            return answers.json(.created) { writer in
                writer.beginObject()
                writer.field("token", token)
                writer.endObject()
            }
        }
    }
}

extension APIHandler {
    /// By alias; nil: nobody has it.
    func player(_ alias: Alias) async throws(Problem) -> Player? {
        do throws(LoadPlayersError) { return try await LoadPlayers(services.accounts)(alias: alias) } catch {
            throw Problem(from: error)
        }
    }
}
