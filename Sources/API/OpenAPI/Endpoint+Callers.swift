import LaurelDomain
import LaurelWire

extension Endpoint {
    /// Who may call it, and what else a call needs, in sentences for developers.
    var callers: String { [sessions, proofs, pages].compactMap { $0 }.joined(separator: " ") }

    private var sessions: String {
        switch access {
        case .anyone: "Needs no session."
        case .playerOrAnonymous: "A session is optional, and the response can depend on it."
        case .player: "Needs a player's session."
        case .server: "Needs the session of an administrator of the server."
        case .person: "Needs a session of the server's own pages or tools."
        case .developer: "Needs a session of the server's own pages or tools, or a team's key."
        case .team(let right):
            "Needs the right `\(right.rawValue)` in the team: a member's session of the server's own pages or tools, "
                + "or a team's key."
        case .operator: "Only for the operator, through the socket in the server's data folder."
        }
    }

    /// Nil: none.
    private var proofs: String? {
        switch proof {
        case .none: nil
        case .always:
            "Asks for a password or a two-factor code that was given in this session within the last ten minutes: "
                + "`POST /v1/sessions/current/proof`."
        case .ofRelease:
            "When it releases the app, it asks for a password or a two-factor code that was given in this session "
                + "within the last ten minutes: `POST /v1/sessions/current/proof`."
        }
    }

    /// Those of other origins that may call it; nil: none.
    private var pages: String? {
        switch origins {
        case .never: nil
        case .game: "Pages of the app's web origins can call it."
        case .anyGame: "Pages of any app's web origins can call it."
        }
    }
}
