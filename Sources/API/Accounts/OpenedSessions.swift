import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

/// How a player who signed in or up gets the session: as a token, or as a cookie for our own pages.
struct OpenedSessions: Sendable {
    let accounts: Accounts
    let players: PlayerAnswers
    let cookie: SessionCookie
    let origin: OriginCheck
    let log: AuthenticationLog
    let answers: Answers

    func welcome(_ player: SignedUp, _ options: SessionOptions) -> Response {
        let session = answer(player.player, player.token, player.session, options)
        let answer = NewPlayerAnswer(session: session, recoveryCodes: player.recoveryCodes)
        return kept(answers.json(.created, answer), player.token, options)
    }

    /// - Parameter options: left out for sign-ins without a password, which get a token.
    func welcome(_ player: SignedIn, _ options: SessionOptions = SessionOptions()) -> Response {
        kept(
            answers.json(.created, answer(player.player, player.token, player.session, options)), player.token, options)
    }

    private func answer(
        _ player: Player, _ token: String, _ session: Session, _ options: SessionOptions
    ) -> SessionAnswer {
        let environment: Environment =
            if case .game(_, let own) = session.binding { own } else { options.environment ?? .production }
        return SessionAnswer(
            player: players.answer(player, to: session.binding), token: options.wantsCookie ? nil : token,
            bundleID: accounts.catalogue.bundleID(of: session.binding), environment: environment)
    }

    private func kept(_ response: Response, _ token: String, _ options: SessionOptions) -> Response {
        guard options.wantsCookie else { return response }
        var response = response
        response.headers.append("Set-Cookie", cookie.set(token))
        return response
    }

    /// Ends the session that this browser had until now (OWASP ASVS 5.0, 7.2.4): nobody sees its cookie again.
    func endFormer(_ request: Request, _ options: SessionOptions) async {
        guard options.wantsCookie, let token = cookie.token(in: request.headers.all("cookie")) else { return }
        do {
            let session = try await Authenticate(accounts)(token)
            try await SignOut(accounts)(session)
            await log.tell(.signOut, of: .player(session.player), request)
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
    func checkCookieOption(_ wantsCookie: Bool, _ request: Request) throws(Problem) {
        if wantsCookie, !origin.passes(request) {
            throw Problem(.forbidden, "Only this server's own pages can use session cookies.", field: "cookie")
        }
    }
}
