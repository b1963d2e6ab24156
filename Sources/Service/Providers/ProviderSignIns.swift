public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// What the use cases about providers share.
public struct ProviderSignIns: Sendable {
    /// How long a browser may be away, a nonce waits for its token, and a ticket for its use.
    public static let lifetime = Timestamp.Span.minutes(10)
    let accounts: Accounts
    let twoFactor: TwoFactor?
    public let providers: IdentityProviders

    public init(_ accounts: Accounts, _ twoFactor: TwoFactor?, _ providers: IdentityProviders) {
        self.accounts = accounts
        self.twoFactor = twoFactor
        self.providers = providers
    }

    /// Counts what anybody can have written here.
    func reserve(from address: ClientAddress) throws(ProviderError) {
        do throws(TooManyAttempts) {
            try accounts.providerSteps.reserve(accounts.limits.signUp(from: address), at: accounts.elapsed)
        } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
    }

    func checkKnown(_ id: ProviderID) throws(ProviderError) -> IdentityProviders.Description {
        guard let provider = providers.description(of: id) else { throw .unknownProvider }
        return provider
    }

    var expiry: Timestamp { accounts.clock.now().advanced(by: Self.lifetime) }
}

public enum ProviderError: Error, StoreFailure, Hashable, Sendable {
    /// Or it can't do what was asked for.
    case unknownProvider
    /// What the browser or the game shows is unknown, used or too old.
    case expired
    /// - reason: for the log alone.
    case refused(reason: String)
    case providerUnavailable(reason: String)
    case tooManyAttempts(retryAfter: Timestamp.Span)
    case unavailable
    case broken(reason: String)
}
