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
    private let prepared: Mutex<PreparedReading?>

    /// - Parameter reading: of a head that differs only in what it doesn't depend on.
    init(
        route: RouteMatch, credential: Credential, token: Authenticate.ReadToken?, reading: PreparedReading? = nil
    ) {
        self.route = route
        self.credential = credential
        self.token = token
        prepared = Mutex(reading)
    }

    /// What a request for entries came to last. It says itself for whom and until when it's right.
    var reading: PreparedReading? {
        get { prepared.withLock { $0 } }
        set { prepared.withLock { $0 = newValue } }
    }

    /// The route of a head that has a note, or that differs from one with a note only in what the route doesn't
    /// depend on.
    static func route(of request: Request) -> RouteMatch? {
        ((request.note ?? request.siblingNote) as? HeadNote)?.route
    }
}
