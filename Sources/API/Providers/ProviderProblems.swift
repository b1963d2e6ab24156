import LaurelService
import LaurelWire

extension Problem {
    static let oneProof = Problem(
        .invalidParameter, "Send one of: code with state, idToken, steamTicket, gameCenter.", field: "idToken")

    /// What takes the place of the password for those who have none.
    static let signInOnceMore = Problem(
        .proofNeeded, "Sign in again with a linked account, then repeat it within ten minutes.")

    init(from error: ProviderError) {
        switch error {
        case .unknownProvider: self.init(.notFound, "This server has no such provider, or it can't do this.")
        case .expired: self.init(.expiredCode, "Begin again at POST /v1/providers/PROVIDER/authorizations.")
        case .refused(let reason): self.init(.providerRefused, cause: reason)
        case .providerUnavailable(let reason): self.init(.providerUnavailable, retryAfterSeconds: 5, cause: reason)
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: SignInByProviderError) {
        switch error {
        case .expired: self.init(.expiredCode, "Get another ticket.", field: "ticket")
        case .banned: self.init(.banned)
        case .secondFactor(let error): self.init(from: error)
        case .game(let refusal): self.init(from: refusal)
        case .signUp(let error): self.init(from: error)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: LinkProviderError) {
        switch error {
        case .expired: self.init(.expiredCode, "Get another ticket.", field: "ticket")
        case .noGuest: self.init(.conflict, "The player has an alias already. Leave it out.", field: "alias")
        case .linkTaken: self.init(.linkTaken)
        case .tooMany(let limit): self.init(.conflict, "A player can have \(limit) links. Unlink another one.")
        case .signUp(let error): self.init(from: error)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: UnlinkProviderError) {
        switch error {
        case .unknownLink: self.init(.notFound, "The player has no such link.")
        case .lastSignIn: self.init(.lastSignIn, "Set a password or link another account first.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
