import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Signing up, in and out.
extension APIHandler {
    func signUp(_ request: Request) throws(Problem) -> Reply {
        let body = try SignUpBody(of: request)
        try checkCookieWish(body.session.wantsCookie, request)
        let alias = try Alias(wire: body.alias)
        let password = try Password(wire: body.password, alias: alias.text, field: "password")
        return later(request) { [self] () async throws(Problem) in
            do throws(SignUpError) {
                let player = try await SignUp(services.accounts)(
                    alias: alias, password: password, invitation: body.invitation,
                    arrival: Arrival(body.session, request.peer))
                await tell(.signUp, of: .player(player.player.number), request)
                await endFormerSession(request, body.session)
                return welcome(player, body.session)
            } catch {
                let problem = Problem(from: error)
                await tell(.signUp, problem, of: .nobody, request)
                throw problem
            }
        }
    }

    func signIn(_ request: Request) throws(Problem) -> Reply {
        let body = try SignInBody(of: request)
        try checkCookieWish(body.session.wantsCookie, request)
        return later(request, as: .signIn, of: .alias(body.alias)) { [self] () async throws(Problem) in
            do throws(SignInError) {
                let signedIn = try await services.signIn(
                    alias: body.alias, password: body.password, code: body.code,
                    arrival: Arrival(body.session, request.peer))
                await endFormerSession(request, body.session)
                return opened(
                    signedIn.player, signedIn.token, nil, signedIn.session, body.session)
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func signOut(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        return later(request, as: .signOut, of: .player(session.player)) { [self] () async throws(Problem) in
            do throws(EndSessionsError) {
                try await SignOut(services.accounts)(session)
            } catch {
                throw Problem(from: error)
            }
            var response = answers.noContent()
            forgetBrowser(&response)
            return response
        }
    }

    func recover(_ request: Request) throws(Problem) -> Reply {
        let body = try RecoveryBody(of: request)
        let password = try Password(wire: body.newPassword, alias: body.alias, field: "newPassword")
        return later(request, as: .recovery, of: .alias(body.alias)) { [self] () async throws(Problem) in
            do throws(RecoverError) {
                try await Recover(services.accounts)(
                    alias: body.alias, code: body.recoveryCode, newPassword: password,
                    address: ClientAddress(request.peer))
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    // MARK: Who

    func currentPlayer(_ request: Request, _ environment: Environment?, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let own = try self.environment(environment, of: session)
        return later(request) { [self] () async throws(Problem) in
            guard let player = try await see(session.player) else { throw Problem(.unauthenticated) }
            let answer = CurrentPlayerAnswer(
                player: playerAnswer(player, session.binding), bundleID: bundleID(session.binding), environment: own,
                isAdministrator: Administrator(session) != nil, limits: limits(of: session.player))
            return answers.json { $0.value(answer) }
        }
    }

    func players(
        _ request: Request, _ ids: [String], _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        _ = try self.environment(environment, of: session)
        return later(request) { [self] () async throws(Problem) in
            do throws(LoadPlayersError) {
                let scope = PlayerIDs.Scope(session.binding)
                let found = try await LoadPlayers(services.accounts)(ids: ids, in: scope)
                let players = try await SeePlayers(services.accounts)(found.map(\.player), by: session.player)
                return answers.json { writer in
                    writer.beginObject()
                    writer.key("players")
                    writer.beginArray()
                    for player in players { writer.value(playerAnswer(player, session.binding)) }
                    writer.endArray()
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    // MARK: Parts

    /// A player as they see themselves.
    private func see(_ number: PlayerNumber) async throws(Problem) -> SeenPlayer? {
        do throws(LoadPlayersError) {
            let players = try await LoadPlayers(services.accounts)([number])
            return try await SeePlayers(services.accounts)(players, by: number).first
        } catch {
            throw Problem(from: error)
        }
    }

    func environment(_ wanted: Environment?, of session: Session) throws(Problem) -> Environment {
        try session.environment(wanted)
    }

    func bundleID(_ binding: Binding) -> BundleID? {
        guard case .game(let app, _) = binding else { return nil }
        return services.catalogue.app(app)?.bundleID
    }

    func playerAnswer(_ player: Player, _ binding: Binding) -> PlayerAnswer {
        PlayerAnswer(
            id: services.accounts.ids.id(of: player.number, in: PlayerIDs.Scope(binding)), alias: player.alias.text,
            displayName: player.displayName, teamPlayerID: teamPlayerID(of: player.number, binding))
    }

    /// For a game: its team's other games know the player by it (rule 1.2). The player's own pages need none.
    private func teamPlayerID(of player: PlayerNumber, _ binding: Binding) -> String? {
        guard case .game(let number, _) = binding, let app = services.catalogue.app(number) else { return nil }
        return services.accounts.ids.id(of: player, in: .team(app.team))
    }

    func playerAnswer(_ seen: SeenPlayer, _ binding: Binding) -> PlayerAnswer {
        var answer = playerAnswer(seen.player, binding)
        answer.displayName = seen.displayName
        answer.status = seen.status
        answer.photo = seen.photo.map { PhotoAnswer(smallID: $0.small, normalID: $0.normal) }
        return answer
    }

    func limits(of player: PlayerNumber) -> PlayerLimitsAnswer {
        let restrictions = services.accounts.profiles.restrictions(of: player)
        let now = services.accounts.clock.now()
        return PlayerLimitsAnswer(
            isUnderage: restrictions.isUnderage(at: now),
            isMultiplayerGamingRestricted: restrictions.isMultiplayerGamingRestricted(at: now),
            isPersonalizedCommunicationRestricted: restrictions.isPersonalizedCommunicationRestricted(at: now))
    }

    func welcome(_ player: SignedUp, _ wish: SessionWish) -> Response {
        opened(player.player, player.token, player.recoveryCodes, player.session, wish)
    }

    /// Somebody who came in by another door than the password's.
    func welcome(_ player: SignedIn) -> Response {
        opened(player.player, player.token, nil, player.session, SessionWish())
    }

    func opened(
        _ player: Player, _ token: String, _ codes: [String]?, _ session: Session, _ wish: SessionWish
    ) -> Response {
        let environment: Environment =
            if case .game(_, let own) = session.binding { own } else { wish.environment ?? .production }
        let answer = SessionAnswer(
            player: playerAnswer(player, session.binding), token: wish.wantsCookie ? nil : token,
            recoveryCodes: codes, bundleID: bundleID(session.binding), environment: environment)
        var response = answers.json(.created) { $0.value(answer) }
        if wish.wantsCookie {
            response.headers.append(
                "Set-Cookie", SessionCookie(isSecure: configuration.publicURL.isSecure).set(token))
        }
        return response
    }

    /// Ends the session that this browser had until now (OWASP ASVS 5.0, 7.2.4): nobody sees its cookie again.
    func endFormerSession(_ request: Request, _ wish: SessionWish) async {
        guard wish.wantsCookie, let token = cookie.token(in: request.headers.all("cookie")) else { return }
        do {
            let session = try await services.authenticate(token)
            try await SignOut(services.accounts)(session)
            await tell(.signOut, of: .player(session.player), request)
        } catch {
            // It is over already, or the store cannot end it now: then it ends by its age.
        }
    }

    /// Has the browser forget who was signed in: the cookie, and what it keeps of images and pages.
    ///
    /// Not `"cookies"`, which would take those of other sites on subdomains and above; nor `"storage"`: games keep
    /// there what was scored without a network, for the player to come back to. Our pages clear theirs themselves.
    func forgetBrowser(_ response: inout Response) {
        response.headers.append("Set-Cookie", cookie.clear)
        response.headers.append("Clear-Site-Data", "\"cache\"")
    }

    /// Cookies are for our own pages: another site must not sign anybody in here.
    func checkCookieWish(_ wantsCookie: Bool, _ request: Request) throws(Problem) {
        if wantsCookie, !origin.passes(request) {
            throw Problem(.forbidden, "Only this server's own pages can use session cookies.", field: "cookie")
        }
    }
}

extension Arrival {
    init(_ wish: SessionWish, _ peer: Peer) {
        self.init(
            game: wish.bundleID.map { ($0, wish.environment ?? .production) }, device: wish.device,
            waiting: wish.waiting, address: ClientAddress(peer))
    }
}

extension ClientAddress {
    init(_ peer: Peer) {
        switch peer {
        case .inet(let address): self.init(address.description)
        case .local: self = .local
        }
    }
}

extension Alias {
    /// One that somebody wants to have.
    init(wire text: String) throws(Problem) {
        do throws(Alias.Invalid) { self = try Alias(text) } catch { throw Problem(from: error) }
    }

    /// One that names somebody who is there.
    init(knownOnWire text: String) throws(Problem) {
        do throws(Alias.Invalid) { self = try Alias(known: text) } catch { throw Problem(from: error) }
    }
}

extension Password {
    init(wire text: String, alias: String, field: String) throws(Problem) {
        do throws(Password.Invalid) { self = try Password(text, alias: alias) } catch {
            throw Problem.password(error, field: field)
        }
    }
}

extension RequestBody {
    /// - Throws: what is wrong with the body, or with what it says to be.
    init(of request: Request) throws(Problem) {
        let isJSON = request.headers.withOnlyValue("content-type") { value in
            let word: StaticString = "application/json"
            guard value.count >= 16 else { return false }
            for index in 0..<16 where value[index] | 0x20 != word.utf8Start[index] | 0x20 { return false }
            // `application/json; charset=utf-8`, and not `application/jsonp`.
            return value.count == 16 || value[16] == 0x3B || value[16] == 0x20
        }
        guard isJSON ?? !request.headers.contains("content-type") else { throw Problem(.unsupportedMediaType) }
        do throws(JSONError) { self = try Self(json: request.body) } catch { throw Problem(error) }
    }
}
