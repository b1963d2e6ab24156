package import LaurelDomain
import LaurelStorage

/// A ban made or ended.
package struct BanCall: Sendable {
    package enum Step: Sendable {
        case ban(Ban)
        case lift(PlayerNumber, Ban.Scope)
    }

    package let step: Step
    package let audit: NewAuditEntry
    package let completion: @Sendable (Result<Void, BanPlayerError>) -> Void

    package init(
        step: Step, audit: NewAuditEntry, completion: @escaping @Sendable (Result<Void, BanPlayerError>) -> Void
    ) {
        self.step = step
        self.audit = audit
        self.completion = completion
    }

    var player: PlayerNumber {
        switch step {
        case .ban(let ban): ban.player
        case .lift(let player, _): player
        }
    }

    var scope: Ban.Scope {
        switch step {
        case .ban(let ban): ban.scope
        case .lift(_, let scope): scope
        }
    }
}

extension Ban.Scope {
    /// Nil: the whole server.
    package var team: TeamNumber? { if case .team(let team) = self { team } else { nil } }
}

public enum BanPlayerError: Error, StoreFailure, Hashable, Sendable {
    case unknownPlayer
    /// An administrator is not kept out of the server that they administer.
    case isAdministrator
    case tooMany(limit: Int)
    case unavailable
    case broken(reason: String)
}
