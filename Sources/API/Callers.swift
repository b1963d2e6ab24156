import LaurelHTTPServer
import LaurelDomain
import LaurelService
import LaurelWire

/// Finds out who sends a request: by a session's token or cookie, a team's key, or the socket in the data folder.
/// A class, as ``Features`` is.
final class Callers: Sendable {
    let authenticate: Authenticate
    let keys: AuthenticateKey
    let cookie: SessionCookie
    let origin: OriginCheck

    init(authenticate: Authenticate, keys: AuthenticateKey, cookie: SessionCookie, origin: OriginCheck) {
        self.authenticate = authenticate
        self.keys = keys
        self.cookie = cookie
        self.origin = origin
    }

    /// Who sent a request.
    enum Sender {
        case known(Caller)
        /// The store has to be asked.
        case later(@Sendable () async throws(Problem) -> Caller)
    }

    /// - Parameter takesCookies: false for pages of other origins, which have tokens.
    func identify(_ route: RouteMatch, _ request: Request, takesCookies: Bool) throws(Problem) -> Sender {
        switch route.endpoint.access {
        case .anyone: return .known(.anonymous)
        case .playerOrAnonymous, .player, .server, .person, .developer, .team, .operator: break
        }
        let note = note(of: request, route)
        var credential = note.credential
        if case .cookie = credential, !takesCookies { credential = .none }
        switch credential {
        case .none: return .known(request.peer == .local ? .operator : .anonymous)
        case .unusable: throw Problem(.unauthenticated, "The Authorization header must be “Bearer TOKEN”.")
        case .bearer(let token), .cookie(let token): return try authenticated(token, note, credential, route, request)
        }
    }

    private func note(of request: Request, _ route: RouteMatch) -> HeadNote {
        if let note = request.note as? HeadNote { return note }
        let sibling = request.siblingNote as? HeadNote
        let credential = Credential(request, cookie)
        let note = HeadNote(
            route: route, credential: credential, token: token(of: credential, sibling), prepared: sibling?.prepared)
        if request.method == .get { request.note = note }
        return note
    }

    /// A client whose page has changed shows another tag and the same token.
    private func token(of credential: Credential, _ sibling: HeadNote?) -> Authenticate.ReadToken? {
        if let sibling, sibling.credential == credential { return sibling.token }
        switch credential {
        case .bearer(let text): return AuthenticateKey.isKey(text) ? nil : authenticate.read(text)
        case .cookie(let text): return authenticate.read(text)
        case .none, .unusable: return nil
        }
    }

    private func authenticated(
        _ token: String, _ note: HeadNote, _ credential: Credential, _ route: RouteMatch, _ request: Request
    ) throws(Problem) -> Sender {
        if case .bearer = credential, note.token == nil, AuthenticateKey.isKey(token) {
            guard let key = keys(token) else { throw Problem(.unauthenticated) }
            return .known(.key(key))
        }
        if case .cookie = credential, !request.method.isSafe, !origin.passes(request) {
            throw Problem(.forbidden, "Requests with a session cookie must have this server's own Origin.")
        }
        switch note.token.map({ authenticate.immediately($0) }) ?? authenticate.immediately(token) {
        case .session(let session): return .known(.session(session))
        case .unauthenticated: return .known(try stranger(credential, route))
        case .banned: return .known(try stranger(credential, route, Problem(.banned)))
        case .unknown:
            return .later { [self] () async throws(Problem) in try await caller(token, credential, route) }
        }
    }

    private func caller(
        _ token: String, _ credential: Credential, _ route: RouteMatch
    ) async throws(Problem) -> Caller {
        do throws(AuthenticateError) {
            return .session(try await authenticate(token))
        } catch {
            if error == .unauthenticated { return try stranger(credential, route) }
            if error == .banned { return try stranger(credential, route, Problem(.banned)) }
            throw Problem(from: error)
        }
    }

    /// A caller with an unknown token: API clients get 401, a browser with an old cookie counts as signed out.
    private func stranger(
        _ credential: Credential, _ route: RouteMatch, _ problem: Problem = Problem(.unauthenticated)
    ) throws(Problem) -> Caller {
        if case .cookie = credential, route.endpoint.access == .playerOrAnonymous { return .anonymous }
        throw problem
    }
}
