import LaurelHTTPServer
import LaurelService
import LaurelWire
import Synchronization

/// What the head of a request says: which route, and what is to prove who sent it. Whether it proves anything, and what
/// the sender may do, is looked up for each request.
final class HeadNote: Sendable {
    let route: RouteMatch
    let credential: Credential
    /// Nil: the credential has no session's token.
    let token: Authenticate.ReadToken?
    private let kept: Mutex<(any AnyObject & Sendable)?>

    /// - Parameter prepared: of a head that differs only in what it doesn't depend on.
    init(
        route: RouteMatch, credential: Credential, token: Authenticate.ReadToken?,
        prepared: (any AnyObject & Sendable)? = nil
    ) {
        self.route = route
        self.credential = credential
        self.token = token
        kept = Mutex(prepared)
    }

    /// What the route's operation has found out for a request with this head. It says itself for whom and until when
    /// it's right.
    var prepared: (any AnyObject & Sendable)? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }

    /// The route of a head that has a note, or that differs from one with a note only in what the route doesn't
    /// depend on.
    static func route(of request: Request) -> RouteMatch? {
        ((request.note ?? request.siblingNote) as? HeadNote)?.route
    }
}
