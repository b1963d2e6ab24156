import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Web games of others: where their pages come from, and how their players sign in.
struct WebGameFeature: Sendable {
    let accounts: Accounts
    let apps: Apps
    let digest: ContentDigest
    let opened: OpenedSessions
    let log: AuthenticationLog
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: WebGameRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .origins(let id): try webOrigins(id, caller)
        case .setOrigins(let id): try setWebOrigins(request, id, caller)
        case .describeAuthorization(let id, let origin, let redirect, let environment):
            try describeAuthorization(id, origin, redirect, environment)
        case .authorize: try authorizeGame(request, caller)
        case .redeemAuthorization: try redeemAuthorization(request)
        }
    }

    func webOrigins(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let origins = accounts.catalogue.webOrigins.origins(of: try accounts.catalogue.find(bundleID).number)
        return .now(answers.json(.ok, WebOriginsBody(origins).json))
    }

    func setWebOrigins(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try WebOriginsBody(of: request)
        return replies.later(request) { () async throws(AppError) in
            let origins = try await SetWebOrigins(apps)(body.webOrigins, of: bundleID, by: administrator)
            return answers.json(.ok, WebOriginsBody(origins).json)
        }
    }

    func describeAuthorization(
        _ bundleID: BundleID, _ origin: WebOrigin, _ redirect: String?, _ environment: Environment?
    ) throws(Problem) -> Reply {
        let environment = environment ?? .production
        do throws(AuthorizationError) {
            let (app, _, origin) = try DescribeAuthorization(accounts.catalogue)(
                (bundleID, environment), origin: origin.text, redirect: redirect)
            return .now(
                answers.json(
                    .ok,
                    AuthorizationRequestAnswer(
                        bundleID: app.bundleID, gameName: app.name, environment: environment, origin: origin)))
        } catch {
            throw Problem(from: error)
        }
    }

    func authorizeGame(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let body = try AuthorizationBody(of: request)
        guard let bundleID = body.bundleID, let origin = body.origin else { throw Problem(.invalidParameter) }
        return log.later(request, as: .gameAuthorization, of: .player(session.player)) { () async throws(Problem) in
            do throws(AuthorizationError) {
                let (code, expires) = try await AuthorizeGame(accounts)(
                    (bundleID, body.environment ?? .production), origin: origin.text, redirect: body.redirect,
                    challenge: body.challenge, by: session)
                return answers.json(.created, AuthorizationAnswer(code: code, expires: expires))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func redeemAuthorization(_ request: Request) throws(Problem) -> Reply {
        let body = try RedemptionBody(of: request)
        let origin = request.headers["origin"]
        return replies.later(request) { () async throws(Problem) in
            do throws(AuthorizationError) {
                let signedIn = try await RedeemAuthorization(accounts, digest: digest)(
                    code: body.code, verifier: body.verifier, origin: origin, device: body.device,
                    waiting: body.waiting)
                await log.tell(.gameSignIn, of: .player(signedIn.session.player), request)
                return opened.welcome(signedIn)
            } catch {
                let problem = Problem(from: error)
                await log.tell(.gameSignIn, problem, of: .nobody, request)
                throw problem
            }
        }
    }
}

extension Problem {
    init(from error: AuthorizationError) {
        switch error {
        case .game(let refusal): self.init(from: refusal)
        case .originNotAllowed(let origin): self = .originNotAllowed(origin)
        case .redirectNotAllowed(let address): self = .redirectNotAllowed(address)
        case .notFirstParty:
            self.init(.forbidden, "Use the player's own session, not a game's.")
        case .guest: self = .guestRestricted
        case .tooMany: self.init(.tooManyRequests, "Too many unused codes are pending.", retryAfterSeconds: 60)
        case .wrongCode: self.init(.authorizationRefused, "Start signing in again.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    /// What a game's page gets at a route that is not open to games.
    static let closedToGames = Problem(
        .forbidden, "Pages of games can't call this route. Call it from your server, or open the server's own page.")

    /// - Parameter origin: what the browser sent; shown as far as it can be an origin.
    static func originNotAllowed(_ origin: String) -> Problem {
        let named = origin.utf8.count <= WebOrigin.lengthLimit ? origin : "this origin"
        return Problem(
            .originNotAllowed,
            "Register \(named) with laurel app set BUNDLE_ID --add-origin ORIGIN, or in Connect under Web game.")
    }

    /// - Parameter address: shown as far as it can be registered.
    static func redirectNotAllowed(_ address: String) -> Problem {
        let named = WebAddress(address)?.text ?? "this page"
        return Problem(
            .originNotAllowed,
            "The sign-in can't return to \(named). Register exactly this address, beside the origins, "
                + "with laurel app set BUNDLE_ID --add-origin, or in Connect under Web game.")
    }
}
