import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Signing up, in and out; a player's own secrets, sessions and devices.
struct AccountFeature: Sendable {
    let accounts: Accounts
    let keeper: ScoreKeeper
    let signingIn: SignIn
    let secondFactor: TwoFactor
    let requiredTwoFactor: @Sendable () -> RequiredTwoFactor
    let publicURL: PublicURL
    let opened: OpenedSessions
    let players: PlayerAnswers
    let log: AuthenticationLog
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: AccountRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .signUp: try signUp(request)
        case .signInGuest: try signInGuest(request)
        case .previewGuest: try previewGuest(request)
        case .makeGuestCode: try makeGuestCode(request)
        case .redeemGuestCode: try redeemGuestCode(request)
        case .upgradeGuest: try upgradeGuest(request, caller)
        case .signIn: try signIn(request)
        case .signOut: try signOut(request, caller)
        case .recover: try recover(request)
        case .changePassword: try changePassword(request, caller)
        case .renewRecoveryCodes: try renewRecoveryCodes(request, caller)
        case .sessions: try sessions(request, caller)
        case .endSession(let id): try endSession(request, id, caller)
        case .endOtherSessions: try endOtherSessions(request, caller)
        case .giveProof: try giveProof(request, caller)
        case .requestDevice: try requestDevice(request)
        case .pollDevice: try pollDevice(request)
        case .pendingDevice(let code): try pendingDevice(request, code, caller)
        case .decideDevice(let code): try decideDevice(request, code, caller)
        case .twoFactor: try twoFactor(request, caller)
        case .setUpTwoFactor: try setUpTwoFactor(request, caller)
        case .confirmTwoFactor: try confirmTwoFactor(request, caller)
        case .removeTwoFactor: try removeTwoFactor(request, caller)
        }
    }

    // MARK: Signing up, in and out

    func signUp(_ request: Request) throws(Problem) -> Reply {
        let body = try SignUpBody(of: request)
        try opened.checkCookieOption(body.session.wantsCookie, request)
        let alias = try Alias(wire: body.alias)
        let password = try Password(wire: body.password, alias: alias.text, field: "password")
        return replies.later(request) { () async throws(Problem) in
            do throws(SignUpError) {
                let player = try await SignUp(accounts)(
                    alias: alias, password: password, invitation: body.invitation,
                    arrival: Arrival(body.session, request.peer))
                await log.tell(.signUp, of: .player(player.player.number), request)
                await opened.endFormer(request, body.session)
                return opened.welcome(player, body.session)
            } catch {
                let problem = Problem(from: error)
                await log.tell(.signUp, problem, of: .nobody, request)
                throw problem
            }
        }
    }

    func signIn(_ request: Request) throws(Problem) -> Reply {
        let body = try SignInBody(of: request)
        try opened.checkCookieOption(body.session.wantsCookie, request)
        return log.later(request, as: .signIn, of: .alias(body.alias)) { () async throws(Problem) in
            do throws(SignInError) {
                let signedIn = try await signingIn(
                    alias: body.alias, password: body.password, code: body.code,
                    arrival: Arrival(body.session, request.peer))
                await opened.endFormer(request, body.session)
                return opened.welcome(signedIn, body.session)
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func signOut(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        return log.later(request, as: .signOut, of: .player(session.player)) { () async throws(Problem) in
            do throws(EndSessionsError) {
                try await SignOut(accounts)(session)
            } catch {
                throw Problem(from: error)
            }
            var response = answers.noContent()
            opened.forgetBrowser(&response)
            return response
        }
    }

    func recover(_ request: Request) throws(Problem) -> Reply {
        let body = try RecoveryBody(of: request)
        let password = try Password(wire: body.newPassword, alias: body.alias, field: "newPassword")
        return log.later(request, as: .recovery, of: .alias(body.alias)) { () async throws(Problem) in
            do throws(RecoverError) {
                try await Recover(accounts)(
                    alias: body.alias, code: body.recoveryCode, newPassword: password,
                    address: ClientAddress(request.peer))
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }
}

extension Arrival {
    init(_ options: SessionOptions, _ peer: Peer) {
        self.init(
            game: options.bundleID.map { ($0, options.environment ?? .production) }, device: options.device,
            waiting: options.waiting, address: ClientAddress(peer))
    }
}
