import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Who sent a request.
enum Caller: Hashable, Sendable {
    case anonymous
    case session(Session)
    /// Anyone who can open the socket in the data folder.
    case `operator`
    /// A program with a team's key.
    case key(DeveloperKey)
    /// A caller authorized for a developer route; see
    /// ``DeveloperAccess/authorized(_:_:_:)``.
    case developer(Administrator, Session?)

    var session: Session? {
        switch self {
        case .session(let session): session
        case .developer(_, let session): session
        case .anonymous, .operator, .key: nil
        }
    }

    var player: PlayerNumber? { session?.player }

    var administrator: Administrator? {
        switch self {
        case .anonymous, .key: nil
        case .session(let session): Administrator(session)
        case .operator: .operator
        case .developer(let developer, _): developer
        }
    }

    func signedIn() throws(Problem) -> Session {
        guard let session else {
            if case .key = self { throw Problem(.forbidden, "Keys can't do this; sign in as a player.") }
            throw Problem(.unauthenticated)
        }
        return session
    }

    /// For changes to a player's own account: a game's session may only play.
    func onOwnPages() throws(Problem) -> Session {
        let session = try signedIn()
        guard session.binding == .firstParty else {
            throw Problem(.forbidden, "Use the player's own session, not a game's.")
        }
        return session
    }

    /// The caller of a developer route, who has the right to.
    func administering() throws(Problem) -> Administrator {
        if let administrator { return administrator }
        if session == nil { throw Problem(.unauthenticated) }
        throw Problem(.forbidden, "Use an administrator's own session, not a game's.")
    }
}

extension Caller {
    /// For what only the owner of the machine may do.
    func operating() throws(Problem) {
        guard case .operator = self else {
            throw Problem(.forbidden, "Only available over the socket in the server's data folder; see laurel --help.")
        }
    }
}
