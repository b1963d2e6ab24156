import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

/// Which routes pages of other origins may call: those of a game that has registered the origin, with a token. Never
/// the developers' side, never with a cookie, and no route that takes a password.
///
/// - Source: WHATWG Fetch, section 3.2 (HTTP CORS protocol); OWASP HTML5 Security Cheat Sheet.
enum CrossOrigin {
    /// How long a browser keeps what a preflight said, in seconds: as long as Chromium does at most.
    static let preflightSeconds = 7_200

    enum Scope {
        case never
        /// Origins of the app in the path.
        case game
        /// Origins of any app: the token says which game it is.
        case anyGame
    }

    /// Who asks, as far as the browser says.
    enum Verdict: Hashable {
        /// Our own page, or no page at all.
        case own
        case allowed(String)
        case refused(String)
    }
}

extension Endpoint {
    var crossOrigin: CrossOrigin.Scope {
        switch self {
        case .describeAuthorization: .never
        case .currentPlayer, .players, .signOut, .events, .redeemAuthorization: .anyGame
        case .challenges, .challenge, .declineChallenge, .challengeReplay, .challengeMutes, .muteChallenges: .anyGame
        case .playChallenge: .anyGame
        // The routes of games, those that come after today included.
        default: template.hasPrefix("/v1/games/{bundleID}") ? .game : .never
        }
    }
}

extension APIHandler {
    /// - Parameter bundleID: the app in the path.
    func crossOrigin(_ endpoint: Endpoint, _ bundleID: BundleID?, _ request: Request) -> CrossOrigin.Verdict {
        guard request.headers.contains("origin"), endpoint.crossOrigin != .never, !origin.passes(request),
            let text = request.headers["origin"]
        else { return .own }
        let origins = services.catalogue.webOrigins
        switch endpoint.crossOrigin {
        case .never: return .own
        case .anyGame: return origins.allows(text) ? .allowed(text) : .refused(text)
        case .game:
            // A game that is not there is said to be unknown, wherever the page comes from, if that has a right here.
            guard let app = bundleID.flatMap({ services.catalogue.app($0) }) else {
                return origins.allows(text) ? .allowed(text) : .refused(text)
            }
            return origins.allows(text, for: app.number) ? .allowed(text) : .refused(text)
        }
    }

    /// The answer to a preflight (Fetch, section 3.2.2); nil when the request is none, or asks about a path that
    /// no page elsewhere may call.
    func preflight(_ request: Request) -> Response? {
        guard request.method == .options, let wanted = request.headers["access-control-request-method"],
            request.headers.contains("origin")
        else { return nil }
        let path = request.segments
        let endpoints = Endpoint.of(path: path)
        guard let endpoint = endpoints.first(where: { $0.method.rawValue == (wanted == "HEAD" ? "GET" : wanted) }),
            endpoint.crossOrigin != .never
        else { return nil }
        switch crossOrigin(endpoint, endpoint.bundleID(in: path), request) {
        case .own: return nil
        case .refused(let origin): return answers.problem(.originNotAllowed(origin), request.id).varying()
        case .allowed(let origin):
            let methods = endpoints.filter { $0.crossOrigin != .never }.map(\.method.rawValue).sorted()
            var response = answers.noContent()
            // Our own common fields forbid keeping; a preflight is kept by its own word.
            response.headers.append("Access-Control-Allow-Origin", origin)
            response.headers.append("Access-Control-Allow-Methods", methods.joined(separator: ", "))
            response.headers.append(
                "Access-Control-Allow-Headers", "Authorization, Content-Type, If-None-Match, Last-Event-ID")
            response.headers.append("Access-Control-Max-Age", String(CrossOrigin.preflightSeconds))
            return response.varying()
        }
    }
}

extension Response {
    /// Readable by a page of this origin, without its cookies.
    func readable(by origin: String) -> Response {
        var response = self
        response.headers.append("Access-Control-Allow-Origin", origin)
        response.headers.append("Access-Control-Expose-Headers", "Date, ETag, Repr-Digest, Retry-After")
        return response.varying()
    }

    /// Different for each origin, whoever keeps it.
    func varying() -> Response {
        var response = self
        response.headers.append("Vary", "Origin")
        return response
    }
}
