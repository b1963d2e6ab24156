import LaurelDomain
import LaurelHTTPServer
import LaurelScores
import LaurelService
import LaurelWire

/// Signing in with somebody else's account, and its links (rules 1.14 and 1.15).
struct ProviderFeature: Sendable {
    let accounts: Accounts
    let signIns: ProviderSignIns
    let opened: OpenedSessions
    let players: PlayerAnswers
    let proofs: Proofs
    let cookie: ProviderCookie
    let log: AuthenticationLog
    let origin: String
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: ProviderRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .providers: list()
        case .begin(let id): try begin(request, id)
        case .makeNonce(let id): try makeNonce(request, id)
        case .prove(let id): try prove(request, id)
        case .signIn: try signIn(request)
        case .links: try links(request, caller)
        case .link: try link(request, caller)
        case .unlink(let id): try unlink(request, id, caller)
        }
    }

    private func list() -> Reply {
        let signUp: ProvidersAnswer.SignUp =
            switch accounts.signUpPolicy {
            case .open: .open
            case .invitation: .invitation
            case .closed: .closed
            }
        return .now(
            answers.json(
                .ok, ProvidersAnswer(providers: signIns.providers.all.map(ProviderAnswer.init), signUp: signUp)))
    }

    private func redirect(_ id: ProviderID) -> String { origin + ProviderCallback.prefix + id.text }

    // MARK: Proofs

    func begin(_ request: Request, _ id: ProviderID) throws(Problem) -> Reply {
        _ = try ProviderVisitBody(of: request)
        try opened.checkCookieOption(true, request)
        return replies.later(request) { () async throws(ProviderError) in
            let (url, secret) = try await VisitProvider(signIns).begin(
                id, redirect: redirect(id), address: ClientAddress(request.peer))
            var response = answers.json(.created, ProviderVisitAnswer(url: url))
            response.headers.append("Set-Cookie", cookie.set(secret))
            return response
        }
    }

    func makeNonce(_ request: Request, _ id: ProviderID) throws(Problem) -> Reply {
        _ = try ProviderNonceBody(of: request)
        return replies.later(request) { () async throws(ProviderError) in
            let (nonce, expires) = try await ProveToProvider(signIns).nonce(
                for: id, address: ClientAddress(request.peer))
            return answers.json(.created, ProviderNonceAnswer(nonce: nonce, expires: expires))
        }
    }

    func prove(_ request: Request, _ id: ProviderID) throws(Problem) -> Reply {
        let body = try ProviderProofBody(of: request)
        let proof = try ForeignProof(body)
        let visit = proof == nil ? try visit(body, request) : nil
        return log.later(request, as: .providerProof, of: .nobody) { () async throws(Problem) in
            do throws(ProviderError) {
                let ticket: ProviderTicket
                if let proof {
                    ticket = try await ProveToProvider(signIns)(id, proof, address: ClientAddress(request.peer))
                } else if let visit {
                    ticket = try await VisitProvider(signIns).end(
                        id, state: visit.state, code: visit.code, secret: visit.secret, redirect: redirect(id))
                } else {
                    throw ProviderError.expired
                }
                var response = answers.json(
                    .created,
                    ProviderTicketAnswer(ticket: ticket.text, expires: ticket.expires, isLinked: ticket.isLinked))
                if visit != nil { response.headers.append("Set-Cookie", cookie.clear) }
                return response
            } catch {
                throw Problem(from: error)
            }
        }
    }

    /// What a browser of ours brings back, and what it kept.
    private func visit(_ body: ProviderProofBody, _ request: Request) throws(Problem) -> Visit {
        guard let code = body.code, let state = body.state else { throw .oneProof }
        try opened.checkCookieOption(true, request)
        guard let secret = cookie.secret(in: request.headers.all("cookie")) else { throw Problem(.expiredCode) }
        return Visit(code: code, state: state, secret: secret)
    }

    private struct Visit {
        let code: String
        let state: String
        let secret: String
    }

    // MARK: Tickets

    func signIn(_ request: Request) throws(Problem) -> Reply {
        let body = try ProviderSignInBody(of: request)
        try opened.checkCookieOption(body.session.wantsCookie, request)
        var alias: Alias?
        if let text = body.alias { alias = try Alias(wire: text) }
        let names = GuestNames(for: request.languages())
        return replies.later(request) { [alias] () async throws(Problem) in
            do throws(SignInByProviderError) {
                let (signedIn, _) = try await SignInByProvider(signIns)(
                    body.ticket, alias: alias, invitation: body.invitation, code: body.code, names: names,
                    arrival: Arrival(body.session, request.peer))
                await log.tell(.providerSignIn, of: .player(signedIn.player.number), request)
                await opened.endFormer(request, body.session)
                return opened.welcome(signedIn, body.session)
            } catch {
                let problem = Problem(from: error)
                await log.tell(.providerSignIn, problem, of: .nobody, request)
                throw problem
            }
        }
    }

    func links(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return replies.later(request) { () async throws(UnlinkProviderError) in
            let (links, hasPassword) = try await ListProviderLinks(accounts)(of: session.player)
            return answers.json(
                .ok,
                ProviderLinksAnswer(
                    links: links.map { ProviderLinkAnswer($0, signIns.providers) }, hasPassword: hasPassword))
        }
    }

    /// A guest's game may ask for it, as for any upgrade; otherwise it gives somebody a way in, which needs a proof.
    func link(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        if !accounts.profiles.isGuest(session.player) {
            _ = try caller.onOwnPages()
            try proofs.demandProof(of: caller)
        }
        let body = try ProviderLinkBody(of: request)
        var alias: Alias?
        if let text = body.alias { alias = try Alias(wire: text) }
        return log.later(request, as: .providerLink, of: .player(session.player)) { [alias] () async throws(Problem) in
            do throws(LinkProviderError) {
                let player = try await LinkProvider(signIns)(
                    body.ticket, alias: alias, invitation: body.invitation, device: body.device, in: session)
                return answers.json(
                    .ok, LinkedPlayerAnswer(player: players.answer(player, to: session.binding)))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func unlink(_ request: Request, _ id: ProviderLinkID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return log.later(request, as: .providerUnlink, of: .player(session.player)) { () async throws(Problem) in
            do throws(UnlinkProviderError) {
                try await UnlinkProvider(accounts)(id, of: session.player)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }
}

extension ProviderAnswer {
    fileprivate init(_ provider: IdentityProviders.Description) {
        self.init(id: provider.id, kind: provider.kind, name: provider.name, hasPages: provider.hasPages)
    }
}

extension ProviderLinkAnswer {
    init(_ link: ProviderLink, _ providers: IdentityProviders) {
        self.init(
            id: link.id, provider: link.provider, name: providers.description(of: link.provider)?.name,
            issuer: link.identity.issuer, subject: link.identity.subject, created: link.created,
            lastUsed: link.lastUsed)
    }
}

extension ForeignProof {
    /// - Returns: nil when the body has none of a native game's.
    /// - Throws: when it has several.
    fileprivate init?(_ body: ProviderProofBody) throws(Problem) {
        let isVisit = body.code != nil || body.state != nil
        switch (body.idToken, body.steamTicket, body.gameCenter) {
        case (nil, nil, nil) where isVisit: return nil
        case _ where isVisit: throw .oneProof
        case (let token?, nil, nil): self = .idToken(token)
        case (nil, let ticket?, nil):
            let isHexadecimal = ticket.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
            }
            guard isHexadecimal, ticket.utf8.count % 2 == 0 else {
                throw Problem(
                    .invalidParameter, "steamTicket must be bytes in hexadecimal digits.", field: "steamTicket")
            }
            self = .steamTicket(ticket)
        case (nil, nil, let proof?): self = .gameCenter(try GameCenterProof(proof))
        case (nil, nil, nil), (_?, _?, _), (_?, _, _?), (_, _?, _?): throw .oneProof
        }
    }
}

extension GameCenterProof {
    fileprivate init(_ body: GameCenterProofBody) throws(Problem) {
        guard let bundleID = body.bundleID, let salt = Base64URL.bytes(body.salt),
            let signature = Base64URL.bytes(body.signature)
        else {
            throw Problem(.invalidParameter, "salt and signature must be base 64.", field: "gameCenter")
        }
        self.init(
            teamPlayerID: body.teamPlayerID, bundleID: bundleID, timestamp: body.timestamp, salt: salt,
            signature: signature, publicKeyURL: body.publicKeyURL)
    }
}
