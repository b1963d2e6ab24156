import LaurelHTTPServer
import LaurelService
import LaurelWire

/// What the head of a request says: which route, and what is to prove who sent it. Whether it proves anything, and what
/// the sender may do, is looked up for each request.
final class HeadNote: Sendable {
    let route: RouteMatch
    let credential: Credential
    /// Nil: the credential has no session's token.
    let token: Authenticate.ReadToken?

    init(route: RouteMatch, credential: Credential, token: Authenticate.ReadToken?) {
        self.route = route
        self.credential = credential
        self.token = token
    }

    /// The route of a head that has a note, or that differs from one with a note only in what the route doesn't
    /// depend on.
    static func route(of request: Request) -> RouteMatch? {
        ((request.note ?? request.siblingNote) as? HeadNote)?.route
    }
}
