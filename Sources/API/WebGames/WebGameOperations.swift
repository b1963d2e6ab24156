import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Web games of others: where their pages come from, and how their players sign in.
extension APIHandler {
    func webOrigins(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let origins = services.catalogue.webOrigins.origins(of: try find(bundleID).number)
        return .now(answers.json { $0.value(webOrigins: origins) })
    }

    func setWebOrigins(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try WebOriginsBody(of: request)
        return later(request) { [self] () async throws(Problem) in
            do throws(AppError) {
                let origins = try await SetWebOrigins(services.apps)(body.webOrigins, of: bundleID, by: administrator)
                return answers.json { $0.value(webOrigins: origins) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func describeAuthorization(
        _ bundleID: BundleID, _ origin: WebOrigin, _ redirect: String?, _ environment: Environment?
    ) throws(Problem) -> Reply {
        let environment = environment ?? .production
        do throws(AuthorizationError) {
            let (app, _, origin) = try DescribeAuthorization(services.catalogue)(
                (bundleID, environment), origin: origin.text, redirect: redirect)
            return .now(
                answers.json { writer in
                    writer.beginObject()
                    writer.field("bundleID", app.bundleID.text)
                    writer.field("name", app.name)
                    writer.field("environment", environment.name)
                    writer.field("origin", origin.text)
                    writer.endObject()
                })
        } catch {
            throw Problem(from: error)
        }
    }

    func authorizeGame(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let body = try AuthorizationBody(of: request)
        guard let bundleID = body.bundleID, let origin = body.origin else { throw Problem(.invalidParameter) }
        return later(request, as: .gameAuthorization, of: .player(session.player)) { [self] () async throws(Problem) in
            do throws(AuthorizationError) {
                let authorize = AuthorizeGame(services.accounts, services.authorizations)
                let (code, expires) = try await authorize(
                    (bundleID, body.environment ?? .production), origin: origin.text, redirect: body.redirect,
                    challenge: body.challenge, by: session)
                return answers.json(.created) { writer in
                    writer.beginObject()
                    writer.field("code", code)
                    writer.field("expires", expires)
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func redeemAuthorization(_ request: Request) throws(Problem) -> Reply {
        let body = try RedemptionBody(of: request)
        let origin = request.headers["origin"]
        return later(request) { [self] () async throws(Problem) in
            do throws(AuthorizationError) {
                let redeem = RedeemAuthorization(
                    services.accounts, services.authorizations, digest: services.savedGames.digest)
                let signedIn = try await redeem(
                    code: body.code, verifier: body.verifier, origin: origin, device: body.device,
                    waiting: body.waiting)
                await tell(.gameSignIn, of: .player(signedIn.session.player), request)
                return welcome(signedIn)
            } catch {
                let problem = Problem(from: error)
                await tell(.gameSignIn, problem, of: .nobody, request)
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
            "Register \(named) with laurel app set BUNDLE_ID --origin ORIGIN, or in Connect under web origins.")
    }

    /// - Parameter address: shown as far as it can be registered.
    static func redirectNotAllowed(_ address: String) -> Problem {
        let named = WebPlace(address)?.text ?? "this page"
        return Problem(
            .originNotAllowed,
            "The sign-in can't return to \(named). Register exactly this address, beside the origins, "
                + "with laurel app set BUNDLE_ID --origin or in Connect under web origins.")
    }
}
