import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Which routes pages of other origins may call: those of a game that has registered the origin, with a token. Never
/// the developers' side, never with a cookie, and no route that takes a password.
///
/// Every refusal can be read by the page, since a browser tells it of one that can't be read what it tells of a server
/// that is away. So preflights say yes, and the call itself is refused before anything is done for it. To origins that
/// no game has registered, that goes for the routes of games alone; elsewhere they see nothing.
///
/// - Source: WHATWG Fetch, section 3.2 (HTTP CORS protocol); OWASP HTML5 Security Cheat Sheet.
struct CrossOrigin: Sendable {
    let catalogue: Catalogue
    let origin: OriginCheck
    let answers: Answers

    /// How long a browser keeps what a preflight said, in seconds: as long as Chromium does at most.
    static let preflightSeconds = 7_200

    /// Who asks, as far as the browser says.
    enum Verdict: Hashable {
        /// Our own page, or no page at all.
        case own
        case allowed(String)
        /// The game has not registered this origin.
        case refused(String)
        /// A game's page, at a route that is not open to games.
        case closed(String)
    }

    /// - Parameter bundleID: the app in the path.
    func verdict(_ endpoint: Endpoint, _ bundleID: BundleID?, _ request: Request) -> Verdict {
        guard let text = foreignOrigin(request) else { return .own }
        let origins = catalogue.webOrigins
        switch endpoint.origins {
        case .never: return origins.allows(text) ? .closed(text) : .own
        case .anyGame: return origins.allows(text) ? .allowed(text) : .refused(text)
        case .game:
            // A game that is not there is said to be unknown, wherever the page comes from, if that has a right here.
            guard let app = bundleID.flatMap({ catalogue.app($0) }) else {
                return origins.allows(text) ? .allowed(text) : .refused(text)
            }
            return origins.allows(text, for: app.number) ? .allowed(text) : .refused(text)
        }
    }

    /// The origin of the page that asks, when it is not ours.
    private func foreignOrigin(_ request: Request) -> String? {
        guard let text = request.headers["origin"], !origin.passes(request) else { return nil }
        return text
    }

    /// The verdict on a call that may be for no route: below `/v1` any game's page may read that.
    ///
    /// - Parameter method: of the call.
    func verdict(_ request: Request, method: String) -> Verdict {
        guard let text = foreignOrigin(request) else { return .own }
        let path = request.segments
        let method = method == "HEAD" ? "GET" : method
        if let endpoint = Endpoint.of(path: path).first(where: { $0.method.rawValue == method }) {
            return verdict(endpoint, endpoint.bundleID(in: path), request)
        }
        return path.first == "v1" && catalogue.webOrigins.allows(text) ? .allowed(text) : .own
    }

    /// The answer to a preflight (Fetch, section 3.2.2); nil when the request is none, or comes from a page that may
    /// read nothing there.
    func preflight(_ request: Request) -> Response? {
        guard request.method == .options, let wanted = request.headers["access-control-request-method"] else {
            return nil
        }
        let origin: String
        switch verdict(request, method: wanted) {
        case .own: return nil
        case .allowed(let page), .refused(let page), .closed(let page): origin = page
        }
        var methods = Set(Endpoint.of(path: request.segments).map(\.method.rawValue))
        // A method that the path has not is refused by the call itself, which can say so.
        if let known = LaurelWire.Method(rawValue: wanted) { methods.insert(known.rawValue) }
        var response = answers.noContent()
        // Our own common fields forbid keeping; a preflight is kept by its own word.
        response.headers.append("Access-Control-Allow-Origin", origin)
        response.headers.append("Access-Control-Allow-Methods", methods.sorted().joined(separator: ", "))
        response.headers.append(
            "Access-Control-Allow-Headers", "Authorization, Content-Type, If-None-Match, Last-Event-ID")
        response.headers.append("Access-Control-Max-Age", String(Self.preflightSeconds))
        return response.varying()
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

    /// Different for each origin, in every cache.
    func varying() -> Response {
        var response = self
        response.headers.append("Vary", "Origin")
        return response
    }
}
